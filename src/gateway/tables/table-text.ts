import { csvCell } from "../../facts/csv-cell";
import { AddinError } from "../../engine/http/addin-error";
import { fromSerial } from "../../formulas/table/dates";
import type { FormulaResult } from "../../formulas/table/formula-result";
import { CellError, type CellValue, toExcelCode } from "../../formulas/table/matrix";
import type { Table } from "./tables";

export type TableFormat = "csv" | "json";

/** Media types by format (RFC 4180, and JSON lines). */
export const mediaTypes: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/x-ndjson; charset=utf-8",
};

/** A cell as it travels: dates are ISO text, a missing value is "". */
export type PlainCell = string | number | boolean | AddinError | CellError;

/** Characters that are sent together. */
const pieceSize = 65_536;

/** The lines of a table, several together. */
export const tableText = function* (table: Table, format: TableFormat): Generator<string> {
  const lines = format === "csv" ? csvLines(table.result) : jsonLines(table);
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
};

/** How many cells show an error. */
export const errorsIn = ({ cells }: FormulaResult): number =>
  cells.reduce((sum, row) => sum + row.filter((cell) => cell instanceof Error).length, 0);

const csvLines = function* (result: FormulaResult): Generator<string> {
  for (const row of plainRows(result)) yield `${row.map(csvField).join(",")}\r\n`;
};

const csvField = (cell: PlainCell): string => {
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  if (cell instanceof Error) return toExcelCode(cell);
  return csvCell(cell);
};

/** Objects by the names of the header row; arrays where there is no header row. */
const jsonLines = function* ({ result, hasHeader }: Table): Generator<string> {
  const rows = plainRows(result);
  const first = hasHeader ? rows.next().value : undefined;
  const names = first && uniqueNames(first.map((cell) => (cell instanceof Error ? toExcelCode(cell) : String(cell))));
  for (const row of rows) {
    const values = row.map(jsonValue);
    // An object of JavaScript would put names such as "7" first.
    const members = names?.map((name, place) => `${JSON.stringify(name)}:${JSON.stringify(values[place])}`);
    yield members === undefined ? `${JSON.stringify(values)}\n` : `{${members.join(",")}}\n`;
  }
};

/** Two columns of one name would be one member. */
const uniqueNames = (names: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
};

const jsonValue = (cell: PlainCell): unknown => {
  if (cell instanceof Error) return { error: toExcelCode(cell), message: cell.message };
  return cell === "" ? null : cell;
};

/** The rows of a result as they travel, the header row included. */
export const plainRows = function* ({
  cells,
  pendingFormats,
}: FormulaResult): Generator<readonly PlainCell[], undefined> {
  const { formats = [], headers = 0, transposed = false } = pendingFormats ?? {};
  for (const [down, row] of cells.entries())
    yield row.map((cell, across) => {
      const [record, column] = transposed ? [across, down] : [down, across];
      return plainCell(cell, record < headers ? undefined : formats[column]);
    });
  return undefined;
};

const plainCell = (cell: CellValue, format: string | undefined): PlainCell => {
  if (typeof cell === "number") return numberAs(cell, format);
  if (typeof cell !== "object" || cell instanceof AddinError || cell instanceof CellError) return cell;
  return cell.kind === "formatted" ? numberAs(cell.value, cell.numberFormat) : cell.text;
};

/** A note that a format puts behind the value: the part of a period that is covered, such as `(to 19 May)`. */
const noteInFormat = /" (\([^"]*\))"$/;

/**
 * Dates become ISO text: `2026-01-05`, or `2026-01-05T09:30:00Z`, also where a format shows only the month. A note about a period follows:
 * `2026-05-01 (to 19 May)`. All other formats change only how a number is shown.
 */
const numberAs = (value: number, format = ""): string | number => {
  const note = noteInFormat.exec(format)?.[1];
  const bare = format.replaceAll(/"[^"]*"/g, "");
  const text = bare.includes("yyyy") ? isoText(value, bare.includes("hh")) : value;
  return note === undefined ? text : `${text} ${note}`;
};

const isoText = (serial: number, withTime: boolean): string => {
  const text = new Date(fromSerial(serial)).toISOString();
  return withTime ? `${text.slice(0, 19)}Z` : text.slice(0, 10);
};
