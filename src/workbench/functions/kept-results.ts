import { calledFunctions } from "../../ooxml/formula-tokens";
import { type CellPlace } from "../univer/addresses";
import type { Book } from "../univer/book";

/** The functions of a formula that the engine does not know and that the file has a result of. */
export const unknownFunctionsAt = (book: Book, place: Omit<CellPlace, "unitId">): readonly string[] =>
  book.unknownFunctions.size === 0
    ? []
    : [...new Set(calledFunctions(book.formulaAt(place) ?? ""))].filter((name) => book.unknownFunctions.has(name));

/** A formula that shows the value of the file, because it cannot be calculated. */
interface FileResult {
  readonly address: string;
  readonly functions: readonly string[];
}

/** Undefined for a formula that is calculated, and for one that was entered here. */
export const keptResultAt = (book: Book, place: CellPlace): FileResult | undefined => {
  const functions = unknownFunctionsAt(book, place);
  if (functions.length === 0) return undefined;
  const { sheetId, row, column } = place;
  const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
  const value = book.values(cell)[0]?.[0];
  return value === "" || value === "#NAME?" ? undefined : { address: book.addressOf(place), functions };
};

/** The formulas of the workbook that show values of the file. */
export const keptResults = (book: Book): readonly FileResult[] =>
  book.unknownFormulas
    .filter(({ sheetId }) => book.workbook.getSheetBySheetId(sheetId) !== null)
    .flatMap((place) => keptResultAt(book, place) ?? []);
