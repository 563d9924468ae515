import { runExcel } from "./run-excel";

type ChangeHandler = (event: Excel.WorksheetChangedEventArgs) => Promise<void> | void;

const changeTypes = new Set([
  "RowInserted",
  "RowDeleted",
  "ColumnInserted",
  "ColumnDeleted",
  "CellInserted",
  "CellDeleted",
]);

const onChanged = (handler: (event: Excel.WorksheetChangedEventArgs) => Promise<void>): Promise<void> =>
  runExcel(async (context) => {
    context.workbook.worksheets.onChanged.add(handler);
    await context.sync();
  });

/** Calls `handler` when rows, columns or cells are inserted or deleted on any sheet: addresses known from before may be wrong then. */
export const onStructuralChange = (handler: ChangeHandler): Promise<void> =>
  onChanged(async (event) => {
    if (changeTypes.has(event.changeType)) await handler(event);
  });

/** Calls `handler` when a co-author changes a cell. */
export const onChangeByOthers = (handler: () => void): Promise<void> =>
  onChanged((event: { readonly source: string }) => {
    if (event.source === "Remote") handler();
    return Promise.resolve();
  });
