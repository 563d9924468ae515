import type { Issue } from "../../wire/problems";
import { countryNames } from "../world/places";
import { wrongElement, wrongType } from "./api-error";
import type { Operation, Parameter, ParameterSchema } from "./contract";
import {
  readDateCondition,
  readIntegerCondition,
  readSectorCondition,
  readTextCondition,
  type Reading,
} from "./read-operators";

type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is shaped like a uuid. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Parameters whose values hold no commas, so that a comma may separate them. */
const commaSeparated = (parameter: Parameter): boolean =>
  ["fields", "order", "category"].includes(parameter.name) || parameter.schema["x-kind"] === "uuids";

const rawValues = (query: RawQuery, parameter: Parameter): string[] => {
  const given = [query[parameter.name], query[`${parameter.name}[]`]].flat().filter((value) => value !== undefined);
  return commaSeparated(parameter) ? given.flatMap((value) => value.split(",")) : given;
};

const mayBeEmpty = new Set(["fields", "translate", "search_after", "order"]);

interface Outcome {
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

const readEach = <T>(field: string, values: readonly string[], read: (value: string) => Reading<T>): Outcome => {
  const readings = values.map(read);
  const issues = readings.flatMap((reading) => ("problem" in reading ? [wrongType(field, reading.problem)] : []));
  return { value: readings.map((reading) => ("value" in reading ? reading.value : undefined)), issues };
};

const readTexts = (field: string, values: readonly string[], parameter: Parameter): Outcome => {
  const known = parameter.name === "country" ? countryNames() : new Set(parameter.knownValues ?? []);
  const wrong = known.size === 0 ? undefined : values.find((value) => !known.has(value));
  const issues = wrong === undefined ? [] : [wrongElement(field, `"${wrong.slice(0, 100)}" is no known value`)];
  return { value: values, issues: values.includes("") ? [wrongType(field, "The value is empty")] : issues };
};

const readUuids = (field: string, values: readonly string[]): Outcome => {
  const wrong = values.find((value) => !isUuid(value));
  const issues = wrong === undefined ? [] : [wrongType(field, `"${wrong.slice(0, 100)}" is no uuid`)];
  return { value: values.map((value) => value.toLowerCase()), issues };
};

const readInteger = (
  field: string,
  text: string,
  { minimum = -Infinity, maximum = Infinity }: ParameterSchema,
): Outcome => {
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

const readList = (field: string, values: readonly string[], items: ParameterSchema): Outcome => {
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

const readPlain = (field: string, text: string, schema: ParameterSchema): Outcome => {
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

const readParameter = (parameter: Parameter, values: readonly string[]): Outcome => {
  const field = `query.${parameter.name}`;
  const { schema } = parameter;
  switch (schema["x-kind"]) {
    case "integer-operator":
      return readEach(field, values, (value) => readIntegerCondition(value, schema));
    case "date-operator":
      return readEach(field, values, (value) => readDateCondition(value, schema));
    case "text-operator":
      return readEach(field, values, (value) => readTextCondition(value, schema));
    case "sector-operator":
      return readEach(field, values, (value) => readSectorCondition(value, schema));
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

/** Reads and checks the query: values by name with their defaults, and everything that is wrong with it. Unknown parameters are ignored. */
export const readQuery = (operation: Operation, query: RawQuery): { values: Map<string, unknown>; issues: Issue[] } => {
  const values = new Map<string, unknown>();
  const issues: Issue[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === "path") continue;
    const given = rawValues(query, parameter);
    const kept = mayBeEmpty.has(parameter.name) ? given.filter((value) => value !== "") : given;
    if (kept.length === 0) {
      if (parameter.schema.default !== undefined) values.set(parameter.name, parameter.schema.default);
      continue;
    }
    const outcome = readParameter(parameter, kept);
    issues.push(...outcome.issues);
    values.set(parameter.name, outcome.value);
  }
  return { values, issues };
};

/** Checks the path: every parameter is a uuid. */
export const readPath = (operation: Operation, path: Readonly<Record<string, string>>): Issue[] =>
  operation.parameters
    .filter((parameter) => parameter.in === "path" && !isUuid(path[parameter.name] ?? ""))
    .map((parameter) => wrongType(`path.${parameter.name}`, "Invalid uuid"));
