/** What a pending call shows. */
export const busy = "#BUSY!";

/** The class the shared runtime gets as `CustomFunctions.Error`; also an error value on its way through the sheet. */
export class FunctionError extends Error {
  readonly code: string;

  constructor(code = "#VALUE!", message?: string) {
    // Excel shows a sentence of the function's own with these two only ("Handle and return errors from your custom function").
    super(code === "#VALUE!" || code === "#N/A" ? message : undefined);
    this.name = "CustomFunctions.Error";
    this.code = code;
  }
}

/** True for an error of any realm: thrown by the add-in, or made here. */
export const isFunctionError = (value: unknown): value is FunctionError =>
  value instanceof FunctionError ||
  (typeof value === "object" && value !== null && "code" in value && /^#[A-Z/0]+[!?A]?$/.test(String(value.code)));
