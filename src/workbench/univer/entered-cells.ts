import type { IStyleData } from "@univerjs/core";
import type { Area } from "./addresses";
import type { Book } from "./book";
import { readEntry, type CellContent } from "./entry";

/** Entries by row and column. */
export type EnteredCells = Record<number, Record<number, ReturnType<typeof readEntry>>>;

/** Reads a block as if it were typed into the area; null leaves a cell out. */
export const entriesOf = (
  book: Book,
  { sheetId, startRow, startColumn }: Area,
  rows: readonly (readonly (CellContent | null)[])[],
): EnteredCells => {
  const cells: EnteredCells = {};
  rows.forEach((row, r) => {
    const line: EnteredCells[number] = {};
    row.forEach((value, c) => {
      const column = startColumn + c;
      if (value !== null) line[column] = readEntry(value, keepsText(book, sheetId, { row: startRow + r, column }));
    });
    cells[startRow + r] = line;
  });
  return cells;
};

/** The format "@" keeps what is typed as text. */
const keepsText = (book: Book, sheetId: string, { row, column }: { row: number; column: number }): boolean => {
  const style = book.sheet(sheetId).getSheet().getComposedCellStyle(row, column) as IStyleData | undefined;
  return style?.n?.pattern === "@";
};
