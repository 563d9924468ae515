import type { EntityQuery } from "../runtime/entity-loader";
import type { WireRecord } from "../runtime/wire-record";
import { listFrom, membersOf, scalarOf } from "../table/nested/reading";
import { parseCondition } from "../wire/operators";

/** The field of an entity in which the value of a search key stands; some keys are filters only. */
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

const identifiers = ["entity_id", "isin", "lei", "figi", "ticker", "registration_code", "client_code"];

/** The fields to request so that it can be said what a candidate matched on. */
export const matchFields = (query: EntityQuery): readonly string[] =>
  Object.keys(query).flatMap((key) => {
    const field = fieldsOfKeys[key];
    return field === undefined ? [] : key === "name" ? [field, "alias"] : [field];
  });

/** The first key of the search whose value stands in the candidate, without case; "" where none does. */
export const matchedOn = (query: EntityQuery, candidate: WireRecord): string => {
  for (const [key, condition] of Object.entries(query)) {
    const wanted = wantedOf(condition);
    if (has(candidate[fieldsOfKeys[key] ?? ""], wanted)) return key;
    if (key === "name" && has(candidate["alias"], wanted)) return "alias";
  }
  return "";
};

/** True where the candidate carries the very identifier that was searched for. */
export const carriesIdentifier = (query: EntityQuery, candidate: WireRecord): boolean =>
  Object.entries(query).some(
    ([key, condition]) => identifiers.includes(key) && has(candidate[fieldsOfKeys[key] ?? ""], wantedOf(condition)),
  );

const wantedOf = (condition: string | readonly string[]): string => {
  const text = (typeof condition === "string" ? condition : condition[0]) ?? "";
  const value = parseCondition(text)?.values[0] ?? text;
  return value.replaceAll(/^%|%$/g, "").trim().toLowerCase();
};

const has = (held: unknown, wanted: string): boolean =>
  [...listFrom(held)].flatMap(valuesOf).some((value) => value.trim().toLowerCase() === wanted);

/** A text itself, the value of `{ value, description }`, or all values of a map. */
const valuesOf = (item: unknown): readonly string[] => {
  const scalar = scalarOf(item);
  if (scalar !== undefined) return [String(scalar)];
  const members = membersOf(item);
  const values = "value" in members ? [members["value"]] : Object.values(members);
  return values.map((value) => String(scalarOf(value) ?? ""));
};
