import type { OperatorName } from "../../wire/operators";
import { likeTest } from "./like";

/** A condition over numbers; dates are milliseconds. */
export interface NumberCondition {
  readonly operator: Exclude<OperatorName, "ilike">;
  readonly values: readonly number[];
}

/** A condition over texts. */
export interface TextCondition {
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

type Comparison = (value: number, values: readonly number[]) => boolean;

const first = (values: readonly number[]): number => values[0] ?? 0;

const comparisons: Readonly<Record<Exclude<OperatorName, "ilike">, Comparison>> = {
  lt: (value, values) => value < first(values),
  lte: (value, values) => value <= first(values),
  gt: (value, values) => value > first(values),
  gte: (value, values) => value >= first(values),
  eq: (value, values) => value === first(values),
  neq: (value, values) => value !== first(values),
  between: (value, values) => value >= first(values) && value <= (values[1] ?? 0),
  in: (value, values) => values.includes(value),
  nin: (value, values) => !values.includes(value),
};

/** Whether a number fulfils all conditions. */
export const meetsAll = (conditions: readonly NumberCondition[], value: number): boolean => {
  for (const condition of conditions) if (!comparisons[condition.operator](value, condition.values)) return false;
  return true;
};

type Test = (values: readonly string[]) => boolean;

const testOf = (condition: TextCondition): Test => {
  const wanted = new Set(condition.values.map((value) => value.toLowerCase()));
  const among = (values: readonly string[]): boolean => values.some((value) => wanted.has(value.toLowerCase()));
  if (condition.operator === "neq" || condition.operator === "nin") return (values) => !among(values);
  if (condition.operator !== "ilike") return among;
  const like = likeTest(condition.values[0] ?? "");
  return (values) => values.some((value) => like(value.toLowerCase()));
};

/** A test of an entity's values: any of several conditions; those that exclude must all hold. */
export const textTest = (conditions: readonly TextCondition[]): Test => {
  const excluding = conditions.filter(({ operator }) => operator === "neq" || operator === "nin").map(testOf);
  const including = conditions.filter(({ operator }) => operator !== "neq" && operator !== "nin").map(testOf);
  return (values) =>
    excluding.every((test) => test(values)) && (including.length === 0 || including.some((test) => test(values)));
};
