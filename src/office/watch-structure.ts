import { runExcel } from "./run-excel";

const moving = new Set(["RowInserted", "RowDeleted", "ColumnInserted", "ColumnDeleted", "CellInserted", "CellDeleted"]);

/** Whether a change moved cells. */
export const isMove = ({ changeType }: { readonly changeType: string }): boolean => moving.has(changeType);

/** Calls back when rows, columns or cells moved, so that what is known by address is in doubt. */
export const watchStructure = (moved: () => void): Promise<void> =>
  runExcel(async (context) => {
    context.workbook.worksheets.onChanged.add((event) => {
      if (isMove(event)) moved();
      return Promise.resolve();
    });
    await context.sync();
  });
