import { parseCondition } from "../../contract/values";
import type { WireRecord } from "../../contract/page";
import type { EntityCandidates, EntityQuery } from "../../engine/batching/entity-query";
import { AddinError } from "../../engine/http/addin-error";
import { forLookups } from "../../engine/requests/request-context";
import { foldText } from "../../facts/folded-text";
import { t } from "../../i18n/t";
import type { EngineAccess } from "../table/context";
import { listFrom, toMembers, toScalar } from "../table/nested/values";
import { readable } from "../table/readable";
import { type Cell, describeCell } from "./argument";
import { textCondition } from "./filters";
import {
  acceptedSimilarity,
  candidateSimilarity,
  namedCandidate,
  nameMatch,
  similarNamePatterns,
  suggestedSimilarity,
} from "./company-names";

/** A search object; for a text that may be a name or a ticker (`SAP`), the search for the ticker too. */
export interface EntitySearch {
  readonly query: EntityQuery;
  readonly ticker?: EntityQuery | undefined;
}

/** The field of an entity that holds the value of a search key; keys that are filters only have none. */
const fieldsOfKeys: Readonly<Record<string, string>> = {
  entity_id: "id",
  isin: "isin",
  lei: "lei",
  figi: "figi",
  ticker: "ticker",
  registration_code: "registration_codes",
  client_code: "client_code",
  website: "website",
  name: "name",
  alias: "alias",
  country: "country",
  city: "city",
  region: "region",
};

const identifierFields = ["entity_id", "isin", "lei", "figi", "ticker", "registration_code", "client_code"];

/** The conditions of a search that candidates are compared with: a ticker counts before a name. */
export const comparedWith = ({ query, ticker }: EntitySearch): EntityQuery =>
  ticker === undefined ? query : { ...ticker, ...query };

/** The fields to request so that `matchedOn` and `onlyMatch` can compare. */
export const matchFields = (query: EntityQuery): readonly string[] => [
  ...Object.keys(query).flatMap((key) => {
    const field = fieldsOfKeys[key];
    return field === undefined ? [] : key === "name" ? [field, "alias"] : [field];
  }),
  ...(placedName(searchedName(query) ?? "") === undefined ? [] : ["country"]),
];

/**
 * What matched: the first key of the search whose value the candidate has, without case; for names how the name or another name holds
 * the text (`NameMatch`). "" where nothing did.
 */
export const matchedOn = (query: EntityQuery, candidate: WireRecord): string => {
  const conditions = Object.entries(query).map(([key, condition]) => ({ key, text: searchedText(condition) }));
  const equal = conditions.find(
    ({ key, text }) => !nameKeys.includes(key) && includesText(candidate[fieldsOfKeys[key] ?? ""], text),
  );
  const text = searchedName(query);
  const name = text === undefined ? "" : nameMatch(text, candidate);
  return name === "name" || equal === undefined ? name : equal.key;
};

const nameKeys: readonly string[] = ["name", "alias"];

/** The name that a search looks for; undefined for one that looks for none. */
export const searchedName = (query: EntityQuery): string | undefined => {
  const condition = query["name"] ?? query["alias"];
  return condition === undefined ? undefined : searchedText(condition);
};

/** How alike the searched name and the nearest name of the candidate are (`nameSimilarity`). Undefined where no name was searched for. */
export const recordSimilarity = (query: EntityQuery, candidate: WireRecord): number | undefined => {
  const text = searchedName(query);
  return text === undefined ? undefined : candidateSimilarity(text, candidate);
};

/** True where the candidate has an identifier of the search. */
export const carriesIdentifier = (query: EntityQuery, candidate: WireRecord): boolean =>
  Object.entries(query).some(
    ([key, condition]) =>
      identifierFields.includes(key) && includesText(candidate[fieldsOfKeys[key] ?? ""], searchedText(condition)),
  );

/** Whether a search names a company, and not only its country, size, industry or a part of its website, which one company has by chance. */
const isIdentifying = (query: EntityQuery, candidate: WireRecord): boolean =>
  [...identifierFields, "duns"].some((key) => query[key] !== undefined) ||
  (query["website"] !== undefined && includesSite(candidate["website"], searchedText(query["website"])));

const includesSite = (values: unknown, searched: string): boolean =>
  listFrom(values).some((value) => siteOf(String(toScalar(value) ?? "")) === siteOf(searched));

/** A website without protocol, `www.` and the slash at its end. */
const siteOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");

const searchedText = (condition: string | readonly string[]): string => {
  const text = (typeof condition === "string" ? condition : condition[0]) ?? "";
  const value = parseCondition(text)?.values[0] ?? text;
  return value.replaceAll(/^%|%$/g, "").trim();
};

const includesText = (values: unknown, part: string): boolean =>
  [...listFrom(values)].flatMap(itemTexts).some((value) => foldText(value) === foldText(part));

/** The text itself, the value of `{ value, description }`, or all values of a map. */
const itemTexts = (item: unknown): readonly string[] => {
  const scalar = toScalar(item);
  if (scalar !== undefined) return [String(scalar)];
  const members = toMembers(item);
  const values = "value" in members ? [members["value"]] : Object.values(members);
  return values.map((value) => String(toScalar(value) ?? ""));
};

/** The most candidates that the service returns for one search. All searches ask for as many, so that they share calls. */
export const mostCandidates = 10;

export const findOnlyCompany = async (
  access: EngineAccess,
  search: EntitySearch,
  { cell, fields }: { readonly cell: Cell; readonly fields: readonly string[] },
): Promise<string> => {
  const comparison = comparedWith(search);
  const candidates = await findCandidates(
    access.runtime.entities,
    search,
    {
      fields: [...new Set(["id", "name", "country", ...matchFields(comparison), ...fields])],
      maxCandidates: mostCandidates,
    },
    forLookups(access.requestContext),
  );
  const only = onlyMatch(foundBy(comparison, candidates), candidates);
  if (only !== undefined) return String(only["id"]);
  const { total_candidates: count, suggestions = [] } = candidates;
  const what = describeCell(cell);
  if (count === 0 && suggestions.length > 0)
    throw new AddinError(
      "not-found",
      t("formula.similarCompany", { what, first: firstCandidates({ total_candidates: 0, matches: suggestions }) }),
    );
  if (count === 0) throw noCompany(search.query, what);
  const first = firstCandidates(candidates);
  throw new AddinError(
    "ambiguous",
    count === 1 ? t("formula.nameInPart", { what, first }) : t("formula.candidates", { count, what, first }),
  );
};

const provenKeys = ["isin", "lei", "figi"] as const;

/** The error of a search without any candidate. A valid identifier alone is none that nobody has: the data lack it. */
export const noCompany = (query: EntityQuery, what: string): AddinError => {
  const [key = "", ...others] = Object.keys(query);
  const isProven = others.length === 0 && provenKeys.some((each) => each === key);
  return new AddinError(
    "not-found",
    isProven ? t("formula.notInData", { what, kind: key.toUpperCase() }) : t("formula.noCandidate", { what }),
  );
};

/** Candidates that a message names. */
const mostNamed = 3;

/** `Acme Bank (France), Acme Bank AG (Germany), …`. */
const firstCandidates = ({ matches, total_candidates: count }: EntityCandidates): string => {
  const names = matches.slice(0, mostNamed).map(({ name, country }) => {
    const place = String(toScalar(country) ?? "");
    return `${String(toScalar(name) ?? "")}${place === "" ? "" : ` (${readable("country", place)})`}`;
  });
  return [...names, ...(count > names.length ? ["…"] : [])].join(", ");
};

/**
 * What a search found. `suggestions`: companies of a similar name, nearest first, where none has the name. `name`: the name that was
 * found where it is not that of the search.
 */
export interface CompanySearch extends EntityCandidates {
  readonly suggestions?: readonly WireRecord[];
  readonly name?: string;
}

/** The conditions that candidates are compared with, with the name that was found. */
export const foundBy = (query: EntityQuery, { name }: CompanySearch): EntityQuery =>
  name === undefined ? query : { ...query, name };

/** A name with its country, as messages write candidates: `Acme Bank (France)`. */
const placedName = (text: string): { readonly name: string; readonly country: string } | undefined => {
  const [, name, country] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  return name === undefined || country === undefined ? undefined : { name, country };
};

/** The candidates for a name with its country; undefined where there are none. */
const findPlaced = async (
  text: string,
  find: (query: EntityQuery) => Promise<EntityCandidates>,
): Promise<CompanySearch | undefined> => {
  const placed = placedName(text);
  if (placed === undefined) return undefined;
  const name = textCondition("name", placed.name);
  const { matches: all, total_candidates: total } = await find({ name });
  const matches = all.filter((match) => {
    const wire = String(toScalar(match["country"]) ?? "");
    return wire !== "" && foldText(readable("country", wire)) === foldText(placed.country);
  });
  if (matches.length === 0) return undefined;
  return { total_candidates: total <= all.length ? matches.length : total, matches, name };
};

interface CandidateSelection {
  readonly fields: readonly string[];
  readonly maxCandidates: number;
}

/**
 * The candidates of a search. For a text that may be a ticker both searches go out together. A name that means no company for certain is
 * then searched for among the other names, and one without any candidate among similar names: those searches of many cells share calls
 * too, five searches a name at most.
 */
export const findCandidates = async (
  entities: EngineAccess["runtime"]["entities"],
  search: EntitySearch,
  selection: CandidateSelection,
  requestContext: EngineAccess["requestContext"],
): Promise<CompanySearch> => {
  const { query, ticker } = search;
  const find = (each: EntityQuery): Promise<EntityCandidates> => entities.search(each, selection, requestContext);
  const [byName, byTicker] = await Promise.all([find(query), ticker && find(ticker)]);
  if (byTicker !== undefined && byTicker.total_candidates > 0) return withNamed(byTicker, byName, search, selection);
  const { name, ...also } = query;
  const text = searchedName(query);
  if (typeof name !== "string" || text === undefined || onlyMatch(comparedWith(search), byName) !== undefined)
    return byName;
  const patterns = byName.total_candidates > 0 || !name.startsWith("ilike:") ? [] : similarNamePatterns(text);
  const [byAlias, byPlace, ...similar] = await Promise.all([
    find({ ...also, alias: name }),
    byName.total_candidates > 0 ? undefined : findPlaced(text, (placedQuery) => find({ ...also, ...placedQuery })),
    ...patterns.map((pattern) => find({ ...also, name: `ilike:${pattern}` })),
  ]);
  const aliased = byAlias.matches.filter((match) => nameMatch(text, match) === "alias");
  if (aliased.length > 0 && byName.matches.every((match) => nameMatch(text, match) !== "name"))
    return { total_candidates: aliased.length, matches: aliased };
  if (byName.total_candidates > 0) return byName;
  if (byAlias.total_candidates > 0) return byAlias;
  return (
    byPlace ??
    similarCompanies(
      text,
      similar.flatMap(({ matches }) => matches),
    )
  );
};

/** The companies with the ticker, then those of that very name. */
const withNamed = (
  byTicker: EntityCandidates,
  byName: EntityCandidates,
  { query }: EntitySearch,
  { maxCandidates }: CandidateSelection,
): EntityCandidates => {
  const ids = new Set(byTicker.matches.map(({ id }) => id));
  const text = searchedName(query) ?? "";
  const matches = byName.matches.filter(
    (match) => !ids.has(match["id"]) && ["name", "alias"].includes(nameMatch(text, match)),
  );
  return {
    total_candidates: byTicker.total_candidates + matches.length,
    matches: [...byTicker.matches, ...matches].slice(0, maxCandidates),
  };
};

/** Companies of a similar name: one that is nearly equal is a candidate, the others are suggestions. */
const similarCompanies = (text: string, matches: readonly WireRecord[]): CompanySearch => {
  const ranked = [...new Map(matches.map((match) => [match["id"], match])).values()]
    .map((match) => ({ match, similarity: candidateSimilarity(text, match) }))
    .sort((one, other) => other.similarity - one.similarity);
  const near = ranked.filter(({ similarity }) => similarity >= acceptedSimilarity).map(({ match }) => match);
  if (near.length > 0) return { total_candidates: near.length, matches: near };
  const suggestions = ranked.filter(({ similarity }) => similarity >= suggestedSimilarity).map(({ match }) => match);
  return { total_candidates: 0, matches: [], suggestions: suggestions.slice(0, mostNamed) };
};

/**
 * The company that a search means without a doubt: the only one that has an identifier of the search, or that the name means
 * (`namedCandidate`); without a name the only candidate. Undefined where a person must choose.
 * `beginnings`: false where the beginning of a name is not enough, as in Resolve.
 */
export const onlyMatch = (
  query: EntityQuery,
  candidates: EntityCandidates,
  { beginnings = true }: { readonly beginnings?: boolean } = {},
): WireRecord | undefined => {
  const { matches, total_candidates: count } = candidates;
  const complete = count <= mostCandidates;
  const carrying = matches.filter((match) => carriesIdentifier(query, match));
  if (carrying.length > 0) return carrying.length === 1 && complete ? carrying[0] : undefined;
  const text = searchedName(query);
  if (text === undefined) return count === 1 ? matches.find((match) => isIdentifying(query, match)) : undefined;
  // `SAP` is a ticker, and no beginning of a name; `Sap` may be one.
  const isTicker = query["ticker"] !== undefined && searchedText(query["ticker"]) === text;
  return namedCandidate(text, matches, { complete: complete && !isTicker, beginnings });
};
