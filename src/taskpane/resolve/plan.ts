import type { EntityQuery } from "../../runtime/entity-loader";
import type { CellContent } from "../../office/workbook-door";
import { identify } from "../../formula/identifiers";
import { searchFor, type SearchKey } from "../../formula/search-object";
import { canonical } from "../../runtime/canonical";

/** One distinct input: where it stands and what will be asked for it. */
export interface Wanted {
  /** Tells it from the others: equal inputs have one. */
  readonly key: string;
  readonly text: string;
  readonly kind: SearchKey;
  /** Undefined where the check digits are wrong: nothing is asked. */
  readonly query: EntityQuery | undefined;
  /** Positions in the input, 0 the first. */
  readonly rows: readonly number[];
}

/** What resolving these inputs would mean, before any call. */
export interface Plan {
  readonly inputs: readonly CellContent[];
  readonly wanted: readonly Wanted[];
  readonly blank: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly searches: number;
  readonly calls: number;
  /** What most inputs with wrong check digits look like. */
  readonly invalidKind: SearchKey | undefined;
  /** What most inputs were read as. */
  readonly reading: SearchKey | undefined;
}

/** How many search objects one call takes (specification, "Limits"). */
const perCall = 500;

const callsFor = (searches: number): number => Math.ceil(searches / perCall);

/** How many calls are answered once so many searches are: calls are cut evenly, so each has its share. */
export const callsAnswered = (
  answered: number,
  searches: number,
): { readonly done: number; readonly total: number } => {
  const total = callsFor(searches);
  return { done: searches === 0 ? 0 : Math.round((answered * total) / searches), total };
};

/** The most inputs the desk takes. */
export const mostInputs = 50_000;

/** Counts blanks, duplicates and wrong check digits, and the calls that the rest would take. */
export const planOf = (inputs: readonly CellContent[], by: SearchKey): Plan => {
  const wanted = new Map<string, Wanted & { readonly rows: number[] }>();
  let blank = 0;
  inputs.forEach((input, row) => {
    const read = readInput(input, by);
    const known = read === undefined ? undefined : wanted.get(read.key);
    if (read === undefined) blank++;
    else if (known === undefined) wanted.set(read.key, { ...read, rows: [row] });
    else known.rows.push(row);
  });
  const all = [...wanted.values()];
  const searches = all.filter(({ query }) => query !== undefined).length;
  return {
    inputs,
    wanted: all,
    blank,
    duplicates: inputs.length - blank - all.length,
    invalid: all.length - searches,
    invalidKind: mostCommon(all.filter(({ query }) => query === undefined)),
    searches,
    calls: callsFor(searches),
    reading: mostCommon(all),
  };
};

/** One input as the worksheet's ENTITY.RESOLVE reads it, so that both share answers and choices; undefined where it is blank. */
const readInput = (input: CellContent, by: SearchKey): Omit<Wanted, "rows"> | undefined => {
  const search = searchFor(input === "" || input === 0 ? undefined : input, by);
  if (search.state === "blank") return undefined;
  const text = search.written;
  if (search.state === "search") return { key: canonical(search.query), text, kind: search.key, query: search.query };
  const kind = by === "auto" ? (identify(text)?.kind ?? "name") : by;
  return { key: `invalid ${text.toUpperCase()}`, text, kind, query: undefined };
};

const mostCommon = (wanted: readonly Wanted[]): SearchKey | undefined => {
  const counts = new Map<SearchKey, number>();
  for (const { kind } of wanted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0];
};
