import type { ICellData, Nullable } from "@univerjs/core";
import { type CellRange, overlap } from "../../facts/addresses";
import { type Area, type CellPlace } from "./addresses";
import type { Book } from "./book";

const hasContent = (cell: Nullable<ICellData>): boolean =>
  Boolean(cell) &&
  Boolean(cell?.f ?? cell?.si ?? cell?.p ?? (cell?.v !== undefined && cell.v !== null && cell.v !== ""));

/** The smallest area with all content. Unless `valuesOnly` is set, formats count as content. */
export const usedArea = (book: Book, sheetId: string, valuesOnly = true): Area | undefined => {
  let whole: Area | undefined;
  const add = (area: CellRange): void => {
    whole = {
      sheetId,
      startRow: Math.min(whole?.startRow ?? area.startRow, area.startRow),
      endRow: Math.max(whole?.endRow ?? area.endRow, area.endRow),
      startColumn: Math.min(whole?.startColumn ?? area.startColumn, area.startColumn),
      endColumn: Math.max(whole?.endColumn ?? area.endColumn, area.endColumn),
    };
  };
  const matrix = book.sheet(sheetId).getSheet().getCellMatrix();
  matrix.forValue((row, column, cell) => {
    const counts = hasContent(cell) || (!valuesOnly && Boolean(cell?.s));
    if (counts) add({ startRow: row, endRow: row, startColumn: column, endColumn: column });
  });
  for (const spill of book.spills(sheetId)) add(spill);
  return whole;
};

/** The cells of an area that contain a formula. */
export const findFormulaCells = (book: Book, area: Area): CellPlace[] => {
  const cells: CellPlace[] = [];
  const { sheetId } = area;
  const matrix = book.sheet(sheetId).getSheet().getCellMatrix();
  matrix.forValue((row, column, cell) => {
    const inside = overlap(area, { startRow: row, endRow: row, startColumn: column, endColumn: column });
    if (inside && Boolean(cell?.f ?? cell?.si)) cells.push({ unitId: book.unitId, sheetId, row, column });
  });
  return cells;
};

/** The first merged area that overlaps the area. */
export const mergedIn = (book: Book, area: Area): Area | undefined => {
  const merged = book
    .sheet(area.sheetId)
    .getSheet()
    .getMergeData()
    .find((range) => overlap(range, area));
  if (merged === undefined) return undefined;
  const { startRow, startColumn, endRow, endColumn } = merged;
  return { sheetId: area.sheetId, startRow, startColumn, endRow, endColumn };
};
