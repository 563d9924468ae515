// A1 addresses: `C1`, `Sheet1!A2:B9`, `'EU Banks'!$C:$D`, `3:5`.
import { lastColumn, lastRow } from "./excel-limits";
import { addressSheet, quoteSheet } from "./sheet-names";

/** A rectangle of cells. Rows and columns count from 0, as `Range.rowIndex` does; the end is inclusive. */
export interface CellRange {
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

/** An address, parsed. */
export interface Address extends CellRange {
  /** Without quotes; undefined where the address names no sheet. */
  readonly sheet: string | undefined;
}

const corner = String.raw`(?:\$?([A-Z]{1,3}))?(?:\$?([1-9]\d{0,6}))?`;
const rangePattern = new RegExp(`^${corner}(:${corner})?$`, "i");
const sheetPattern = /^(?:'(?:[^']|'')+'|[^'!]+)$/;

/** The range of `B2:C9`, `B2`, `B:C` or `2:9`. */
const parseCells = (text: string): CellRange | undefined => {
  const match = rangePattern.exec(text);
  if (match === null) return undefined;
  const [, column, row, second, column2, row2] = match as readonly (string | undefined)[];
  if ((column ?? row) === undefined || (second === undefined && (column === undefined || row === undefined)))
    return undefined;
  const rows = parseSpan(rowIndex(row), rowIndex(second === undefined ? row : row2), lastRow);
  const columns = parseSpan(columnIndex(column), columnIndex(second === undefined ? column : column2), lastColumn);
  if (rows === undefined || columns === undefined) return undefined;
  return { startRow: rows[0], startColumn: columns[0], endRow: rows[1], endColumn: columns[1] };
};

/** All rows (columns) where neither end is named; undefined where one end is named, or lies outside of the sheet. */
const parseSpan = (one: number | undefined, other: number | undefined, last: number) => {
  if (one === undefined || other === undefined) return one === other ? ([0, last] as const) : undefined;
  return Math.max(one, other) <= last ? ([Math.min(one, other), Math.max(one, other)] as const) : undefined;
};

const rowIndex = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits) - 1;

/** `A` → 0, `AA` → 26. */
const columnIndex = (letters: string | undefined): number | undefined => {
  if (letters === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + (letters.charCodeAt(at) & 31);
  return column - 1;
};

/**
 * The range of an address, its start first, and its sheet. Undefined where the text is no address, or where it lies outside of a sheet.
 * Excel adds the name of the workbook in events (`[Book1.xlsx]Sheet1!A1`): it is dropped.
 */
export const parseAddress = (text: string): Address | undefined => {
  const address = text.trim();
  const bang = address.lastIndexOf("!");
  if (bang !== -1 && !sheetPattern.test(address.slice(0, bang))) return undefined;
  const range = parseCells(address.slice(bang + 1));
  return range && { sheet: addressSheet(address), ...range };
};

/** The range of `B3:C9` or `B3`, as files write it: with corners and without a sheet. Undefined for any other text. */
export const parseRange = (text: string): CellRange | undefined => {
  const [first = "", last = first, more] = text.split(":");
  const [start, end] = [parseCell(first), parseCell(last)];
  if (start === undefined || end === undefined || more !== undefined) return undefined;
  return {
    startRow: Math.min(start.row, end.row),
    startColumn: Math.min(start.column, end.column),
    endRow: Math.max(start.row, end.row),
    endColumn: Math.max(start.column, end.column),
  };
};

/** The same in formulas of a workbook, where an address with the name of a workbook is one of another workbook: undefined. */
export const parseLocalAddress = (text: string): Address | undefined =>
  /^\s*'?\[/.test(text) ? undefined : parseAddress(text);

const cellPattern = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;

/** The cell of `B3`; undefined where the text is no address of one cell without a sheet. */
export const parseCell = (text: string): { readonly row: number; readonly column: number } | undefined => {
  const match = cellPattern.exec(text);
  const [row, column] = [rowIndex(match?.[2]), columnIndex(match?.[1])];
  return row === undefined || column === undefined || row > lastRow || column > lastColumn
    ? undefined
    : { row, column };
};

/** 0 → `A`, 26 → `AA`. */
export const columnLetters = (column: number): string =>
  (column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** `B3` for row 2 and column 1. */
export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

/** `A1:B9`; `A1` for one cell; whole columns and rows with their corners (`A1:B1048576`), as files have them. */
export const formatCorners = ({ startRow, startColumn, endRow, endColumn }: CellRange): string => {
  const start = cellName(startRow, startColumn);
  const end = cellName(endRow, endColumn);
  return start === end ? start : `${start}:${end}`;
};

/** `A1:B9`; `A1` for one cell; `A:B` and `1:9` for whole columns and rows. */
export const formatRange = (range: CellRange): string => {
  const { startRow, startColumn, endRow, endColumn } = range;
  if (startRow === 0 && endRow >= lastRow) return `${columnLetters(startColumn)}:${columnLetters(endColumn)}`;
  if (startColumn === 0 && endColumn >= lastColumn) return `${startRow + 1}:${endRow + 1}`;
  return formatCorners(range);
};

/** `Sheet1!A2:B9`, or without a sheet `A2:B9`. */
export const formatAddress = ({ sheet, ...range }: Address): string =>
  sheet === undefined ? formatRange(range) : `${quoteSheet(sheet)}!${formatRange(range)}`;

/** One cell as a range. */
export const singleCell = (row: number, column: number): CellRange => ({
  startRow: row,
  startColumn: column,
  endRow: row,
  endColumn: column,
});

/** The address of one cell; `row` and `column` count from 0. */
export const cellAddress = (sheet: string | undefined, row: number, column: number): string =>
  formatAddress({ sheet, ...singleCell(row, column) });

/** Whether the text is the address of one cell, with or without a sheet. */
export const isCellAddress = (text: string): boolean => !text.includes(":") && parseAddress(text) !== undefined;

/** Whether the first range lies in the second. */
export const isWithin = (inner: CellRange, outer: CellRange): boolean =>
  inner.startRow >= outer.startRow &&
  inner.endRow <= outer.endRow &&
  inner.startColumn >= outer.startColumn &&
  inner.endColumn <= outer.endColumn;

/** Whether two ranges of one sheet have a cell in common. */
export const overlap = (one: CellRange, other: CellRange): boolean =>
  one.startRow <= other.endRow &&
  other.startRow <= one.endRow &&
  one.startColumn <= other.endColumn &&
  other.startColumn <= one.endColumn;

/** Whether two ranges have the same cells. */
export const isSameRange = (one: CellRange, other: CellRange): boolean => isWithin(one, other) && isWithin(other, one);

/** What a range leaves of another one: up to four ranges. */
export const subtractRange = (from: CellRange, range: CellRange): CellRange[] => {
  if (!overlap(from, range)) return [from];
  const startRow = Math.max(from.startRow, range.startRow);
  const endRow = Math.min(from.endRow, range.endRow);
  return [
    { ...from, endRow: range.startRow - 1 },
    { ...from, startRow, endRow, endColumn: range.startColumn - 1 },
    { ...from, startRow, endRow, startColumn: range.endColumn + 1 },
    { ...from, startRow: range.endRow + 1 },
  ].filter((one) => one.startRow <= one.endRow && one.startColumn <= one.endColumn);
};

/** How many cells a range has. */
export const countCells = ({ startRow, startColumn, endRow, endColumn }: CellRange): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);

/** The cell at a position (from 0) of a range that was read row by row: `Sheet1!A2:A1201` and 3 → `Sheet1!A5`. */
export const cellAtPosition = (address: string, position: number): string | undefined => {
  const range = parseAddress(address);
  if (range === undefined) return undefined;
  const width = range.endColumn - range.startColumn + 1;
  return cellAddress(
    range.sheet,
    range.startRow + Math.floor(position / width),
    range.startColumn + (position % width),
  );
};

/** Rows × columns from a cell on: `Sheet1!C1`, 3 × 2 → `Sheet1!C1:D3`. */
export const resizeAddress = (cell: string, rows: number, columns: number): string => {
  const range = parseAddress(cell);
  if (range === undefined) return cell;
  const { startRow, startColumn } = range;
  return formatAddress({ ...range, endRow: startRow + rows - 1, endColumn: startColumn + columns - 1 });
};
