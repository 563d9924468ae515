import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { saveFile } from "../parts/save-file";
import { useAttempts } from "../parts/use-attempts";
import { useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { useAnalysis } from "./analysis-context";
import { downloadDays, downloadSeries } from "./export-analysis";
import { PeriodFields } from "./period-fields";
import { usePeriod } from "./use-period";

const useExports = () => {
  const say = useText();
  const { instance, name } = useAnalysis();
  const period = usePeriod();
  const job = useJob(`export:${instance}`);
  const attempts = useAttempts();
  const csv = (): void => {
    void job.start({ what: say("analysis.csv"), query: name }, async (run) => {
      saveFile(`${name}.csv`, "text/csv", await downloadSeries(instance, run));
      return 1;
    });
  };
  const lines = (): void => {
    if (!attempts.pass({ period: period.problem })) return;
    void job.start({ what: say("analysis.jsonLines"), query: name }, async (run) => {
      const text = await downloadDays({ instance, days: period.days }, run);
      saveFile(`${name}.jsonl`, "application/jsonl", text);
      return text.split("\n").length;
    });
  };
  return { period, job, attempts, csv, lines };
};

/** The series as CSV and the documents as JSON lines, as files. */
export const Exports = (): ReactNode => {
  const say = useText();
  const { period, job, attempts, csv, lines } = useExports();
  const busy = job.now.status === "running";
  return (
    <Stack box={attempts.fields}>
      <Row>
        <Button disabledFocusable={busy} onClick={csv}>
          {say("analysis.csv")}
        </Button>
        <Quiet>{say("pane.calls", { count: 1 })}</Quiet>
      </Row>
      <PeriodFields period={period} />
      <Row>
        <Button disabledFocusable={busy} onClick={lines}>
          {say("analysis.jsonLines")}
        </Button>
        <Quiet>{say("pane.calls", { count: period.days.length })}</Quiet>
      </Row>
      <JobNotice job={job} label={say("analysis.importing")} />
    </Stack>
  );
};
