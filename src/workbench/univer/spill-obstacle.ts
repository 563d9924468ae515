import { formatRange } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type Area, containsArea } from "./addresses";
import type { Book } from "./book";
import { mergedIn } from "./used-area";

/** Why a result does not spill, and the area that it needs. */
export type SpillObstacle =
  /** `at` is an address, or the name of the table. */
  | { readonly kind: "cell" | "merged" | "table"; readonly needs: string; readonly at: string }
  | { readonly kind: "edge"; readonly needs: string };

/** What is in the way of the blocked result of a cell; undefined if nothing is known of it. */
export const spillObstacle = (book: Book, sheetId: string, row: number, column: number): SpillObstacle | undefined => {
  const area = book.blockedSpill(sheetId, row, column);
  if (area === undefined) return undefined;
  const needs = formatRange(area);
  if (area.endRow > lastRow || area.endColumn > lastColumn) return { kind: "edge", needs };
  const [table] = book.tables.touching(area);
  if (table !== undefined) return { kind: "table", needs, at: table.name };
  const merged = mergedIn(book, area);
  if (merged !== undefined) return { kind: "merged", needs, at: formatRange(merged) };
  const cell = firstFilled(book, area);
  return cell && { kind: "cell", needs, at: formatRange(cell) };
};

const firstFilled = (book: Book, area: Area): Area | undefined => {
  const { sheetId, startRow, startColumn } = area;
  for (const [r, row] of book.formulas(area).entries())
    for (const [c, content] of row.entries()) {
      const place = {
        startRow: startRow + r,
        endRow: startRow + r,
        startColumn: startColumn + c,
        endColumn: startColumn + c,
      };
      const isAnchor = r === 0 && c === 0;
      if (!isAnchor && content !== "" && containsArea(area, { sheetId, ...place })) return { sheetId, ...place };
    }
  return undefined;
};
