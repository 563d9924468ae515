import { isUuid } from "../../contract/values";
import {
  type NumberCondition,
  parseDateCondition,
  type Parsed,
  parseIntegerCondition,
  parseSectorCondition,
  parseTextCondition,
  type TextCondition,
} from "./conditions";
import type { Issue } from "../../contract/problems";
import { countryNames } from "../world/places";
import { wrongElement, wrongType } from "./problems";
import type { Operation, Parameter, ParameterSchema } from "./operations";

/** The validated parameters of a request, by name. */
export interface RequestParameters {
  readonly path: (name: string) => string;
  readonly integer: (name: string) => number;
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly numberConditions: (name: string) => readonly NumberCondition[];
  readonly textConditions: (name: string) => readonly TextCondition[];
  /** All parameters except paging, fields and translation, as text. A cursor is bound to it. */
  readonly filters: () => string;
}

const unbound = new Set(["size", "search_after", "fields", "translate"]);

export const createParameters = (
  path: Readonly<Record<string, string>>,
  values: ReadonlyMap<string, unknown>,
): RequestParameters => ({
  path: (name) => (path[name] ?? "").toLowerCase(),
  integer: (name) => values.get(name) as number,
  flag: (name) => values.get(name) === true,
  text: (name) => values.get(name) as string | undefined,
  texts: (name) => (values.get(name) as readonly string[] | undefined) ?? [],
  numberConditions: (name) => (values.get(name) as readonly NumberCondition[] | undefined) ?? [],
  textConditions: (name) => (values.get(name) as readonly TextCondition[] | undefined) ?? [],
  filters: () =>
    JSON.stringify([...values].filter(([name]) => !unbound.has(name)).sort(([a], [b]) => (a < b ? -1 : 1))),
});

type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

/** Parameters whose values never contain commas, so that commas may separate them. */
const commaSeparated = (parameter: Parameter): boolean =>
  ["fields", "order", "category"].includes(parameter.name) || parameter.schema["x-kind"] === "uuids";

const rawValues = (query: RawQuery, parameter: Parameter): string[] => {
  const values = [query[parameter.name], query[`${parameter.name}[]`]].flat().filter((value) => value !== undefined);
  return commaSeparated(parameter) ? values.flatMap((value) => value.split(",")) : values;
};

const mayBeEmpty = new Set(["fields", "translate", "search_after", "order"]);

interface ParameterResult {
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

const readEach = <T>(field: string, values: readonly string[], read: (value: string) => Parsed<T>): ParameterResult => {
  const results = values.map(read);
  const issues = results.flatMap((result) => ("problem" in result ? [wrongType(field, result.problem)] : []));
  return { value: results.map((result) => ("value" in result ? result.value : undefined)), issues };
};

const readTexts = (field: string, values: readonly string[], parameter: Parameter): ParameterResult => {
  const known = parameter.name === "country" ? countryNames() : new Set(parameter.knownValues ?? []);
  const wrong = known.size === 0 ? undefined : values.find((value) => !known.has(value));
  const issues = wrong === undefined ? [] : [wrongElement(field, `"${wrong.slice(0, 100)}" is no known value`)];
  return { value: values, issues: values.includes("") ? [wrongType(field, "The value is empty")] : issues };
};

const readUuids = (field: string, values: readonly string[]): ParameterResult => {
  const wrong = values.find((value) => !isUuid(value));
  const issues = wrong === undefined ? [] : [wrongType(field, `"${wrong.slice(0, 100)}" is no uuid`)];
  return { value: values.map((value) => value.toLowerCase()), issues };
};

const readInteger = (
  field: string,
  text: string,
  { minimum = -Infinity, maximum = Infinity }: ParameterSchema,
): ParameterResult => {
  const value = Number(text);
  const fits = /^-?\d{1,15}$/.test(text) && value >= minimum && value <= maximum;
  return fits
    ? { value, issues: [] }
    : {
        issues: [
          wrongType(field, `Expected an integer from ${minimum} to ${maximum}, received "${text.slice(0, 100)}"`),
        ],
      };
};

const readList = (field: string, values: readonly string[], items: ParameterSchema): ParameterResult => {
  const pattern = items.pattern === undefined ? undefined : new RegExp(items.pattern);
  const wrong = values.find((value) => items.enum?.includes(value) === false || pattern?.test(value) === false);
  if (wrong !== undefined) return { issues: [wrongElement(field, `"${wrong.slice(0, 100)}" is not allowed here`)] };
  const names = field === "query.order" ? values.map((value) => value.split(":")[0]) : [];
  const twice = new Set(names).size < names.length;
  return {
    value: [...new Set(values)],
    issues: twice ? [wrongElement(field, "A field may be ordered by only once")] : [],
  };
};

const readPlain = (field: string, text: string, schema: ParameterSchema): ParameterResult => {
  if (schema.type === "integer") return readInteger(field, text, schema);
  if (schema.type === "boolean") {
    const fits = text === "true" || text === "false";
    return fits ? { value: text === "true", issues: [] } : { issues: [wrongType(field, "Expected true or false")] };
  }
  const fits = schema.enum?.includes(text) !== false;
  return fits
    ? { value: text, issues: [] }
    : { issues: [wrongElement(field, `Expected one of ${(schema.enum ?? []).join(", ")}`)] };
};

/** Maximum number of conditions of one parameter, so that a list may be written as repeated values. */
const mostConditions = 300;
/** Maximum number of patterns among them. */
const mostPatterns = 20;

const readParameter = (parameter: Parameter, values: readonly string[]): ParameterResult => {
  const field = `query.${parameter.name}`;
  const { schema } = parameter;
  if (schema["x-kind"]?.endsWith("-operator") === true && values.length > mostConditions)
    return { issues: [wrongType(field, `Expected at most ${mostConditions} conditions`)] };
  if (values.filter((value) => value.startsWith("ilike:")).length > mostPatterns)
    return { issues: [wrongType(field, `Expected at most ${mostPatterns} patterns`)] };
  switch (schema["x-kind"]) {
    case "integer-operator":
      return readEach(field, values, (value) => parseIntegerCondition(value, schema));
    case "date-operator":
      return readEach(field, values, (value) => parseDateCondition(value, schema));
    case "text-operator":
      return readEach(field, values, (value) => parseTextCondition(value, schema));
    case "sector-operator":
      return readEach(field, values, (value) => parseSectorCondition(value, schema));
    case "uuids":
      return readUuids(field, values);
    case "texts":
      return readTexts(field, values, parameter);
    default:
      if (schema.type === "array") return readList(field, values, schema.items ?? {});
      return values.length > 1
        ? { issues: [wrongType(field, "Expected one value, received several")] }
        : readPlain(field, values[0] ?? "", schema);
  }
};

/**
 * Parses and validates the query. Returns the values by name, with defaults, and all issues. Unknown parameters are
 * ignored.
 */
export const readQuery = (operation: Operation, query: RawQuery): { values: Map<string, unknown>; issues: Issue[] } => {
  const values = new Map<string, unknown>();
  const issues: Issue[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === "path") continue;
    const rawTexts = rawValues(query, parameter);
    const present = mayBeEmpty.has(parameter.name) ? rawTexts.filter((value) => value !== "") : rawTexts;
    if (present.length === 0) {
      if (parameter.schema.default !== undefined) values.set(parameter.name, parameter.schema.default);
      continue;
    }
    const result = readParameter(parameter, present);
    issues.push(...result.issues);
    values.set(parameter.name, result.value);
  }
  return { values, issues };
};

/** Validates the path: every path parameter is a uuid. */
export const readPath = (operation: Operation, path: Readonly<Record<string, string>>): Issue[] =>
  operation.parameters
    .filter((parameter) => parameter.in === "path" && !isUuid(path[parameter.name] ?? ""))
    .map((parameter) => wrongType(`path.${parameter.name}`, "Invalid uuid"));
