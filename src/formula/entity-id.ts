import { AddinError } from "../error/addin-error";
import type { EntityCandidates, EntityQuery } from "../runtime/entity-loader";
import type { WireRecord } from "../runtime/wire-record";
import { tell } from "../text/tell";
import { type Argument, type Cell, filled, show, textOf, wrong } from "./argument";
import type { AnyCall } from "./call";
import { identify } from "./identifiers";
import { carriesIdentifier, matchFields } from "./match";
import { searchFor, type SearchKey } from "./search-object";

/** The most candidates the service names for one search; all searches ask for them, so that they share calls. */
export const mostCandidates = 10;

/** How a cell is meant to be searched for: by which key, and with which further keys. */
export interface SearchHints {
  readonly by?: SearchKey | undefined;
  readonly also?: EntityQuery;
  /** Fields that will be asked of the entity next: fetched with the search, so that one call does. */
  readonly fields?: readonly string[];
}

/**
 * The id of the one entity a cell means: a uuid itself, anything else through the shared batch. Throws `ambiguous` or
 * `not-found` where it is not exactly one, and `invalid-argument` for a wrong check digit.
 */
export const entityIdOf = async (
  call: AnyCall,
  cell: Cell,
  { by, also = {}, fields = [] }: SearchHints = {},
): Promise<string> => {
  const search = searchFor(cell, by);
  if (search.state !== "search")
    throw new AddinError("invalid-argument", tell("formula.badCheckDigit", { what: show(cell) }));
  const exactId = search.key === "entity_id" && Object.keys(also).length === 0 ? identify(search.written) : undefined;
  if (exactId !== undefined) return exactId.text;
  const query = { ...search.query, ...also };
  return chosen(call, query) ?? onlyCandidate(call, query, { cell, fields });
};

const onlyCandidate = async (
  call: AnyCall,
  query: EntityQuery,
  { cell, fields }: { readonly cell: Cell; readonly fields: readonly string[] },
): Promise<string> => {
  const found = await call.runtime.entities.search(
    query,
    { fields: [...new Set(["id", ...matchFields(query), ...fields])], maxCandidates: mostCandidates },
    call.inquiry,
  );
  const only = theOne(query, found);
  if (only !== undefined) return String(only["id"]);
  const { total_candidates: count } = found;
  if (count === 0) throw new AddinError("not-found", tell("formula.noCandidate", { what: show(cell) }));
  throw new AddinError("ambiguous", tell("formula.candidates", { count, what: show(cell) }));
};

/** The candidate that is meant: the only one, or the only one among all that carries the very identifier. */
export const theOne = (query: EntityQuery, found: EntityCandidates): WireRecord | undefined => {
  const { matches, total_candidates: count } = found;
  if (count === 1) return matches[0];
  const carrying = matches.filter((match) => carriesIdentifier(query, match));
  return carrying.length === 1 && count <= mostCandidates ? carrying[0] : undefined;
};

/** The entity chosen for this search in the resolve desk. */
export const chosen = (call: AnyCall, query: EntityQuery): string | undefined => {
  call.inquiry.trace.reads("choices");
  return call.runtime.choices.chosen(query);
};

/** Refuses cells that cannot mean an entity, before anything is sent: names are not taken where an entity is meant. */
export const checkEntities = (argument: Argument, name: string): readonly Cell[] => {
  const cells = filled(argument);
  for (const cell of cells) checkEntity(cell, name);
  return cells;
};

/** Refuses a cell that cannot mean an entity. */
export const checkEntity = (cell: Cell, name: string): void => {
  if (typeof cell === "boolean" || identify(textOf(cell))?.valid !== true)
    throw wrong(name, tell("allowed.entity"), cell);
};

/** The ids of the entities in an argument, each looked up once. */
export const entityIdsOf = (call: AnyCall, argument: Argument, name: string): Promise<readonly string[]> =>
  Promise.all([...new Set(checkEntities(argument, name))].map((cell) => entityIdOf(call, cell)));
