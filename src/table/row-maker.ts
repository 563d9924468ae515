import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import { cellMaker, type CellStyle, isDate, longestText } from "./cell";
import type { Column, TableRecord } from "./column";
import type { CellValue } from "./matrix";
import { type Look, scalarOf } from "./nested/reading";
import { parseIso, toSerial } from "./serial";

/** One row to be: a record, an error that stands in its own row, or a blank row. */
export type Row = TableRecord | AddinError | CellError | undefined;

/** Whether a row is made from a record. */
export const isRecord = (row: Row): row is TableRecord =>
  row !== undefined && !(row instanceof AddinError) && !(row instanceof CellError);

/** Makes the cells of one row. */
export type RowMaker = (row: Row) => CellValue[];

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
  one.empty === other.empty && one.dates === other.dates;

const isSameLook = (one: Look, other: Look): boolean => one.join === other.join && one.entity === other.entity;

const makeRowMaker = (columns: readonly Column[], style: CellStyle, look: Look): RowMaker => {
  const makers = columns.map((column) => makerOf(column, style, look));
  const plain = columns.map(({ own, type }) => (own?.read === scalarOf && !isDate(type) ? own.name : undefined));
  const blank = columns.map((): CellValue => "");
  const { length } = columns;
  return (row) => {
    const cells = blank.slice();
    if (row === undefined) return cells;
    if (row instanceof AddinError || row instanceof CellError) return cells.fill(row);
    for (let index = 0; index < length; index += 1) {
      const name = plain[index];
      const value = name === undefined ? undefined : row[name];
      // Most cells are a member as it came: they need no call.
      cells[index] = isCell(value) ? value : (makers[index]?.(row) ?? "");
    }
    return cells;
  };
};

/** Whether a plain value is a cell as it is. */
const isCell = (value: unknown): value is string | number =>
  typeof value === "string" ? value.length > 0 && value.length <= longestText : Number.isFinite(value);

type CellMaker = (record: TableRecord) => CellValue;

const makerOf = ({ member, own, read, type }: Column, style: CellStyle, look: Look): CellMaker => {
  if (member === undefined) return () => "";
  const make = cellMaker(type, style);
  if (own === undefined) return (record) => make(read(record, look));
  const { name, read: readValue } = own;
  const general: CellMaker = (record) => make(readValue(record[name], look));
  return isDate(type) && readValue === scalarOf && style.dates === "excel" ? serialMaker(name, general) : general;
};

/** Dates as numbers, without a call that asks what they are; what is no date is the other maker's. */
const serialMaker =
  (name: string, other: CellMaker): CellMaker =>
  (record) => {
    const value = record[name];
    const moment = typeof value === "string" ? parseIso(value) : undefined;
    return moment === undefined ? other(record) : toSerial(moment);
  };
