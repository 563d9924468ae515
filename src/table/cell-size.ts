import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { CellValue, Matrix } from "./matrix";

const perCell = 1;
const perObject = 120;
/** A `CustomFunctions.Error` as it travels, its sentence apart. */
const perError = 170;
/** A control character becomes `\\u0007`; nothing takes more. */
const perUnit = 6;
/** `-1.2345678901234567e-300`. */
const longestNumber = 24;
const ascii = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/** What a cell takes as JSON on Excel's pipe, in bytes; never less than it really takes. */
export const cellSize = (cell: CellValue): number => {
  if (typeof cell === "string") return perCell + 2 + (ascii.test(cell) ? cell.length : bytesOf(cell));
  if (typeof cell === "number") return perCell + numberSize(cell);
  if (typeof cell !== "object") return perCell + 5;
  if (cell instanceof AddinError || cell instanceof CellError) return perError + bytesOf(cell.message);
  return cell.kind === "entity" ? JSON.stringify(cell).length * 3 + perObject : perObject;
};

/** What a row takes, its brackets apart. */
export const rowSize = (row: readonly CellValue[]): number => {
  let size = 0;
  for (const cell of row) size += cellSize(cell);
  return size;
};

/** The most that a row can take, its brackets apart: no text is looked at. */
export const rowBound = (row: readonly CellValue[]): number => {
  let size = 0;
  for (const cell of row)
    if (typeof cell === "string") size += perCell + 2 + perUnit * cell.length;
    else size += typeof cell === "number" ? perCell + longestNumber : cellSize(cell);
  return size;
};

const noted = new WeakMap<Matrix, number>();

/** Notes what the cells of a matrix take, where they were added up while it was made. */
export const noteSize = (matrix: Matrix, bytes: number): void => void noted.set(matrix, bytes);

/** What the cells of a matrix take or a little more, rows' brackets apart; undefined where nobody added them up. */
export const notedSize = (matrix: Matrix): number | undefined => noted.get(matrix);

/** Most numbers are counts, scores and serials, whose length needs no text; a small fraction or a huge one is asked for it. */
const numberSize = (value: number): number => {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1_000_000) return 7;
  return size >= 1 && size < 1e16 ? 19 : String(value).length;
};

/** Bytes of UTF-8 after JSON's escapes, counted without making the text. */
const bytesOf = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20) bytes += 6;
    else if (code === 0x22 || code === 0x5c) bytes += 2;
    else bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
};
