import { cleanText } from "../../i18n/typed-text";
import { CellError } from "../table/matrix";
import { type Cell, cellText } from "./argument";
import { identify } from "./identifiers";

/** No name or identifier of an entity is longer; a longer text is a paragraph in the wrong cell. In UTF-16 units. */
const longestEntityText = 256;

/** What a cell says about an entity. `header`: the head of a column, which is blank in look-ups. `invalid`: a text that the service cannot take. */
export type EntityText =
  | { readonly state: "blank"; readonly header?: string }
  | { readonly state: "invalid"; readonly written: string }
  | { readonly state: "text"; readonly text: string; readonly key?: LabelledKey | undefined };

const identifierLabels = {
  isin: "isin",
  lei: "lei",
  figi: "figi",
  ticker: "ticker",
  duns: "duns",
  name: "name",
  uuid: "entity_id",
  "entity id": "entity_id",
} as const;

/** The search keys that a text may name in front of its value, such as `ISIN:`. */
export type LabelledKey = (typeof identifierLabels)[keyof typeof identifierLabels];

const label = /^(isin|lei|figi|ticker|duns|name|uuid|entity[ _]id)\s*[:=]\s*(?=\S)/i;

/** What people write where there is no value. Excel's error texts come from cells that were pasted as values. */
const noValue = /^(?:[-–—_.?]+|n\/a|n\.a\.?|#n\/a\b.*|#(?:value!|ref!|name\?|null!|num!|div\/0!))$/i;

/** The heads of columns of companies in the languages of the add-in, without case and accents (`isHeader`). A range often starts with one. */
const headers = new Set(
  (
    "isin|lei|figi|ticker|duns|id|uuid|identifier|symbol|name|company|companies|entity|entities|issuer|holding|position|security|securities|" +
    "instrument|counterparty|client|nom|societe|entreprise|raison sociale|emetteur|titre|" +
    "valeur|identifiant|firma|firmen|unternehmen|gesellschaft|emittent|emittenten|wertpapier|bezeichnung|kennung|" +
    "nombre|empresa|compania|razon social|emisor|valor|valores|identificador"
  ).split("|"),
);

/** What stands around a head: `Entity ISIN`, `Code ISIN`, `ISIN-Nummer`, `Company name`, `Firmenname`. */
const aroundHeader = /^entity |^co(?:de|digo) (?=isin|lei)|(?<=...)s? ?(?:code|nummer|name)$|s$/g;

/** Control characters and halves of surrogate pairs. */
const unsendable = /[\p{Cc}\p{Cs}]/u;

/** Most texts: printable ASCII that needs no cleaning. */
const printable = /^[\x21-\x26\x28-\x7e](?:[\x21-\x7e]| (?! ))*$/;

/** Texts with an operator are passed on as they are, so a `;` in them separates values. */
const operator = /^(?:eq|neq|in|nin|ilike):/;

/**
 * The text of a cell, cleaned where that is certain: white space, invisible characters, other Unicode forms of a letter, a leading apostrophe, spaces in an identifier, and
 * a label such as `ISIN:`. "n/a", `-`, Excel's error texts and header words are blank.
 */
export const entityText = (cell: Cell): EntityText => {
  const content = cellText(cell);
  if (content === "") return { state: "blank" };
  if (!isPossible(cell) || content.length > longestEntityText) return { state: "invalid", written: content };
  const text = printable.test(content)
    ? content
    : cleanText(content)
        .normalize("NFKC")
        .replaceAll(/\s+/g, " ")
        .trim()
        .replace(/^['’`]\s*(?=\S)/, "");
  if (text === "" || (text.length < 24 && noValue.test(text))) return { state: "blank" };
  if (isHeader(text)) return { state: "blank", header: text };
  if (unsendable.test(text) || (text.includes(";") && !operator.test(text)))
    return { state: "invalid", written: content };
  return readLabel(text) ?? { state: "text", text: withoutSpaces(text) ?? text };
};

/** Codes of companies are whole numbers; a weight, a change and a logical value are in the wrong cell. */
const isPossible = (cell: Cell): boolean =>
  typeof cell === "number" ? cell > 0 && Number.isSafeInteger(cell) : typeof cell !== "boolean";

/** Whether a text is the head of a column of companies. */
export const isHeader = (text: string): boolean => {
  const plain = text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/\p{M}|:$/gu, "")
    .replaceAll(/[-_]/g, " ")
    .trim();
  return headers.has(plain) || headers.has(plain.replaceAll(aroundHeader, ""));
};

const readLabel = (text: string): EntityText | undefined => {
  const match = label.exec(text);
  const key = identifierLabels[(match?.[1] ?? "").toLowerCase().replace("_", " ") as keyof typeof identifierLabels] as
    LabelledKey | undefined;
  if (match === null || key === undefined) return readWord(text);
  const value = text.slice(match[0].length);
  return { state: "text", text: key === "name" ? value : value.replaceAll(" ", ""), key };
};

/** `ISIN SE0ZZ0000012`, without a colon: certain only where an identifier with right check digits follows. */
const readWord = (text: string): EntityText | undefined => {
  const rest = /^(?:isin|lei|figi)\s+(\S.*)$/i.exec(text)?.[1];
  const value = rest === undefined ? undefined : (withoutSpaces(rest) ?? rest);
  return value !== undefined && identify(value)?.valid === true ? { state: "text", text: value } : undefined;
};

/** Identifiers are written in groups with digits. One name of twelve characters in ten would pass the check digit of an ISIN. */
const wordPattern = /(?:^| )\p{L}{3,}(?: |$)/u;

/** The identifier that a text is without its spaces; undefined where it is none. */
const withoutSpaces = (text: string): string | undefined => {
  if (!text.includes(" ") || wordPattern.test(text)) return undefined;
  const joined = text.replaceAll(" ", "");
  return identify(joined)?.valid === true ? joined : undefined;
};

/** Whether a cell holds no entity: blank, or a text that stands for a missing one. A cell error is no such text. */
export const isNoEntity = (cell: Cell): boolean => !(cell instanceof CellError) && entityText(cell).state === "blank";
