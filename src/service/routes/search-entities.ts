import type { Issue } from "../../wire/problems";
import { invalid, wrongElement, wrongType } from "../http/api-error";
import type { NumberCondition, TextCondition } from "../http/conditions";
import { readIntegerCondition, readSectorCondition, readTextCondition, type Reading } from "../http/read-operators";
import { entityMembers } from "../records/entity";
import { project } from "../records/projection";
import { createEntityFilter } from "../search/entity-filter";
import type { EntityQuestion } from "../search/entity-search";
import { countryNames } from "../world/places";
import type { Handler } from "./route";

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
const attributes = ["country", "isic4", "sector", "industry_code", "unspsc", "city", "region"];
const numbers = ["employee_count", "revenue"];

const textSchema = { "x-operators": ["eq", "neq", "in", "nin", "ilike"] };
const sectorSchema = { "x-operators": ["eq", "neq", "in", "nin"] };
const integerSchema = { "x-operators": ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"] };

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Reads the objects of one call and gathers what is wrong with them. */
const createReader = () => {
  const issues: Issue[] = [];
  const read = <T>(
    field: string,
    values: string | readonly string[] | undefined,
    one: (value: string) => Reading<T>,
  ): T[] =>
    [values ?? []].flat().flatMap((value) => {
      const reading = one(value);
      if ("value" in reading) return [reading.value];
      issues.push(wrongType(field, reading.problem));
      return [];
    });
  const attribute = (field: string, key: string, query: Query): TextCondition[] => {
    if (key === "sector") return read(field, query[key], (value) => readSectorCondition(value, sectorSchema));
    if (key !== "country") return read(field, query[key], (value) => readTextCondition(value, textSchema));
    return [query[key] ?? []].flat().map((value) => {
      if (!countryNames().has(value.toLowerCase()))
        issues.push(wrongElement(field, `"${value.slice(0, 100)}" is no known country`));
      return { operator: "eq", values: [value] };
    });
  };
  const question = (query: Query, position: number): EntityQuestion => {
    const at = (key: string): string => `body.entities.${position}.${key}`;
    const texts = new Map(attributes.map((key) => [key, attribute(at(key), key, query)]));
    const counted = new Map<string, NumberCondition[]>(
      numbers.map((key) => [key, read(at(key), query[key], (value) => readIntegerCondition(value, integerSchema))]),
    );
    return {
      identifiers: identifiers.flatMap((key) =>
        read(at(key), query[key], (value) => readTextCondition(value, textSchema)).map((condition) => ({
          key,
          condition,
        })),
      ),
      filter: createEntityFilter(texts, counted),
    };
  };
  return { issues, question };
};

/** POST /v3/entities/msearch (specification, "Universe and entity routes"). */
export const searchEntities: Handler = async ({ backend, account, asked, body }) => {
  const { entities } = body as { readonly entities: readonly Query[] };
  const reader = createReader();
  const questions = entities.map(reader.question);
  if (reader.issues.length > 0) throw invalid(reader.issues.slice(0, 100));
  const record = project(entityMembers, asked.texts("fields"), { backend, account });
  const most = asked.integer("max_candidates");
  const found: { total_candidates: number; matches: unknown[] }[] = [];
  for (const question of questions) {
    const candidates = await backend.search.find(question, account);
    found.push({ total_candidates: candidates.length, matches: candidates.slice(0, most).map(record) });
  }
  return { data: found };
};
