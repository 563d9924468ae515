import { tell } from "../text/tell";
import type { Column } from "./column";
import { finishTable, type TableLook } from "./finish-table";
import type { Matrix } from "./matrix";
import { type Row, type RowMaker, rowMaker } from "./row-maker";
import { WeighedRows } from "./weighed-rows";

const rowsPerLook = 32;

/** A table that is made while its rows still come, each row once: what it was made from can go. */
export class GrowingTable {
  readonly #columns: readonly Column[];
  readonly #made: TableLook;
  readonly #makeRow: RowMaker;
  readonly #rows: WeighedRows;

  constructor(columns: readonly Column[], made: TableLook) {
    this.#columns = columns;
    this.#made = made;
    this.#makeRow = rowMaker(columns, made.layout, made.look);
    this.#rows = new WeighedRows(made.host);
  }

  /** Makes rows of these, more will come; throws `too-large` where they or one more of the usual size do not fit. */
  async add(rows: readonly Row[]): Promise<void> {
    const total = tell("table.moreThan", { rows: this.#rows.count + rows.length });
    await this.#make(rows, total);
    await this.#rows.foresee(total, this.#made.host.pause);
  }

  /** The matrix of all rows, these being the last: headers, cells, transposed where asked for. Throws `too-large`, and `no-rows` where nothing is left to show. */
  async finish(rows: readonly Row[]): Promise<Matrix> {
    await this.#make(rows, this.#rows.count + rows.length);
    return finishTable(this.#rows, this.#columns, this.#made);
  }

  async #make(rows: readonly Row[], total: number | string): Promise<void> {
    const { pause } = this.#made.host;
    for (let start = 0; start < rows.length; start += rowsPerLook) {
      const resting = pause();
      if (resting !== undefined) await resting;
      this.#makeSome(rows, start);
      if (!this.#rows.fits()) await this.#rows.weigh(total, pause);
    }
  }

  #makeSome(rows: readonly Row[], start: number): void {
    const end = Math.min(rows.length, start + rowsPerLook);
    for (let index = start; index < end; index += 1) this.#rows.add(this.#makeRow(rows[index]));
  }
}
