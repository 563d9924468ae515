/** The cell at a position of a column or block that was read row by row: `Sheet1!A2:A1201` and 3 → `Sheet1!A5`. */
export const cellOf = (address: string, position: number): string | undefined => {
  const split = address.lastIndexOf("!");
  const match = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(address.slice(split + 1));
  if (match === null) return undefined;
  const [, first = "A", row = "1", last = first] = match;
  const width = columnNumber(last) - columnNumber(first) + 1;
  const column = columnNumber(first) + (position % width);
  return `${address.slice(0, split + 1)}${columnName(column)}${Number(row) + Math.floor(position / width)}`;
};

/** Rows × columns from a cell on, as an address: `Sheet1!C1`, 3 × 2 → `Sheet1!C1:D3`. */
export const areaFrom = (cell: string, rows: number, columns: number): string => {
  const split = cell.lastIndexOf("!");
  const [, column = "A", row = "1"] = /^\$?([A-Z]+)\$?(\d+)$/i.exec(cell.slice(split + 1)) ?? [];
  const last = columnName(columnNumber(column.toUpperCase()) + columns - 1);
  return `${cell}:${last}${Number(row) + rows - 1}`;
};

const columnNumber = (name: string): number =>
  Array.from(name).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const columnName = (number: number): string =>
  number <= 26
    ? String.fromCharCode(64 + number)
    : columnName(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));
