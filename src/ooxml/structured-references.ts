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
