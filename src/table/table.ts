import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import { tell } from "../text/tell";
import { cellMaker, type CellStyle } from "./cell";
import { noteSize, rowSize } from "./cell-size";
import type { Column, TableRecord } from "./column";
import type { Layout } from "./layout";
import type { CellValue, Matrix } from "./matrix";
import type { Look } from "./nested/reading";
import { createSizeGuard, type SizeLimits } from "./size";

/** One row to be: a record, an error that stands in its own row, or a blank row. */
export type Row = TableRecord | AddinError | CellError | undefined;

/** What the host shows and takes, and when to let others work. */
export interface TableHost extends SizeLimits {
  readonly formattedValues: boolean;
  /** Answers a promise when it is time to let the page breathe, so that no task takes 50 ms. */
  readonly pause: () => Promise<void> | undefined;
}

/** Formatted dates weigh eight times a serial; above this many rows dates are plain numbers. */
const formattedRows = 1_000;
const rowsPerLook = 32;

/** The matrix of these rows: headers, cells, transposed where asked for. Throws `too-large`, and `no-rows` where nothing is left to show. */
export const toMatrix = async (
  rows: readonly Row[],
  columns: readonly Column[],
  { layout, look, host }: { readonly layout: Layout; readonly look: Look; readonly host: TableHost },
): Promise<Matrix> => {
  const style: CellStyle = {
    empty: layout.empty,
    dates: layout.dates,
    formatted: host.formattedValues && rows.length <= formattedRows,
  };
  const matrix: (readonly CellValue[])[] = [];
  const guard = createSizeGuard(host);
  const header = headerOf(columns, layout);
  if (header !== undefined) matrix.push(header);
  else if (rows.length === 0) throw new AddinError("no-rows", tell("table.noRows"));
  const makeRow = rowMaker(columns, style, look);
  for (let index = 0; index < rows.length; index += 1) {
    const pause = index % rowsPerLook === 0 ? host.pause() : undefined;
    if (pause !== undefined) await pause;
    const cells = makeRow(rows[index]);
    guard.add(cells, rows.length);
    matrix.push(cells);
  }
  const result = layout.transpose ? transpose(matrix) : matrix;
  // A small one is measured again faster than it is noted.
  if (rows.length > rowsPerLook) noteSize(result, guard.bytes() + rowSize(header ?? []));
  return result;
};

const headerOf = (columns: readonly Column[], layout: Layout): readonly string[] | undefined =>
  layout.headers === "no"
    ? undefined
    : columns.map((column) => (layout.headers === "labels" ? column.label : column.name));

/** Makes the cells of one row. */
export type RowMaker = (row: Row) => readonly CellValue[];

interface Made {
  readonly style: CellStyle;
  readonly look: Look;
  readonly maker: RowMaker;
}

const madeLast = new WeakMap<readonly Column[], Made>();

/** Makes the cells of rows; what depends on a column alone is decided once: not per cell, and not per table where thousands look alike. */
export const rowMaker = (columns: readonly Column[], style: CellStyle, look: Look): RowMaker => {
  const last = madeLast.get(columns);
  if (last !== undefined && isSameStyle(last.style, style) && isSameLook(last.look, look)) return last.maker;
  const maker = makeRowMaker(columns, style, look);
  madeLast.set(columns, { style, look, maker });
  return maker;
};

const isSameStyle = (one: CellStyle, other: CellStyle): boolean =>
  one.empty === other.empty && one.dates === other.dates && one.formatted === other.formatted;

const isSameLook = (one: Look, other: Look): boolean => one.join === other.join && one.entity === other.entity;

const makeRowMaker = (columns: readonly Column[], style: CellStyle, look: Look): RowMaker => {
  const makers = columns.map((column) => makerOf(column, style, look));
  const width = makers.length;
  return (row) => {
    if (row === undefined) return columns.map(() => "");
    if (row instanceof AddinError || row instanceof CellError) return columns.map(() => row);
    const cells: CellValue[] = [];
    for (let index = 0; index < width; index += 1) cells.push(makers[index]?.(row) ?? "");
    return cells;
  };
};

const makerOf = (
  { member, read, type }: Column,
  style: CellStyle,
  look: Look,
): ((record: TableRecord) => CellValue) => {
  if (member === undefined) return () => "";
  const make = cellMaker(type, style);
  return (record) => make(read(record, look));
};

const transpose = (matrix: Matrix): Matrix =>
  (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? ""));
