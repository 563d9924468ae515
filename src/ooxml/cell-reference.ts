/** A rectangle of cells. Rows and columns count from 0; the end is inclusive. */
export interface CellRange {
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

export const mostRows = 1_048_576;
export const mostColumns = 16_384;

/** `A` for 0, `AA` for 26. */
export const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** `B3` for row 2, column 1. */
export const cellName = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

export const rangeName = ({ startRow, startColumn, endRow, endColumn }: CellRange): string => {
  const start = cellName(startRow, startColumn);
  const end = cellName(endRow, endColumn);
  return start === end ? start : `${start}:${end}`;
};

const columnOf = (letters: string): number => {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + (letters.charCodeAt(at) & 31);
  return column - 1;
};

const cell = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;

/** The cell of a reference such as `B3`; undefined if it is none, or beyond the last cell of a sheet. */
export const parseCell = (text: string): { readonly row: number; readonly column: number } | undefined => {
  const match = cell.exec(text);
  if (match === null) return undefined;
  const row = Number(match[2]) - 1;
  const column = columnOf(match[1] ?? "");
  return row < mostRows && column < mostColumns ? { row, column } : undefined;
};

/** The range of `B3:C9` or `B3`; undefined if it is none. */
export const parseRange = (text: string): CellRange | undefined => {
  const [first = "", last = first] = text.split(":");
  const [start, end] = [parseCell(first), parseCell(last)];
  if (start === undefined || end === undefined) return undefined;
  return {
    startRow: Math.min(start.row, end.row),
    startColumn: Math.min(start.column, end.column),
    endRow: Math.max(start.row, end.row),
    endColumn: Math.max(start.column, end.column),
  };
};

/** A range with so many more rows at its end, or fewer; one row is left. */
export const withMoreRows = (range: string, rows: number): string => {
  const area = parseRange(range);
  if (area === undefined || rows === 0) return range;
  const end = Math.max(area.startRow, area.endRow + rows);
  return `${cellName(area.startRow, area.startColumn)}:${cellName(end, area.endColumn)}`;
};

/** The name of a sheet without the quotes that it may have in a reference. */
export const unquoteSheet = (name: string): string =>
  name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;

export const cellsIn = ({ startRow, startColumn, endRow, endColumn }: CellRange): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);

const mostSweptColumns = 2_000_000;

/** Finds whether cells lie in ranges. Cells and ranges come by row, and a range comes with its first cell. */
export class RangeSweep {
  /** The row after the last one that a range fills, by column. */
  readonly #until = new Map<number, number>();
  #columns = 0;

  /** False if the ranges have too many columns to be followed. */
  add(range: string): boolean {
    const parsed = parseRange(range);
    if (parsed === undefined) return true;
    this.#columns += parsed.endColumn - parsed.startColumn + 1;
    if (this.#columns > mostSweptColumns) return false;
    for (let column = parsed.startColumn; column <= parsed.endColumn; column += 1)
      this.#until.set(column, parsed.endRow + 1);
    return true;
  }

  has({ row, column }: { readonly row: number; readonly column: number }): boolean {
    return row < (this.#until.get(column) ?? 0);
  }
}
