import { isObject } from "../../facts/json";
import type { YieldToHost } from "../../engine/clock";
import { AddinError, type ErrorCode } from "../../engine/http/addin-error";
import { FormulaResult, type PendingFormats } from "../table/formula-result";
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

/** A result as lines of JSON: the number formats that it still needs, then its rows. `linesToResult` reads them. */
export const resultToLines = async (result: FormulaResult, yieldToHost: YieldToHost): Promise<readonly string[]> => {
  const lines = [JSON.stringify(result.pendingFormats ?? null)];
  for (const [place, row] of result.cells.entries()) {
    const turn = place % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    lines.push(JSON.stringify(row.map(toStored)));
  }
  return lines;
};

export const linesToResult = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<FormulaResult> => {
  const [first = "null", ...rows] = lines;
  const cells: CellValue[][] = [];
  for (const [place, row] of rows.entries()) {
    const turn = place % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    cells.push((JSON.parse(row) as LineCell[]).map(fromStored));
  }
  const formats = JSON.parse(first) as PendingFormats | null;
  return FormulaResult.ofStored(
    cells,
    formats === null ? undefined : { ...formats, formats: formats.formats.map((format) => format ?? undefined) },
  );
};

/** Whether lines of a file are those of a result, so that no cell gets a value that `resultToLines` could not have written. */
export const checkMatrixLines = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<boolean> => {
  try {
    const [formats, ...rows] = lines;
    if (!areOpenFormats(JSON.parse(formats ?? ""))) return false;
    let width: number | undefined;
    for (const [place, line] of rows.entries()) {
      const turn = place % slice === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      const row: unknown = JSON.parse(line);
      if (!Array.isArray(row) || row.length === 0 || row.length !== (width ??= row.length)) return false;
      if (!row.every(isStoredCell)) return false;
    }
    return rows.length > 0;
  } catch {
    return false;
  }
};

const areOpenFormats = (value: unknown): boolean => {
  if (value === null) return true;
  const { formats, headers, transposed } = value as Partial<Record<keyof PendingFormats, unknown>>;
  return (
    Array.isArray(formats) &&
    formats.every((format) => format === null || isShortText(format)) &&
    (headers === 0 || headers === 1) &&
    typeof transposed === "boolean"
  );
};

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
