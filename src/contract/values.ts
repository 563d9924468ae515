const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a uuid, the form of every id of the service; upper and lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Every operator the contract knows (specification, "Conventions"); each route says which of them it takes. */
export const operatorNames = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "nin", "between", "ilike"] as const;

/** The name of an operator. */
export type OperatorName = (typeof operatorNames)[number];

/** A condition as it travels: `between:1;3` is operator `between` with the values `1` and `3`. */
export interface Condition {
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

const takesSeveral: readonly OperatorName[] = ["in", "nin", "between"];

const isOperatorName = (text: string): text is OperatorName => (operatorNames as readonly string[]).includes(text);

/**
 * Reads `<operator>:<value>;<value>`. Only the first colon separates, because values hold colons too (times, addresses, `SDG:1`).
 * Undefined where the text before the first colon is no operator: then the whole text is a value.
 */
export const parseCondition = (text: string): Condition | undefined => {
  const colon = text.indexOf(":");
  const operator = text.slice(0, Math.max(colon, 0));
  if (!isOperatorName(operator)) return undefined;
  const rest = text.slice(colon + 1);
  return { operator, values: takesSeveral.includes(operator) ? rest.split(";") : [rest] };
};

/** Writes a condition as it travels. A value holding `;` cannot be escaped; the caller refuses it where several values are joined. */
export const printCondition = (condition: Condition): string => `${condition.operator}:${condition.values.join(";")}`;
