import { longestCellText } from "../../../facts/excel-limits";
import { cellAddress } from "../../../facts/addresses";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { rangeAt, runExcel } from "../run-excel";
import type { CellContent } from "./ranges";

export interface WriteOptions {
  /** Number format per column (`yyyy-mm-dd hh:mm`); undefined leaves it, `@` keeps long digits as text. */
  readonly numberFormats?: readonly (string | undefined)[];
  /** Fits the column widths to the content. Only for a sheet that the add-in created. */
  readonly fit?: boolean;
  /** Width per column in points. Set where nothing else is in the column; the first row gets the style of a header. */
  readonly widths?: readonly number[];
  /** Columns whose web addresses become links, in the same step of undo. */
  readonly links?: readonly number[];
  /** Called where the table has more web addresses than become links. */
  readonly onFewerLinks?: (linked: number, addresses: number) => void;
  /** Formats what was written, in the same step of undo. */
  readonly finish?: FinishWriting;
  /** Called after each chunk with the number of rows written so far. */
  readonly progress?: (rows: number) => void;
  /** Aborting stops before the next chunk and clears the rows written so far. */
  readonly signal?: AbortSignal;
}

/** Works on the written range, in the batch that wrote it. */
export type FinishWriting = (context: Excel.RequestContext, written: Excel.Range) => Promise<void>;

type CellRows = readonly (readonly CellContent[])[];

/** Excel on the web accepts 5 MB per sync. The remainder is for number formats and the envelope. */
const chunkCharacters = 1_500_000;

/**
 * Writes rows × columns from the target cell in chunks, one sync each. Text stays text (`literalText`). Clears what it has written when it
 * is aborted or fails. Returns the address written.
 */
export const writeValues = (target: string, matrix: CellRows, options: WriteOptions = {}): Promise<string> =>
  runExcel(
    async (context) => {
      const whole = rangeAt(context, target)
        .getCell(0, 0)
        .getResizedRange(matrix.length - 1, (matrix[0]?.length ?? 1) - 1)
        .load({ address: true });
      setFormats(whole, options.numberFormats ?? []);
      const free = await freeColumns(context, whole, options.widths);
      try {
        await writeChunks(context, whole, matrix, options);
        if (options.fit === true) whole.format.autofitColumns();
        styleTable(whole, free);
        await linkAddresses(context, whole, matrix, options);
        await options.finish?.(context, whole);
      } catch (error) {
        whole.clear(Excel.ClearApplyTo.contents);
        await context.sync();
        throw error;
      }
      return whole.address;
    },
    { mergeUndoGroup: true },
  );

const writeChunks = async (
  context: Excel.RequestContext,
  whole: Excel.Range,
  matrix: CellRows,
  options: WriteOptions,
): Promise<void> => {
  for (let start = 0; start < matrix.length;) {
    if (options.signal?.aborted === true) throw new AddinError("interrupted", t("office.writingStopped"));
    const end = chunkEnd(matrix, start);
    const rows = matrix.slice(start, end);
    const width = (rows[0]?.length ?? 1) - 1;
    whole.getCell(start, 0).getResizedRange(rows.length - 1, width).values = rows.map((row) => row.map(literalText));
    await context.sync();
    start = end;
    options.progress?.(end);
  }
};

const chunkEnd = (matrix: CellRows, start: number): number => {
  let characters = 0;
  let end = start;
  for (; end < matrix.length; end += 1) {
    for (const cell of matrix[end] ?? []) characters += typeof cell === "string" ? 3 * cell.length + 3 : 12;
    if (characters > chunkCharacters && end > start) break;
  }
  return end;
};

const setFormats = (whole: Excel.Range, formats: readonly (string | undefined)[]): void => {
  formats.forEach((format, column) => {
    if (format !== undefined) whole.getColumn(column).numberFormat = [[format]];
  });
};

/** The columns whose width may be set, with their widths; undefined where the table keeps its looks. */
type FreeColumns = readonly (readonly [column: number, width: number])[] | undefined;

/** Columns of a range without any value, found before the range is written. */
const freeColumns = async (
  context: Excel.RequestContext,
  whole: Excel.Range,
  widths: readonly number[] | undefined,
): Promise<FreeColumns> => {
  if (widths === undefined) return undefined;
  const used = widths.map((_, column) =>
    whole.getColumn(column).getEntireColumn().getUsedRangeOrNullObject(true).load({ address: true }),
  );
  await context.sync();
  return widths.flatMap((width, column) => (used[column]?.isNullObject === true ? [[column, width] as const] : []));
};

/** Bold headers, and the widths of free columns. */
const styleTable = (whole: Excel.Range, free: FreeColumns): void => {
  if (free === undefined) return;
  whole.getRow(0).format.font.bold = true;
  for (const [column, width] of free) whole.getColumn(column).format.columnWidth = width;
};

/** Each link is an operation of its own. Of more addresses the first become links. */
const mostLinks = 1_000;

const linkAddresses = async (
  context: Excel.RequestContext,
  whole: Excel.Range,
  matrix: CellRows,
  { links: columns = [], onFewerLinks }: WriteOptions,
): Promise<void> => {
  const links = columns.flatMap((column) =>
    matrix.flatMap((row, index) => {
      const text = row[column];
      const address = webAddress(text);
      return address === undefined ? [] : [{ row: index, column, address, text: String(text) }];
    }),
  );
  if (links.length === 0) return;
  if (links.length > mostLinks) onFewerLinks?.(mostLinks, links.length);
  for (const { row, column, address, text } of links.slice(0, mostLinks))
    whole.getCell(row, column).hyperlink = { address, textToDisplay: text };
  await context.sync();
};

/** Excel follows no longer address. */
const longestAddress = 2_079;

/** The address of a website, whose text may lack the protocol; undefined if it is none. */
export const webAddress = (text: unknown): string | undefined => {
  if (typeof text !== "string" || text.length > longestAddress) return undefined;
  if (/^https?:\/\/[\w-]+(\.[\w-]+)*(:\d+)?([/?#]\S*)?$/i.test(text)) return text;
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}(\/\S*)?$/i.test(text) ? `https://${text}` : undefined;
};

interface FormulaOptions {
  readonly headers?: readonly string[];
  /** As in `WriteOptions`, for the headers and the columns below them. */
  readonly widths?: readonly number[];
}

/**
 * Enters one formula (English, dynamic array) at the target cell. With `headers` these go to the target and the formula one row below.
 * Returns the formula's address.
 */
export const writeFormula = (target: string, formula: string, options: FormulaOptions = {}): Promise<string> =>
  runExcel(
    async (context) => {
      const first = rangeAt(context, target).getCell(0, 0);
      const { headers } = options;
      const cell = headers === undefined ? first : first.getOffsetRange(1, 0);
      if (headers !== undefined) {
        const row = first.getResizedRange(0, headers.length - 1);
        const free = await freeColumns(context, row, options.widths);
        row.values = [headers.map(literalText)];
        styleTable(row, free);
      }
      cell.formulas = [[formula]];
      cell.load({ rowIndex: true, columnIndex: true, worksheet: { name: true } });
      await context.sync();
      return cellAddress(cell.worksheet.name, cell.rowIndex, cell.columnIndex);
    },
    { mergeUndoGroup: true },
  );

/** Text that Excel would read as a formula, number, date or error. Full-width signs begin formulas in Japanese Excel. */
const notText = /^[=+\-@'\t\r\n＝＋－＠]|^\s*[\d.,$€£¥%(]|^(true|false)$|^#|^\p{L}{3,9}\.?[\s.-]\d/iu;

/** A cell for `Range.values`: text that Excel would convert gets a leading apostrophe; text over 32,767 characters is cut with `…`. */
export const literalText = (cell: CellContent): CellContent => {
  if (typeof cell !== "string") return cell;
  const text = cell.length > longestCellText ? `${cell.slice(0, longestCellText - 1)}…` : cell;
  return notText.test(text) ? `'${text}` : text;
};

/** A cell that gets another text. */
export interface CellChange {
  readonly address: string;
  /** What the cell must hold for the change to happen. */
  readonly from: CellContent;
  readonly to: CellContent;
}

/** Replaces constants in cells. A cell that holds another value, or a formula, is left as it is. Returns the addresses of the changed cells. */
export const replaceCells = (changes: readonly CellChange[]): Promise<readonly string[]> =>
  runExcel(
    async (context) => {
      const cells = changes.map((change) => ({
        ...change,
        range: rangeAt(context, change.address).load({ formulas: true }),
      }));
      await context.sync();
      const same = cells.filter(({ range, from }) => (range.formulas as unknown[][])[0]?.[0] === from);
      for (const { range, to } of same) range.values = [[literalText(to)]];
      await context.sync();
      return same.map(({ address }) => address);
    },
    { mergeUndoGroup: true },
  );
