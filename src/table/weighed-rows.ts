import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { writeNumber } from "../text/write-number";
import { rowBound, rowSize } from "./cell-size";
import type { CellValue } from "./matrix";

/** The largest result the host takes: bytes of JSON, and cells. */
export interface SizeLimits {
  readonly maxCharacters: number;
  readonly maxCells: number;
}

type Cells = readonly CellValue[];
type Pause = () => Promise<void> | undefined;

/** Rows that are weighed at a stretch. */
const stretch = 32;
/** A host that takes no more than this has a narrow pipe: what comes through it is told to the byte. */
const narrow = 4_000_000;

/** The rows of a result, weighed while they are made only as far as it takes to know that they fit; those not yet weighed count as the most they can take. */
export class WeighedRows {
  readonly #limits: SizeLimits;
  readonly #rows: Cells[] = [];
  #columns = 0;
  #weighed = 0;
  /** What the weighed rows take. */
  #exact = 0;
  /** What the others take at most. */
  #bound = 0;

  constructor(limits: SizeLimits) {
    this.#limits = limits;
  }

  get rows(): readonly Cells[] {
    return this.#rows;
  }

  get count(): number {
    return this.#rows.length;
  }

  add(row: Cells): void {
    this.#rows.push(row);
    this.#bound += rowBound(row);
    if (row.length > this.#columns) this.#columns = row.length;
  }

  /** Whether they fit for sure; where it is false `weigh` finds out. */
  fits(): boolean {
    return this.#exact + this.#bound <= this.#limits.maxCharacters && !this.#tooMany(this.#rows.length);
  }

  /** Weighs rows from the first on until it is sure that all fit; `total`: rows the result will have, as far as known. Throws `too-large`. */
  async weigh(total: number | string, pause: Pause): Promise<void> {
    while (this.#weighed < this.#rows.length && !this.fits()) {
      this.#weighSome(total);
      await pause();
    }
  }

  /** Throws `too-large` when one row more of the usual size would not fit. */
  async foresee(total: string, pause: Pause): Promise<void> {
    const count = this.#rows.length;
    for (;;) {
      const size = this.#exact + this.#bound;
      const usual = size / Math.max(count, 1);
      const full = size + usual > this.#limits.maxCharacters || this.#tooMany(count + 1);
      if (count === 0 || !full) return;
      if (this.#weighed === count) throw this.#refuse({ total, bytes: size + usual, rows: count });
      this.#weighSome(total);
      await pause();
    }
  }

  /** What the rows take, their brackets apart: to the byte on a narrow pipe, elsewhere never less. */
  async bytes(pause: Pause): Promise<number> {
    while (this.#limits.maxCharacters <= narrow && this.#weighed < this.#rows.length) {
      this.#weighSome(this.#rows.length);
      await pause();
    }
    return this.#exact + this.#bound;
  }

  #weighSome(total: number | string): void {
    const end = Math.min(this.#rows.length, this.#weighed + stretch);
    while (this.#weighed < end) {
      const row = this.#rows[this.#weighed] ?? [];
      this.#weighed += 1;
      this.#exact += rowSize(row);
      this.#bound -= rowBound(row);
      if (this.#exact > this.#limits.maxCharacters || this.#tooMany(this.#weighed))
        throw this.#refuse({ total, bytes: this.#exact, rows: this.#weighed });
    }
  }

  #tooMany(rows: number): boolean {
    return rows * this.#columns > this.#limits.maxCells;
  }

  /** The sentence names rows, columns, size and how many rows fit. */
  #refuse({ total, bytes, rows }: { total: number | string; bytes: number; rows: number }): AddinError {
    const { maxCharacters, maxCells } = this.#limits;
    const perRow = Math.max(bytes / Math.max(rows, 1), 1);
    const fit = Math.max(0, Math.floor(Math.min(maxCharacters / perRow, maxCells / Math.max(this.#columns, 1))));
    const values = { rows: show(total), columns: show(this.#columns), fit: show(fit) };
    if (bytes <= maxCharacters)
      return new AddinError("too-large", tell("table.tooManyCells", { ...values, limit: show(maxCells) }));
    const size = megabytes(typeof total === "number" ? perRow * total : bytes);
    return new AddinError("too-large", tell("table.tooLarge", { ...values, size, limit: megabytes(maxCharacters) }));
  }
}

const show = (value: number | string): string => (typeof value === "string" ? value : writeNumber(Math.round(value)));

const megabytes = (bytes: number): string => writeNumber(bytes / 1_000_000, 1);
