import type { FieldType } from "../../contract/fields";
import { rowSize } from "./cell-size";
import type { CellValue, Matrix } from "./matrix";

/** What the records of a result are; `row`: rows that the add-in computes or takes from a list. */
export type RecordKind = "event" | "document" | "company" | "universe" | "task" | "row";

/** What makes a record of one result the same record in a later result. */
export interface RecordIdentity {
  readonly kind: RecordKind;
  /** The members whose values together name a record. All other columns are compared. */
  readonly key: readonly string[];
  /** Columns that change without news: links, and figures that the service computes anew. They are not compared. */
  readonly ignored?: readonly string[];
}

/** The record behind one row. */
export interface RowOrigin {
  readonly key: string;
  /** The company that the record belongs to. */
  readonly entityId: string | undefined;
}

/** A column of a result, as a comparison sees it. */
export interface ResultColumn {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
}

/** The records behind the rows of a result. */
export interface ResultRecords {
  /** Undefined where nothing names the rows: they are not compared. */
  readonly identity: RecordIdentity | undefined;
  /** Empty where the result is not made of records. */
  readonly columns: readonly ResultColumn[];
  /** By row, without the header; undefined for rows that are no record: failures, totals and the row that says that more exist. */
  readonly origins: readonly (RowOrigin | undefined)[];
  readonly headers: 0 | 1;
  /** The rows are columns of the cells. */
  readonly transposed: boolean;
}

/** The number formats that the cells of a result still need, because its dates and shares are plain numbers. */
export interface PendingFormats {
  /** By column of the records; undefined for a column without a format. */
  readonly formats: readonly (string | undefined)[];
  /** The header rows: 0 or 1. */
  readonly headers: number;
  /** The columns of the records are rows of the result. */
  readonly transposed: boolean;
}

const noRecords: ResultRecords = { identity: undefined, columns: [], origins: [], headers: 0, transposed: false };

type ResultParts = Pick<FormulaResult, "cells" | "records"> & Partial<Pick<FormulaResult, "formats" | "bytes">>;

/**
 * The result of a formula: its cells with the records behind them, the number formats that they still need, and their size. It never
 * changes. Every operation returns a result with all four, so nothing is lost on the way to the cell.
 */
export class FormulaResult {
  readonly cells: Matrix;
  readonly records: ResultRecords;
  /** The number formats that the cells still need, by column of the records; undefined where they carry their formats, or need none. */
  readonly formats: readonly (string | undefined)[] | undefined;
  /** The size of the cells in bytes of JSON, without the brackets of the rows; undefined where it was not measured. */
  readonly bytes: number | undefined;

  private constructor({ cells, records, formats, bytes }: ResultParts) {
    this.cells = cells;
    this.records = records;
    this.formats = formats;
    this.bytes = bytes;
  }

  /** One value. */
  static ofValue(value: CellValue): FormulaResult {
    return FormulaResult.ofCells([[value]]);
  }

  /** Cells that show no records. */
  static ofCells(cells: Matrix): FormulaResult {
    return new FormulaResult({ cells, records: noRecords });
  }

  /** Cells that were stored, with what was known of them. */
  static ofStored(
    cells: Matrix,
    { records = noRecords, formats }: Partial<Pick<FormulaResult, "records" | "formats">>,
  ): FormulaResult {
    return new FormulaResult({ cells, records, formats });
  }

  /** Rows of records below a header row, if there is one. */
  static ofTable(
    header: readonly CellValue[] | undefined,
    rows: Matrix,
    {
      bytes,
      formats,
      ...records
    }: Pick<ResultRecords, "identity" | "columns" | "origins"> & Omit<ResultParts, "cells" | "records">,
  ): FormulaResult {
    return new FormulaResult({
      cells: header === undefined ? rows : [header, ...rows],
      records: { ...records, headers: header === undefined ? 0 : 1, transposed: false },
      formats,
      bytes: bytes === undefined ? undefined : bytes + rowSize(header ?? []),
    });
  }

  get pendingFormats(): PendingFormats | undefined {
    const { formats, records } = this;
    return formats && { formats, headers: records.headers, transposed: records.transposed };
  }

  get height(): number {
    return this.cells.length;
  }

  get width(): number {
    return this.cells[0]?.length ?? 0;
  }

  /** How many rows it has without the header, whether they are rows or columns of the cells. */
  get rowCount(): number {
    const { headers, transposed } = this.records;
    return Math.max(0, (transposed ? this.width : this.height) - headers);
  }

  /** The rows without the header, each as long as the columns. */
  rows(): Matrix {
    const { headers, transposed } = this.records;
    const upright = transposed ? transpose(this.cells) : this.cells;
    return headers === 0 ? upright : upright.slice(headers);
  }

  /** Rows become columns. */
  transpose(): FormulaResult {
    const { records } = this;
    return this.#with({
      cells: transpose(this.cells),
      records: { ...records, transposed: !records.transposed },
    });
  }

  /** Other cells in the same places; `bytes` is their size without brackets. */
  replaceCells(cells: Matrix, bytes: number): FormulaResult {
    return this.#with({ cells, bytes });
  }

  /** The same cells, with what else is known of the records behind them. */
  describeRecords(known: Partial<ResultRecords>): FormulaResult {
    return this.#with({ records: { ...this.records, ...known } });
  }

  #with(changed: Partial<ResultParts>): FormulaResult {
    const { cells, records, formats, bytes } = this;
    return new FormulaResult({ cells, records, formats, bytes, ...changed });
  }
}

const transpose = (cells: Matrix): Matrix =>
  (cells[0] ?? []).map((_, column) => cells.map((row): CellValue => row[column] ?? ""));

/** What a formula asks of the service. */
export interface FormulaInput {
  readonly function: string;
  /** The arguments as they came. */
  readonly values: readonly unknown[];
  /** How many of them stand before the options. */
  readonly parameters: number;
  /** The names of its options. */
  readonly optionKeys: () => readonly string[];
  /** Whether the argument at a place is a day: of a number such as NOW() only the day counts. */
  readonly isDay: (place: number) => boolean;
  /** The selected universe, where the formula means it. */
  readonly universe: string | undefined;
  /** The time zone of the workbook, where its days count. */
  readonly timeZone?: string | undefined;
}

/** One calculation of a formula, as a refresh compares it with a later one and stores it. */
export interface Calculation {
  readonly function: string;
  /** Undefined for a function that reads nothing of the service. */
  readonly input: FormulaInput | undefined;
  /** When the service gave its records (ms since 1970), and how many it had. */
  readonly fetchedAt: number | undefined;
  readonly total: number | undefined;
  /** The function with its arguments. A calculation with other arguments is not compared. */
  readonly query: string;
  /** Why records of the service are missing in it; undefined where none are. */
  readonly incomplete: string | undefined;
  /** It shows a part, and nobody asked for a part. */
  readonly partial: boolean;
  readonly result: FormulaResult;
}

/** Between the parts of a key. No value of the service has this character. */
const separator = "\u001F";

/** One key of several parts. */
export const joinKey = (parts: readonly (string | undefined)[]): string =>
  parts.map((part) => part ?? "").join(separator);

/** The parts of a key, in the order of its members. */
export const partsOfKey = (key: string): readonly string[] => key.split(separator);
