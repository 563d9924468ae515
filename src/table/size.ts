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
  add(row: readonly CellValue[], total: number | string): void;
  /** What was added so far. */
  bytes(): number;
  /** Throws `too-large` when one row more of the usual size would not fit. */
  foresee(total: string): void;
}

/** Makes a guard; the sentence names rows, columns, size and how many rows fit. */
export const createSizeGuard = (limits: SizeLimits): SizeGuard => new AddedSize(limits);

/** A class, because every invocation has one. */
class AddedSize implements SizeGuard {
  readonly #limits: SizeLimits;
  #bytes = 0;
  #rows = 0;
  #columns = 0;

  constructor(limits: SizeLimits) {
    this.#limits = limits;
  }

  bytes(): number {
    return this.#bytes;
  }

  add(row: readonly CellValue[], total: number | string): void {
    this.#bytes += rowSize(row);
    this.#rows += 1;
    if (row.length > this.#columns) this.#columns = row.length;
    if (this.#over()) throw this.#refuse(total);
  }

  foresee(total: string): void {
    if (this.#rows === 0) return;
    const usual = this.#bytes / this.#rows;
    this.#bytes += usual;
    this.#rows += 1;
    const full = this.#over();
    this.#rows -= 1;
    if (full) throw this.#refuse(total);
    this.#bytes -= usual;
  }

  #over(): boolean {
    return this.#bytes > this.#limits.maxCharacters || this.#rows * this.#columns > this.#limits.maxCells;
  }

  #refuse(total: number | string): AddinError {
    const { maxCharacters, maxCells } = this.#limits;
    const perRow = Math.max(this.#bytes / Math.max(this.#rows, 1), 1);
    const fit = Math.max(0, Math.floor(Math.min(maxCharacters / perRow, maxCells / Math.max(this.#columns, 1))));
    const values = { rows: show(total), columns: show(this.#columns), fit: show(fit) };
    if (this.#bytes <= maxCharacters)
      return new AddinError("too-large", tell("table.tooManyCells", { ...values, limit: show(maxCells) }));
    const size = megabytes(typeof total === "number" ? perRow * total : this.#bytes);
    return new AddinError("too-large", tell("table.tooLarge", { ...values, size, limit: megabytes(maxCharacters) }));
  }
}

const show = (value: number | string): string => (typeof value === "string" ? value : writeNumber(Math.round(value)));

const megabytes = (bytes: number): string => writeNumber(bytes / 1_000_000, 1);
