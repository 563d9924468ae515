import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import { say } from "../text/say";
import { writeNumber } from "../text/write-number";
import type { CellValue } from "./matrix";

/** The largest result the host takes: bytes of JSON, and cells. */
export interface SizeLimits {
  readonly maxCharacters: number;
  readonly maxCells: number;
}

const perCell = 1;
const perObject = 120;
/** A `CustomFunctions.Error` as it travels, its sentence apart. */
const perError = 170;
const ascii = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/** What a cell takes as JSON on Excel's pipe, in bytes; never less than it really takes. */
export const cellSize = (cell: CellValue): number => {
  if (typeof cell === "string") return perCell + 2 + (ascii.test(cell) ? cell.length : bytesOf(cell));
  if (typeof cell === "number") return perCell + numberSize(cell);
  if (typeof cell !== "object") return perCell + 5;
  if (cell instanceof AddinError || cell instanceof CellError) return perError + bytesOf(cell.message);
  return cell.kind === "entity" ? JSON.stringify(cell).length * 3 + perObject : perObject;
};

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

/** Adds up a result while it is made, and refuses it as soon as it cannot fit. */
export interface SizeGuard {
  /** One more row of cells. `total`: rows the result will have, as far as known. Throws `too-large`. */
  readonly add: (row: readonly CellValue[], total: number | string) => void;
  /** Throws `too-large` when one row more of the usual size would not fit. */
  readonly foresee: (total: string) => void;
}

/** Makes a guard; the sentence names rows, columns, size and how many rows fit. */
export const createSizeGuard = (limits: SizeLimits): SizeGuard => {
  let bytes = 0;
  let rows = 0;
  let columns = 0;
  const refuse = (total: number | string): AddinError => {
    const perRow = Math.max(bytes / Math.max(rows, 1), 1);
    const fit = Math.max(
      0,
      Math.floor(Math.min(limits.maxCharacters / perRow, limits.maxCells / Math.max(columns, 1))),
    );
    const values = { rows: show(total), columns: show(columns), fit: show(fit) };
    if (bytes <= limits.maxCharacters)
      return new AddinError("too-large", say("table.tooManyCells", { ...values, limit: show(limits.maxCells) }));
    const size = megabytes(typeof total === "number" ? perRow * total : bytes);
    return new AddinError(
      "too-large",
      say("table.tooLarge", { ...values, size, limit: megabytes(limits.maxCharacters) }),
    );
  };
  const over = (): boolean => bytes > limits.maxCharacters || rows * columns > limits.maxCells;
  return {
    add: (row, total) => {
      for (const cell of row) bytes += cellSize(cell);
      rows += 1;
      columns = Math.max(columns, row.length);
      if (over()) throw refuse(total);
    },
    foresee: (total) => {
      if (rows === 0) return;
      const usual = bytes / rows;
      bytes += usual;
      rows += 1;
      const full = over();
      rows -= 1;
      if (full) throw refuse(total);
      bytes -= usual;
    },
  };
};

const show = (value: number | string): string =>
  typeof value === "string" ? value : writeNumber(Math.round(value));

const megabytes = (bytes: number): string => writeNumber(bytes / 1_000_000, 1);
