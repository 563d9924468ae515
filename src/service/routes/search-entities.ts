import type { Issue } from "../../wire/problems";
import { invalid, wrongElement, wrongType } from "../http/api-error";
import type { NumberCondition, TextCondition } from "../http/conditions";
import { readIntegerCondition, readSectorCondition, readTextCondition, type Reading } from "../http/read-operators";
import { writeList } from "../listing/written";
import { entityWriter } from "../records/entity";
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
const attributes = new Set(["country", "isic4", "sector", "industry_code", "unspsc", "city", "region"]);
const numbers = new Set(["employee_count", "revenue"]);
// In this order, whatever the order of the request: what is wrong is told in it.
const keys = [...identifiers, ...attributes, ...numbers];

const textSchema = { "x-operators": ["eq", "neq", "in", "nin", "ilike"] };
const sectorSchema = { "x-operators": ["eq", "neq", "in", "nin"] };
const integerSchema = { "x-operators": ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"] };

const readText = (value: string): Reading<TextCondition> => readTextCondition(value, textSchema);
const readCount = (value: string): Reading<NumberCondition> => readIntegerCondition(value, integerSchema);

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
    if (key !== "country") return read(field, query[key], readText);
    return [query[key] ?? []].flat().map((value) => {
      if (!countryNames().has(value.toLowerCase()))
        issues.push(wrongElement(field, `"${value.slice(0, 100)}" is no known country`));
      return { operator: "eq", values: [value] };
    });
  };
  const question = (query: Query, position: number): EntityQuestion => {
    const found: EntityQuestion["identifiers"][number][] = [];
    const texts = new Map<string, TextCondition[]>();
    const counted = new Map<string, NumberCondition[]>();
    for (const key of keys) {
      if (query[key] === undefined) continue;
      const field = `body.entities.${position}.${key}`;
      if (numbers.has(key)) counted.set(key, read(field, query[key], readCount));
      else if (attributes.has(key)) texts.set(key, attribute(field, key, query));
      else for (const condition of read(field, query[key], readText)) found.push({ key, condition });
    }
    return { identifiers: found, filter: createEntityFilter(texts, counted) };
  };
  return { issues, question };
};

/** POST /v3/entities/msearch (specification, "Universe and entity routes"). */
export const searchEntities: Handler = async ({ backend, account, asked, body }) => {
  const { entities } = body as { readonly entities: readonly Query[] };
  const reader = createReader();
  const questions = entities.map(reader.question);
  if (reader.issues.length > 0) throw invalid(reader.issues.slice(0, 100));
  const record = entityWriter({ backend, account }, asked.texts("fields"));
  const most = asked.integer("max_candidates");
  const write = async (question: EntityQuestion): Promise<string> => {
    const candidates = await backend.search.find(question, account);
    return `{"total_candidates":${candidates.length},"matches":[${candidates.slice(0, most).map(record).join()}]}`;
  };
  return writeList(questions, write, { head: '{"data":[', tail: "]}" });
};
