/** A rectangle of a sheet. Rows and columns count from 0; the end is inclusive. */
export interface Area {
  readonly sheetId: string;
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

/** The index of the last row of a sheet. */
export const lastRow = 1_048_575;
/** The index of the last column of a sheet. */
export const lastColumn = 16_383;

/** `A` for 0, `AA` for 26. */
export const columnLetters = (column: number): string =>
  (column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** `A1:B9`; `A1` for one cell; `A:B` and `1:9` for whole columns and rows. */
export const formatArea = (area: Omit<Area, "sheetId">): string => {
  const { startRow, endRow, startColumn, endColumn } = area;
  if (startRow === 0 && endRow >= lastRow) return `${columnLetters(startColumn)}:${columnLetters(endColumn)}`;
  if (startColumn === 0 && endColumn >= lastColumn) return `${startRow + 1}:${endRow + 1}`;
  const start = `${columnLetters(startColumn)}${startRow + 1}`;
  const end = `${columnLetters(endColumn)}${endRow + 1}`;
  return start === end ? start : `${start}:${end}`;
};

/** The name of a sheet in an address, quoted if necessary. */
export const quoteSheet = (name: string): string => {
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^([A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*)$/.test(name);
  return plain ? name : `'${name.replaceAll("'", "''")}'`;
};

const pattern =
  /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?\$?([A-Za-z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Za-z]{1,3})?\$?(\d{1,7})?)?$/;

/** Parses an address; undefined if the text is none. */
export const parseAddress = (
  text: string,
): (Omit<Area, "sheetId"> & { readonly sheet: string | undefined }) | undefined => {
  const match = pattern.exec(text.trim());
  const [, quoted, plain, column = "", row = "", column2 = column, row2 = row] = match ?? [];
  if (match === null || (column === "" && row === "")) return undefined;
  const [startRow, endRow] = rowSpan(row, row2);
  const [startColumn, endColumn] = span(column === "" ? [0, lastColumn] : [columnIndex(column), columnIndex(column2)]);
  return { sheet: quoted?.replaceAll("''", "'") ?? plain, startRow, endRow, startColumn, endColumn };
};

const rowSpan = (row: string, row2: string): readonly [number, number] =>
  span(row === "" ? [0, lastRow] : [Number(row) - 1, Number(row2) - 1]);

const span = ([one, other]: readonly [number, number]): readonly [number, number] => [
  Math.min(one, other),
  Math.max(one, other),
];

const columnIndex = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Whether two areas of one sheet have a cell in common. */
export const overlap = (one: Omit<Area, "sheetId">, other: Omit<Area, "sheetId">): boolean =>
  one.startRow <= other.endRow &&
  other.startRow <= one.endRow &&
  one.startColumn <= other.endColumn &&
  other.startColumn <= one.endColumn;

/** Whether two areas of one sheet have the same cells. */
export const isSameArea = (one: Omit<Area, "sheetId">, other: Omit<Area, "sheetId">): boolean =>
  one.startRow === other.startRow &&
  one.endRow === other.endRow &&
  one.startColumn === other.startColumn &&
  one.endColumn === other.endColumn;

/** One cell as an area. */
export const cellAt = (row: number, column: number): Omit<Area, "sheetId"> => ({
  startRow: row,
  endRow: row,
  startColumn: column,
  endColumn: column,
});

/** Whether an area lies within the limits of a sheet. */
export const onSheet = ({ startRow, startColumn, endRow, endColumn }: Omit<Area, "sheetId">): boolean =>
  startRow >= 0 &&
  startColumn >= 0 &&
  startRow <= endRow &&
  startColumn <= endColumn &&
  endRow <= lastRow &&
  endColumn <= lastColumn;

/** The common cells of two areas; undefined if there are none. */
export const intersect = (one: Area, other: Area): Area | undefined => {
  const area = {
    sheetId: one.sheetId,
    startRow: Math.max(one.startRow, other.startRow),
    endRow: Math.min(one.endRow, other.endRow),
    startColumn: Math.max(one.startColumn, other.startColumn),
    endColumn: Math.min(one.endColumn, other.endColumn),
  };
  return one.sheetId === other.sheetId && area.startRow <= area.endRow && area.startColumn <= area.endColumn
    ? area
    : undefined;
};

/** Whether the first area contains the second. */
export const contains = (one: Area, other: Area): boolean => {
  const both = intersect(one, other);
  return (
    both !== undefined &&
    both.endRow - both.startRow === other.endRow - other.startRow &&
    both.endColumn - both.startColumn === other.endColumn - other.startColumn
  );
};

/** What an area leaves of another one: up to four areas. */
export const without = (given: Omit<Area, "sheetId">, area: Area): Omit<Area, "sheetId">[] => {
  if (!overlap(given, area)) return [given];
  const startRow = Math.max(given.startRow, area.startRow);
  const endRow = Math.min(given.endRow, area.endRow);
  return [
    { ...given, endRow: area.startRow - 1 },
    { ...given, startRow, endRow, endColumn: area.startColumn - 1 },
    { ...given, startRow, endRow, startColumn: area.endColumn + 1 },
    { ...given, startRow: area.endRow + 1 },
  ].filter((one) => one.startRow <= one.endRow && one.startColumn <= one.endColumn);
};

/** A cell of the open workbook. Rows and columns count from 0. */
export interface CellPlace {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** A unique key of a cell. */
export const cellKey = ({ unitId, sheetId, row, column }: CellPlace): string => `${unitId}|${sheetId}|${row}|${column}`;
