import type { FieldType } from "../../contract/fields";
import { AddinError } from "../../engine/http/addin-error";
import type { CellValue, Matrix } from "./matrix";

/** What the records of an answer are; `row`: rows that the add-in computes or takes from a list. */
export type RecordKind = "event" | "document" | "company" | "universe" | "task" | "row";

/** What makes a record of one answer the same record in a later answer. */
export interface RecordIdentity {
  readonly kind: RecordKind;
  /** The members whose values together name a record. All other shown columns are compared. */
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

/** A column of an answer, as a comparison sees it. */
export interface AnswerColumn {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
}

/** The records behind the rows of an answer. */
export interface AnswerRecords {
  readonly identity: RecordIdentity | undefined;
  readonly columns: readonly AnswerColumn[];
  /** By row, without the header; undefined for rows that are no record: failures, totals and the row that says that more exist. */
  readonly origins: readonly (RowOrigin | undefined)[];
  readonly headers: 0 | 1;
  /** The rows are columns of the matrix. */
  readonly transposed: boolean;
}

/** What a formula asks of the service. */
export interface FormulaInput {
  readonly function: string;
  /** The arguments as they came. */
  readonly values: readonly unknown[];
  /** How many of them stand before the options. */
  readonly parameters: number;
  /** The names of its options. */
  readonly optionKeys: () => readonly string[];
  /** The selected universe, where the formula means it. */
  readonly universe: string | undefined;
}

/** What a formula answered, as a refresh compares it with a later answer and stores it. */
export interface Answer {
  readonly function: string;
  /** Undefined for a function that reads nothing of the service. */
  readonly input: FormulaInput | undefined;
  /** When the service gave its records (ms since 1970), and how many it had. */
  readonly fetchedAt: number | undefined;
  readonly total: number | undefined;
  /** The function with its arguments. An answer to other arguments is not compared. */
  readonly query: string;
  /** Why records of the service are missing in it; undefined where none are. */
  readonly incomplete: string | undefined;
  /** Nobody asked for the part that it shows. */
  readonly partial: boolean;
  readonly matrix: Matrix;
  readonly records: AnswerRecords;
}

/** Between the parts of a key. No value of the service has this character. */
const separator = "\u001F";

/** One key of several parts. */
export const joinKey = (parts: readonly (string | undefined)[]): string =>
  parts.map((part) => part ?? "").join(separator);

/** The parts of a key, in the order of its members. */
export const partsOfKey = (key: string): readonly string[] => key.split(separator);

/** The rows of an answer without its header, each as long as the columns. */
export const rowsOf = ({ matrix, records: { headers, transposed } }: Answer): Matrix => {
  if (!transposed) return headers === 0 ? matrix : matrix.slice(headers);
  const width = matrix[0]?.length ?? 0;
  const rows: CellValue[][] = [];
  for (let row = headers; row < width; row += 1) rows.push(matrix.map((cells) => cells[row] ?? ""));
  return rows;
};

/** The plain value of a cell: of a date its serial, of a card its text, of an error its code or sentence. */
export const plainValue = (cell: CellValue | undefined): string | number | boolean => {
  if (cell === undefined) return "";
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError) return cell.message;
  if (cell instanceof Error) return cell.excelCode;
  return cell.kind === "formatted" ? cell.value : cell.text;
};
