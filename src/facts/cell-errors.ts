/** `#N/A`, `#DIV/0!`, `#GETTING_DATA`: Excel has about twenty and adds more, so they are recognized by their form. */
const cellError = /^#[A-Z][A-Z0-9_/]*[!?]?$/;

/** Whether a value is what a cell with an error shows. Excel's API gives errors as these texts. */
export const isCellErrorText = (value: unknown): value is string => typeof value === "string" && cellError.test(value);
