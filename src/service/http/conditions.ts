import type { OperatorName } from "../../wire/operators";

/** A condition over numbers; dates are milliseconds. */
export interface NumberCondition {
  readonly operator: OperatorName;
  readonly values: readonly number[];
}

/** A condition over texts. */
export interface TextCondition {
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

const holds = (condition: NumberCondition, value: number): boolean => {
  const [first = 0, second = 0] = condition.values;
  switch (condition.operator) {
    case "lt":
      return value < first;
    case "lte":
      return value <= first;
    case "gt":
      return value > first;
    case "gte":
      return value >= first;
    case "neq":
      return value !== first;
    case "eq":
      return value === first;
    case "between":
      return value >= first && value <= second;
    case "in":
      return condition.values.includes(value);
    case "nin":
      return !condition.values.includes(value);
    case "ilike":
      return false;
  }
};

/** Whether a number fulfils all conditions. */
export const meetsAll = (conditions: readonly NumberCondition[], value: number): boolean => {
  for (const condition of conditions) if (!holds(condition, value)) return false;
  return true;
};

/** The pattern of `ilike`: without case, `%` any characters, `_` one; without either it is a part. */
export const likePattern = (text: string): RegExp => {
  const whole = /[%_]/.test(text) ? text : `%${text}%`;
  const source = whole
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/%/g, "[\\s\\S]*")
    .replace(/_/g, "[\\s\\S]");
  return new RegExp(`^${source}$`, "iu");
};

type Test = (values: readonly string[]) => boolean;

const testOf = (condition: TextCondition): Test => {
  const wanted = new Set(condition.values.map((value) => value.toLowerCase()));
  const among = (values: readonly string[]): boolean => values.some((value) => wanted.has(value.toLowerCase()));
  if (condition.operator === "neq" || condition.operator === "nin") return (values) => !among(values);
  if (condition.operator !== "ilike") return among;
  const pattern = likePattern(condition.values[0] ?? "");
  return (values) => values.some((value) => pattern.test(value));
};

/** A test of an entity's values: any of several conditions; those that exclude must all hold. */
export const textTest = (conditions: readonly TextCondition[]): Test => {
  const excluding = conditions.filter(({ operator }) => operator === "neq" || operator === "nin").map(testOf);
  const including = conditions.filter(({ operator }) => operator !== "neq" && operator !== "nin").map(testOf);
  return (values) =>
    excluding.every((test) => test(values)) && (including.length === 0 || including.some((test) => test(values)));
};
