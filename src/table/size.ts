import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { writeNumber } from "../text/write-number";
import { rowSize } from "./cell-size";
import type { CellValue } from "./matrix";

/** The largest result the host takes: bytes of JSON, and cells. */
export interface SizeLimits {
  readonly maxCharacters: number;
  readonly maxCells: number;
}

/** Adds up a result while it is made, and refuses it as soon as it cannot fit. */
export interface SizeGuard {
  /** One more row of cells. `total`: rows the result will have, as far as known. Throws `too-large`. */
  readonly add: (row: readonly CellValue[], total: number | string) => void;
  /** What was added so far. */
  readonly bytes: () => number;
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
      return new AddinError("too-large", tell("table.tooManyCells", { ...values, limit: show(limits.maxCells) }));
    const size = megabytes(typeof total === "number" ? perRow * total : bytes);
    return new AddinError(
      "too-large",
      tell("table.tooLarge", { ...values, size, limit: megabytes(limits.maxCharacters) }),
    );
  };
  const over = (): boolean => bytes > limits.maxCharacters || rows * columns > limits.maxCells;
  return {
    bytes: () => bytes,
    add: (row, total) => {
      bytes += rowSize(row);
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

const show = (value: number | string): string => (typeof value === "string" ? value : writeNumber(Math.round(value)));

const megabytes = (bytes: number): string => writeNumber(bytes / 1_000_000, 1);
