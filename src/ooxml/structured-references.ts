import { tokenize } from "./formula-tokens";

/** What the brackets after the name of a table mean. */
export interface TablePart {
  /** In small letters, such as `#this row` and `#headers`. */
  readonly sections: readonly string[];
  /** No column for all of them, two for those from the first to the last. */
  readonly columns: readonly string[];
}

/** One part in brackets of its own. An apostrophe takes the next character's meaning away. */
const item = /\s*\[((?:[^[\]']|'[^])*)\]\s*([,:]?)/uy;
const thisRow = "#this row";

/**
 * Reads the brackets of a structured reference, such as `[@ISIN]`, `[[#Headers],[A]:[C]]` and `[Owner''s]`. Undefined where
 * they are none.
 */
export const readTablePart = (brackets: string): TablePart | undefined => {
  if (!brackets.startsWith("[") || !brackets.endsWith("]")) return undefined;
  const inner = brackets.slice(1, -1).trim();
  const isThisRow = inner.startsWith("@");
  const rest = isThisRow ? inner.slice(1).trim() : inner;
  const part = rest.startsWith("[") ? readItems(rest) : readOne(rest);
  if (!isThisRow || part === undefined) return part;
  return part.sections.length === 0 ? { ...part, sections: [thisRow] } : undefined;
};

const readOne = (text: string): TablePart => {
  if (text === "") return { sections: [], columns: [] };
  return text.startsWith("#")
    ? { sections: [sectionName(text)], columns: [] }
    : { sections: [], columns: [plainName(text)] };
};

const readItems = (text: string): TablePart | undefined => {
  const sections: string[] = [];
  const columns: string[] = [];
  item.lastIndex = 0;
  for (let isMore = true; isMore;) {
    const match = item.exec(text);
    if (match === null) return undefined;
    const [, name = "", separator = ""] = match;
    if (name.trimStart().startsWith("#")) sections.push(sectionName(name));
    else columns.push(plainName(name));
    isMore = separator !== "";
    if (!isMore && item.lastIndex !== 0 && match.index + match[0].length !== text.length) return undefined;
  }
  return columns.length <= 2 ? { sections, columns } : undefined;
};

const sectionName = (text: string): string => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

const plainName = (text: string): string => text.replaceAll(/'([^])/gu, "$1");

/** The formula with the name of a table before each structured reference that has none: `=[@ISIN]` becomes `=Tab[@ISIN]`. */
export const nameTable = (formula: string, table: string): string => {
  const tokens = tokenize(formula.slice(1));
  const named = tokens.map(({ kind, text }, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    // The brackets before a sheet or a name are those of another workbook.
    const isOwn =
      kind === "bracket" && before?.kind !== "name" && after?.kind !== "reference" && after?.kind !== "name";
    return isOwn && readTablePart(text) !== undefined ? table + text : text;
  });
  return `=${named.join("")}`;
};
