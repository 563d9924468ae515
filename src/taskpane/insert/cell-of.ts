/** The cell at a position of a column or block that was read row by row: `Sheet1!A2:A1201` and 3 → `Sheet1!A5`. */
export const cellOf = (address: string, position: number): string | undefined => {
  const area = areaOf(address);
  if (area === undefined) return undefined;
  const width = area.lastColumn - area.column + 1;
  const column = area.column + (position % width);
  return `${area.sheet}${columnName(column)}${area.row + Math.floor(position / width)}`;
};

/** Where a table with a header row continues a list: the column after it, one row up; undefined where the list begins in row 1. */
export const besideList = (address: string): string | undefined => {
  const area = areaOf(address);
  if (area === undefined || area.row === 1) return undefined;
  return `${area.sheet}${columnName(area.lastColumn + 1)}${area.row - 1}`;
};

/** Whether a cell lies in an area, each with its sheet. */
export const liesIn = (cell: string, address: string): boolean => {
  const [inner, outer] = [areaOf(cell), areaOf(address)];
  if (outer === undefined || inner?.sheet !== outer.sheet) return false;
  const inColumns = inner.column >= outer.column && inner.lastColumn <= outer.lastColumn;
  return inColumns && inner.row >= outer.row && inner.lastRow <= outer.lastRow;
};

/** Rows × columns from a cell on, as an address: `Sheet1!C1`, 3 × 2 → `Sheet1!C1:D3`. */
export const areaFrom = (cell: string, rows: number, columns: number): string => {
  const { column = 1, row = 1 } = areaOf(cell) ?? {};
  return `${cell}:${columnName(column + columns - 1)}${row + rows - 1}`;
};

interface Area {
  /** With its exclamation mark; empty where the address names none. */
  readonly sheet: string;
  readonly column: number;
  readonly row: number;
  readonly lastColumn: number;
  readonly lastRow: number;
}

const areaOf = (address: string): Area | undefined => {
  const split = address.lastIndexOf("!") + 1;
  const match = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/i.exec(address.slice(split));
  if (match === null) return undefined;
  const [, first = "A", row = "1", last = first, lastRow = row] = match;
  const columns = { column: columnNumber(first.toUpperCase()), lastColumn: columnNumber(last.toUpperCase()) };
  return { sheet: address.slice(0, split), ...columns, row: Number(row), lastRow: Number(lastRow) };
};

const columnNumber = (name: string): number =>
  Array.from(name).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const columnName = (number: number): string =>
  number <= 26
    ? String.fromCharCode(64 + number)
    : columnName(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));
