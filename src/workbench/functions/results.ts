import {
  ArrayValueObject,
  BooleanValueObject,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
  type BaseValueObject,
} from "@univerjs/engine-formula";
import { longestCellText } from "../../facts/excel-limits";
import { errorType } from "../univer/private-hooks";
import { isFunctionError } from "./function-error";

/** Excel on the web accepts this many bytes of one result. Larger results are dropped. */
export const mostResultBytes = 5_000_000;

const error = (code: string): BaseValueObject => ErrorValueObject.create(errorType(code));

/**
 * Converts a function's result to the engine's value. Values are created one by one: the engine's own conversion
 * turns "0012" into 12 and "5%" into 0.05.
 */
export const toSheetValue = (result: unknown): BaseValueObject => {
  if (!Array.isArray(result)) return toEngineValue(result);
  const rows = result as unknown[];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  if (width === 0 || rows.some((row) => !Array.isArray(row) || row.length !== width)) return error("#VALUE!");
  return ArrayValueObject.create({
    calculateValueList: (rows as unknown[][]).map((row) => row.map(toEngineValue)),
    rowCount: rows.length,
    columnCount: width,
    unitId: "",
    sheetId: "",
    row: -1,
    column: -1,
  });
};

const toEngineValue = (value: unknown): BaseValueObject => {
  // Excel shows 0 if a function returns null.
  if (value === null || value === undefined) return NumberValueObject.create(0);
  if (typeof value === "number") return Number.isFinite(value) ? NumberValueObject.create(value) : error("#NUM!");
  if (typeof value === "boolean") return BooleanValueObject.create(value);
  if (typeof value === "string")
    return value.length > longestCellText ? error("#VALUE!") : StringValueObject.create(value);
  if (isFunctionError(value)) return error(value.code);
  return typeof value === "object" ? fromDataType(value) : error("#VALUE!");
};

interface ResultDataType {
  readonly type?: unknown;
  readonly basicValue?: unknown;
  readonly numberFormat?: unknown;
  readonly text?: unknown;
}

const fromDataType = (value: ResultDataType): BaseValueObject => {
  // Office.js sends results as JSON, so a Date becomes its ISO text.
  if (Object.prototype.toString.call(value) === "[object Date]")
    return StringValueObject.create((value as Date).toISOString());
  const { type, basicValue, numberFormat, text } = value;
  if (type === "Error") return error(typeof basicValue === "string" ? basicValue : "#VALUE!");
  if (type === "Entity" && typeof text === "string") return StringValueObject.create(text);
  if (typeof basicValue === "number" && typeof numberFormat === "string")
    return NumberValueObject.create(basicValue, numberFormat);
  return typeof basicValue === "object" || basicValue === undefined ? error("#VALUE!") : toEngineValue(basicValue);
};

/** The approximate size of a result as JSON, in bytes. */
export const resultBytes = (result: unknown): number => {
  if (Array.isArray(result)) return result.reduce<number>((sum, item) => sum + 1 + resultBytes(item), 1);
  if (typeof result === "string") return 2 + textBytes(result);
  if (typeof result === "number") return String(result).length;
  return typeof result === "object" && result !== null ? JSON.stringify(result).length : 5;
};

const textBytes = (text: string): number => {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) bytes += 2;
  return bytes;
};
