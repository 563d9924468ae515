import type { Area } from "./univer/addresses";
import type { Book } from "./univer/book";
import type { EnteredCells } from "./univer/entered-cells";
import { readEntry, type CellContent } from "./univer/entry";

/** Enters cells by address, each sheet's in one step. */
export const enterCells = (book: Book, cells: Readonly<Record<string, CellContent>>): void => {
  const sheets = new Map<string, { area: Area; entered: EnteredCells }>();
  for (const [address, content] of Object.entries(cells)) {
    const { sheetId, startRow: row, startColumn: column } = book.area(address);
    const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
    const sheet = sheets.get(sheetId) ?? { area: cell, entered: {} };
    sheet.area = unite(sheet.area, cell);
    (sheet.entered[row] ??= {})[column] = readEntry(content);
    sheets.set(sheetId, sheet);
  }
  for (const { area, entered } of sheets.values()) book.enter(area, entered);
};

const unite = (one: Area, other: Area): Area => ({
  sheetId: one.sheetId,
  startRow: Math.min(one.startRow, other.startRow),
  startColumn: Math.min(one.startColumn, other.startColumn),
  endRow: Math.max(one.endRow, other.endRow),
  endColumn: Math.max(one.endColumn, other.endColumn),
});
