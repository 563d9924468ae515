import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import type { Edition } from "../../../../formulas/editions/edition-store";
import type { FormulaCheck } from "../../../../formulas/editions/compare-editions";
import { formatMoment, formatNumber, t } from "../../../../i18n/t";
import type { EditionChoice, FileCheck } from "../../../excel/refresh/edition-verbs";
import type { AuditScope } from "../../../excel/trace/audit";
import { usePane } from "../../state/pane-state";
import { useJob } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { FileButton } from "../../ui/file-button";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Code, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { auditDone, auditReport, editionReport } from "../workbook/audit-report";
import { choiceId, editionTitle } from "../../state/edition-title";

const auditScopes: readonly AuditScope[] = ["selection", "sheet", "workbook"];

/** Proves what an edition, or the workbook now, shows: by a sheet, and against the file of a colleague. */
export const Prove = ({ choice }: { readonly choice: EditionChoice }): ReactNode => (
  <Stack>
    {choice === "now" ? <AuditSheet /> : <EditionSheet edition={choice} />}
    <CheckFile choice={choice} />
  </Stack>
);

interface SheetResult {
  readonly sentence: string;
  readonly intent: "info" | "success";
}

/** Writes a sheet that lists the formulas of a part of the workbook with their requests. */
const AuditSheet = (): ReactNode => {
  const { deps, runtime } = usePane();
  const job = useJob("audit-sheet");
  const [result, setResult] = useState<SheetResult>();
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
    <>
      <Quiet>{t("audit.lead")}</Quiet>
      <Row>
        {auditScopes.map((scope) => (
          <Button key={scope} size="small" onClick={() => make(scope)} disabledFocusable={job.now.status === "running"}>
            {t(`audit.make.${scope}`)}
          </Button>
        ))}
      </Row>
      <JobNotice job={job} retry={() => make(last)} />
      {result !== undefined && <Notice intent={result.intent}>{result.sentence}</Notice>}
    </>
  );
};

/** Writes a sheet that lists what an edition answered, with the hash of each formula. */
const EditionSheet = ({ edition }: { readonly edition: Edition }): ReactNode => {
  const { deps, runtime } = usePane();
  const job = useJob(`edition-sheet ${edition.id}`);
  const [result, setResult] = useState<string>();
  const make = (): void => {
    setResult(undefined);
    void job.start({ what: t("audit.sheet"), query: editionTitle(edition) }, async () => {
      const proof = await deps.editions.prove(edition);
      await deps.workbook.facts();
      const written = await deps.workbook.writeReport(
        editionReport(editionTitle(edition), proof, runtime.clock.now()),
        false,
      );
      setResult(t("audit.done", { count: proof.formulas.length, sheet: addressSheet(written) ?? "" }));
      return proof.formulas.length;
    });
  };
  return (
    <>
      <Quiet>{t("editions.proveLead")}</Quiet>
      <Row>
        <Button size="small" onClick={make} disabledFocusable={job.now.status === "running"}>
          {t("editions.proveSheet")}
        </Button>
      </Row>
      <JobNotice job={job} retry={make} />
      {result !== undefined && <Notice intent="success">{result}</Notice>}
    </>
  );
};

const CheckFile = ({ choice }: { readonly choice: EditionChoice }): ReactNode => {
  const { editions } = usePane().deps;
  const job = useJob(`edition-check ${choiceId(choice)}`);
  const [check, setCheck] = useState<FileCheck>();
  const run = (bytes: Uint8Array): void => {
    setCheck(undefined);
    void job.start({ what: t("editions.check"), query: "" }, async () => {
      setCheck(await editions.check(bytes, choice));
      return undefined;
    });
  };
  return (
    <>
      <Quiet>{t("editions.checkLead")}</Quiet>
      <Row>
        <FileButton
          text={t("editions.check")}
          label={`${t("editions.check")} ${editionTitle(choice)}`}
          accept=".gz"
          job={job}
          onChosen={run}
        />
      </Row>
      <JobNotice job={job} />
      {check !== undefined && <Checked check={check} />}
    </>
  );
};

const Checked = ({ check: { name, at, isOwnAccount, formulas } }: { readonly check: FileCheck }): ReactNode => {
  const count = (state: FormulaCheck["state"]): string =>
    formatNumber(formulas.filter((each) => each.state === state).length);
  const title = t("editions.checked", {
    name,
    when: formatMoment(at),
    same: count("same"),
    different: count("different"),
    mine: count("onlyMine"),
    theirs: count("onlyTheirs"),
  });
  const isSame = formulas.every(({ state }) => state === "same");
  return (
    <>
      <Notice intent={isSame ? "success" : "warning"}>{title}</Notice>
      {!isOwnAccount && <Quiet>{t("editions.otherAccount")}</Quiet>}
      <GrowingList
        label={title}
        items={formulas}
        keyOf={({ formula, address, state }) => `${state} ${address} ${formula}`}
        show={(each) => (
          <>
            <Row>
              <Strong>{each.function}</Strong>
              {each.address !== "" && <CellLink address={each.address} />}
            </Row>
            <Quiet>{[checkState(each), ...hashes(each)].join(" · ")}</Quiet>
            {each.address === "" && <Code>{each.formula}</Code>}
          </>
        )}
      />
    </>
  );
};

const checkState = ({ state, rows }: FormulaCheck): string => {
  if (state !== "different") return t(`editions.state.${state}`);
  return rows === 0 ? t("editions.state.order") : t("editions.state.different", { count: rows });
};

const hashes = ({ mine, theirs }: FormulaCheck): readonly string[] => [
  ...new Set([mine, theirs].filter((hash) => hash !== undefined)),
];
