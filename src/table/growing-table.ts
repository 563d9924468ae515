import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { noteSize, rowSize } from "./cell-size";
import type { Column } from "./column";
import type { Layout } from "./layout";
import type { CellValue, Matrix } from "./matrix";
import type { Look } from "./nested/reading";
import { type Row, type RowMaker, rowMaker } from "./row-maker";
import { type SizeLimits, WeighedRows } from "./weighed-rows";

/** What the host shows and takes, and when to let others work. */
export interface TableHost extends SizeLimits {
  readonly formattedValues: boolean;
  /** Answers a promise when it is time to let the page breathe, so that no task takes 50 ms. */
  readonly pause: () => Promise<void> | undefined;
}

/** How a table looks, and whom it is for. */
export interface TableLook {
  readonly layout: Layout;
  readonly look: Look;
  readonly host: TableHost;
}

/** Formatted dates weigh eight times a serial; above this many rows dates are plain numbers. */
const formattedRows = 1_000;
const rowsPerLook = 32;

/** A table that is made while its rows still come, each row once: what it was made from can go. */
export class GrowingTable {
  readonly #columns: readonly Column[];
  readonly #made: TableLook;
  #rows: WeighedRows;
  /** Until there are more than formatted dates are for, rows may have to be made again with them. */
  #early: Row[] | undefined;

  constructor(columns: readonly Column[], made: TableLook) {
    this.#columns = columns;
    this.#made = made;
    this.#rows = new WeighedRows(made.host);
    this.#early = made.host.formattedValues ? [] : undefined;
  }

  /** Makes rows of these, more will come; throws `too-large` where they or one more of the usual size do not fit. */
  async add(rows: readonly Row[]): Promise<void> {
    const total = tell("table.moreThan", { rows: this.#rows.count + rows.length });
    if (this.#rows.count + rows.length > formattedRows) this.#early = undefined;
    else this.#early?.push(...rows);
    await this.#make(rows, { formatted: false, total });
    await this.#rows.foresee(total, this.#made.host.pause);
  }

  /** The matrix of all rows, these being the last: headers, cells, transposed where asked for. Throws `too-large`, and `no-rows` where nothing is left to show. */
  async finish(rows: readonly Row[]): Promise<Matrix> {
    const { layout, host } = this.#made;
    const total = this.#rows.count + rows.length;
    const header = headerOf(this.#columns, layout);
    if (header === undefined && total === 0) throw new AddinError("no-rows", tell("table.noRows"));
    const formatted = this.#early !== undefined && total <= formattedRows;
    const again = formatted && this.#rows.count > 0 ? this.#early : undefined;
    if (again !== undefined) this.#rows = new WeighedRows(host);
    await this.#make(again === undefined ? rows : [...again, ...rows], { formatted, total });
    const matrix = header === undefined ? this.#rows.rows : [header, ...this.#rows.rows];
    const result = layout.transpose ? transpose(matrix) : matrix;
    // A small one is measured again faster than it is noted.
    if (total > rowsPerLook) noteSize(result, (await this.#rows.bytes(host.pause)) + rowSize(header ?? []));
    return result;
  }

  async #make(
    rows: readonly Row[],
    { formatted, total }: { readonly formatted: boolean; readonly total: number | string },
  ): Promise<void> {
    const { layout, look, host } = this.#made;
    const { empty, dates } = layout;
    const makeRow = rowMaker(this.#columns, { empty, dates, formatted }, look);
    for (let start = 0; start < rows.length; start += rowsPerLook) {
      const pause = host.pause();
      if (pause !== undefined) await pause;
      makeSome(rows, { start, makeRow, weighed: this.#rows });
      if (!this.#rows.fits()) await this.#rows.weigh(total, host.pause);
    }
  }
}

const makeSome = (
  rows: readonly Row[],
  { start, makeRow, weighed }: { readonly start: number; readonly makeRow: RowMaker; readonly weighed: WeighedRows },
): void => {
  const end = Math.min(rows.length, start + rowsPerLook);
  for (let index = start; index < end; index += 1) weighed.add(makeRow(rows[index]));
};

const headerOf = (columns: readonly Column[], layout: Layout): readonly string[] | undefined =>
  layout.headers === "no"
    ? undefined
    : columns.map((column) => (layout.headers === "labels" ? column.label : column.name));

const transpose = (matrix: Matrix): Matrix =>
  (matrix[0] ?? []).map((_, column) => matrix.map((row): CellValue => row[column] ?? ""));
