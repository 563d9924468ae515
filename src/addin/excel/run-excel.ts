import { addressSheet, withoutSheet } from "../../facts/sheet-names";

type ExcelBatch<Value> = (context: Excel.RequestContext) => Promise<Value>;

let tail: Promise<unknown> = Promise.resolve();
let watch: (work: Promise<unknown>) => void = () => undefined;

/** Passes every later batch to an observer that checks whether Excel accepts it. */
export const watchBatches = (watcher: typeof watch): void => {
  watch = watcher;
};

/**
 * Runs one batch after the other: hundreds of `Excel.run` at a time end in "Wait until the previous call completes".
 * Waits while the user edits a cell (`delayForCellEdit`, unless it is false); `mergeUndoGroup` makes the batch one step of undo where the host can.
 */
export const runExcel = <Value>(
  batch: ExcelBatch<Value>,
  options: { readonly mergeUndoGroup?: boolean; readonly delayForCellEdit?: boolean } = {},
): Promise<Value> => {
  const next = tail.then(() => Excel.run({ delayForCellEdit: true, ...options } as Excel.RunOptions, batch));
  tail = next.catch(() => undefined);
  watch(tail);
  return next;
};

/** Whether a batch with `delayForCellEdit: false` was refused because a cell is edited. */
export const isCellEdit = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === "InvalidOperationInCellEditMode";

/** The range of an address with its sheet; without one, on the active sheet. */
export const rangeAt = (context: Excel.RequestContext, address: string): Excel.Range => {
  const { worksheets } = context.workbook;
  const sheet = addressSheet(address);
  return sheet === undefined
    ? worksheets.getActiveWorksheet().getRange(address)
    : worksheets.getItem(sheet).getRange(withoutSheet(address));
};
