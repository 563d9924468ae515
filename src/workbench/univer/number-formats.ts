import type { IStyleData, Worksheet } from "@univerjs/core";
import { lastRow } from "../../facts/excel-limits";
import { type Area } from "./addresses";
import type { Book } from "./book";
import { changeStyles } from "./cell-styles";

/** The number format of each cell, by default `General`. */
export const readNumberFormats = (book: Book, unclipped: Area): string[][] => {
  const area = book.clip(unclipped);
  const sheet = book.sheet(area.sheetId).getSheet();
  return Array.from({ length: area.endRow - area.startRow + 1 }, (_, r) =>
    Array.from({ length: area.endColumn - area.startColumn + 1 }, (__, c) => {
      const style = sheet.getComposedCellStyle(area.startRow + r, area.startColumn + c) as IStyleData | undefined;
      const pattern = style?.n?.pattern ?? "";
      return pattern === "" ? "General" : pattern;
    }),
  );
};

/** Sets number formats. A whole column gets a column format, so that later rows have it too. */
export const setNumberFormats = (book: Book, area: Area, patterns: readonly (readonly string[])[]): void => {
  const first = patterns[0] ?? [];
  if (area.startRow === 0 && area.endRow === lastRow)
    first.forEach((pattern, index) => {
      book.sheet(area.sheetId).setColumnDefaultStyle(area.startColumn + index, { n: { pattern } });
    });
  const sheet = book.sheet(area.sheetId).getSheet();
  // The engine loops over every row that has a style: a million of them would keep it busy for a minute.
  changeStyles(book, book.clip(area), (row, column) =>
    columnStyle(sheet, column, patterns[row - area.startRow]?.[column - area.startColumn] ?? ""),
  );
};

const columnStyle = (sheet: Worksheet, column: number, pattern: string): IStyleData => {
  // Only a written "General" covers the format of the column.
  const isPlain = isGeneral(pattern) && isGeneral(sheet.getColumnStyle(column)?.n?.pattern);
  return { n: isPlain ? null : { pattern: isGeneral(pattern) ? "General" : pattern } };
};

const isGeneral = (pattern = ""): boolean => pattern === "" || pattern === "General";
