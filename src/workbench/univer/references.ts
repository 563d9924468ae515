import { formatRange, parseLocalAddress } from "../../facts/addresses";
import { type Area, containsArea } from "./addresses";
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
const textPattern = /"(?:[^"]|"")*"/g;
const sheetSource = String.raw`(?:'(?:[^']|'')+'!|[\p{L}_][\p{L}\p{N}_.]*!)?`;
const cellSource = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,7}`;
const linesPattern = String.raw`\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,7}:\$?\d{1,7}`;
const piece = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.$!\]])(?:` +
    String.raw`(?<address>${sheetSource}(?:${cellSource}(?::${cellSource})?|${linesPattern}))(?<spill>#)?(?![\p{L}\p{N}_.(!])` +
    String.raw`|(?<table>[\p{L}_\\][\p{L}\p{N}_.\\]*)\[(?<part>[^\[\]]*)` +
    String.raw`|(?<name>[\p{L}_\\][\p{L}\p{N}_.\\?]*)(?![\p{L}\p{N}_.\\?(!\[]))`,
  "gu",
);

const areasIn = (formula: string, place: FormulaPlace, depth: number): Area[] =>
  Array.from(formula.replaceAll(textPattern, '""').matchAll(piece)).flatMap(({ groups = {} }) => {
    const { address, spill, table, part = "", name } = groups;
    if (address !== undefined) return areaAt(address, spill !== undefined, place);
    if (table !== undefined) return tableArea(table, part, place);
    return name === undefined ? [] : areaOfName(name, place, depth);
  });

const areaAt = (address: string, isSpill: boolean, { book, sheetId }: FormulaPlace): Area[] => {
  const parsed = parseLocalAddress(address);
  if (parsed === undefined) return [];
  const { sheet, ...cells } = parsed;
  const id = sheet === undefined ? sheetId : book.findSheet(sheet);
  if (id === undefined) return [];
  const area = { sheetId: id, ...cells };
  return [(isSpill ? book.spillFrom(id, area.startRow, area.startColumn) : undefined) ?? area];
};

/** A column of a table without its header; the whole table for every other part, which may be more than is meant. */
const tableArea = (name: string, part: string, { book }: FormulaPlace): Area[] => {
  const table = book.tables.find(name);
  if (table === undefined) return [];
  const [header = []] = book.values({ ...table.area, endRow: table.area.startRow });
  const column = header.findIndex((title) => String(title).toLowerCase() === part.toLowerCase());
  const { startRow, startColumn } = table.area;
  const own = { startRow: startRow + 1, startColumn: startColumn + column, endColumn: startColumn + column };
  const area = { ...table.area, ...own };
  return [column !== -1 && containsArea(table.area, area) ? area : table.area];
};

const areaOfName = (text: string, place: FormulaPlace, depth: number): Area[] => {
  const { book, sheetId } = place;
  const id = findName(book, text, sheetId) ?? findName(book, text, undefined);
  const name = id === undefined ? undefined : definedNames(book).find((one) => one.id === id);
  return name === undefined || depth === 0 ? [] : areasIn(name.formula, place, depth - 1);
};
