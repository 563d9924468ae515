import { errorValue } from "../univer/error-value";
import type { FunctionHost } from "./function-host";
import type { CellContent } from "../univer/entry";
import type { Book } from "../univer/book";

/** A cell as the user sees it. */
export interface ReadCell {
  readonly value: CellContent;
  readonly text: string;
  readonly formula?: string;
  readonly error?: { readonly code: string; readonly message?: string };
}

/** Reads a range, with errors and their messages. */
export const readRange = (book: Book, functions: FunctionHost, address: string): ReadCell[][] => {
  const area = book.area(address);
  const text = book.text(area);
  const formulas = book.formulas(area);
  return book.values(area).map((row, r) =>
    row.map((value, c) => {
      const formula = formulas[r]?.[c];
      const place = { sheetId: area.sheetId, row: area.startRow + r, column: area.startColumn + c };
      const error = errorAt(book, functions, { ...place, value });
      return {
        value,
        text: text[r]?.[c] ?? "",
        ...(typeof formula === "string" && formula.startsWith("=") && formula !== value && { formula }),
        ...(error !== undefined && { error }),
      };
    }),
  );
};

interface CellWithValue {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
  readonly value: CellContent;
}

/** The error in a cell, with the message of the function if it gave one. */
export const errorAt = (book: Book, functions: FunctionHost, cell: CellWithValue): ReadCell["error"] => {
  const { sheetId, row, column, value } = cell;
  if (typeof value !== "string" || !errorValue.test(value)) return undefined;
  const anchor = book.spillOver(sheetId, row, column);
  const from = { unitId: book.unitId, sheetId, row: anchor?.startRow ?? row, column: anchor?.startColumn ?? column };
  const offset = { row: row - from.row, column: column - from.column };
  const message = functions.calls.messageAt(from, offset, value);
  return { code: value, ...(message !== undefined && { message }) };
};
