import { longestCellText } from "../../facts/excel-limits";
import { AddinError } from "../../engine/http/addin-error";
import { formatNumber, t } from "../../i18n/t";
import { rowBound, rowSize } from "./cell-size";
import { joinKey, type RecordIdentity, type RowOrigin } from "./formula-result";
import { CellError, type CellValue } from "./matrix";
import type { YieldToHost } from "../../engine/clock";
import type { FieldType } from "../../contract/fields";
import type { Column, TableRecord } from "./columns";
import { toSerial } from "./dates";
import { parseIso } from "./iso-dates";
import { type ReadOptions, type Scalar, toScalar } from "./nested/values";

/** The largest result that the host accepts: bytes of JSON, and cells. */
export interface SizeLimits {
  readonly maxCharacters: number;
  readonly maxCells: number;
}

type RowCells = readonly CellValue[];

/** Rows that are measured between two looks at the clock. */
const slice = 32;
/** Below this limit (Excel on the web) sizes are exact to the byte. */
const lowLimit = 4_000_000;

/** The rows of a result with their size. A row counts with its upper bound, and is measured only when the bounds no longer fit. */
export class SizedRows {
  readonly #limits: SizeLimits;
  readonly #rows: RowCells[] = [];
  readonly #origins: (RowOrigin | undefined)[] = [];
  #columns = 0;
  #measured = 0;
  /** The size of the measured rows. */
  #exact = 0;
  /** The upper bound of the others. */
  #bound = 0;

  constructor(limits: SizeLimits) {
    this.#limits = limits;
  }

  get rows(): readonly RowCells[] {
    return this.#rows;
  }

  /** By row; undefined for rows that are no record. */
  get origins(): readonly (RowOrigin | undefined)[] {
    return this.#origins;
  }

  get count(): number {
    return this.#rows.length;
  }

  add(row: RowCells, origin?: RowOrigin): void {
    this.#rows.push(row);
    this.#origins.push(origin);
    this.#bound += rowBound(row);
    if (row.length > this.#columns) this.#columns = row.length;
  }

  /** True where the rows fit for certain; where it is false, `measure` finds out. */
  fits(): boolean {
    return this.#exact + this.#bound <= this.#limits.maxCharacters && !this.#tooMany(this.#rows.length);
  }

  /**
   * Measures rows, from the first on, until all fit for certain. `total`: the rows of the whole result as the message shows them.
   * @throws AddinError `too-large`.
   */
  async measure(total: number | string, yieldToHost: YieldToHost): Promise<void> {
    while (this.#measured < this.#rows.length && !this.fits()) {
      this.#measureSome(total);
      await yieldToHost();
    }
  }

  /**
   * Called before a further page is fetched.
   * @throws AddinError `too-large` where one more row of the average size would not fit.
   */
  async requireRoomForOneMore(total: string, yieldToHost: YieldToHost): Promise<void> {
    const count = this.#rows.length;
    for (;;) {
      const size = this.#exact + this.#bound;
      const usual = size / Math.max(count, 1);
      const full = size + usual > this.#limits.maxCharacters || this.#tooMany(count + 1);
      if (count === 0 || !full) return;
      if (this.#measured === count) throw this.#refuse({ total, bytes: size + usual, rows: count });
      this.#measureSome(total);
      await yieldToHost();
    }
  }

  /** The size of the rows in bytes, without brackets: exact where the limit is low, else an upper bound. */
  async bytes(yieldToHost: YieldToHost): Promise<number> {
    while (this.#limits.maxCharacters <= lowLimit && this.#measured < this.#rows.length) {
      this.#measureSome(this.#rows.length);
      await yieldToHost();
    }
    return this.#exact + this.#bound;
  }

  #measureSome(total: number | string): void {
    const end = Math.min(this.#rows.length, this.#measured + slice);
    while (this.#measured < end) {
      const row = this.#rows[this.#measured] ?? [];
      this.#measured += 1;
      this.#exact += rowSize(row);
      this.#bound -= rowBound(row);
      if (this.#exact > this.#limits.maxCharacters || this.#tooMany(this.#measured))
        throw this.#refuse({ total, bytes: this.#exact, rows: this.#measured });
    }
  }

  #tooMany(rows: number): boolean {
    return rows * this.#columns > this.#limits.maxCells;
  }

  /** The message names rows, columns, size and the number of rows that fit. */
  #refuse({ total, bytes, rows }: { total: number | string; bytes: number; rows: number }): AddinError {
    const { maxCharacters, maxCells } = this.#limits;
    const perRow = Math.max(bytes / Math.max(rows, 1), 1);
    const fit = Math.max(0, Math.floor(Math.min(maxCharacters / perRow, maxCells / Math.max(this.#columns, 1))));
    const values = { rows: numberText(total), columns: numberText(this.#columns), fit: numberText(fit) };
    if (bytes <= maxCharacters)
      return new AddinError("too-large", t("table.tooManyCells", { ...values, limit: numberText(maxCells) }));
    const size = megabytes(typeof total === "number" ? perRow * total : bytes);
    return new AddinError("too-large", t("table.tooLarge", { ...values, size, limit: megabytes(maxCharacters) }));
  }
}

const numberText = (value: number | string): string =>
  typeof value === "string" ? value : formatNumber(Math.round(value));

const megabytes = (bytes: number): string => formatNumber(bytes / 1_000_000, 1);

/** The size of a blank cell. */
const leastPerCell = 3;

/**
 * Refuses an argument such as a whole column, before anything is sent, where even blank cells would not fit.
 * @throws AddinError `too-large`.
 */
export const refuseTooTall = ({ maxCharacters, maxCells }: SizeLimits, cells: number): void => {
  const fit = Math.min(Math.floor(maxCharacters / leastPerCell), maxCells);
  if (cells <= fit) return;
  throw new AddinError("too-large", t("formula.tooTall", { rows: cells, fit }));
};

/** The cells of missing values. */
export interface EmptyCells {
  /** In columns of numbers: "", 0, a text or `#N/A`. */
  readonly number: CellValue;
  /** In all others: "" or a text. */
  readonly other: string;
}

export interface CellStyle {
  readonly empty: EmptyCells;
  readonly dates: "excel" | "iso";
}

/** Makes cells of the values of a column: dates become serials, texts are cut at 32,767 characters with `…`. */
export const cellMaker = (type: FieldType, style: CellStyle): ((value: Scalar) => CellValue) => {
  const empty = type === "integer" || type === "number" ? style.empty.number : style.empty.other;
  const date = isDateType(type) && style.dates === "excel";
  return (value) => {
    if (typeof value === "string") {
      if (value === "") return empty;
      return date ? toDate(value) : fitCellText(value);
    }
    if (typeof value === "number") return Number.isFinite(value) ? value : empty;
    return value ?? empty;
  };
};

export const toCell = (value: Scalar, type: FieldType, style: CellStyle): CellValue => cellMaker(type, style)(value);

const fitCellText = (text: string): string =>
  text.length > longestCellText ? `${text.slice(0, longestCellText - 1)}…` : text;

/** Whether texts of this type are dates. */
export const isDateType = (type: FieldType): boolean => type === "date-time" || type === "date";

/** A text that is no date stays text. */
const toDate = (text: string): CellValue => {
  const moment = parseIso(text);
  return moment === undefined ? fitCellText(text) : toSerial(moment);
};

/** What a row is made from: a record, its cells, an error that fills the row, or undefined for a blank row. */
export type Row = TableRecord | RowCells | AddinError | CellError | undefined;

const isCells = (row: Row): row is RowCells => Array.isArray(row);

export const isRecord = (row: Row): row is TableRecord =>
  row !== undefined && !isCells(row) && !(row instanceof AddinError) && !(row instanceof CellError);

/** The record behind a row; undefined where the row is none, or has none of the members that name it. */
export const rowOrigin = (row: Row, identity: RecordIdentity | undefined): RowOrigin | undefined => {
  if (identity === undefined || !isRecord(row)) return undefined;
  const key = recordKey(row, identity.key);
  if (key === undefined) return undefined;
  const entityId = row[identity.kind === "company" ? "id" : "entity_id"];
  return { key, entityId: typeof entityId === "string" ? entityId : undefined };
};

/** The key of a record; undefined where it has none of the members. */
const recordKey = (record: TableRecord, members: readonly string[]): string | undefined => {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return keyPart(record[only]);
  const parts = members.map((name) => keyPart(record[name]));
  return members.length > 0 && parts.every((part) => part === undefined) ? undefined : joinKey(parts);
};

const keyPart = (value: unknown): string | undefined => {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
};

/** Makes the cells of one row. */
export type RowMaker = (row: Row) => CellValue[];

interface Made {
  readonly style: CellStyle;
  readonly look: ReadOptions;
  readonly maker: RowMaker;
}

/** The last maker of each list of columns. `columnsFor` gives equal names one list. */
const madeLast = new WeakMap<readonly Column[], Made>();

/** Makes the cells of rows. The last maker of the same columns is reused, because thousands of cells show the same columns. */
export const rowMaker = (columns: readonly Column[], style: CellStyle, look: ReadOptions): RowMaker => {
  const last = madeLast.get(columns);
  if (last !== undefined && isSameStyle(last.style, style) && isSameLook(last.look, look)) return last.maker;
  const maker = makeRowMaker(columns, style, look);
  madeLast.set(columns, { style, look, maker });
  return maker;
};

const isSameStyle = (one: CellStyle, other: CellStyle): boolean =>
  one.empty.number === other.empty.number && one.empty.other === other.empty.other && one.dates === other.dates;

const isSameLook = (one: ReadOptions, other: ReadOptions): boolean =>
  one.join === other.join && one.entity === other.entity && one.rawTexts === other.rawTexts;

const makeRowMaker = (columns: readonly Column[], style: CellStyle, look: ReadOptions): RowMaker => {
  const makers = columns.map((column) => cellMakerFor(column, style, look));
  const plain = columns.map(({ own, type }) => (own?.read === toScalar && !isDateType(type) ? own.name : undefined));
  const blank = columns.map((): CellValue => "");
  const { length } = columns;
  return (row) => {
    if (isCells(row)) return [...row];
    const cells = blank.slice();
    if (row === undefined) return cells;
    if (row instanceof AddinError || row instanceof CellError) return cells.fill(row);
    for (let index = 0; index < length; index += 1) {
      const name = plain[index];
      const value = name === undefined ? undefined : row[name];
      // Most cells are a member unchanged: a shortcut without a call.
      cells[index] = isCell(value) ? value : (makers[index]?.(row) ?? "");
    }
    return cells;
  };
};

/** Whether a value is a cell without any change. */
const isCell = (value: unknown): value is string | number =>
  typeof value === "string" ? value.length > 0 && value.length <= longestCellText : Number.isFinite(value);

type CellMaker = (record: TableRecord) => CellValue;

const cellMakerFor = ({ member, error, own, read, type }: Column, style: CellStyle, look: ReadOptions): CellMaker => {
  if (member === undefined) return () => error ?? "";
  const make = cellMaker(type, style);
  if (own === undefined) return (record) => make(read(record, look));
  const { name, read: readValue } = own;
  const general: CellMaker = (record) => make(readValue(record[name], look));
  return isDateType(type) && readValue === toScalar && style.dates === "excel" ? serialMaker(name, general) : general;
};

/** A shortcut for texts that are dates; `other` makes the cells of all other values. */
const serialMaker =
  (name: string, other: CellMaker): CellMaker =>
  (record) => {
    const value = record[name];
    const moment = typeof value === "string" ? parseIso(value) : undefined;
    return moment === undefined ? other(record) : toSerial(moment);
  };
