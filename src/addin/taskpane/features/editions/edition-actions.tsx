import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { newsIn } from "../../../../formulas/changes/refresh-changes";
import type { EditionComparison, FormulaCheck } from "../../../../formulas/editions/compare-editions";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { formatMoment, formatNumber, t } from "../../../../i18n/t";
import type { ShareCopy } from "../../../excel/freeze/share-copy";
import type { AsOfPlan, EditionChoice, FileCheck } from "../../../excel/refresh/workbook-editions";
import type { Report } from "../../../excel/sheet/report-sheet";
import type { AuditScope } from "../../../excel/trace/audit";
import { choiceId, type EditionsNow, editionTitle } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useRunFor, useStore } from "../../state/use-store";
import { CellLink, CellReasons } from "../../ui/cell-link";
import { ChoiceField } from "../../ui/fields";
import { FileButton } from "../../ui/file-button";
import { GrowingList } from "../../ui/growing-list";
import { JobAction, JobButton, JobNotice } from "../../ui/job-form";
import { Code, Line, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { saveFile } from "../../ui/save-file";
import { auditDone, auditReport, editionReport } from "../workbook/audit-report";
import { ChangeNews } from "../workbook/changes-view";

interface OfChoice {
  readonly choice: EditionChoice;
}

const moment = (choice: EditionChoice): number => (choice === "now" ? Infinity : choice.at);

/** What came, went and changed between an edition and another one, the earlier one first. */
export const CompareEditions = ({
  now: { ofEarlierSession },
  choice,
  choices,
}: OfChoice & { readonly now: EditionsNow; readonly choices: readonly EditionChoice[] }): ReactNode => {
  const { editions } = usePane().deps;
  const id = choiceId(choice);
  const others = choices.filter((each) => choiceId(each) !== id);
  const usual = choice === "now" ? (ofEarlierSession ?? others[0]) : others[0];
  const [draft, change] = useDraft(`edition-compare ${id}`, { other: "" });
  const other = others.find((each) => choiceId(each) === draft.other) ?? usual;
  const job = useJob(`edition-compare ${id}`);
  const [comparison, setComparison] = useState<EditionComparison>();
  const otherId = other === undefined ? "" : choiceId(other);
  const [before, after] = other === undefined || moment(other) <= moment(choice) ? [other, choice] : [choice, other];
  const compare = (): void => {
    if (before === undefined) return;
    setComparison(undefined);
    void job.start(t("editions.compare"), "", async () => setComparison(await editions.compare(before, after)));
  };
  // Each choice is compared at once: no call is made.
  useRunFor(otherId, compare);
  if (before === undefined) return null;
  return (
    <Stack>
      <ChoiceField
        label={t("editions.with")}
        value={otherId}
        choices={others.map((each) => ({ value: choiceId(each), label: editionTitle(each) }))}
        onChange={(value) => change({ other: value })}
      />
      <Quiet>{t("editions.between", { before: editionTitle(before), after: editionTitle(after) })}</Quiet>
      <JobNotice job={job} retry={compare} />
      {comparison !== undefined && (
        <>
          {comparison.same > 0 && <Quiet>{t("editions.same", { count: comparison.same })}</Quiet>}
          <ChangeNews id={`edition-news ${id}`} news={newsIn(comparison.changes)} canMark={after === "now"} />
        </>
      )}
    </Stack>
  );
};

/** Shows the workbook as of an edition, after it has said what that does. */
export const ShowEdition = ({
  edition,
  close,
}: {
  readonly edition: Edition;
  readonly close: () => void;
}): ReactNode => {
  const { editions, notices } = usePane().deps;
  const [plan, setPlan] = useState<AsOfPlan>();
  const job = useJob(`as-of ${edition.id}`);
  const asof = editionTitle(edition);
  useRunFor(
    edition.id,
    () => void job.start(t("editions.show"), asof, async () => setPlan(await editions.plan(edition))),
  );
  const show = ({ asOf }: AsOfPlan): void => {
    setPlan(undefined);
    void job.start(t("editions.show"), asof, async () => {
      const refused = await editions.show(asOf);
      if (refused.length > 0) notices.set([...notices.get(), ...refused]);
      close();
    });
  };
  return (
    <>
      <JobNotice job={job} />
      {plan !== undefined && <AsOfPlanned asof={asof} plan={plan} show={() => show(plan)} cancel={close} />}
    </>
  );
};

/** What showing the workbook as of an edition would do, before it is done. */
const AsOfPlanned = ({
  asof,
  plan: { held, own, missing, unknown },
  show,
  cancel,
}: {
  readonly asof: string;
  readonly plan: AsOfPlan;
  readonly show: () => void;
  readonly cancel: () => void;
}): ReactNode => {
  const first = useRef<HTMLSpanElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  const isEmpty = held + own + missing.length + unknown.length === 0;
  const toCells = (addresses: readonly string[]) => addresses.map((address) => ({ address }));
  return (
    <section aria-label={t("editions.plan", { asof })}>
      <Stack>
        {isEmpty && <Notice intent="warning">{t("editions.noFormulas")}</Notice>}
        {held > 0 && <Line>{t("editions.held", { count: held, asof })}</Line>}
        {own > 0 && <Line>{t("editions.own", { count: own })}</Line>}
        <CellReasons title={t("editions.missing", { count: missing.length })} cells={toCells(missing)} />
        <CellReasons title={t("editions.unknown", { count: unknown.length })} cells={toCells(unknown)} />
        <Quiet>{t("editions.travels")}</Quiet>
        <Row>
          {!isEmpty && (
            <span ref={first}>
              <Button appearance="primary" onClick={show}>
                {t("editions.plan", { asof })}
              </Button>
            </span>
          )}
          <Button onClick={cancel}>{t("pane.cancel")}</Button>
        </Row>
      </Stack>
    </section>
  );
};

/** Makes a copy with the values of an edition, or of now, for people without the add-in. Formulas that show less than they seem to are named first. */
export const HandOut = ({ choice }: OfChoice): ReactNode => {
  const { share } = usePane().deps;
  const id = choiceId(choice);
  const job = useJob(`share-copy ${id}`);
  const made = useStore(share.made);
  const { copy, accepted = false } = made?.of === id ? made : {};
  const make = (): void => {
    share.made.set(undefined);
    void job.start(t("share.title"), editionTitle(choice), async ({ signal, progress }) => {
      const next = await share.make(choice, signal, progress);
      share.made.set({ of: id, copy: next, accepted: false });
      return next.formulas;
    });
  };
  const needsAnswer = copy !== undefined && copy.unready.length > 0 && !accepted;
  return (
    <Stack>
      <Quiet>{t(choice === "now" ? "share.lead" : "share.editionLead")}</Quiet>
      <JobAction size="small" job={job} run={make}>
        {t(copy === undefined ? "share.make" : "share.again")}
      </JobAction>
      {needsAnswer && (
        <CellReasons
          title={t("share.unready", { count: copy.unready.length })}
          cells={copy.unready}
          actions={[{ label: t("share.anyway"), run: () => share.made.set({ of: id, copy, accepted: true }) }]}
        />
      )}
      {copy !== undefined && !needsAnswer && <Ready copy={copy} />}
    </Stack>
  );
};

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const Ready = ({ copy }: { readonly copy: ShareCopy }): ReactNode => {
  const { share } = usePane().deps;
  const opening = useJob("share-copy-open");
  const download = async (): Promise<void> => saveFile(await share.nameOf(copy), xlsx, copy.bytes);
  if (copy.formulas + copy.frozen === 0) return <Notice>{t("share.none")}</Notice>;
  return (
    <>
      <Notice intent="success">{t("share.ready", { count: copy.formulas + copy.frozen })}</Notice>
      {copy.left.length > 0 && <Notice intent="warning">{t("share.left", { parts: copy.left.join(", ") })}</Notice>}
      <JobAction
        appearance="primary"
        job={opening}
        run={() => void opening.start(t("share.open"), "", () => share.open(copy))}
        beside={<Button onClick={() => void download()}>{t("share.download")}</Button>}
      >
        {t("share.open")}
      </JobAction>
    </>
  );
};

/** Proves what an edition, or the workbook now, shows: by a sheet, and against the file of a colleague. */
export const Prove = ({ choice }: OfChoice): ReactNode => (
  <Stack>
    <AuditSheet choice={choice} />
    <CheckFile choice={choice} />
  </Stack>
);

const auditScopes: readonly AuditScope[] = ["selection", "sheet", "workbook"];

/** Writes a sheet that lists the formulas of an edition, or of a part of the workbook now, with what proves their values. */
const AuditSheet = ({ choice }: OfChoice): ReactNode => {
  const { deps, runtime } = usePane();
  const job = useJob(`audit-sheet ${choiceId(choice)}`);
  const [result, setResult] = useState<{ readonly sentence: string; readonly intent: "info" | "success" }>();
  const write = async (report: Report): Promise<string> => {
    // Dates are written in the date system that the workbook has at this moment.
    await deps.workbook.facts();
    return addressSheet(await deps.workbook.writeReport(report, false)) ?? "";
  };
  const proveEdition = async (edition: Edition): Promise<number> => {
    const proof = await deps.editions.prove(edition);
    const sheet = await write(editionReport(editionTitle(edition), proof, runtime.clock.now()));
    setResult({ sentence: t("audit.done", { count: proof.formulas.length, sheet }), intent: "success" });
    return proof.formulas.length;
  };
  const proveNow = async (scope: AuditScope): Promise<number> => {
    const audit = await deps.whereFrom.audit(scope);
    const listed = audit.formulas.length + audit.frozen.length;
    if (listed + audit.cells.length === 0) setResult({ sentence: t("audit.none"), intent: "info" });
    else {
      const sheet = await write(auditReport(scope, audit, await deps.functions(), runtime.clock.now()));
      setResult({ sentence: auditDone(audit, sheet), intent: "success" });
    }
    return listed;
  };
  const make = (scope: AuditScope): void => {
    setResult(undefined);
    const part = choice === "now" ? t(`audit.scope.${scope}`) : editionTitle(choice);
    void job.start(t("audit.sheet"), part, () => (choice === "now" ? proveNow(scope) : proveEdition(choice)));
  };
  return (
    <>
      <Quiet>{t(choice === "now" ? "audit.lead" : "editions.proveLead")}</Quiet>
      <Row>
        {(choice === "now" ? auditScopes : (["workbook"] as const)).map((scope) => (
          <JobButton key={scope} size="small" job={job} run={() => make(scope)}>
            {t(choice === "now" ? `audit.make.${scope}` : "editions.proveSheet")}
          </JobButton>
        ))}
      </Row>
      <JobNotice job={job} retry={job.again} />
      {result !== undefined && <Notice intent={result.intent}>{result.sentence}</Notice>}
    </>
  );
};

const CheckFile = ({ choice }: OfChoice): ReactNode => {
  const { editions } = usePane().deps;
  const job = useJob(`edition-check ${choiceId(choice)}`);
  const [check, setCheck] = useState<FileCheck>();
  const run = (bytes: Uint8Array): void => {
    setCheck(undefined);
    void job.start(t("editions.check"), "", async () => setCheck(await editions.check(bytes, choice)));
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
