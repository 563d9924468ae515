import { AddinError } from "../../../../engine/http/addin-error";
import { canonical, type EntityQuery } from "../../../../engine/batching/entity-query";
import { choiceKey, invalidEntity, searchFor, type SearchKey } from "../../../../formulas/arguments/entities";
import { isHeader } from "../../../../formulas/arguments/entity-text";
import { identify } from "../../../../formulas/arguments/identifiers";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";

/** One distinct input with its positions and its query. */
export interface ResolveInput {
  /** Equal inputs have the same key. */
  readonly key: string;
  readonly text: string;
  readonly kind: SearchKey;
  /** Undefined where nothing can be searched for: wrong check digits, or a text that the service does not take. */
  readonly query: EntityQuery | undefined;
  /** The key under which the user's choice is stored. */
  readonly choice: EntityQuery;
  /** Why the text cannot be searched for, where it is not its check digits. */
  readonly problem?: AddinError;
  /** Valid identifiers that differ in one place. The search decides which of them exist. */
  readonly near?: readonly string[];
  /** The search for a ticker beside that for a name. */
  readonly ticker?: EntityQuery | undefined;
  /** Positions in the list, from 0. */
  readonly rows: readonly number[];
}

/** What a run would look up, known before any call. */
export interface SearchPlan {
  readonly inputs: readonly CellContent[];
  readonly distinct: readonly ResolveInput[];
  readonly blank: number;
  /** Cells that are not blank and name no company: headers, "n/a", "-", error values. They are not searched. */
  readonly noCompany: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly searches: number;
  readonly calls: number;
  /** The most common kind of inputs with wrong check digits. */
  readonly invalidKind: SearchKey | undefined;
  /** The most common kind of all inputs. */
  readonly reading: SearchKey | undefined;
}

/** Search objects per call (specification, "Limits"). */
const inputsPerCall = 500;

const callsFor = (searches: number): number => Math.ceil(searches / inputsPerCall);

/** The most inputs of one run. */
export const mostInputs = 50_000;

/** Counts blanks, duplicates, wrong check digits, and the calls for the rest. */
export const planSearch = (inputs: readonly CellContent[], by: SearchKey): SearchPlan => {
  const distinct = new Map<string, ResolveInput & { readonly rows: number[] }>();
  let blank = 0;
  let noCompany = 0;
  const withHeader = beginsWithHeader(inputs);
  inputs.forEach((input, row) => {
    const read = withHeader && row === 0 ? undefined : readInput(input, by);
    const known = read === undefined ? undefined : distinct.get(read.key);
    if (read === undefined) {
      if (isBlank(input)) blank++;
      else noCompany++;
    } else if (known === undefined) distinct.set(read.key, { ...read, rows: [row] });
    else known.rows.push(row);
  });
  const all = withSuggestions([...distinct.values()]);
  const searches = all.filter(({ query }) => query !== undefined).length;
  return {
    inputs,
    distinct: all,
    blank,
    noCompany,
    duplicates: inputs.length - blank - noCompany - all.length,
    invalid: all.length - searches,
    invalidKind: mostCommon(all.filter(({ query }) => query === undefined)),
    searches,
    // A text that may be a ticker takes a second search, and each suggestion one.
    calls: callsFor(
      searches +
        all.filter(({ ticker }) => ticker !== undefined).length +
        all.reduce((sum, { near = [] }) => sum + near.length, 0),
    ),
    reading: mostCommon(all),
  };
};

/** Whether a cell looks empty; 0 is what a formula shows of an empty cell. */
const isBlank = (input: CellContent): boolean => input === 0 || String(input).trim() === "";

/** Whether a list begins with a header. */
export const beginsWithHeader = (inputs: readonly CellContent[]): boolean => {
  const [first] = inputs;
  return inputs.length > 1 && typeof first === "string" && isHeader(first);
};

/** Parses an input like ENTITY.RESOLVE does, so that both share answers and choices; undefined for a blank. */
const readInput = (input: CellContent, by: SearchKey): Omit<ResolveInput, "rows"> | undefined => {
  const search = searchFor(input === "" || input === 0 ? undefined : input, by);
  if (search.state === "blank") return search.header === undefined ? undefined : readHeader(search.header);
  const text = search.written;
  if (search.state === "search") {
    const { key: kind, query, ticker } = search;
    return { key: canonical(query), text, kind, query, ticker, choice: choiceKey(search) };
  }
  const key = `invalid ${text.toUpperCase()}`;
  const base = { key, text, query: undefined, choice: choiceKey(search) };
  if (search.reason === "checkDigit") return { ...base, kind: by === "auto" ? (identify(text)?.kind ?? "name") : by };
  return { ...base, kind: by === "auto" ? "name" : by, problem: invalidEntity(search, input) };
};

/** A header word among companies, which a person looks at. */
const readHeader = (text: string): Omit<ResolveInput, "rows"> => ({
  key: `invalid ${text.toUpperCase()}`,
  text,
  kind: "name",
  query: undefined,
  choice: choiceKey({ state: "invalid", written: text, reason: "text" }),
  problem: new AddinError("invalid-argument", t("resolve.headerWord", { text })),
});

/** Suggestions are searched for as many inputs at most, so that a list of another kind does not double the calls. */
const mostSuggested = 100;

const withSuggestions = (inputs: readonly ResolveInput[]): readonly ResolveInput[] => {
  let left = mostSuggested;
  return inputs.map((input) => {
    if (input.query !== undefined || input.problem !== undefined || left === 0) return input;
    const near = suggestionsFor(input.text);
    if (near.length > 0) left -= 1;
    return { ...input, near };
  });
};

const mostCommon = (inputs: readonly ResolveInput[]): SearchKey | undefined => {
  const counts = new Map<SearchKey, number>();
  for (const { kind } of inputs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0];
};

const swapped = (text: string, at: number): string =>
  text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);

const lookalikes: Readonly<Record<string, string>> = {
  O: "0",
  "0": "O",
  I: "1",
  "1": "I",
  S: "5",
  "5": "S",
  B: "8",
  "8": "B",
};

/** No identifier has more characters: a LEI has 20, an id 36. */
const longestIdentifier = 36;

/** The most identifiers that are looked up for one with wrong check digits. */
const mostNear = 12;

/**
 * Valid identifiers close to an invalid one, likely mistakes first: neighbours swapped, a look-alike character, another last digit, another
 * digit elsewhere.
 */
export const suggestionsFor = (text: string): readonly string[] => {
  const identifier = text.trim().toUpperCase();
  if (identifier.length > longestIdentifier) return [];
  const places = [...Array.from(identifier).keys()];
  const candidates = [
    ...places.slice(1).map((at) => swapped(identifier, at - 1)),
    ...places.map(
      (at) => identifier.slice(0, at) + (lookalikes[identifier[at] ?? ""] ?? "") + identifier.slice(at + 1),
    ),
    ...places
      .toReversed()
      .filter((at) => /\d/.test(identifier[at] ?? ""))
      .flatMap((at) =>
        Array.from({ length: 10 }, (_, digit) => identifier.slice(0, at) + String(digit) + identifier.slice(at + 1)),
      ),
  ];
  const right = candidates.filter((candidate) => candidate !== identifier && identify(candidate)?.valid === true);
  return [...new Set(right)].slice(0, mostNear);
};
