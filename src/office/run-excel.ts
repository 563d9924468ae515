type Batch<Value> = (context: Excel.RequestContext) => Promise<Value>;

let tail: Promise<unknown> = Promise.resolve();
let watch: (work: Promise<unknown>) => void = () => undefined;

/** Hands every batch from now on to somebody who looks whether Excel takes it. */
export const watchBatches = (watcher: typeof watch): void => {
  watch = watcher;
};

/**
 * Runs one batch after the other: hundreds of `Excel.run` at a time end in "Wait until the previous call completes".
 * Waits while the user edits a cell (`delayForCellEdit`); `mergeUndoGroup` makes the batch one step of undo where the host can.
 */
export const runExcel = <Value>(
  batch: Batch<Value>,
  options: { readonly mergeUndoGroup?: boolean } = {},
): Promise<Value> => {
  const next = tail.then(() => Excel.run({ delayForCellEdit: true, ...options } as Excel.RunOptions, batch));
  tail = next.catch(() => undefined);
  watch(tail);
  return next;
};
