import { bounds } from "./cell-content";
import type { Area } from "./addresses";
import type { Book } from "./book";
import { spillRanges, type StoredCell } from "./private-hooks";

/** Every spill of a sheet; the engine keeps the range of a blocked one too, which covers nothing. */
export const presentSpills = (book: Book, sheetId: string): Area[] => {
  const rows = spillRanges(book.engine.injector)?.[book.unitId]?.[sheetId] ?? {};
  const sheet = book.sheet(sheetId).getSheet();
  const isBlocked = ({ startRow, startColumn }: Area): boolean =>
    (sheet.getCellRaw(startRow, startColumn) as StoredCell | null)?.v === "#SPILL!";
  return Object.values(rows)
    .flatMap((row) => Object.values(row).map((range) => ({ sheetId, ...bounds(range) })))
    .filter((spill) => !isBlocked(spill));
};
