// A1 addresses: `C1`, `Sheet1!A2:B9`, `'EU Banks'!$C:$D`, `3:5`.

/** An address, parsed. Rows and columns count from 0, as `Range.rowIndex` does; the last ones belong to the area. */
export interface Area {
  /** Without quotes; undefined where the address names no sheet. */
  readonly sheet: string | undefined;
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

export const rowsOfSheet = 1_048_576;
export const columnsOfSheet = 16_384;

const pattern =
  /^(?:(?:'(?:[^']|'')+'|[^'!]+)!)?(?:\$?(?<column>[A-Z]{1,3}))?(?:\$?(?<row>[1-9]\d{0,6}))?(?::(?:\$?(?<column2>[A-Z]{1,3}))?(?:\$?(?<row2>[1-9]\d{0,6}))?)?$/i;

/** Undefined where the text is no address, or one outside of a sheet. */
export const parseArea = (address: string): Area | undefined => {
  const { column, row, column2, row2 } = pattern.exec(address)?.groups ?? {};
  const isRange = withoutSheet(address).includes(":");
  if ((column ?? row) === undefined || (!isRange && (column === undefined || row === undefined))) return undefined;
  const rows = spanOf(rowNumber(row), rowNumber(isRange ? row2 : row), rowsOfSheet);
  const columns = spanOf(columnNumber(column), columnNumber(isRange ? column2 : column), columnsOfSheet);
  if (rows === undefined || columns === undefined) return undefined;
  const [[firstRow, lastRow], [firstColumn, lastColumn]] = [rows, columns];
  return { sheet: sheetOf(address), firstRow, firstColumn, lastRow, lastColumn };
};

/** The whole sheet where the address names neither the first nor the last row (column); undefined where it names only one of them. */
const spanOf = (first: number | undefined, last: number | undefined, size: number) => {
  if (first === undefined || last === undefined) return first === last ? ([0, size - 1] as const) : undefined;
  return Math.max(first, last) < size ? ([first, last] as const) : undefined;
};

const rowNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits) - 1;

/** `A` → 0, `AA` → 26. */
const columnNumber = (letters: string | undefined): number | undefined =>
  letters === undefined
    ? undefined
    : Array.from(letters.toUpperCase()).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** `Sheet1!A2:B9`; one cell as `A1`. Whole rows and columns are written with their corners. */
export const formatArea = ({ sheet, firstRow, firstColumn, lastRow, lastColumn }: Area): string => {
  const first = `${columnLetters(firstColumn)}${firstRow + 1}`;
  const last = `${columnLetters(lastColumn)}${lastRow + 1}`;
  const cells = first === last ? first : `${first}:${last}`;
  return sheet === undefined ? cells : `${quoteSheet(sheet)}!${cells}`;
};

/** The address of one cell; `row` and `column` count from 0. */
export const cellAddress = (sheet: string | undefined, row: number, column: number): string =>
  formatArea({ sheet, firstRow: row, firstColumn: column, lastRow: row, lastColumn: column });

/** The name of a sheet as it is written in an address. Excel quotes names that could be read as a cell too (`FY24`, `R1C1`). */
export const quoteSheet = (name: string): string => {
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^(?:[A-Z]{1,3}\d+|R\d*C?\d*|C\d*)$/i.test(name);
  return plain ? name : `'${name.replaceAll("'", "''")}'`;
};

/** The name of the sheet in an address, without quotes and the workbook's name (`[Book1.xlsx]Sheet1`); undefined where it names none. */
export const sheetOf = (address: string): string | undefined => {
  const split = address.lastIndexOf("!");
  if (split === -1) return undefined;
  const name = address.slice(0, split).replace(/^'|'$/g, "").replaceAll("''", "'");
  return name.replace(/^\[[^\]]*\]/, "");
};

/** The address without its sheet. */
export const withoutSheet = (address: string): string => address.slice(address.lastIndexOf("!") + 1);

/** The address on the sheet of `place`, where it names no sheet itself. */
export const onSheetOf = (address: string, place: string): string =>
  address.includes("!") ? address : `${place.slice(0, place.lastIndexOf("!") + 1)}${address}`;

/** One spelling per cell, to compare addresses: without quotes, `$` and the workbook's name, which Excel adds in some events. */
export const normalizeAddress = (address: string): string =>
  `${sheetOf(address) ?? ""}!${withoutSheet(address).replaceAll("$", "")}`;

/** Whether the text is the address of one cell, with or without a sheet. */
export const isCellAddress = (text: string): boolean => !text.includes(":") && parseArea(text) !== undefined;

/** Whether the first area lies in the second, on the same sheet. */
export const isWithin = (inner: Area, outer: Area): boolean =>
  inner.sheet === outer.sheet &&
  inner.firstRow >= outer.firstRow &&
  inner.lastRow <= outer.lastRow &&
  inner.firstColumn >= outer.firstColumn &&
  inner.lastColumn <= outer.lastColumn;

/** The cell at a position (from 0) of a range that was read row by row: `Sheet1!A2:A1201` and 3 → `Sheet1!A5`. */
export const cellAt = (address: string, position: number): string | undefined => {
  const area = parseArea(address);
  if (area === undefined) return undefined;
  const width = area.lastColumn - area.firstColumn + 1;
  return cellAddress(area.sheet, area.firstRow + Math.floor(position / width), area.firstColumn + (position % width));
};

/** Rows × columns from a cell on: `Sheet1!C1`, 3 × 2 → `Sheet1!C1:D3`. */
export const resizeArea = (cell: string, rows: number, columns: number): string => {
  const area = parseArea(cell);
  if (area === undefined) return cell;
  const { firstRow, firstColumn } = area;
  return formatArea({ ...area, lastRow: firstRow + rows - 1, lastColumn: firstColumn + columns - 1 });
};

/** 0 → `A`, 26 → `AA`. */
const columnLetters = (column: number): string =>
  (column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
