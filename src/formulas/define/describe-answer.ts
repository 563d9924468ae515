import {
  type AnswerRecords,
  joinKey,
  plainValue,
  recordsOf,
  rememberAnswer,
  type RowOrigin,
} from "../table/answer-records";
import type { CellValue, Matrix } from "../table/matrix";
import type { AnySpecification } from "./specification";

/** An invocation that was answered. */
interface Answered {
  readonly specification: AnySpecification;
  /** The arguments as they came. */
  readonly raw: readonly unknown[];
  readonly isAligned: boolean;
  readonly query: string;
  readonly incomplete: string | undefined;
  /** The table as the function made it, and as the cell shows it. */
  readonly table: Matrix;
  readonly matrix: Matrix;
}

/** Keeps, beside the answer, the record behind each row, so that a refresh can compare the records with those of a later answer. */
export const describeAnswer = (answered: Answered): void => {
  const { specification, query, incomplete, table, matrix, isAligned } = answered;
  const records = recordsOf(table) ?? (specification.result === "value" ? singleValue(specification.name) : undefined);
  if (records === undefined) return;
  const rows = (records.transposed ? (matrix[0]?.length ?? 0) : matrix.length) - records.headers;
  rememberAnswer({
    function: specification.name,
    query,
    incomplete,
    matrix,
    records: isAligned ? alignedRecords(records, listOf(answered), rows) : records,
  });
};

/** A single value is compared with the one before it. */
const singleValue = (name: string): AnswerRecords => ({
  identity: { kind: "row", key: [] },
  columns: [{ name: "value", label: name, type: "text" }],
  origins: [{ key: "", entityId: undefined }],
  headers: 0,
  transposed: false,
});

/** The argument that an aligned result stands beside: the first one, or `entities` of a listing with `align=yes`. */
const listOf = ({ specification, raw }: Answered): unknown => {
  const names = Object.keys(specification.parameters);
  return raw[specification.layout === "aligned" ? 0 : names.indexOf("entities")];
};

/** In a result beside a list, the cell of the list names a row, whatever record it shows. */
const alignedRecords = (records: AnswerRecords, list: unknown, rows: number): AnswerRecords => {
  const keys = keysOfList(list, rows);
  const origins = keys.map((key, row): RowOrigin | undefined =>
    key === "" ? undefined : { key, entityId: records.origins[row]?.entityId },
  );
  return { ...records, identity: { ...records.identity, kind: "row", key: [] }, origins };
};

/** A text for each row: the cells of the list; for a table (ENTITY.MATCH) its rows without the header. */
const keysOfList = (list: unknown, rows: number): readonly string[] => {
  const lines = linesOf(list).map(linesOf);
  const isTable = lines.length > 1 && (lines[0]?.length ?? 0) > 1;
  if (!isTable) return lines.flat().map(textOf);
  return lines.slice(lines.length > rows ? 1 : 0).map((line) => joinKey(line.map(textOf)));
};

const linesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** An entity card arrives as an object with its text. */
const textOf = (cell: unknown): string => {
  if (typeof cell !== "object" || cell instanceof Error) return String(plainValue(cell as CellValue)).trim();
  const text = (cell as { readonly text?: unknown } | null)?.text;
  return typeof text === "string" ? text.trim() : "";
};
