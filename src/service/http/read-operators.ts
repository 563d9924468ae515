import { operatorNames, parseCondition, type Condition } from "../../wire/operators";
import type { ParameterSchema } from "./contract";
import type { NumberCondition, TextCondition } from "./conditions";

/** What came of reading a value: the value, or why it cannot be read. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

const dateTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+ -]\d{2}:?\d{2})?)?$/i;

const isDay = (day: string): boolean => {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
};

/** An offset as Date.parse wants it; a plus sign of an unencoded query has become a space. */
const zoneOf = (offset: string): string =>
  offset
    .replace(" ", "+")
    .replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")
    .toUpperCase();

/** An ISO date or date-time as milliseconds; without a time it is midnight, without an offset UTC. Undefined for impossible days. */
export const readInstant = (text: string): number | undefined => {
  const match = dateTime.exec(text);
  const day = match?.[1];
  if (match === null || day === undefined || !isDay(day)) return undefined;
  const [, , clock = "00:00", seconds = ":00", fraction = "", offset = "Z"] = match;
  const time = Date.parse(`${day}T${clock}${seconds}${fraction.slice(0, 4)}${zoneOf(offset)}`);
  return Number.isNaN(time) ? undefined : time;
};

const split = (text: string, schema: ParameterSchema): Reading<Condition> => {
  const operators = schema["x-operators"] ?? [];
  const condition = parseCondition(text);
  if (condition === undefined || !operators.includes(condition.operator)) {
    return {
      problem: `Expected <operator>:<value> with one of ${operators.join(", ")}, received "${text.slice(0, 100)}"`,
    };
  }
  if (condition.operator === "between" && condition.values.length !== 2) {
    return { problem: "between takes two values separated by ;" };
  }
  return { value: condition };
};

const numeric = (
  text: string,
  schema: ParameterSchema,
  read: (value: string) => number | undefined,
): Reading<NumberCondition> => {
  const reading = split(text, schema);
  if ("problem" in reading) return reading;
  const values = reading.value.values.map(read);
  const bad = values.indexOf(undefined);
  if (bad !== -1) return { problem: `"${(reading.value.values[bad] ?? "").slice(0, 100)}" is no allowed value` };
  const [first = 0, second = 0] = values as number[];
  if (reading.value.operator === "between" && first > second) return { problem: "between needs the lower bound first" };
  const { operator } = reading.value;
  return operator === "ilike" ? { problem: "ilike is for texts" } : { value: { operator, values: values as number[] } };
};

/** Reads a condition over integers within the schema's range. */
export const readIntegerCondition = (text: string, schema: ParameterSchema): Reading<NumberCondition> =>
  numeric(text, schema, (value) => {
    if (!/^-?\d{1,15}$/.test(value)) return undefined;
    const number = Number(value);
    const { "x-minimum": minimum = -Infinity, "x-maximum": maximum = Infinity } = schema;
    return number < minimum || number > maximum ? undefined : number;
  });

/** Reads a condition over instants. */
export const readDateCondition = (text: string, schema: ParameterSchema): Reading<NumberCondition> =>
  numeric(text, schema, readInstant);

/** Reads a condition over texts; a text without a known operator means eq. */
export const readTextCondition = (text: string, schema: ParameterSchema): Reading<TextCondition> => {
  const condition = parseCondition(text) ?? { operator: "eq" as const, values: [text] };
  const allowed = schema["x-operators"] ?? operatorNames;
  if (!allowed.includes(condition.operator)) {
    return { problem: `The operator ${condition.operator} is not one of ${allowed.join(", ")}` };
  }
  return condition.values.every((value) => value !== "") ? { value: condition } : { problem: "The value is empty" };
};

/** Reads a condition over ISIC sections. */
export const readSectorCondition = (text: string, schema: ParameterSchema): Reading<TextCondition> => {
  const reading = readTextCondition(text, schema);
  if ("problem" in reading) return reading;
  const wrong = reading.value.values.find((value) => !/^[A-U]$/.test(value));
  return wrong === undefined ? reading : { problem: `"${wrong.slice(0, 100)}" is no section from A to U` };
};
