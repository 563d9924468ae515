/** The error of `context.sync()` (`OfficeExtension.Error`). */
export class OfficeError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RichApi.Error";
    this.code = code;
  }
}

/** A property was read before it was loaded. */
export const notLoaded = (property: string): OfficeError =>
  new OfficeError(
    "PropertyNotLoaded",
    `The property '${property}' is not available. Before reading the property's value, call the load method on the containing object and call "context.sync()" on the associated request context.`,
  );

/** There is nothing of that name or at that place. */
export const itemNotFound = (): OfficeError => new OfficeError("ItemNotFound", "The requested resource doesn't exist.");

/** Excel would not accept the argument. */
export const invalidArgument = (detail: string): OfficeError =>
  new OfficeError("InvalidArgument", `The argument is invalid or missing or has an incorrect format: ${detail}`);

/** A batch while a cell is being edited, without `delayForCellEdit`. */
export const inCellEditMode = (): OfficeError =>
  new OfficeError(
    "InvalidOperationInCellEditMode",
    "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or selecting another cell, and then try again.",
  );

/** A write to a protected sheet. */
export const accessDenied = (): OfficeError =>
  new OfficeError("AccessDenied", "You can't perform the requested operation: the sheet is protected.");
