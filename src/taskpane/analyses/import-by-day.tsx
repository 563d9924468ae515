import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { useAttempts } from "../parts/use-attempts";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { useAnalysis } from "./analysis-context";
import { PeriodFields } from "./period-fields";
import { importDays, perDay } from "./import-days";
import { usePeriod } from "./use-period";

const initial = { fields: "id,extract_date,title,url,document_polarity", entity: "", done: "", full: 0 };

const useImport = () => {
  const say = useText();
  const { world, runtime } = usePane();
  const { instance, name } = useAnalysis();
  const period = usePeriod();
  const [draft, change] = useDraft(`import:${instance}`, initial);
  const job = useJob(`import:${instance}`);
  const attempts = useAttempts();
  const start = (): void => {
    if (!attempts.pass({ period: period.problem })) return;
    change({ done: "" });
    void job.start({ what: say("analysis.import"), query: `${name} ${period.start} – ${period.end}` }, async (run) => {
      const wish = { instance, fields: draft.fields, entity: draft.entity, days: period.days, name };
      const { rows, fullDays } = await importDays(wish, { world, runtime, run });
      change({ done: say("analysis.imported", { count: rows }), full: fullDays });
      return rows;
    });
  };
  return { period, draft, change, job, attempts, start };
};

/** Imports more documents than one call gives, a day at a time, as a table on a new sheet. */
export const ImportByDay = (): ReactNode => {
  const say = useText();
  const { period, draft, change, job, attempts, start } = useImport();
  return (
    <Stack box={attempts.fields}>
      <Quiet>{say("analysis.importLead", { most: perDay })}</Quiet>
      <PeriodFields period={period} />
      <TextField label={say("analysis.fields")} value={draft.fields} onChange={(fields) => change({ fields })} />
      <TextField
        label={say("analysis.entity")}
        value={draft.entity}
        hint={say("pane.optional")}
        onChange={(entity) => change({ entity })}
      />
      <JobNotice job={job} retry={start} label={say("analysis.importing")} />
      <Row>
        <Button appearance="primary" disabledFocusable={job.now.status === "running"} onClick={start}>
          {say("analysis.import")}
        </Button>
        <Quiet>{say("pane.calls", { count: period.days.length })}</Quiet>
      </Row>
      {draft.done !== "" && <Notice intent="success">{draft.done}</Notice>}
      {draft.done !== "" && draft.full > 0 && (
        <Notice intent="warning">{say("analysis.fullDays", { count: draft.full, most: perDay })}</Notice>
      )}
    </Stack>
  );
};
