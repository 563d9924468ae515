import type { AddinError, ErrorCode } from "../error/addin-error";
import { CellError } from "../error/cell-error";

/**
 * What each failure shows: Excel shows a sentence of ours only with these two, so `#VALUE!` means "change the formula" and
 * `#N/A` "the formula is fine, the value is not to be had now". A new code without a line here does not compile.
 */
const cellErrors: Readonly<Record<ErrorCode, "invalidValue" | "notAvailable">> = {
  "invalid-argument": "invalidValue",
  rejected: "invalidValue",
  "too-large": "invalidValue",
  ambiguous: "notAvailable",
  "signed-out": "notAvailable",
  "no-access": "notAvailable",
  "not-found": "notAvailable",
  "not-ready": "notAvailable",
  stopped: "notAvailable",
  "no-rows": "notAvailable",
  interrupted: "notAvailable",
  throttled: "notAvailable",
  unavailable: "notAvailable",
  unexpected: "notAvailable",
};

/** Makes the error Excel shows in the cell; the only place that makes a `CustomFunctions.Error`, and only when called (the class is not there at load). */
export const toCustomFunctionsError = (error: AddinError | CellError): CustomFunctions.Error =>
  error instanceof CellError
    ? new CustomFunctions.Error(excelError(error.excelCode), error.message === "" ? undefined : error.message)
    : new CustomFunctions.Error(CustomFunctions.ErrorCode[cellErrors[error.code]], error.message);

const excelError = (excelCode: string): CustomFunctions.ErrorCode =>
  Object.values(CustomFunctions.ErrorCode).find((code: string) => code === excelCode) ??
  CustomFunctions.ErrorCode.notAvailable;

/** `#N/A`, `#DIV/0!`, `#GETTING_DATA`: Excel has near twenty of them and adds more, so they are known by their shape. */
const errorText = /^#[A-Z][A-Z0-9_/]*[!?]?$/;

interface ErrorShaped {
  readonly type?: unknown;
  readonly basicValue?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

/**
 * Reads an error value that Excel passed as an argument: an error data type (`{ type: "Error", basicValue: "#N/A" }`, "Data types
 * core concepts") or a `CustomFunctions.Error` ("Errors as custom function inputs"); undefined for anything else.
 */
export const toCellError = (argument: unknown): CellError | undefined => {
  if (typeof argument !== "object" || argument === null) return undefined;
  const { type, basicValue, code, message } = argument as ErrorShaped;
  const excelCode = type === "Error" ? (basicValue ?? code) : code;
  if (typeof excelCode !== "string" || !errorText.test(excelCode)) return undefined;
  return new CellError(excelCode, typeof message === "string" ? message : "");
};
