import type { Area } from "./addresses";
import type { Book } from "./book";

const spareRows = 51;
const spareColumns = 11;

/** Lets a sheet grow until the area lies on it: the engine walks all rows of a sheet in several places, so sheets start small. */
export const makeRoom = (book: Book, { sheetId, endRow, endColumn }: Area): void => {
  const sheet = book.sheet(sheetId);
  const target = { unitId: book.unitId, subUnitId: sheetId };
  const run = (id: string, params: object): unknown => book.engine.api.syncExecuteCommand(id, params);
  if (endRow >= sheet.getMaxRows())
    run("sheet.mutation.set-worksheet-row-count", { ...target, rowCount: endRow + spareRows });
  if (endColumn >= sheet.getMaxColumns())
    run("sheet.mutation.set-worksheet-column-count", { ...target, columnCount: endColumn + spareColumns });
};
