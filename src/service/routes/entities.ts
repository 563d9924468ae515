import { serializePage, toSliceRequest } from "../listing/page";
import { serializeCompanies } from "../records/entity";
import { type EntityConditions, entityNumbers, entityTexts } from "../search/entity-filter";
import type { RequestParameters } from "../http/query";
import { type RouteHandler, requestedUniverse, toPageRequest } from "./route";
import type { Issue } from "../../contract/problems";
import { invalid, wrongElement, wrongType } from "../http/problems";
import {
  type NumberCondition,
  type Parsed,
  parseIntegerCondition,
  parseSectorCondition,
  parseTextCondition,
  type TextCondition,
} from "../http/conditions";
import { serializeList } from "../http/response-body";
import type { EntityQuery } from "../search/entity-search";
import { countryNames, recordedCountry } from "../world/places";

const readConditions = (parameters: RequestParameters): EntityConditions => {
  const texts = new Map(
    Object.keys(entityTexts).map((key) => [key, key === "country" ? [] : parameters.textConditions(key)]),
  );
  const countries = parameters.texts("country");
  if (countries.length > 0) texts.set("country", [{ operator: "in", values: countries.map(recordedCountry) }]);
  return { texts, numbers: new Map(Object.keys(entityNumbers).map((key) => [key, parameters.numberConditions(key)])) };
};

/** GET /v3/universes/{universe_id}/entities (specification, "Universe and entity routes"). */
export const listUniverseEntities: RouteHandler = async (request) => {
  const { backend, account, parameters } = request;
  const universe = await requestedUniverse(request);
  const key = `entities ${universe.id} ${account.company} ${parameters.filters()}`;
  const page = toPageRequest(request);
  const descending = parameters.texts("order")[0] === "name:desc";
  const listing = { key, universe, account, conditions: readConditions(parameters), descending };
  const slice = await backend.data.listCompanies(listing, toSliceRequest(key, page));
  const serialize = await serializeCompanies(slice.items, backend, account, parameters.texts("fields"));
  return serializePage(key, page.size, slice, serialize, { total: slice.total });
};

const identifiers = [
  "name",
  "alias",
  "duns",
  "figi",
  "isin",
  "ticker",
  "lei",
  "entity_id",
  "website",
  "registration_code",
  "client_code",
];
const attributes = new Set(["country", "isic4", "sector", "industry_code", "unspsc", "city", "region"]);
const numbers = new Set(["employee_count", "revenue"]);
// Issues are listed in this order, whatever the order of the request.
const keys = [...identifiers, ...attributes, ...numbers];

const textSchema = { "x-operators": ["eq", "neq", "in", "nin", "ilike"] };
const sectorSchema = { "x-operators": ["eq", "neq", "in", "nin"] };
const integerSchema = { "x-operators": ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"] };

const readText = (value: string): Parsed<TextCondition> => parseTextCondition(value, textSchema);
const readCount = (value: string): Parsed<NumberCondition> => parseIntegerCondition(value, integerSchema);

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Parses the objects of one request and collects the issues. */
const createReader = () => {
  const issues: Issue[] = [];
  const read = <T>(
    field: string,
    values: string | readonly string[] | undefined,
    one: (value: string) => Parsed<T>,
  ): T[] =>
    [values ?? []].flat().flatMap((value) => {
      const parsed = one(value);
      if ("value" in parsed) return [parsed.value];
      issues.push(wrongType(field, parsed.problem));
      return [];
    });
  const attribute = (field: string, key: string, query: Query): TextCondition[] => {
    if (key === "sector") return read(field, query[key], (value) => parseSectorCondition(value, sectorSchema));
    if (key !== "country") return read(field, query[key], readText);
    return [query[key] ?? []].flat().map((value) => {
      if (!countryNames().has(value.toLowerCase()))
        issues.push(wrongElement(field, `"${value.slice(0, 100)}" is no known country`));
      return { operator: "eq", values: [recordedCountry(value)] };
    });
  };
  const question = (query: Query, position: number): EntityQuery => {
    const identifierValues: EntityQuery["identifiers"][number][] = [];
    const texts = new Map<string, TextCondition[]>();
    const numberConditions = new Map<string, NumberCondition[]>();
    for (const key of keys) {
      if (query[key] === undefined) continue;
      const field = `body.entities.${position}.${key}`;
      if (numbers.has(key)) numberConditions.set(key, read(field, query[key], readCount));
      else if (attributes.has(key)) texts.set(key, attribute(field, key, query));
      else for (const condition of read(field, query[key], readText)) identifierValues.push({ key, condition });
    }
    return { identifiers: identifierValues, attributes: { texts, numbers: numberConditions } };
  };
  return { issues, question };
};

/** POST /v3/entities/msearch (specification, "Universe and entity routes"). */
export const searchEntities: RouteHandler = async ({ backend, account, parameters, body }) => {
  const { entities } = body as { readonly entities: readonly Query[] };
  const reader = createReader();
  const questions = entities.map(reader.question);
  const most = parameters.integer("max_candidates");
  if (reader.issues.length > 0) throw invalid(reader.issues);
  const results: string[] = [];
  for await (const { total, best } of backend.data.searchCompanies(questions, account, most)) {
    const write = await serializeCompanies(best, backend, account, parameters.texts("fields"));
    results.push(`{"total_candidates":${total},"matches":[${best.map(write).join()}]}`);
  }
  return serializeList(results, (result) => result, '{"data":[', "]}");
};

interface KgRequest {
  readonly keyword_of_interest: string;
  readonly max_results: number;
}

/** POST /api/2.0/kg/candidates: entities by name, then by alias; `uuid` is the id of the entity. */
export const findKgCandidates: RouteHandler = async ({ backend, body }) => {
  const { keyword_of_interest: keyword, max_results: most } = body as KgRequest;
  const text = keyword.replace(/[%_]/g, " ").trim();
  const companies = text === "" ? [] : await backend.data.companiesByName(text, most);
  return companies.map(({ description, ordinal, name, id }) => ({
    itemDescription: description ?? "",
    item_id: `KG${String(ordinal + 1).padStart(8, "0")}`,
    label: name,
    uuid: id,
  }));
};
