import { addressSheet, withoutSheet } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import type { FunctionDefinition } from "../../../formulas/define/definition";
import { office } from "../../../i18n/locales/en/office";
import { addMessages, t } from "../../../i18n/t";
import { areHeaders, type Colouring, columnFormat, type ColumnFormat, readHeaders } from "./column-formats";
import type { FormulaCells, RefreshScope } from "./formula-cells";
import type { CellContent } from "./ranges";
import { isCellEdit, rangeAt, runExcel } from "../run-excel";
import type { FinishWriting } from "./write-cells";

addMessages("en", office);

/** What was formatted, and a sentence for each reason why something was not. */
export interface FormatReport {
  /** Results that got a format. */
  readonly results: number;
  readonly refused: readonly string[];
}

export interface ResultFormatsDeps {
  readonly cells: Pick<FormulaCells, "find">;
  readonly functions: () => Promise<readonly FunctionDefinition[]>;
  readonly clock: Clock;
}

/** The fill of a header row. */
export const headerFill = "#E3F1F2";
const noFill = "#FFFFFF";
const black = "#000000";
/** Rows that are read to decide about a column. */
const sampledRows = 100;
/** Number formats of longer results are read one column a sync: Excel on the web answers with at most 5 MB. */
const longResult = 10_000;
/** Milliseconds after the last result until results that grew are formatted. */
const calmBeforeFormats = 700;

interface CellLook {
  readonly operator: "EqualTo" | "GreaterThanOrEqual" | "LessThanOrEqual";
  readonly value: number;
  readonly fill: string;
  readonly font: string;
}

/** From so much to either side a polarity (-1 to 1) is no longer neutral. */
export const leastTone = 0.25;

/** Dark text on light colours: the contrast is above 7:1. */
const colourRules: Readonly<Record<Colouring, readonly CellLook[]>> = {
  severity: [
    { operator: "EqualTo", value: 5, fill: "#F7CFCB", font: "#6B120C" },
    { operator: "EqualTo", value: 4, fill: "#FBE1CC", font: "#5E2E00" },
    { operator: "EqualTo", value: 3, fill: "#FFF4CE", font: "#4A3600" },
  ],
  impact: [
    { operator: "EqualTo", value: 5, fill: "#C7E6CE", font: "#0B4020" },
    { operator: "EqualTo", value: 4, fill: "#E1F2E4", font: "#0B4020" },
  ],
  sentiment: [
    { operator: "LessThanOrEqual", value: -leastTone, fill: "#F7CFCB", font: "#6B120C" },
    { operator: "GreaterThanOrEqual", value: leastTone, fill: "#C7E6CE", font: "#0B4020" },
  ],
};
const ownFills = new Set(Object.values(colourRules).flatMap((looks) => looks.map(({ fill }) => fill)));

/**
 * Formats results in the sheet: header, number formats, widths, wrapped titles, colours of scores. A format that differs from Excel's
 * standard was chosen by a person and stays. One step of undo. A result that grows later gets the format for its new rows too. After the
 * workbook was closed, a result that was formatted is known by its header or its colours in the sheet: a list of such results in the
 * document would cost the undo history at each change (`Office.context.document.settings.saveAsync`).
 */
export class ResultFormats {
  readonly #deps: ResultFormatsDeps;
  readonly #grown = new Set<string>();
  /** The size of each result when it was formatted, by the key of its formula. */
  readonly #formatted = new Map<string, { readonly rows: number; readonly columns: number }>();
  /** Formulas whose results were looked at for a format of an earlier session. */
  readonly #looked = new Set<string>();
  /** Formulas that the pane inserted, until their results have a format. */
  readonly #awaited = new Set<string>();
  #cancel: (() => void) | undefined;

  constructor(deps: ResultFormatsDeps) {
    this.#deps = deps;
  }

  /** Formats the results of the formulas found. @throws AddinError or what Excel throws. */
  async format(scope: RefreshScope): Promise<FormatReport> {
    return this.#run(await this.#deps.cells.find(scope));
  }

  /** Formats a block of values with a header row, in the batch that writes it. */
  async valuesFormat(): Promise<FinishWriting> {
    const known = readHeaders(await this.#deps.functions());
    return async (context, written) => {
      written.load({ rowIndex: true, rowCount: true, columnCount: true });
      await context.sync();
      await formatBlock(context, { range: written, isImpact: false, done: 0 }, known);
    };
  }

  /** Formats the result of a formula when it arrives. */
  formatNext(address: string): void {
    this.#awaited.add(addressKey(address));
    this.follow(address);
  }

  /** Call it with each new result of several rows. Formats the rows by which a formatted result has grown. */
  follow(address: string): void {
    this.#grown.add(address);
    this.#plan();
  }

  #plan(): void {
    this.#cancel?.();
    this.#cancel = this.#deps.clock.after(calmBeforeFormats, () => {
      const addresses = [...this.#grown];
      this.#grown.clear();
      void this.#followed(addresses).catch((error: unknown) => {
        // A result that cannot be formatted keeps the format that it has; while a cell is edited, it is tried again.
        if (!isCellEdit(error)) return;
        for (const address of addresses) this.#grown.add(address);
        this.#plan();
      });
    });
  }

  async #followed(addresses: readonly string[]): Promise<void> {
    // Of thousands of results few are formatted: Excel is asked about those, and once about each other.
    const isConcerned = (key: string): boolean =>
      this.#formatted.has(key) || this.#awaited.has(key) || !this.#looked.has(key);
    await this.#run(
      addresses.filter((address) => isConcerned(addressKey(address))),
      unasked,
    );
  }

  async #run(addresses: readonly string[], options?: { readonly delayForCellEdit: boolean }): Promise<FormatReport> {
    if (addresses.length === 0) return { results: 0, refused: [] };
    const known = readHeaders(await this.#deps.functions());
    return runExcel(
      async (context) => {
        const { open, refused } = await findResults(context, addresses);
        let results = 0;
        for (const result of open) if (await this.#format(context, result, known, options === undefined)) results += 1;
        return { results, refused };
      },
      { ...options, mergeUndoGroup: true },
    );
  }

  /** Formats a result, or only the rows that it has now and had not. */
  async #format(
    context: Excel.RequestContext,
    result: ShownTable,
    known: ReadonlySet<string>,
    isAsked: boolean,
  ): Promise<boolean> {
    const key = addressKey(result.address);
    const { rowCount: rows, columnCount: columns } = result.spill;
    const before = isAsked || this.#awaited.has(key) ? undefined : this.#formatted.get(key);
    const isSameShape = before?.columns === columns;
    if (isSameShape && before.rows >= rows) return false;
    const isUnknown = before === undefined && !isAsked && !this.#awaited.has(key);
    this.#looked.add(key);
    if (!(await formatResult(context, result, known, isUnknown ? "look" : isSameShape ? before.rows : 0))) return false;
    this.#formatted.set(key, { rows, columns });
    this.#awaited.delete(key);
    return true;
  }
}

/** Formatting that no person asked for does not wait for the end of a cell edit: every later batch would wait too. */
const unasked = { delayForCellEdit: false };

/** A result in the sheet. */
interface ShownTable {
  /** The anchor, with its sheet. */
  readonly address: string;
  readonly spill: Excel.Range;
  readonly formula: string;
}

const findResults = async (
  context: Excel.RequestContext,
  addresses: readonly string[],
): Promise<{ readonly open: readonly ShownTable[]; readonly refused: readonly string[] }> => {
  const found = addresses.map((address) => {
    const sheet = context.workbook.worksheets.getItemOrNullObject(addressSheet(address) ?? "");
    sheet.load({ name: true, protection: { protected: true } });
    return { address, sheet };
  });
  await context.sync();
  const there = found.filter(({ sheet }) => !sheet.isNullObject);
  const results = there
    .filter(({ sheet }) => !sheet.protection.protected)
    .map(({ address }) => {
      const anchor = rangeAt(context, address).load({ formulas: true });
      const spill = anchor.getSpillingToRangeOrNullObject();
      spill.load({ rowCount: true, columnCount: true, rowIndex: true, columnIndex: true });
      return { address, anchor, spill };
    });
  await context.sync();
  const locked = there.filter(({ sheet }) => sheet.protection.protected).map(({ sheet }) => sheet.name);
  return {
    open: results
      .filter(({ spill }) => !spill.isNullObject)
      .map(({ address, anchor, spill }) => ({
        address,
        spill,
        formula: (anchor.formulas as string[][])[0]?.[0] ?? "",
      })),
    refused: [...new Set(locked)].map((sheet) => t("office.protectedSheet", { sheet })),
  };
};

/** Equal for one cell, whether its address quotes the name of the sheet or not. */
const addressKey = (address: string): string => JSON.stringify([addressSheet(address), withoutSheet(address)]);

/** Rows of a block that have their format; `look`: those that an earlier session formatted, and nothing where it formatted none. */
type DoneRows = number | "look";

/** True where the result has our format now. */
const formatResult = async (
  context: Excel.RequestContext,
  { spill, formula }: ShownTable,
  known: ReadonlySet<string>,
  done: DoneRows,
): Promise<boolean> => {
  const isImpact = /(^|[^A-Z])SDG\./i.test(formula) && !/(^|[^A-Z])ESG\./i.test(formula);
  const isFormatted = await formatBlock(context, { range: spill, isImpact, done }, known);
  await context.sync();
  return isFormatted;
};

interface ResultBlock {
  /** With its size and its first row loaded. */
  readonly range: Excel.Range;
  readonly isImpact: boolean;
  readonly done: DoneRows;
}

const formatBlock = async (
  context: Excel.RequestContext,
  block: ResultBlock,
  known: ReadonlySet<string>,
): Promise<boolean> => {
  const { range } = block;
  const { headerRow, ...body } = await readResultBody(context, block, known);
  if (range.rowCount <= body.startRow) return false;
  const done = block.done === "look" ? await findDoneRows(context, body, headerRow) : block.done;
  if (done === undefined) return false;
  const from = Math.max(body.startRow, done);
  if (from < range.rowCount) await formatColumns(context, { ...body, from, isNew: done === 0 });
  if (done === 0 && headerRow !== undefined) await formatHeader(context, headerRow);
  return true;
};

/** The header and the columns of a block, as its first rows show them. */
const readResultBody = async (
  context: Excel.RequestContext,
  { range, isImpact }: ResultBlock,
  known: ReadonlySet<string>,
): Promise<ResultBody & { readonly headerRow: Excel.Range | undefined }> => {
  const sample = range.getCell(0, 0).getAbsoluteResizedRange(Math.min(range.rowCount, sampledRows), range.columnCount);
  sample.load({ values: true, text: true });
  const above = range.rowIndex === 0 ? undefined : range.getRow(0).getOffsetRange(-1, 0).load({ values: true });
  await context.sync();
  const values = sample.values as CellContent[][];
  const [first = []] = values;
  const [over = []] = (above?.values ?? []) as CellContent[][];
  const header = areHeaders(first, known)
    ? { cells: first, row: 0 }
    : areHeaders(over, known)
      ? { cells: over, row: -1 }
      : undefined;
  const startRow = header?.row === 0 ? 1 : 0;
  const columns = Array.from({ length: range.columnCount }, (_, column) => ({
    column,
    look: columnFormat({
      header: String(header?.cells[column] ?? ""),
      texts: sample.text.slice(startRow).map((row) => row[column] ?? ""),
      values: values.slice(startRow).map((row) => row[column]),
      isImpact,
    }),
  }));
  const headerRow = header === undefined ? undefined : range.getRow(0).getOffsetRange(header.row, 0);
  return { range, startRow, columns, headerRow };
};

/** Formats a header row unless somebody has coloured it. */
const formatHeader = async (context: Excel.RequestContext, row: Excel.Range): Promise<void> => {
  row.load({ format: { fill: { color: true }, font: { color: true } } });
  await context.sync();
  const { fill, font } = row.format;
  if (!isStandard(fill.color, noFill) || !isStandard(font.color, black)) return;
  row.format.fill.color = headerFill;
  row.format.font.bold = true;
  row.format.wrapText = true;
  row.format.verticalAlignment = "Center";
};

/** A cell without a fill has white or an empty text, by host; null where cells differ. */
const isStandard = (color: string | null, standard: string): boolean =>
  color !== null && (color === "" || color.toUpperCase() === standard);

interface ResultBody {
  readonly range: Excel.Range;
  /** The first row below the header. */
  readonly startRow: number;
  readonly columns: readonly { readonly column: number; readonly look: ColumnFormat }[];
}

interface ResultColumns extends ResultBody {
  /** The first row without a format. */
  readonly from: number;
  readonly isNew: boolean;
}

/** How many rows of a result an earlier session formatted, by the formats in the sheet; undefined where it formatted none. */
const findDoneRows = async (
  context: Excel.RequestContext,
  body: ResultBody,
  headerRow: Excel.Range | undefined,
): Promise<number | undefined> => {
  const { range, startRow, columns } = body;
  headerRow?.load({ format: { fill: { color: true }, font: { bold: true } } });
  const rules = columns
    .filter(({ look }) => look.colouring !== undefined)
    .map(({ column }) => range.getColumn(column).conditionalFormats.load({ id: true, type: true }));
  await context.sync();
  const ownRules = await findOwnRules(
    context,
    rules.flatMap(({ items }) => items),
  );
  // The fill is null where cells of the row differ.
  const hasOwnHeader =
    headerRow?.format.font.bold === true &&
    (headerRow.format.fill.color as string | null)?.toUpperCase() === headerFill;
  if (!hasOwnHeader && ownRules.size === 0) return undefined;
  // Formatted rows are the first ones: halves the rows until the first one is found that is plain, with all below it.
  let [formatted, plain] = [startRow, range.rowCount];
  while (formatted < plain) {
    const middle = Math.floor((formatted + plain) / 2);
    if (await isPlainFrom(context, body, middle)) plain = middle;
    else formatted = middle + 1;
  }
  return Math.max(1, plain);
};

/** Whether no row from this one on has a format that a formatted result would have. */
const isPlainFrom = async (
  context: Excel.RequestContext,
  { range, columns }: ResultBody,
  from: number,
): Promise<boolean> => {
  const rows = range.rowCount - from - 1;
  const { format } = range
    .getCell(from, 0)
    .getResizedRange(rows, range.columnCount - 1)
    .load({ format: { wrapText: true, horizontalAlignment: true, verticalAlignment: true } });
  const numbers = columns
    .filter(({ look }) => look.numberFormat !== undefined)
    .map(({ column }) =>
      // Of long results one row has to do: the answer of Excel has a limit.
      range
        .getCell(from, column)
        .getResizedRange(rows < longResult ? rows : 0, 0)
        .load({ numberFormat: true }),
    );
  await context.sync();
  const { wrapText, horizontalAlignment, verticalAlignment } = format;
  const isStandardText =
    (wrapText as boolean | null) === false && horizontalAlignment === "General" && verticalAlignment === "Bottom";
  return (
    isStandardText &&
    numbers.every(({ numberFormat }) => (numberFormat as unknown[][]).flat().every((each) => each === "General"))
  );
};

const formatColumns = async (context: Excel.RequestContext, found: ResultColumns): Promise<void> => {
  const { range, from, startRow, columns, isNew } = found;
  const read = columns.map(({ column, look }) => {
    const body = range.getCell(from, column).getResizedRange(range.rowCount - from - 1, 0);
    body.load({
      format: { wrapText: true, horizontalAlignment: true, verticalAlignment: true, useStandardWidth: true },
    });
    const all = range.getCell(startRow, column).getResizedRange(range.rowCount - startRow - 1, 0);
    const rules = all.conditionalFormats.load({ id: true, type: true });
    return { look, body, all, rules };
  });
  for (const { look, body } of read) {
    if (look.numberFormat === undefined) continue;
    body.load({ numberFormat: true });
    if (range.rowCount > longResult) await context.sync();
  }
  await context.sync();
  const ownRules = await findOwnRules(
    context,
    read.flatMap(({ look, rules }) => (look.colouring ? rules.items : [])),
  );
  // A row takes its height when its text wraps, so the widths come first.
  for (const { look, body } of read) if (isNew && body.format.useStandardWidth) body.format.columnWidth = look.width;
  const wraps = columns.some(({ look }) => look.wrap);
  for (const { look, body } of read) formatCells(body, look, wraps);
  for (const { look, all, rules } of read) {
    const own = rules.items.filter((rule) => ownRules.has(rule));
    // Colours of a person stay the only ones.
    if (look.colouring === undefined || own.length < rules.items.length) continue;
    for (const rule of own) rule.delete();
    for (const each of colourRules[look.colouring]) addColour(all, each);
  }
  await context.sync();
};

/** Number format, wrapping and alignment, where they are Excel's standard. `wraps`: some column of the result does. */
const formatCells = (body: Excel.Range, { numberFormat, wrap, centred }: ColumnFormat, wraps: boolean): void => {
  const { format: present } = body;
  const isGeneral = (): boolean => (body.numberFormat as unknown[][]).flat().every((each) => each === "General");
  if (numberFormat !== undefined && isGeneral()) body.numberFormat = [[numberFormat]];
  if (wrap && (present.wrapText as boolean | null) === false) present.wrapText = true;
  if (wraps && present.verticalAlignment === "Bottom") present.verticalAlignment = "Top";
  if (centred && present.horizontalAlignment === "General") present.horizontalAlignment = "Center";
};

/** The rules that an earlier format of ours has made: they compare with a number and have one of our colours. */
const findOwnRules = async (
  context: Excel.RequestContext,
  rules: readonly Excel.ConditionalFormat[],
): Promise<ReadonlySet<Excel.ConditionalFormat>> => {
  const compared = rules.filter(({ type }) => type === "CellValue");
  for (const { cellValue } of compared) cellValue.load({ format: { fill: { color: true } } });
  await context.sync();
  return new Set(compared.filter(({ cellValue }) => ownFills.has(cellValue.format.fill.color.toUpperCase())));
};

/** Colours the polarities of a range. */
export const colourSentiment = (range: Excel.Range): void => {
  for (const look of colourRules.sentiment) addColour(range, look);
};

const addColour = (range: Excel.Range, { operator, value, fill, font }: CellLook): void => {
  const { cellValue } = range.conditionalFormats.add("CellValue");
  cellValue.format.fill.color = fill;
  cellValue.format.font.color = font;
  cellValue.rule = { formula1: `=${value}`, operator };
};
