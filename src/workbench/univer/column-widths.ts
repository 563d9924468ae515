import { ICommandService, IUndoRedoService } from "@univerjs/core";
import { SetWorksheetColWidthMutation, SetWorksheetColWidthMutationFactory } from "@univerjs/sheets";
import { pointsPerPixel } from "../../facts/units";
import { type Area } from "./addresses";
import type { Book } from "./book";
import { usedArea } from "./used-area";

const narrowestColumn = 40;
const widestColumn = 420;
const cellCharacterWidth = 8.2;
const columnMargin = 16;
const measuredRows = 500;

/** The width of the area's first column, in points. */
export const columnWidth = (book: Book, { sheetId, startColumn }: Area): number =>
  pointsPerPixel * book.sheet(sheetId).getColumnWidth(startColumn);

/** Whether nobody has set the widths of the area's columns; null where some are set. */
export const hasStandardWidth = (book: Book, { sheetId, startColumn, endColumn }: Area): boolean | null => {
  const sheet = book.sheet(sheetId).getSheet().getConfig();
  let set = 0;
  for (let column = startColumn; column <= endColumn; column += 1) {
    const width = sheet.columnData[column]?.w;
    if (width !== undefined && width !== sheet.defaultColumnWidth) set += 1;
  }
  if (set === 0) return true;
  return set > endColumn - startColumn ? false : null;
};

/** Sets column widths, in points, as a step of undo. By mutation: the command would measure every row of the sheet. */
export const setColumnWidth = (book: Book, { sheetId, startColumn, endColumn }: Area, points: number): void => {
  const colWidth = points / pointsPerPixel;
  const { injector } = book.engine;
  const { id } = SetWorksheetColWidthMutation;
  const ranges = [{ startRow: 0, endRow: 0, startColumn, endColumn }];
  const params = { unitId: book.unitId, subUnitId: sheetId, ranges, colWidth };
  const before = SetWorksheetColWidthMutationFactory(params, book.sheet(sheetId).getSheet());
  injector.get(ICommandService).syncExecuteCommand(id, params);
  injector
    .get(IUndoRedoService)
    .pushUndoRedo({ unitID: book.unitId, undoMutations: [{ id, params: before }], redoMutations: [{ id, params }] });
};

/** Adjusts column widths to the displayed texts. */
export const autofitColumns = (book: Book, columns: Area): void => {
  const usedCells = usedArea(book, columns.sheetId);
  if (usedCells === undefined) return;
  const startRow = Math.max(columns.startRow, usedCells.startRow);
  const endRow = Math.min(columns.endRow, usedCells.endRow, startRow + measuredRows);
  const endColumn = Math.min(columns.endColumn, usedCells.endColumn);
  if (endRow < startRow || endColumn < columns.startColumn) return;
  const rows = book.text({ ...columns, startRow, endRow, endColumn });
  for (let column = columns.startColumn; column <= endColumn; column += 1) {
    const longest = Math.max(...rows.map((row) => row[column - columns.startColumn]?.length ?? 0));
    const width = Math.min(widestColumn, Math.max(narrowestColumn, columnMargin + cellCharacterWidth * longest));
    setColumnWidth(book, { ...columns, startColumn: column, endColumn: column }, pointsPerPixel * width);
  }
};
