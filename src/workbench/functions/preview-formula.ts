import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import type { FunctionHost } from "./function-host";

/** Evaluates a formula for the eye, as Excel does for the part of a formula that is selected: calls are told `isInValuePreview`. */
export const previewFormula = async (
  book: Book,
  functions: FunctionHost,
  formula: string,
): Promise<CellContent[][]> => {
  functions.preview.begin();
  try {
    await evaluate(book, formula);
    await functions.preview.settled();
    return await evaluate(book, formula);
  } finally {
    functions.preview.end();
  }
};

const evaluate = async (book: Book, formula: string): Promise<CellContent[][]> => {
  const { unitId, activeSheetId } = book;
  const asked = { [unitId]: { [activeSheetId]: { 0: { 0: [formula] } } } };
  const results = await book.engine.api.getFormula().executeFormulas(asked);
  const value: unknown = results[unitId]?.[activeSheetId]?.[0]?.[0]?.[0]?.value;
  const rows = Array.isArray(value) ? (value as unknown[][]) : [[value]];
  return rows.map((row) => row.map(contentOf));
};

const contentOf = (value: unknown): CellContent =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : "";
