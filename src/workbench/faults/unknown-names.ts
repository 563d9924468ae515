import type { Book } from "../univer/book";
import { type Area } from "../univer/addresses";
import { findFormulaCells } from "../univer/used-area";
import type { HostFaults } from "./host-faults";

/** `_xldudf_ESG_EVENTS`: the name of a custom function in a file, and in a cell while Excel does not know it. */
const storedName = (name: string): string => `_xldudf_${name.replaceAll(".", "_")}`;

/** A piece of a formula: a text in quotes, a sheet name in quotes, a name before a parenthesis, or one character. */
const pieces = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*(?=\()|[^]/gu;

const replaceNames = (formula: string, names: ReadonlyMap<string, string>): string =>
  formula.replaceAll(pieces, (piece) => names.get(piece.toUpperCase()) ?? piece);

/** Every name of a custom function in a formula. */
const knownNamesIn = (formula: string, names: ReadonlyMap<string, string>): readonly string[] =>
  (formula.match(pieces) ?? []).map((piece) => piece.toUpperCase()).filter((piece) => names.has(piece));

/**
 * Defines the fault `unknown-name`. Call `opened` when a workbook has been opened. What it writes is no step of undo,
 * because nobody has edited anything.
 */
export const defineUnknownNames = (
  faults: HostFaults,
  book: Book,
  functions: { readonly names: readonly string[] },
): { readonly opened: () => void } => {
  const toStoredNames = (): Map<string, string> => new Map(functions.names.map((name) => [name, storedName(name)]));
  const toTypedNames = (): Map<string, string> =>
    new Map(functions.names.map((name) => [storedName(name).toUpperCase(), name]));
  const forget = (): void => {
    const names = toStoredNames();
    rewriteFormulas(book, names, (formula, address) =>
      knownNamesIn(formula, names).some((functionName) => faults.hit("unknown-name", { functionName, address })),
    );
  };
  faults.define("unknown-name", () => {
    // The fault counts its cells once it is on.
    queueMicrotask(forget);
    return () => rewriteFormulas(book, toTypedNames(), () => true);
  });
  return { opened: forget };
};

const rewriteFormulas = (
  book: Book,
  names: ReadonlyMap<string, string>,
  concerns: (formula: string, address: string) => boolean,
): void => {
  for (const sheet of book.workbook.getSheets()) {
    const sheetId = sheet.getSheetId();
    const whole: Area = {
      sheetId,
      startRow: 0,
      startColumn: 0,
      endRow: sheet.getMaxRows(),
      endColumn: sheet.getMaxColumns(),
    };
    for (const place of findFormulaCells(book, whole)) {
      const formula = book.formulaAt(place) ?? "";
      const renamed = replaceNames(formula, names);
      if (renamed === formula || !concerns(formula, book.addressOf(place))) continue;
      const { row, column } = place;
      const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
      book.engine.undoGroup.without(() => book.write(cell, [[renamed]]));
    }
  }
};
