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

/** Sets column widths by mutation: the command would measure every row of the sheet. */
export const setColumnWidth = (book: Book, { sheetId, startColumn, endColumn }: Area, colWidth: number): void => {
  const ranges = [{ startRow: 0, endRow: 0, startColumn, endColumn }];
  const params = { unitId: book.unitId, subUnitId: sheetId, ranges, colWidth };
  book.engine.api.syncExecuteCommand("sheet.mutation.set-worksheet-col-width", params);
};

/** Adjusts column widths to the displayed texts. */
export const autofitColumns = (book: Book, columns: Area): void => {
  const used = usedArea(book, columns.sheetId);
  if (used === undefined) return;
  const startRow = Math.max(columns.startRow, used.startRow);
  const endRow = Math.min(columns.endRow, used.endRow, startRow + measuredRows);
  const endColumn = Math.min(columns.endColumn, used.endColumn);
  if (endRow < startRow || endColumn < columns.startColumn) return;
  const rows = book.text({ ...columns, startRow, endRow, endColumn });
  for (let column = columns.startColumn; column <= endColumn; column += 1) {
    const longest = Math.max(...rows.map((row) => row[column - columns.startColumn]?.length ?? 0));
    const width = Math.min(widest, Math.max(narrowest, margin + characterWidth * longest));
    setColumnWidth(book, { ...columns, startColumn: column, endColumn: column }, width);
  }
};
