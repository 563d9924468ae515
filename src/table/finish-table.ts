import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { noteSize, rowSize } from "./cell-size";
import type { FieldType } from "../wire/fields";
import type { Column } from "./column";
import type { Layout } from "./layout";
import type { CellValue, Matrix } from "./matrix";
import type { Look } from "./nested/reading";
import { type SizeLimits, WeighedRows } from "./weighed-rows";

/** What the host shows and takes, and when to let others work. */
export interface TableHost extends SizeLimits {
  readonly formattedValues: boolean;
  /** Answers a promise when it is time to let the page breathe, so that no task takes 50 ms. */
  readonly pause: () => Promise<void> | undefined;
}

/** How a table looks, and whom it is for. */
export interface TableLook {
  readonly layout: Layout;
  readonly look: Look;
  readonly host: TableHost;
}

/** Formatted dates weigh eight times a serial; above this many rows dates are plain numbers. */
const formattedRows = 1_000;
/** A small one is measured again faster than its size is noted. */
const smallRows = 32;

/** The matrix of rows that are all there: dates with their format, headers, transposed where asked for. Throws `too-large`, and `no-rows` where nothing is left to show. */
export const finishTable = async (
  made: WeighedRows,
  columns: readonly Column[],
  { layout, host }: TableLook,
): Promise<Matrix> => {
  const header = headerOf(columns, layout);
  if (header === undefined && made.count === 0) throw new AddinError("no-rows", tell("table.noRows"));
  const weighed =
    host.formattedValues && made.count <= formattedRows ? withFormats(made, columns, { layout, host }) : made;
  await weighed.weigh(weighed.count, host.pause);
  const matrix = header === undefined ? weighed.rows : [header, ...weighed.rows];
  const result = layout.transpose ? transpose(matrix) : matrix;
  if (weighed.count > smallRows) noteSize(result, (await weighed.bytes(host.pause)) + rowSize(header ?? []));
  return result;
};

const numberFormats: Partial<Record<FieldType, string>> = { date: "yyyy-mm-dd", "date-time": "yyyy-mm-dd hh:mm" };

/** The same rows with dates that carry their number format. */
const withFormats = (
  made: WeighedRows,
  columns: readonly Column[],
  { layout, host }: Pick<TableLook, "layout" | "host">,
): WeighedRows => {
  const formats = columns.map(({ type }) => numberFormats[type]);
  if (formats.every((format) => format === undefined)) return made;
  const weighed = new WeighedRows(host);
  for (const row of made.rows)
    weighed.add(row.map((cell, column) => (cell === layout.empty ? cell : formatted(cell, formats[column]))));
  return weighed;
};

const formatted = (cell: CellValue, numberFormat: string | undefined): CellValue =>
  numberFormat === undefined || typeof cell !== "number" ? cell : { kind: "formatted", value: cell, numberFormat };

const headerOf = (columns: readonly Column[], layout: Layout): readonly string[] | undefined =>
  layout.headers === "no"
    ? undefined
    : columns.map((column) => (layout.headers === "labels" ? column.label : column.name));

const transpose = (matrix: Matrix): Matrix =>
  (matrix[0] ?? []).map((_, column) => matrix.map((row): CellValue => row[column] ?? ""));
