import type { FieldType } from "../wire/fields";
import type { CellValue } from "./matrix";
import type { Scalar } from "./nested/reading";
import { parseIso, toSerial } from "./serial";

/** How scalars become cells. */
export interface CellStyle {
  /** What stands for a missing value: "", 0, a text or `#N/A`. */
  readonly empty: CellValue;
  readonly dates: "excel" | "iso";
}

/** The longest text a cell of Excel holds. */
export const longestText = 32_767;

/** How the scalars of a column become cells: missing as the style says, dates as serials, text cut at 32,767 characters with `…`. */
export const cellMaker = (type: FieldType, style: CellStyle): ((value: Scalar) => CellValue) => {
  const { empty } = style;
  const date = isDate(type) && style.dates === "excel";
  return (value) => {
    if (typeof value === "string") {
      if (value === "") return empty;
      return date ? toDate(value) : fitting(value);
    }
    if (typeof value === "number") return Number.isFinite(value) ? value : empty;
    return value ?? empty;
  };
};

/** One cell. */
export const toCell = (value: Scalar, type: FieldType, style: CellStyle): CellValue => cellMaker(type, style)(value);

const fitting = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text);

/** Whether its texts are dates. */
export const isDate = (type: FieldType): boolean => type === "date-time" || type === "date";

/** A text that is no date after all stays text. */
const toDate = (text: string): CellValue => {
  const moment = parseIso(text);
  return moment === undefined ? fitting(text) : toSerial(moment);
};
