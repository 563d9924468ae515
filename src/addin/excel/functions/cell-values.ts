import { AddinError } from "../../../engine/http/addin-error";
import { isCellErrorText } from "../../../facts/cell-errors";
import { CellError, type CellValue, type EntityCell, toExcelCode, type Matrix } from "../../../formulas/table/matrix";
import { cellSize } from "../../../formulas/table/cell-size";
import type { FormulaResult } from "../../../formulas/table/formula-result";

type Basic = string | number | boolean;
type ExcelValue = Basic | CustomFunctions.Error | object;

/** A result as Excel takes it from a custom function: errors as `CustomFunctions.Error`, cards and formatted numbers as data types. */
export const toExcelMatrix = (matrix: Matrix): readonly (readonly ExcelValue[])[] => matrix.map(toExcelRow);

/** Most rows have only plain values and are not copied. */
const toExcelRow = (row: readonly CellValue[]): readonly ExcelValue[] =>
  row.some((cell) => typeof cell === "object") ? row.map(toExcelValue) : row;

const toExcelValue = (cell: CellValue): ExcelValue => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError || cell instanceof CellError) return toCustomFunctionsError(cell);
  if (cell.kind === "entity") return cell.toDataType();
  return cell.toDataType?.() ?? { type: "FormattedNumber", basicValue: cell.value, numberFormat: cell.numberFormat };
};

/** Bytes that Excel's runtime adds to each result: its number, whether it failed, how long it took. */
const perResult = 60;

/** An upper bound of the bytes of JSON that a result takes on Excel's pipe. */
export const pipeSize = ({ cells, bytes, height }: FormulaResult): number => {
  const brackets = 3 * height;
  if (bytes !== undefined) return perResult + brackets + bytes;
  let size = perResult + brackets;
  for (const row of cells) for (const cell of row) size += isCard(cell) ? jsonSize(cell.toDataType()) : cellSize(cell);
  return size;
};

const isCard = (cell: CellValue): cell is EntityCell => typeof cell === "object" && "sections" in cell;
const jsonSize = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length + 1;

/** The error that Excel shows in the cell. `CustomFunctions.Error` does not exist yet when the script loads, so nothing else may name it. */
export const toCustomFunctionsError = (error: AddinError | CellError): CustomFunctions.Error =>
  new CustomFunctions.Error(excelError(toExcelCode(error)), error.message === "" ? undefined : error.message);

const excelError = (excelCode: string): CustomFunctions.ErrorCode =>
  Object.values(CustomFunctions.ErrorCode).find((code: string) => code === excelCode) ??
  CustomFunctions.ErrorCode.notAvailable;

interface ErrorShaped {
  readonly type?: unknown;
  readonly basicValue?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** An argument as Excel passed it, with every error value in it as a CellError. */
export const readArgument = (argument: unknown): unknown =>
  Array.isArray(argument) ? argument.map(readArgument) : (toCellError(argument) ?? argument);

/**
 * The error value in an argument: an error data type (`{ type: "Error", basicValue: "#N/A" }`, "Data types core concepts") or a
 * `CustomFunctions.Error` ("Errors as custom function inputs"); undefined for anything else.
 */
export const toCellError = (argument: unknown): CellError | undefined => {
  if (typeof argument !== "object" || argument === null) return undefined;
  const { type, basicValue, code, message } = argument as ErrorShaped;
  const excelCode = type === "Error" ? (basicValue ?? code) : code;
  if (!isCellErrorText(excelCode)) return undefined;
  return new CellError(excelCode, typeof message === "string" ? message : "");
};
