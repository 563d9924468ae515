import { isObject } from "../../facts/json";
import type { YieldToHost } from "../../engine/clock";
import { AddinError, type ErrorCode } from "../../engine/http/addin-error";
import { FormulaResult, type ResultRecords, type RowOrigin } from "../table/formula-result";
import { EntityCard } from "../table/data-types";
import { type CardSections, CellError, type CellValue, type Matrix, plainValue } from "../table/matrix";

/** Rows between two looks at the clock. */
const slice = 256;

/** A value that JSON does not have. One member names its type. */
type LineCell =
  | string
  | number
  | boolean
  | { readonly number: number; readonly format: string }
  | { readonly cell: string; readonly message: string }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly text: string; readonly sections: CardSections };

const toStored = (cell: CellValue): LineCell => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError) return { code: cell.code, message: cell.message };
  if (cell instanceof CellError) return { cell: cell.excelCode, message: cell.message };
  return cell.kind === "formatted"
    ? { number: cell.value, format: cell.numberFormat }
    : { text: cell.text, sections: cell.sections };
};

const fromStored = (cell: LineCell): CellValue => {
  if (typeof cell !== "object") return cell;
  if ("number" in cell) return { kind: "formatted", value: cell.number, numberFormat: cell.format };
  if ("cell" in cell) return new CellError(cell.cell, cell.message);
  if ("code" in cell) return new AddinError(cell.code, cell.message);
  return new EntityCard(cell.text, cell.sections);
};

/** What the first line says of a result. */
interface FirstLine {
  /** How many lines of cells follow; behind them is a line for each row of records. */
  readonly cells: number;
  readonly formats: FormulaResult["formats"] | null;
  readonly records: Omit<ResultRecords, "origins">;
}

/** The record of one row as JSON: its key and the id of its company; null for a row that is no record. */
type LineOrigin = readonly [key: string, entityId: string | null] | null;

/** A result as lines of JSON: what its rows are, its cells, and the records behind its rows. `linesToResult` reads them. */
export const resultToLines = async (result: FormulaResult, yieldToHost: YieldToHost): Promise<readonly string[]> => {
  const { cells, formats = null, records } = result;
  const { origins, identity, columns, headers, transposed } = records;
  const first: FirstLine = {
    cells: cells.length,
    formats,
    records: {
      identity: identity && { kind: identity.kind, key: identity.key, ignored: identity.ignored ?? [] },
      // A column of a definition has readers too, which are no data.
      columns: columns.map(({ name, label, type }) => ({ name, label, type })),
      headers,
      transposed,
    },
  };
  const lines = [JSON.stringify(first)];
  const add = async <Item>(items: readonly Item[], toLine: (item: Item) => unknown): Promise<void> => {
    for (const [place, item] of items.entries()) {
      const turn = place % slice === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      lines.push(JSON.stringify(toLine(item)));
    }
  };
  await add(cells, (row) => row.map(toStored));
  await add(origins, (origin): LineOrigin => (origin === undefined ? null : [origin.key, origin.entityId ?? null]));
  return lines;
};

export const linesToResult = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<FormulaResult> => {
  const [first = "", ...others] = lines;
  const { cells: height, formats, records } = JSON.parse(first) as FirstLine;
  const [cells, origins]: [CellValue[][], (RowOrigin | undefined)[]] = [[], []];
  for (const [place, line] of others.entries()) {
    const turn = place % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    if (place < height) cells.push((JSON.parse(line) as LineCell[]).map(fromStored));
    else origins.push(toOrigin(JSON.parse(line) as LineOrigin));
  }
  return FormulaResult.ofStored(cells, {
    records: { ...records, origins },
    formats: formats?.map((format) => format ?? undefined),
  });
};

const toOrigin = (origin: LineOrigin): RowOrigin | undefined =>
  origin === null ? undefined : { key: origin[0], entityId: origin[1] ?? undefined };

/** Whether lines of a file are those of a result, so that no cell gets a value that `resultToLines` could not have written. */
export const checkAnswerLines = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<boolean> => {
  try {
    const [first = "", ...others] = lines;
    const head: unknown = JSON.parse(first);
    if (!isFirstLine(head) || head.cells > others.length) return false;
    let width: number | undefined;
    for (const [place, line] of others.entries()) {
      const turn = place % slice === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      const row: unknown = JSON.parse(line);
      if (place >= head.cells) {
        if (!isLineOrigin(row)) return false;
        continue;
      }
      if (!Array.isArray(row) || row.length === 0 || row.length !== (width ??= row.length)) return false;
      if (!row.every(isStoredCell)) return false;
    }
    return true;
  } catch {
    return false;
  }
};

const isFirstLine = (value: unknown): value is FirstLine => {
  if (!isObject(value)) return false;
  const { cells, formats, records } = value;
  return (
    Number.isInteger(cells) &&
    Number(cells) > 0 &&
    (formats === null || isListOf(formats, (format) => format === null || isShortText(format))) &&
    isRecords(records)
  );
};

const isRecords = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { identity, columns, headers, transposed } = value;
  return (
    (identity === undefined || isIdentity(identity)) &&
    isListOf(
      columns,
      (column) => isObject(column) && [column["name"], column["label"], column["type"]].every(isShortText),
    ) &&
    (headers === 0 || headers === 1) &&
    typeof transposed === "boolean"
  );
};

const isIdentity = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { kind, key, ignored = [] } = value;
  return isShortText(kind) && isListOf(key, isShortText) && isListOf(ignored, isShortText);
};

const isLineOrigin = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === "string" &&
    (value[1] === null || isShortText(value[1])));

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

/** Of a number format or an error. */
const isShortText = (value: unknown): value is string => typeof value === "string" && value.length <= 1_000;

/** JSON reads a number that is too large as Infinity, and Excel has no such number. */
const isStoredCell = (cell: unknown): boolean => {
  if (typeof cell === "number") return Number.isFinite(cell);
  if (typeof cell === "string") return true;
  if (typeof cell !== "object" || cell === null) return typeof cell === "boolean";
  const { number, format, cell: excelCode, code, message, text, sections } = cell as Readonly<Record<string, unknown>>;
  if (number !== undefined) return Number.isFinite(number) && isShortText(format);
  if (excelCode !== undefined) return isShortText(excelCode) && typeof message === "string";
  if (code !== undefined) return isErrorCode(code) && typeof message === "string";
  return typeof text === "string" && areSections(sections);
};

const areSections = (sections: unknown): boolean =>
  isObject(sections) &&
  Object.values(sections).every((section) => isObject(section) && Object.values(section).every(isCardValue));

const isCardValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isCardValue) : ["string", "number", "boolean"].includes(typeof value);

const knownErrorCodes: Readonly<Record<ErrorCode, true>> = {
  "invalid-argument": true,
  rejected: true,
  ambiguous: true,
  "signed-out": true,
  "no-access": true,
  "not-found": true,
  "not-ready": true,
  stopped: true,
  "no-rows": true,
  "empty-list": true,
  interrupted: true,
  throttled: true,
  "budget-spent": true,
  "too-large": true,
  unavailable: true,
  unexpected: true,
};

const isErrorCode = (value: unknown): boolean => typeof value === "string" && Object.hasOwn(knownErrorCodes, value);

/**
 * The values of a result as one text, for a hash that two people compare: without number formats, which depend on the host, and with errors
 * by their code, because their sentences depend on the language.
 */
export const comparableText = (matrix: Matrix): string =>
  matrix
    .map((row) =>
      JSON.stringify(row.map((cell) => (cell instanceof AddinError ? { code: cell.code } : plainValue(cell)))),
    )
    .join("\n");
