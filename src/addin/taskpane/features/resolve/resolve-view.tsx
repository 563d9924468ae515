import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { cellAtPosition, formatAddress, parseAddress } from "../../../../facts/addresses";
import { addressSheet, quoteSheet, withoutSheet } from "../../../../facts/sheet-names";
import { formulaText } from "../../../../formulas/define/formula-text";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { besideRows, useCellBeside } from "../../ui/beside-list";
import { LinesField } from "../../ui/fields";
import { InsertBar, type Insertion } from "../../ui/insert-bar";
import { JobAction, JobButton } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { readSelectedList, useSelectedCells } from "../../ui/take-selection";
import { CoverageForm } from "../tasks/coverage-form";
import { FillNotice } from "./fill-form";
import { beginsWithHeader } from "./inputs";
import { readCompanyList } from "./list-columns";
import { MakeUniverse, suggestCompany, useFacts } from "./make-universe";
import { existingSuggestions, MatchList } from "./match-list";
import { cellStatus, matchReasons, type MatchResult, needsAttention, resultColumns } from "./match-result";
import { PlanLine } from "./plan-line";
import { type ResolveForm, useResolveForm } from "./resolve-form";

/** Finds entities by identifiers and names. The user decides where the service cannot. */
export const ResolveView = (): ReactNode => {
  const form = useResolveForm();
  const answered = form.results.some(({ status }) => status !== "waiting" && status !== "invalid");
  return (
    <Page title={t("view.resolve")}>
      <FillNotice />
      <InputSource form={form} />
      {form.draft.inputs.length > 0 && <PlanLine form={form} />}
      {answered && <MatchList form={form} />}
      {answered && <ResultActions form={form} />}
    </Page>
  );
};

/** Takes the selection, of one cell the list in its column, when the view opens or a command requests it, while the form is empty and no job runs. */
const useSelection = (form: ResolveForm): { readonly take: () => void; readonly failure: ReactNode } => {
  const { deps, state } = usePane();
  const request = useStore(deps.request);
  const place = useStore(deps.workbook.place);
  // A view that is only opened takes a list, not one cell.
  const least = useRef(1);
  const { run, failure } = useSelectedCells(
    () => readSelectedList(deps.workbook),
    (selected) => {
      const { inputs, address } = readCompanyList(selected);
      if (inputs.length >= least.current) form.setInputs(inputs, address);
    },
  );
  const take = (count = 1): void => {
    least.current = count;
    run();
  };
  const idle = form.job.now.status !== "running" && place !== undefined;
  const unused = form.draft.answers.size === 0 && (form.draft.inputs.length === 0 || form.draft.address !== undefined);
  const requested = request?.view === "resolve" ? request.serial : -1;
  useEffect(() => {
    const handled = state.draft("resolve-request", -1);
    const commanded = requested !== handled.get();
    handled.set(requested);
    // Only a command replaces pasted inputs or existing results.
    if (!idle) return;
    if (commanded && requested !== -1) take();
    else if (!commanded && unused && (place.rowCount > 1 || form.draft.inputs.length === 0)) take(2);
    // Runs for a new selection or a new request only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [requested, place?.address]);
  return { take: () => take(), failure };
};

const InputSource = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const { take, failure } = useSelection(form);
  const [{ pasting, pasted }, change] = useDraft("resolve-paste", { pasting: false, pasted: "" });
  const paste = (text: string): void => {
    change({ pasted: text });
    form.setInputs(text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/), undefined);
  };
  return (
    <Stack>
      <Row>
        <JobButton job={form.job} run={take}>
          {t("resolve.takeSelection")}
        </JobButton>
        <Button appearance="subtle" aria-expanded={pasting} onClick={() => change({ pasting: !pasting })}>
          {t("resolve.paste")}
        </Button>
      </Row>
      {pasting && <LinesField label={t("resolve.pasteLabel")} rows={5} value={pasted} onChange={paste} />}
      {failure}
    </Stack>
  );
};

interface OfResolve {
  readonly form: ResolveForm;
}

/** Inserts the results, lists the exceptions on a new sheet, requests coverage for inputs without a match. */
const ResultActions = ({ form }: OfResolve): ReactNode => {
  const panels = [
    { name: "insert", label: t("resolve.insert"), content: <InsertResults form={form} /> },
    { name: "exceptions", label: t("resolve.exceptions"), content: <Exceptions form={form} /> },
    { name: "coverage", label: t("resolve.coverage"), content: <CoverageAction form={form} /> },
    { name: "universe", label: t("resolve.universe"), content: <MakeUniverse form={form} /> },
  ];
  return (
    <Section title={t("resolve.next")}>
      <Panels id="resolve" panels={panels} initial={form.draft.address === undefined ? "" : "insert"} />
    </Section>
  );
};

const InsertResults = ({ form }: OfResolve): ReactNode => {
  const { address, inputs } = form.draft;
  const beside = useCellBeside(address, beginsWithHeader(inputs), resultColumns.length);
  const insertion = toInsertion(form, beside);
  return (
    <Stack>
      {form.draft.address === undefined && <Quiet>{t("resolve.valuesOnlyPasted")}</Quiet>}
      {form.draft.inputs.length > mostFormulaRows && (
        <Quiet>{t("resolve.valuesOnlyMany", { most: mostFormulaRows })}</Quiet>
      )}
      <InsertBar insertion={insertion} />
    </Stack>
  );
};

const Exceptions = ({ form }: OfResolve): ReactNode => {
  const { workbook } = usePane().deps;
  const job = useJob("resolve-exceptions");
  const [draft, change] = useDraft("resolve-exceptions", { sheet: "" });
  const open = form.results.filter(needsAttention);
  const write = (): void => {
    void job.start(t("resolve.exceptions"), "", async ({ signal }) => {
      const sheet = await workbook.addSheet(t("resolve.exceptionsSheet"));
      await workbook.writeValues(`${quoteSheet(sheet)}!A1`, exceptionRows(form), { signal, fit: true, widths: [] });
      change({ sheet });
      await workbook.goTo(`${quoteSheet(sheet)}!A1`);
      return open.length;
    });
  };
  if (open.length === 0) return <Quiet>{t("resolve.noExceptions")}</Quiet>;
  return (
    <Stack>
      <Quiet>{t("resolve.exceptionsLead", { count: open.length })}</Quiet>
      <JobAction appearance="primary" job={job} run={write}>
        {t("resolve.exceptionsDo")}
      </JobAction>
      {draft.sheet !== "" && job.now.status === "done" && (
        <Notice intent="success">{t("insert.written", { address: draft.sheet })}</Notice>
      )}
    </Stack>
  );
};

/** The request for the rows without a match, with what the columns beside the list say about them. */
const CoverageAction = ({ form }: OfResolve): ReactNode => {
  const factsAt = useFacts(form);
  const missing = form.results.filter(({ status }) => status === "none");
  if (missing.length === 0) return <Quiet>{t("resolve.noneMissing")}</Quiet>;
  if (factsAt === undefined) return <Quiet>{t("pane.loading")}</Quiet>;
  const companies = missing.map(({ input }) => suggestCompany(input, factsAt(input.rows[0] ?? 0)));
  return <CoverageForm from="resolve" suggested={companies} />;
};

const mostFormulaRows = 15_000;

/** Points per column: entity id, name, status, candidates, matched on. The id is cut, because nobody reads it. */
const resultWidths = [72, 190, 72, 72, 84];
const inputWidth = 120;

/** The values of the results, and the formula if the inputs are in the workbook. A header of the list stays outside of the formula. */
const toInsertion = (form: ResolveForm, beside: string | undefined): Insertion => {
  const { address, by, inputs } = form.draft;
  const withHeader = beginsWithHeader(inputs);
  const rows = inputs.length + (withHeader ? 0 : 1);
  const target = beside === undefined ? {} : { target: beside };
  const values = (): Promise<readonly (readonly CellContent[])[]> => Promise.resolve(valueRows(form));
  const places = address === undefined ? {} : { places: (cell: string) => besideRows(address, withHeader, cell) };
  const base = { id: "resolve", values, sheetName: "Resolve", ...target, ...places };
  const size = { rows, columns: resultColumns.length };
  if (address === undefined)
    return {
      ...base,
      size: { rows, columns: resultColumns.length + 1 },
      options: { widths: [inputWidth, ...resultWidths] },
    };
  if (inputs.length > mostFormulaRows) return { ...base, size, options: { widths: resultWidths } };
  const list = withHeader ? withoutFirstRow(address) : address;
  const formula = (cell: string): string =>
    resolveFormula(addressSheet(cell) === addressSheet(list) ? withoutSheet(list) : list, by);
  return { ...base, list, size, formula, options: { headers: resultColumns, widths: resultWidths } };
};

const withoutFirstRow = (address: string): string => {
  const area = parseAddress(address);
  return area === undefined || area.startRow === area.endRow
    ? address
    : formatAddress({ ...area, startRow: area.startRow + 1 });
};

const resolveFormula = (reference: string, by: ResolveForm["draft"]["by"]): string =>
  `=${formulaText("ENTITY.RESOLVE", [{ reference }, by === "auto" ? undefined : by, undefined, undefined, "headers=no"])}`;

const candidateCount = ({ status, total }: MatchResult): CellContent => {
  if (status === "chosen") return 1;
  if (status === "notCompany") return "";
  return total === 0 && status !== "none" ? "" : total;
};

const toMatchRow = (result: MatchResult): readonly CellContent[] => [
  result.entity_id ?? "",
  typeof result.entity?.["name"] === "string" ? result.entity["name"] : "",
  cellStatus(result.status),
  candidateCount(result),
  result.entity === undefined ? "" : (matchReasons(result.input, result.entity)[0] ?? ""),
];

/** One row per input under the header row of ENTITY.RESOLVE. Pasted inputs get an extra column. */
const valueRows = ({ results, draft }: ResolveForm): readonly (readonly CellContent[])[] => {
  const pasted = draft.address === undefined;
  const rows: (readonly CellContent[])[] = draft.inputs.map((input) => [
    ...(pasted ? [input] : []),
    ...resultColumns.map((column) => (column === "Status" ? "blank" : "")),
  ]);
  for (const result of results)
    for (const row of result.input.rows)
      rows[row] = [...(pasted ? [draft.inputs[row] ?? ""] : []), ...toMatchRow(result)];
  return [[...(pasted ? ["Input"] : []), ...resultColumns], ...rows.slice(beginsWithHeader(draft.inputs) ? 1 : 0)];
};

/** One row per distinct input that needs a review, under a header row. */
const exceptionRows = (form: ResolveForm): readonly (readonly CellContent[])[] => {
  const { results, draft } = form;
  return [
    (["input", "cell", "status", "candidates", "suggestion"] as const).map((column) => t(`resolve.column.${column}`)),
    ...results.filter(needsAttention).map((result) => [
      result.input.text,
      draft.address === undefined ? "" : (cellAtPosition(draft.address, result.input.rows[0] ?? 0) ?? ""),
      cellStatus(result.status),
      result.candidates.map(({ name }) => String(name)).join("; "),
      result.error?.message ??
        existingSuggestions(form, result)
          .map(([identifier]) => identifier)
          .join("; "),
    ]),
  ];
};
