import type { Comparison } from "../../ooxml/conditional-format";
import type { DataValidation } from "../../ooxml/data-validation";

/** An item of a list. One that was typed into the rule has no value of its own. */
export interface ListItem {
  readonly label: string;
  readonly value?: string | number | boolean;
  readonly isTyped?: boolean;
}

/** What data validation accepts in one cell. */
export interface Accepted {
  /** Undefined for rules that the workbench does not know: they accept everything. */
  readonly rule: DataValidation | undefined;
  /** The results of its formulas. */
  readonly operands: readonly unknown[];
  readonly items: readonly ListItem[];
}

type Content = string | number | boolean | null;

const errorText = /^#(?:N\/A|[A-Z_]+(?:\/0)?[!?]?)$/;

/** Whether a content is accepted, as Excel does it. Null is an empty cell. */
export const accepts = (accepted: Accepted, content: Content): boolean => {
  const { rule, operands, items } = accepted;
  if (rule === undefined || rule.type === "none") return true;
  if (content === null) return rule.ignoreBlanks;
  if (rule.type === "custom") return isTrue(operands[0]);
  if (typeof content === "string" && errorText.test(content)) return false;
  return rule.type === "list" ? items.some((item) => isItem(item, content)) : isWithin(rule, operands, content);
};

/** Whether a number, a date, a time or the length of a text is what the operator wants. */
const isWithin = (
  { type, operator = "between", formulas }: DataValidation,
  operands: readonly unknown[],
  content: Exclude<Content, null>,
): boolean => {
  const number = type === "textLength" ? String(content).length : content;
  if (typeof number !== "number" || (type === "whole" && !Number.isInteger(number))) return false;
  const [first, second = first] = formulas.map((formula, index) => operandOf(formula, operands[index]));
  if (first === undefined || second === undefined) return false;
  return compare(operator, number, Math.min(first, second), Math.max(first, second));
};

const isTrue = (result: unknown): boolean => (typeof result === "string" ? /^true$/i.test(result) : Boolean(result));

const numeric = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** The number of an operand; undefined if it has none. */
const operandOf = (formula: string, result: unknown): number | undefined => {
  if (numeric.test(formula)) return Number(formula);
  if (typeof result === "boolean") return Number(result);
  return typeof result === "number" ? result : undefined;
};

const compare = (operator: Comparison, number: number, least: number, most: number): boolean => {
  switch (operator) {
    case "between":
      return number >= least && number <= most;
    case "notBetween":
      return number < least || number > most;
    case "equal":
      return number === least;
    case "notEqual":
      return number !== least;
    case "greaterThan":
      return number > least;
    case "greaterThanOrEqual":
      return number >= least;
    case "lessThan":
      return number < least;
    case "lessThanOrEqual":
      return number <= least;
  }
};

/** Case counts in a list that was typed, and not in one of cells. */
const isItem = ({ label, value, isTyped }: ListItem, content: string | number | boolean): boolean => {
  if (value === content) return true;
  const text = typeof content === "boolean" ? String(content).toUpperCase() : String(content);
  if (isTyped === true)
    return text === label || (typeof content === "number" && numeric.test(label) && Number(label) === content);
  return typeof content === "string" && text.toLowerCase() === label.toLowerCase();
};
