import { tell } from "../text/tell";
import type { Arrangement } from "./arrangement";
import type { Column, TableRecord } from "./column";
import { finishTable, type TableLook } from "./finish-table";
import { fillJoined, type Lacking, type LookUp } from "./joined-cells";
import type { Matrix } from "./matrix";
import type { Scalar } from "./nested/reading";
import { isRecord, type Row, type RowMaker, rowMaker } from "./row-maker";
import { sorted, sortValue } from "./sort";
import { WeighedRows } from "./weighed-rows";

/** How a table is arranged, and where the entities beside its records come from. */
export interface Arranged {
  readonly arrangement: Arrangement;
  readonly entities: LookUp;
}

/** So many records are looked at at a stretch. */
const stretch = 32;

/** A table whose rows are sorted, kept apart, spread or joined with entities: made while its records still come, which can go, and placed when all are there. */
export class ArrangedTable {
  readonly #columns: readonly Column[];
  readonly #made: TableLook;
  readonly #arranged: Arranged;
  readonly #keys: readonly Column[];
  readonly #makeRow: RowMaker;
  /** Weighs what came; what it becomes is weighed at the end. */
  readonly #weighed: WeighedRows;
  readonly #held: Lacking[] = [];
  /** Values that a row is held for already, where the first that comes is the one that stays. */
  readonly #seen: Set<Scalar> | undefined;

  constructor(columns: readonly Column[], made: TableLook, arranged: Arranged) {
    const { sort, apart } = arranged.arrangement;
    this.#columns = columns;
    this.#made = made;
    this.#arranged = arranged;
    this.#keys = [...sort.map(({ column }) => column), ...(apart === undefined ? [] : [apart])];
    this.#seen = sort.length === 0 && apart !== undefined && apart.joins === undefined ? new Set() : undefined;
    this.#makeRow = rowMaker(columns, made.layout, made.look);
    this.#weighed = new WeighedRows(made.host);
  }

  /** Makes rows of these, more will come; throws `too-large` where they or one more of the usual size do not fit. */
  async add(records: readonly TableRecord[]): Promise<void> {
    const total = tell("table.moreThan", { rows: this.#held.length + records.length });
    await this.#hold(records, total);
    await this.#weighed.foresee(total, this.#made.host.pause);
  }

  /** The matrix of all rows, these being the last and the failures standing behind them. Throws as a growing table does. */
  async finish(given: readonly Row[], failures: readonly Row[] = []): Promise<Matrix> {
    const { pause } = this.#made.host;
    const keys = this.#arranged.arrangement.sort;
    await this.#hold(given, this.#held.length + given.length);
    await fillJoined(this.#held, {
      columns: this.#columns,
      keys: this.#keys,
      made: this.#made,
      entities: this.#arranged.entities,
    });
    const placed = keys.length === 0 ? this.#held : await sorted(this.#held, { keys, pause });
    const rows = await this.#place(placed);
    for (const failure of failures) rows.add(this.#makeRow(failure));
    return finishTable(rows, this.#columns, this.#made);
  }

  async #hold(given: readonly Row[], total: number | string): Promise<void> {
    const { pause } = this.#made.host;
    for (let start = 0; start < given.length; start += stretch) {
      const resting = pause();
      if (resting !== undefined) await resting;
      for (const row of given.slice(start, start + stretch)) this.#holdOne(row);
      if (!this.#weighed.fits()) await this.#weighed.weigh(total, pause);
    }
  }

  #holdOne(given: Row): void {
    const { look } = this.#made;
    const record = isRecord(given) ? given : undefined;
    const values = record === undefined ? [] : this.#keys.map((column) => sortValue(column, record, look));
    if (this.#seen?.has(values[0]) === true) return;
    this.#seen?.add(values[0]);
    const rows = (record === undefined ? [given] : this.#spread(record)).map(this.#makeRow);
    for (const row of rows) this.#weighed.add(row);
    this.#held.push({ values, rows, entity_id: record?.["entity_id"] });
  }

  #spread(record: TableRecord): readonly TableRecord[] {
    const { spread } = this.#arranged.arrangement;
    const parts = spread?.nested.split(record[spread.name]) ?? [];
    return spread === undefined || parts.length === 0
      ? [record]
      : parts.map((part) => ({ ...record, [spread.name]: part }));
  }

  /** The rows in their order, of those that are still to be kept apart the first alone. */
  async #place(placed: readonly Lacking[]): Promise<WeighedRows> {
    const { host } = this.#made;
    const { sort, apart } = this.#arranged.arrangement;
    const isOpen = apart !== undefined && this.#seen === undefined;
    const weighed = new WeighedRows(host);
    const seen = new Set<Scalar>();
    for (const [index, { values, rows }] of placed.entries()) {
      const resting = index % stretch === 0 ? host.pause() : undefined;
      if (resting !== undefined) await resting;
      if (isOpen && seen.has(values[sort.length])) continue;
      if (isOpen) seen.add(values[sort.length]);
      for (const row of rows) weighed.add(row);
    }
    return weighed;
  }
}
