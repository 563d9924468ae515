import { OfficeError } from "../office/office-error";

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

/** Several ranges are selected where one is needed. */
export const invalidSelection = (): OfficeError =>
  new OfficeError("InvalidSelection", "The current selection is invalid for this operation.");

/** A batch while a cell is being edited, without `delayForCellEdit`. */
export const inCellEditMode = (): OfficeError =>
  new OfficeError(
    "InvalidOperationInCellEditMode",
    "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or selecting another cell, and then try again.",
  );

/** A write to a protected sheet. */
export const accessDenied = (): OfficeError =>
  new OfficeError("AccessDenied", "You can't perform the requested operation: the sheet is protected.");
