import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { t } from "../../../../i18n/t";
import type { AuditScope } from "../../../excel/trace/audit";
import { usePane } from "../../state/pane-state";
import { useJob } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { Row } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { auditDone, auditReport } from "./audit-report";

const auditScopes: readonly AuditScope[] = ["selection", "sheet", "workbook"];

/** Writes a sheet that lists the formulas of a part of the workbook with their requests. */
export const AuditSheet = (): ReactNode => {
  const { deps, runtime } = usePane();
  const job = useJob("audit-sheet");
  const [result, setResult] = useState<{ readonly sentence: string; readonly intent: "info" | "success" }>();
  const [last, setLast] = useState<AuditScope>("workbook");
  const make = (scope: AuditScope): void => {
    setResult(undefined);
    setLast(scope);
    void job.start({ what: t("audit.sheet"), query: t(`audit.scope.${scope}`) }, async () => {
      const audit = await deps.whereFrom.audit(scope);
      const listed = audit.formulas.length + audit.frozen.length;
      if (listed + audit.cells.length === 0) {
        setResult({ sentence: t("audit.none"), intent: "info" });
        return undefined;
      }
      // Dates are written in the date system that the workbook has at this moment.
      await deps.workbook.facts();
      const report = auditReport(scope, audit, await deps.functions(), runtime.clock.now());
      const written = await deps.workbook.writeReport(report, false);
      setResult({ sentence: auditDone(audit, addressSheet(written) ?? ""), intent: "success" });
      return listed;
    });
  };
  return (
    <Section title={t("audit.sheet")} lead={t("audit.lead")}>
      <Row>
        {auditScopes.map((scope) => (
          <Button key={scope} onClick={() => make(scope)} disabledFocusable={job.now.status === "running"}>
            {t(`audit.make.${scope}`)}
          </Button>
        ))}
      </Row>
      <JobNotice job={job} retry={() => make(last)} />
      {result !== undefined && <Notice intent={result.intent}>{result.sentence}</Notice>}
    </Section>
  );
};
