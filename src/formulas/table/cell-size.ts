import { AddinError } from "../../engine/http/addin-error";
import { CellError, type CellValue } from "./matrix";

const perCell = 1;
/** A formatted number. */
export const formattedSize = 120;
/** A `CustomFunctions.Error`, without its message. */
const perError = 170;
/** A control character becomes `\\u0007`: the most that one UTF-16 unit takes. */
const perUnit = 6;
/** The length of `-0.0000011686208060089601`: exponents begin below a millionth. */
const longestNumber = 25;
const ascii = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/** The size of a cell as the JSON that Excel is handed, in bytes; never too low. */
export const cellSize = (cell: CellValue): number => {
  if (typeof cell === "string") return perCell + 2 + (ascii.test(cell) ? cell.length : utf8Bytes(cell));
  if (typeof cell === "number") return perCell + numberSize(cell);
  if (typeof cell !== "object") return perCell + 5;
  if (cell instanceof AddinError || cell instanceof CellError) return perError + utf8Bytes(cell.message);
  return cell.kind === "entity" ? JSON.stringify(cell).length * 3 + formattedSize : formattedSize;
};

/** The size of a row in bytes, without brackets. */
export const rowSize = (row: readonly CellValue[]): number => {
  let size = 0;
  for (const cell of row) size += cellSize(cell);
  return size;
};

/** An upper bound of the size of a row, which reads no text. */
export const rowBound = (row: readonly CellValue[]): number => {
  let size = 0;
  for (const cell of row)
    if (typeof cell === "string") size += perCell + 2 + perUnit * cell.length;
    else size += typeof cell === "number" ? perCell + longestNumber : cellSize(cell);
  return size;
};

/** Most numbers are counts, scores and date serials, whose length is known without printing them. */
const numberSize = (value: number): number => {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1_000_000) return 7;
  return size >= 1 && size < 1e16 ? 19 : String(value).length;
};

/** Bytes of UTF-8 after JSON's escapes, counted without printing the text. */
const utf8Bytes = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20) bytes += 6;
    else if (code === 0x22 || code === 0x5c) bytes += 2;
    else bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
};
