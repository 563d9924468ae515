import { AddinError, type ErrorCode } from "../../engine/http/addin-error";

/** An error value in a cell that a formula refers to (`#N/A`, `#DIV/0!` …). The formula returns it as it is. */
export class CellError extends Error {
  override readonly name = "CellError";
  /** `#N/A`, `#VALUE!` … */
  readonly excelCode: string;

  constructor(excelCode: string, message = "") {
    super(message);
    this.excelCode = excelCode;
  }
}

/** A number with the format in which the host shows it. */
export interface FormattedCell {
  readonly kind: "formatted";
  readonly value: number;
  readonly numberFormat: string;
  /** What Excel takes for the cell, where that is more than a number and its format. */
  readonly toDataType?: () => object;
}

/** A property of an entity card: text, number or a list of them. */
export type CardValue = string | number | boolean | readonly CardValue[];

/** Sections of a card in order: title → label → value. */
export type CardSections = Readonly<Record<string, Readonly<Record<string, CardValue>>>>;

/** An entity data type with a card; a host that cannot show it gets `text`. */
export interface EntityCell {
  readonly kind: "entity";
  readonly text: string;
  readonly sections: CardSections;
  /** What Excel takes for the cell. */
  readonly toDataType: () => object;
}

/** The value of one cell. A missing value is "", never null: Excel shows a null in an array as 0. */
export type CellValue = string | number | boolean | AddinError | CellError | FormattedCell | EntityCell;

/** Rows of equal length, at least 1 × 1. */
export type Matrix = readonly (readonly CellValue[])[];

/**
 * The cell error of each error code. Excel shows our message only with these two: `#VALUE!` means "change the formula", `#N/A` means "the
 * formula is right, the value is not available now".
 */
const excelCodes: Readonly<Record<ErrorCode, "#VALUE!" | "#N/A">> = {
  "invalid-argument": "#VALUE!",
  rejected: "#VALUE!",
  "too-large": "#VALUE!",
  ambiguous: "#N/A",
  "signed-out": "#N/A",
  "no-access": "#N/A",
  "not-found": "#N/A",
  "not-ready": "#N/A",
  stopped: "#N/A",
  "no-rows": "#N/A",
  "empty-list": "#N/A",
  interrupted: "#N/A",
  throttled: "#N/A",
  "budget-spent": "#N/A",
  unavailable: "#N/A",
  unexpected: "#N/A",
};

/** The error value that a cell shows: `#N/A`, `#VALUE!` … */
export const toExcelCode = (error: AddinError | CellError): string =>
  error instanceof CellError ? error.excelCode : excelCodes[error.code];

/** The plain value of a cell: of a date its serial, of a card its text, of an error its code or sentence. */
export const plainValue = (cell: CellValue | undefined): string | number | boolean => {
  if (cell === undefined) return "";
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError) return cell.message;
  if (cell instanceof Error) return cell.excelCode;
  return cell.kind === "formatted" ? cell.value : cell.text;
};
