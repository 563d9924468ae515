import { isObject } from "../../facts/json";

/** The value of a cell with a pending call. */
export const busy = "#BUSY!";

/** `CustomFunctions.Error` of the shared runtime; also an error value in the sheet. */
export class FunctionError extends Error {
  readonly code: string;

  constructor(code = "#VALUE!", message?: string) {
    // Excel shows a custom message with these two codes only ("Handle and return errors from your custom
    // function").
    super(code === "#VALUE!" || code === "#N/A" ? message : undefined);
    this.name = "CustomFunctions.Error";
    this.code = code;
  }
}

/** True for an error of any realm: the add-in's or the workbench's. */
export const isFunctionError = (value: unknown): value is FunctionError =>
  value instanceof FunctionError ||
  (isObject(value) && "code" in value && /^#[A-Z/0]+[!?A]?$/.test(String(value["code"])));
