import type { Area } from "./addresses";
import type { Book } from "./book";
import { usedArea } from "./used-area";

const narrowest = 40;
const widest = 420;
const characterWidth = 8.2;
const margin = 16;
const measuredRows = 500;

/** The width of the area's first column, in pixels. */
export const columnWidth = (book: Book, { sheetId, startColumn }: Area): number =>
  book.sheet(sheetId).getColumnWidth(startColumn);

/** Sets the width of the area's columns by mutation: the command measures every row of the sheet again. */
export const setColumnWidth = (book: Book, { sheetId, startColumn, endColumn }: Area, colWidth: number): void => {
  const ranges = [{ startRow: 0, endRow: 0, startColumn, endColumn }];
  const params = { unitId: book.unitId, subUnitId: sheetId, ranges, colWidth };
  book.engine.api.syncExecuteCommand("sheet.mutation.set-worksheet-col-width", params);
};

/** Makes the columns as wide as what they show. */
export const autofitColumns = (book: Book, asked: Area): void => {
  const used = usedArea(book, asked.sheetId);
  if (used === undefined) return;
  const startRow = Math.max(asked.startRow, used.startRow);
  const endRow = Math.min(asked.endRow, used.endRow, startRow + measuredRows);
  const endColumn = Math.min(asked.endColumn, used.endColumn);
  if (endRow < startRow || endColumn < asked.startColumn) return;
  const rows = book.text({ ...asked, startRow, endRow, endColumn });
  for (let column = asked.startColumn; column <= endColumn; column += 1) {
    const longest = Math.max(...rows.map((row) => row[column - asked.startColumn]?.length ?? 0));
    const width = Math.min(widest, Math.max(narrowest, margin + characterWidth * longest));
    setColumnWidth(book, { ...asked, startColumn: column, endColumn: column }, width);
  }
};
