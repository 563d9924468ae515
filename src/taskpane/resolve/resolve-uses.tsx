import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { InsertBar } from "../insert/insert-bar";
import { quotedSheet } from "../insert/insertion";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Panels } from "../parts/panels";
import { Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { CoverageForm } from "../tasks/coverage-form";
import { useText } from "../text/use-text";
import { exceptionRows, insertionOf, mostFormulaRows } from "./resolve-insertion";
import { needsAttention } from "./outcome";
import { useDesk, type Desk } from "./use-desk";

/** What to do with the results: into the sheet, the exceptions onto a sheet of their own, coverage for what was not found. */
export const ResolveUses = ({ desk }: { readonly desk: Desk }): ReactNode => {
  const say = useText();
  const panels = [
    { name: "insert", label: say("resolve.insert"), Content: InsertResults },
    { name: "exceptions", label: say("resolve.exceptions"), Content: Exceptions },
    { name: "coverage", label: say("resolve.coverage"), Content: Coverage },
  ];
  return (
    <Section title={say("resolve.next")}>
      <Panels id="resolve" panels={panels} initial={desk.draft.address === undefined ? "" : "insert"} />
    </Section>
  );
};

const InsertResults = (): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const desk = useDesk();
  const insertion = insertionOf(desk, workbook.place.get()?.activeCell ?? "");
  return (
    <Stack>
      {desk.draft.address === undefined && <Quiet>{say("resolve.valuesOnlyPasted")}</Quiet>}
      {desk.draft.inputs.length > mostFormulaRows && (
        <Quiet>{say("resolve.valuesOnlyMany", { most: mostFormulaRows })}</Quiet>
      )}
      <InsertBar insertion={insertion} />
    </Stack>
  );
};

const Exceptions = (): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const desk = useDesk();
  const job = useJob("resolve-exceptions");
  const [draft, change] = useDraft("resolve-exceptions", { sheet: "" });
  const open = desk.outcomes.filter(needsAttention);
  const write = (): void => {
    void job.start({ what: say("resolve.exceptions"), query: "" }, async ({ signal }) => {
      const sheet = await workbook.addSheet(say("resolve.exceptionsSheet"));
      await workbook.writeValues(`${quotedSheet(sheet)}!A1`, exceptionRows(say, desk), { signal, fit: true });
      change({ sheet });
      await workbook.goTo(`${quotedSheet(sheet)}!A1`);
      return open.length;
    });
  };
  if (open.length === 0) return <Quiet>{say("resolve.noExceptions")}</Quiet>;
  return (
    <Stack>
      <Quiet>{say("resolve.exceptionsLead", { count: open.length })}</Quiet>
      <JobNotice job={job} retry={write} />
      <Row>
        <Button appearance="primary" disabledFocusable={job.now.status === "running"} onClick={write}>
          {say("resolve.exceptionsDo")}
        </Button>
      </Row>
      {draft.sheet !== "" && job.now.status === "done" && (
        <Notice intent="success">{say("insert.written", { address: draft.sheet })}</Notice>
      )}
    </Stack>
  );
};

const Coverage = (): ReactNode => {
  const say = useText();
  const missing = useDesk().outcomes.filter(({ status }) => status === "none");
  if (missing.length === 0) return <Quiet>{say("resolve.noneMissing")}</Quiet>;
  return <CoverageForm from="resolve" suggested={missing.map(({ wanted }) => wanted.text)} />;
};
