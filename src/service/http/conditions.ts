import { type Condition, type OperatorName, operatorNames, parseCondition } from "../../contract/values";
import type { ParameterSchema } from "./operations";

/** A condition on a number. Dates are milliseconds. */
export interface NumberCondition {
  readonly operator: Exclude<OperatorName, "ilike">;
  readonly values: readonly number[];
}

/** A condition on a text. */
export interface TextCondition {
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

/** A test of one number. */
export type NumberTest = (value: number) => boolean;

/** The whole numbers that a condition allows. */
export const numberRange = ({
  operator,
  values: [first = 0, second = 0],
}: NumberCondition): readonly [low: number, high: number] => {
  if (operator === "between") return [first, second];
  const low = operator === "gt" ? first + 1 : operator === "gte" || operator === "eq" ? first : -Infinity;
  const high = operator === "lt" ? first - 1 : operator === "lte" || operator === "eq" ? first : Infinity;
  return [low, high];
};

const valueSet = ({ values }: NumberCondition): ReadonlySet<number> => new Set(values);

/**
 * Creates a test of whole numbers: all conditions must hold. Its cost does not grow with the number of ranges or of
 * values.
 */
export const numberTest = (conditions: readonly NumberCondition[]): NumberTest => {
  const ranges = conditions.map(numberRange);
  const low = Math.max(...ranges.map(([least]) => least));
  const high = Math.min(...ranges.map(([, most]) => most));
  const accepted = conditions.filter(({ operator }) => operator === "in").map(valueSet);
  const excluded = conditions.filter(({ operator }) => operator === "nin" || operator === "neq").map(valueSet);
  const isInRange: NumberTest = (value) => value >= low && value <= high;
  if (accepted.length + excluded.length === 0) return isInRange;
  return (value) =>
    isInRange(value) && accepted.every((set) => set.has(value)) && !excluded.some((set) => set.has(value));
};

type ValuesTest = (values: readonly string[]) => boolean;

/** Whether a condition names what must not occur. */
export const isExcluding = ({ operator }: TextCondition): boolean => operator === "neq" || operator === "nin";

/** A test of lowercase values. */
const textConditionTest = (condition: TextCondition): ValuesTest => {
  const accepted = new Set(condition.values.map((value) => value.toLowerCase()));
  const among = (values: readonly string[]): boolean => values.some((value) => accepted.has(value));
  if (isExcluding(condition)) return (values) => !among(values);
  if (condition.operator !== "ilike") return among;
  const like = likeTest(condition.values[0] ?? "");
  return (values) => values.some(like);
};

/** Makes one condition of all that name values, so that the cost of a test does not grow with their number. */
const joinValues = (conditions: readonly TextCondition[], operator: "in" | "nin"): readonly TextCondition[] => {
  const exact = conditions.filter((each) => each.operator !== "ilike");
  const patterns = conditions.filter((each) => each.operator === "ilike");
  return exact.length === 0 ? patterns : [{ operator, values: exact.flatMap(({ values }) => values) }, ...patterns];
};

/** Creates a test of several values: any including condition and all excluding conditions must hold. */
export const textTest = (conditions: readonly TextCondition[]): ValuesTest => {
  const excluding = joinValues(conditions.filter(isExcluding), "nin").map(textConditionTest);
  const including = joinValues(
    conditions.filter((each) => !isExcluding(each)),
    "in",
  ).map(textConditionTest);
  return (values) => {
    const lower = values.map((value) => value.toLowerCase());
    return excluding.every((test) => test(lower)) && (including.length === 0 || including.some((test) => test(lower)));
  };
};

/** A test of one lowercase text. */
export type LikeTest = (text: string) => boolean;

const isPair = (text: string, at: number): boolean => {
  const code = text.codePointAt(at) ?? 0;
  return code > 0xffff;
};

/** The end of a part that matches at `from`, or -1. `_` matches one character, also one of two UTF-16 units. */
const endAt = (part: string, text: string, from: number): number => {
  let at = from;
  for (let index = 0; index < part.length; index += 1, at += 1) {
    if (at >= text.length) return -1;
    if (part[index] === "_") at += isPair(text, at) ? 1 : 0;
    else if (part[index] !== text[at]) return -1;
  }
  return at;
};

/** The end of the first match at or after `from`, or -1. */
const endOfNext = (part: string, text: string, from: number): number => {
  if (!part.includes("_")) {
    const position = text.indexOf(part, from);
    return position === -1 ? -1 : position + part.length;
  }
  for (let begin = from; begin <= text.length - part.length; begin += 1) {
    const end = endAt(part, text, begin);
    if (end !== -1) return end;
  }
  return -1;
};

/** Whether a part matches at the very end of the text and not before `from`. */
const isLast = (part: string, text: string, from: number): boolean => {
  for (let begin = Math.max(from, text.length - 2 * part.length); begin <= text.length; begin += 1)
    if (endAt(part, text, begin) === text.length) return true;
  return false;
};

/**
 * Creates the test of `ilike`: case-insensitive, `%` matches any characters, `_` one; without either the pattern may
 * occur anywhere. The parts between `%` are searched one after another, without backtracking, and a pattern that needs
 * more characters than the text has is not searched at all; a regular expression could backtrack or be too large.
 */
export const likeTest = (pattern: string): LikeTest => {
  const lower = pattern.toLowerCase();
  if (!/[%_]/.test(lower)) return (text) => text.includes(lower);
  const [first = "", ...others] = lower.split("%");
  const last = others.pop();
  const middle = others.filter((part) => part !== "");
  const least = lower.replaceAll("%", "").length;
  return (text) => {
    if (text.length < least) return false;
    let at = endAt(first, text, 0);
    if (last === undefined || at === -1) return at === text.length;
    for (const part of middle) {
      at = endOfNext(part, text, at);
      if (at === -1) return false;
    }
    return isLast(last, text, at);
  };
};

/** A parsed value, or the reason why it is invalid. */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

const dateTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+ -]\d{2}:?\d{2})?)?$/i;

const isDay = (day: string): boolean => {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
};

/** The offset in the syntax of Date.parse. In an unencoded query a plus sign arrives as a space. */
const dateZone = (offset: string): string =>
  offset
    .replace(" ", "+")
    .replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")
    .toUpperCase();

/**
 * Parses an ISO date or date-time to milliseconds. The default time is midnight, the default offset UTC. Returns
 * undefined for impossible days.
 */
export const parseInstant = (text: string): number | undefined => {
  const match = dateTime.exec(text);
  const day = match?.[1];
  if (match === null || day === undefined || !isDay(day)) return undefined;
  const [, , clock = "00:00", seconds = ":00", fraction = "", offset = "Z"] = match;
  const time = Date.parse(`${day}T${clock}${seconds}${fraction.slice(0, 4)}${dateZone(offset)}`);
  return Number.isNaN(time) ? undefined : time;
};

const split = (text: string, schema: ParameterSchema): Parsed<Condition> => {
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

const parseNumbers = (
  text: string,
  schema: ParameterSchema,
  read: (value: string) => number | undefined,
): Parsed<NumberCondition> => {
  const parsed = split(text, schema);
  if ("problem" in parsed) return parsed;
  const values = parsed.value.values.map(read);
  const bad = values.indexOf(undefined);
  if (bad !== -1) return { problem: `"${(parsed.value.values[bad] ?? "").slice(0, 100)}" is no allowed value` };
  const [first = 0, second = 0] = values as number[];
  if (parsed.value.operator === "between" && first > second) return { problem: "between needs the lower bound first" };
  const { operator } = parsed.value;
  return operator === "ilike" ? { problem: "ilike is for texts" } : { value: { operator, values: values as number[] } };
};

/** Parses a condition on integers within the range of the schema. */
export const parseIntegerCondition = (text: string, schema: ParameterSchema): Parsed<NumberCondition> =>
  parseNumbers(text, schema, (value) => {
    if (!/^-?\d{1,15}$/.test(value)) return undefined;
    const number = Number(value);
    const { "x-minimum": minimum = -Infinity, "x-maximum": maximum = Infinity } = schema;
    return number < minimum || number > maximum ? undefined : number;
  });

/** Parses a condition on dates. */
export const parseDateCondition = (text: string, schema: ParameterSchema): Parsed<NumberCondition> =>
  parseNumbers(text, schema, parseInstant);

/** Parses a condition on texts. A text without a known operator means eq. */
export const parseTextCondition = (text: string, schema: ParameterSchema): Parsed<TextCondition> => {
  const condition = parseCondition(text) ?? { operator: "eq" as const, values: [text] };
  const allowed = schema["x-operators"] ?? operatorNames;
  if (!allowed.includes(condition.operator)) {
    return { problem: `The operator ${condition.operator} is not one of ${allowed.join(", ")}` };
  }
  return condition.values.every((value) => value !== "") ? { value: condition } : { problem: "The value is empty" };
};

/** Parses a condition on ISIC sections. */
export const parseSectorCondition = (text: string, schema: ParameterSchema): Parsed<TextCondition> => {
  const parsed = parseTextCondition(text, schema);
  if ("problem" in parsed) return parsed;
  const wrong = parsed.value.values.find((value) => !/^[A-U]$/.test(value));
  return wrong === undefined ? parsed : { problem: `"${wrong.slice(0, 100)}" is no section from A to U` };
};
