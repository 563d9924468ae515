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

/** The area with blank rows and columns around it, or the edge of the sheet, that has these cells in it. */
export const surroundingArea = (book: Book, area: Area): Area => {
  const used = usedArea(book, area.sheetId);
  if (used === undefined) return area;
  const values = book.values(used);
  const isFilled = (row: number, column: number): boolean =>
    (values[row - used.startRow]?.[column - used.startColumn] ?? "") !== "";
  const span = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  let region = area;
  for (;;) {
    const { startRow, endRow, startColumn, endColumn } = region;
    // Corners count: a filled cell diagonally beside the region belongs to it.
    const rows = span(startRow - 1, endRow + 1);
    const columns = span(startColumn - 1, endColumn + 1);
    const next = {
      ...region,
      startRow: columns.some((column) => isFilled(startRow - 1, column)) ? startRow - 1 : startRow,
      endRow: columns.some((column) => isFilled(endRow + 1, column)) ? endRow + 1 : endRow,
      startColumn: rows.some((row) => isFilled(row, startColumn - 1)) ? startColumn - 1 : startColumn,
      endColumn: rows.some((row) => isFilled(row, endColumn + 1)) ? endColumn + 1 : endColumn,
    };
    const size = (each: Area): number => each.endRow - each.startRow + each.endColumn - each.startColumn;
    if (size(next) === size(region)) return region;
    region = next;
  }
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
