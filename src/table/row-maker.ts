import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import { cellMaker, type CellStyle, longestText } from "./cell";
import type { Column, TableRecord } from "./column";
import type { CellValue } from "./matrix";
import type { Look } from "./nested/reading";

/** One row to be: a record, an error that stands in its own row, or a blank row. */
export type Row = TableRecord | AddinError | CellError | undefined;

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
  const plain = columns.map(({ plain: name, type }) => (type.startsWith("date") ? undefined : name));
  const blank: readonly CellValue[] = columns.map(() => "");
  const { length } = columns;
  return (row) => {
    const cells = blank.slice();
    if (row === undefined) return cells;
    if (row instanceof AddinError || row instanceof CellError) return cells.fill(row);
    for (let index = 0; index < length; index += 1) {
      const name = plain[index];
      const value = name === undefined ? undefined : row[name];
      // Most cells are texts of a member as it came: they need no call.
      cells[index] =
        typeof value === "string" && value !== "" && value.length <= longestText ? value : (makers[index]?.(row) ?? "");
    }
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
