import { formatRange, parseLocalAddress } from "../../facts/addresses";
import { type Token, tokenize } from "../../ooxml/formula-tokens";
import { readTablePart } from "../../ooxml/structured-references";
import type { Area } from "./addresses";
import type { Book } from "./book";
import { definedNames, findName } from "./defined-names";
import { findFormulaCells } from "./used-area";

/** A name may mean another name, and so on. */
const deepestName = 8;

/**
 * The areas that the formulas of an area name, in the order of the formulas, each once: cells and ranges of any sheet, spills (`A1#`), what
 * names mean, and tables. As in Excel, what INDIRECT and OFFSET compute and other workbooks are not among them.
 */
export const findReferences = (book: Book, area: Area): Area[] => {
  const areas = new Map<string, Area>();
  for (const place of findFormulaCells(book, book.clip(area)))
    for (const each of areasIn(book.formulaAt(place) ?? "", { book, sheetId: place.sheetId }, deepestName))
      areas.set(`${each.sheetId}!${formatRange(each)}`, each);
  return [...areas.values()];
};

interface FormulaPlace {
  readonly book: Book;
  /** The sheet of the formula. */
  readonly sheetId: string;
}

/** The engine's lexer is not used: it takes the space of an intersection (`A1:A9 A5:C5`) for a part of a name. */
const areasIn = (formula: string, place: FormulaPlace, depth: number): Area[] => {
  const tokens = tokenize(formula.replace(/^=/, ""));
  return tokens.flatMap((token, at): Area[] => {
    const after = tokens[at + 1];
    if (token.kind === "reference") return areasOfReference(tokens, at, place);
    if (token.kind !== "name") return [];
    return after?.kind === "bracket" ? tableArea(token.text, after.text, place) : areaOfName(token.text, place, depth);
  });
};

/** None for the end of a range, and for a cell of another workbook, whose name is in brackets before it. */
const areasOfReference = (tokens: readonly Token[], at: number, place: FormulaPlace): Area[] => {
  const [first, before, token, after, last] = [-2, -1, 0, 1, 2].map((offset) => tokens[at + offset]);
  const isEnd = before?.text === ":" && first?.kind === "reference";
  if (token === undefined || isEnd || before?.kind === "bracket") return [];
  const isRange = after?.text === ":" && last?.kind === "reference";
  return areaAt(isRange ? `${token.text}:${last.text}` : token.text, after?.text === "#", place);
};

const areaAt = (address: string, isSpill: boolean, { book, sheetId }: FormulaPlace): Area[] => {
  const parsed = parseLocalAddress(address);
  if (parsed === undefined) return [];
  const { sheet, ...cells } = parsed;
  const id = sheet === undefined ? sheetId : book.findSheet(sheet);
  if (id === undefined) return [];
  const area = { sheetId: id, ...cells };
  return [(isSpill ? book.spillFrom(id, area.startRow, area.startColumn) : undefined) ?? area];
};

/** Columns of a table without their header; the whole table for every other part, which may be more than is meant. */
const tableArea = (name: string, brackets: string, { book }: FormulaPlace): Area[] => {
  const table = book.tables.find(name);
  if (table === undefined) return [];
  const { sections = [], columns = [] } = readTablePart(brackets) ?? {};
  const [header = []] = book.values({ ...table.area, endRow: table.area.startRow });
  const [first, last = first] = columns.map((column) =>
    header.findIndex((title) => String(title).toLowerCase() === column.toLowerCase()),
  );
  if (sections.length > 0 || first === undefined || last === undefined || first < 0 || last < first)
    return [table.area];
  const { startRow, startColumn } = table.area;
  const part = { startRow: startRow + 1, startColumn: startColumn + first, endColumn: startColumn + last };
  return [{ ...table.area, ...part }];
};

const areaOfName = (text: string, place: FormulaPlace, depth: number): Area[] => {
  const { book, sheetId } = place;
  const id = findName(book, text, sheetId) ?? findName(book, text, undefined);
  const name = id === undefined ? undefined : definedNames(book).find((one) => one.id === id);
  return name === undefined || depth === 0 ? [] : areasIn(name.formula, place, depth - 1);
};
