import { runExcel } from "../run-excel";

const changeTypes = new Set([
  "RowInserted",
  "RowDeleted",
  "ColumnInserted",
  "ColumnDeleted",
  "CellInserted",
  "CellDeleted",
]);

/** Calls `handler` when rows, columns or cells are inserted or deleted on any sheet: addresses known from before may be wrong then. */
export const onStructuralChange = (
  handler: (event: Excel.WorksheetChangedEventArgs) => Promise<void> | void,
): Promise<void> =>
  runExcel(async (context) => {
    context.workbook.worksheets.onChanged.add(async (event) => {
      if (changeTypes.has(event.changeType)) await handler(event);
    });
    await context.sync();
  });
