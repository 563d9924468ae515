import { cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import type { RecordChange } from "../../../formulas/changes/compare-answers";
import type { FormulaChanges } from "../../../formulas/changes/refresh-changes";
import type { Calculation } from "../../../formulas/table/formula-result";
import { plainValue } from "../../../formulas/table/matrix";
import { office } from "../../../i18n/locales/en/office";
import { addMessages, t } from "../../../i18n/t";
import { rangeAt, runExcel } from "../run-excel";
import type { LatestResults } from "./latest-results";

addMessages("en", office);

/** What was marked. */
export interface MarkResult {
  readonly rows: number;
  readonly values: number;
  /** Records that the sheet does not show, for example because the formula shows other columns of the result. */
  readonly notFound: number;
  /** Why sheets were left alone. */
  readonly refused: readonly string[];
}

/** Where a record stands on its sheet, counted from the anchor of the formula. */
interface MarkedRecord {
  readonly row: number;
  /** The places of the changed values in the row; undefined for the whole row. */
  readonly columns: readonly number[] | undefined;
}

/**
 * Every mark is a conditional format with this rule, which is always true. A conditional format lies over the cell: it changes no format of
 * the user, and removing it brings back what was there. The rule tells our marks from the user's, also in a file that was saved with them.
 */
const rule = '=N("Spillway changes")=0';
/** Dark text on a light fill, whatever the cell has: 12:1 and more. */
const markFormats = {
  new: { fill: "#D5F2DC", text: "#0B3D1A", bold: false },
  changed: { fill: "#FFE8A3", text: "#4A3200", bold: true },
} as const;

/** Each mark is an object of the workbook. Of more places the first are marked. */
const mostMarks = 1_000;

type Displayed = readonly (readonly unknown[])[];

/** Shows the records that a refresh changed in the sheet. */
export class ChangeMarks {
  readonly #answers: LatestResults;
  #isMarked = false;

  constructor(answers: LatestResults) {
    this.#answers = answers;
  }

  /** Colours new rows, and the changed values of others, wherever they stand now. Earlier marks leave. */
  async mark(formulas: readonly FormulaChanges[]): Promise<MarkResult> {
    await this.clear();
    const sum = { rows: 0, values: 0, notFound: 0 };
    const refused = new Set<string>();
    for (const formula of formulas) {
      const shown = formula.changes.filter(({ change }) => change !== "gone");
      if (shown.length === 0) continue;
      const found = await this.#markFormula(formula, shown, mostMarks - sum.rows - sum.values);
      if (typeof found === "string") {
        refused.add(found);
        continue;
      }
      this.#isMarked = true;
      sum.rows += found.rows;
      sum.values += found.values;
      sum.notFound += found.notFound;
    }
    return { ...sum, refused: [...refused] };
  }

  /** Removes every mark of ours in the workbook, also those of an earlier session. */
  async clear(): Promise<void> {
    await runExcel(
      async (context) => {
        const sheets = context.workbook.worksheets.load({ name: true });
        await context.sync();
        const formats = sheets.items.map((sheet) => {
          sheet.protection.load({ protected: true });
          return { sheet, all: sheet.getRange().conditionalFormats.load({ type: true }) };
        });
        await context.sync();
        const custom = formats
          .filter(({ sheet }) => !sheet.protection.protected)
          .flatMap(({ all }) => all.items)
          .filter(({ type }) => type === Excel.ConditionalFormatType.custom);
        for (const format of custom) format.custom.rule.load({ formula: true });
        await context.sync();
        for (const format of custom) if (format.custom.rule.formula === rule) format.delete();
        await context.sync();
      },
      { mergeUndoGroup: true },
    );
    this.#isMarked = false;
  }

  /** Removes marks that were made since this page was opened. */
  async clearLatest(): Promise<void> {
    if (this.#isMarked) await this.clear();
  }

  /** The cells of a record in the sheet; the formula's cell where they are not shown. */
  async addressOf(formula: FormulaChanges, record: RecordChange): Promise<string> {
    const answer = this.#answerOf(formula);
    const anchor = parseAddress(formula.address);
    if (answer === undefined || anchor === undefined || record.change === "gone") return formula.address;
    const displayed = await runExcel((context) => readDisplayed(context, formula.address));
    const [place] = findRecords(answer, displayed, [record]);
    if (place === undefined) return formula.address;
    const { sheet, startRow, startColumn } = anchor;
    const columns = place.columns ?? [];
    return answer.result.records.transposed || columns.length !== 1
      ? formatAddress({ sheet, ...recordArea(answer, displayed, place, startRow, startColumn) })
      : cellAddress(sheet, startRow + place.row, startColumn + (columns[0] ?? 0));
  }

  #answerOf({ address, query }: FormulaChanges): Calculation | undefined {
    return this.#answers.of(address).find((answer) => answer.query === query);
  }

  /** What was marked, or why the sheet was left alone. */
  #markFormula(
    formula: FormulaChanges,
    shown: readonly RecordChange[],
    most: number,
  ): Promise<string | Omit<MarkResult, "refused">> {
    const answer = this.#answerOf(formula);
    return runExcel(
      async (context) => {
        const anchor = rangeAt(context, formula.address);
        const sheet = anchor.worksheet.load({ name: true, protection: { protected: true } });
        await context.sync();
        if (sheet.protection.protected) return t("office.protectedSheet", { sheet: sheet.name });
        const displayed = await readDisplayed(context, formula.address);
        const places = answer === undefined ? [] : findRecords(answer, displayed, shown);
        const rows: MarkedRecord[] = [];
        const values: { readonly row: number; readonly column: number }[] = [];
        for (const place of places)
          if (place === undefined) continue;
          else if (place.columns === undefined) rows.push(place);
          else values.push(...place.columns.map((column) => ({ row: place.row, column })));
        const width = (answer?.result.records.transposed === true ? displayed.length : displayed[0]?.length) ?? 1;
        /** The cells of a record, whose rows are columns in a transposed result. */
        const cells = (row: number, column: number, height: number, length: number): Excel.Range =>
          answer?.result.records.transposed === true
            ? anchor.getOffsetRange(column, row).getResizedRange(length - 1, height - 1)
            : anchor.getOffsetRange(row, column).getResizedRange(height - 1, length - 1);
        let left = most;
        for (const [first, last] of joinRows(rows.map(({ row }) => row)))
          if ((left -= 1) >= 0) addMark(cells(first, 0, last - first + 1, width), "new");
        for (const { row, column } of values) if ((left -= 1) >= 0) addMark(cells(row, column, 1, 1), "changed");
        await context.sync();
        const notFound = places.filter((place) => place === undefined).length;
        return { rows: rows.length, values: values.length, notFound: notFound + (answer ? 0 : shown.length) };
      },
      { mergeUndoGroup: true },
    );
  }
}

const addMark = (range: Excel.Range, kind: keyof typeof markFormats): void => {
  const { custom } = range.conditionalFormats.add(Excel.ConditionalFormatType.custom);
  custom.rule.formula = rule;
  custom.format.fill.color = markFormats[kind].fill;
  custom.format.font.color = markFormats[kind].text;
  if (markFormats[kind].bold) custom.format.font.bold = true;
};

/** What the formula shows: its spill, or its own cell. */
const readDisplayed = async (context: Excel.RequestContext, address: string): Promise<Displayed> => {
  const cell = rangeAt(context, address).load({ values: true });
  const spill = cell.getSpillingToRangeOrNullObject().load({ values: true });
  await context.sync();
  return (spill.isNullObject ? cell.values : spill.values) as unknown[][];
};

const transposeDisplayed = (displayed: Displayed): Displayed =>
  (displayed[0] ?? []).map((_, column) => displayed.map((row) => row[column]));

/** The rows and columns that a record covers, counted on the sheet. */
const recordArea = (
  { result: { records } }: Calculation,
  displayed: Displayed,
  { row }: MarkedRecord,
  startRow: number,
  startColumn: number,
) => {
  const length = (records.transposed ? displayed.length : (displayed[0]?.length ?? 1)) - 1;
  return records.transposed
    ? { startRow, endRow: startRow + length, startColumn: startColumn + row, endColumn: startColumn + row }
    : { startRow: startRow + row, endRow: startRow + row, startColumn, endColumn: startColumn + length };
};

/**
 * Where each record stands, for example in a result that another function has sorted: at its row of the answer, else at the row with the same
 * values, else at the one row that shows its key. Undefined where it is not shown.
 */
const findRecords = (
  answer: Calculation,
  given: Displayed,
  changes: readonly RecordChange[],
): readonly (MarkedRecord | undefined)[] => {
  const { records } = answer.result;
  const displayed = records.transposed ? transposeDisplayed(given) : given;
  const rows = answer.result.rows().map((row) => row.map((cell) => plainValue(cell)));
  const rowsOfKey = new Map<string, number[]>();
  for (const [row, origin] of records.origins.entries())
    if (origin !== undefined) rowsOfKey.set(origin.key, [...(rowsOfKey.get(origin.key) ?? []), row]);
  const byText = new Map<string, number[]>();
  for (const [row, cells] of displayed.entries()) {
    const text = displayedText(cells);
    byText.set(text, [...(byText.get(text) ?? []), row]);
  }
  const taken = new Set<number>();
  const find = (row: number, key: string): { readonly row: number; readonly isWhole: boolean } | undefined => {
    const text = displayedText(rows[row] ?? []);
    const own = row + records.headers;
    const same = displayed[own] !== undefined && displayedText(displayed[own]) === text ? own : undefined;
    const whole = same ?? byText.get(text)?.find((each) => !taken.has(each));
    if (whole !== undefined) return { row: whole, isWhole: true };
    const showing = displayed.flatMap((cells, each) => (cells.includes(key) && !taken.has(each) ? [each] : []));
    return showing.length === 1 && showing[0] !== undefined ? { row: showing[0], isWhole: false } : undefined;
  };
  return changes.map((change): MarkedRecord | undefined => {
    const candidates = (rowsOfKey.get(change.key) ?? []).filter((row) => showsChange(answer, rows[row] ?? [], change));
    for (const candidate of candidates) {
      const found = find(candidate, change.key);
      if (found === undefined || taken.has(found.row)) continue;
      taken.add(found.row);
      if (change.change === "new") return { row: found.row, columns: undefined };
      const columns = change.fields.flatMap(({ field, label, after }) => {
        if (found.isWhole) return records.columns.findIndex(({ name }) => name === field);
        const header = displayed[0]?.findIndex((cell) => cell === label || cell === field) ?? -1;
        return header === -1 ? (displayed[found.row]?.indexOf(after) ?? -1) : header;
      });
      return { row: found.row, columns: columns.filter((column) => column !== -1) };
    }
    return undefined;
  });
};

/** Whether a row holds what the record has now: several rows may have one key. */
const showsChange = (
  { result: { records } }: Calculation,
  row: readonly unknown[],
  { fields }: RecordChange,
): boolean =>
  fields.every(({ field, after }) => {
    const column = records.columns.findIndex(({ name }) => name === field);
    return column === -1 || row[column] === after;
  });

const displayedText = (cells: readonly unknown[]): string => JSON.stringify(cells);

/** Rows in a line as pairs of the first and the last one. */
const joinRows = (rows: readonly number[]): readonly (readonly [number, number])[] => {
  const runs: [number, number][] = [];
  for (const row of [...rows].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && row === last[1] + 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs;
};
