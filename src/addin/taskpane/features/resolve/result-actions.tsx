import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import {
  cellAddress,
  cellAt,
  isWithin,
  parseArea,
  quoteSheet,
  sheetOf,
  withoutSheet,
} from "../../../../formulas/addresses";
import { formulaText } from "../../../../formulas/define/formula-text";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/ranges";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { InsertBar, type Insertion } from "../../ui/insert-bar";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { CoverageForm } from "../tasks/coverage-form";
import { existingSuggestions } from "./match-list";
import { columns, type MatchResult, needsAttention, reasonsOf } from "./match-result";
import { type ResolveForm, useResolveForm } from "./resolve-form";

/** Inserts the results, lists the exceptions on a new sheet, requests coverage for inputs without a match. */
export const ResultActions = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const panels = [
    { name: "insert", label: t("resolve.insert"), Content: InsertResults },
    { name: "exceptions", label: t("resolve.exceptions"), Content: Exceptions },
    { name: "coverage", label: t("resolve.coverage"), Content: Coverage },
  ];
  return (
    <Section title={t("resolve.next")}>
      <Panels id="resolve" panels={panels} initial={form.draft.address === undefined ? "" : "insert"} />
    </Section>
  );
};

const InsertResults = (): ReactNode => {
  const { workbook } = usePane().deps;
  const form = useResolveForm();
  const insertion = insertionOf(form, workbook.place.get()?.activeCell ?? "");
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

const Exceptions = (): ReactNode => {
  const { workbook } = usePane().deps;
  const form = useResolveForm();
  const job = useJob("resolve-exceptions");
  const [draft, change] = useDraft("resolve-exceptions", { sheet: "" });
  const open = form.results.filter(needsAttention);
  const write = (): void => {
    void job.start({ what: t("resolve.exceptions"), query: "" }, async ({ signal }) => {
      const sheet = await workbook.addSheet(t("resolve.exceptionsSheet"));
      await workbook.writeValues(`${quoteSheet(sheet)}!A1`, exceptionRows(form), { signal, fit: true });
      change({ sheet });
      await workbook.goTo(`${quoteSheet(sheet)}!A1`);
      return open.length;
    });
  };
  if (open.length === 0) return <Quiet>{t("resolve.noExceptions")}</Quiet>;
  return (
    <Stack>
      <Quiet>{t("resolve.exceptionsLead", { count: open.length })}</Quiet>
      <JobNotice job={job} retry={write} />
      <Row>
        <Button appearance="primary" disabledFocusable={job.now.status === "running"} onClick={write}>
          {t("resolve.exceptionsDo")}
        </Button>
      </Row>
      {draft.sheet !== "" && job.now.status === "done" && (
        <Notice intent="success">{t("insert.written", { address: draft.sheet })}</Notice>
      )}
    </Stack>
  );
};

const Coverage = (): ReactNode => {
  const missing = useResolveForm().results.filter(({ status }) => status === "none");
  if (missing.length === 0) return <Quiet>{t("resolve.noneMissing")}</Quiet>;
  return <CoverageForm from="resolve" suggested={missing.map(({ input }) => input.text)} />;
};

/** The most rows of a formula; longer lists are inserted as values only. */
const mostFormulaRows = 15_000;

/** The values of the results, and the formula if the inputs are in the workbook. */
const insertionOf = (form: ResolveForm, activeCell: string): Insertion => {
  const { address, by, inputs } = form.draft;
  const rows = inputs.length + 1;
  const beside = address === undefined ? undefined : targetBeside(address, activeCell);
  const target = beside === undefined ? {} : { target: beside };
  const values = (): Promise<readonly (readonly CellContent[])[]> => Promise.resolve(valueRows(form));
  const base = { id: "resolve", values, sheetName: "Resolve", ...target, size: { rows, columns: columns.length } };
  if (address === undefined || inputs.length > mostFormulaRows)
    return { ...base, size: { rows, columns: columns.length + (address === undefined ? 1 : 0) } };
  const formula = (cell: string): string =>
    formulaOf(sheetOf(cell) === sheetOf(address) ? withoutSheet(address) : address, by);
  return { ...base, formula, options: { headers: columns } };
};

/**
 * The cell right of the list and one row up, where a table with a header row continues the list. Only while the active cell is in the list:
 * a user who took the list from the selection does not mean to write over it. Undefined where the list begins in row 1.
 */
export const targetBeside = (list: string, activeCell: string): string | undefined => {
  const [area, cell] = [parseArea(list), parseArea(activeCell)];
  if (area === undefined || cell === undefined || !isWithin(cell, area) || area.firstRow === 0) return undefined;
  return cellAddress(area.sheet, area.firstRow - 1, area.lastColumn + 1);
};

const formulaOf = (reference: string, by: ResolveForm["draft"]["by"]): string =>
  `=${formulaText("ENTITY.RESOLVE", [{ reference }, by === "auto" ? undefined : by, undefined, undefined, "headers=no"])}`;

/** The candidate count as ENTITY.RESOLVE shows it, which is 1 for a chosen entity. */
const candidatesOf = ({ status, total }: MatchResult): CellContent => {
  if (status === "chosen") return 1;
  if (status === "notCompany") return "";
  return total === 0 && status !== "none" ? "" : total;
};

const rowOf = (result: MatchResult): readonly CellContent[] => [
  result.entity_id ?? "",
  typeof result.entity?.["name"] === "string" ? result.entity["name"] : "",
  result.status === "notCompany" ? "blank" : result.status,
  candidatesOf(result),
  result.entity === undefined ? "" : (reasonsOf(result.input, result.entity)[0] ?? ""),
];

/** One row per input under the header row of ENTITY.RESOLVE. Pasted inputs get an extra column. */
const valueRows = ({ results, draft }: ResolveForm): readonly (readonly CellContent[])[] => {
  const pasted = draft.address === undefined;
  const rows: (readonly CellContent[])[] = draft.inputs.map((input) => [
    ...(pasted ? [input] : []),
    ...columns.map((column) => (column === "Status" ? "blank" : "")),
  ]);
  for (const result of results)
    for (const row of result.input.rows) rows[row] = [...(pasted ? [draft.inputs[row] ?? ""] : []), ...rowOf(result)];
  return [[...(pasted ? ["Input"] : []), ...columns], ...rows];
};

/** One row per distinct input that needs a review, under a header row. */
const exceptionRows = (form: ResolveForm): readonly (readonly CellContent[])[] => {
  const { results, draft } = form;
  return [
    [
      t("resolve.column.input"),
      t("resolve.column.cell"),
      t("resolve.column.status"),
      t("resolve.column.candidates"),
      t("resolve.column.suggestion"),
    ],
    ...results.filter(needsAttention).map((result) => [
      result.input.text,
      draft.address === undefined ? "" : (cellAt(draft.address, result.input.rows[0] ?? 0) ?? ""),
      t(`resolve.status.${result.status}`),
      result.candidates.map(({ name }) => String(name)).join("; "),
      result.error?.message ??
        existingSuggestions(form, result)
          .map(([identifier]) => identifier)
          .join("; "),
    ]),
  ];
};
