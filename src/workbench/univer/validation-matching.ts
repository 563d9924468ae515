import { numberLiteral } from "../../ooxml/conditional-format";
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

type CellEntry = string | number | boolean | null;

const errorLiteral = /^#(?:N\/A|[A-Z_]+(?:\/0)?[!?]?)$/;

/** Whether a content is accepted, as Excel does it. Null is an empty cell. */
export const acceptsContent = (accepted: Accepted, content: CellEntry): boolean => {
  const { rule, operands, items } = accepted;
  if (rule === undefined || rule.type === "none") return true;
  if (content === null) return rule.ignoreBlanks;
  if (rule.type === "custom") return isTrue(operands[0]);
  if (typeof content === "string" && errorLiteral.test(content)) return false;
  return rule.type === "list" ? items.some((item) => isItem(item, content)) : isBetween(rule, operands, content);
};

/** Whether a number, a date, a time or the length of a text is what the operator wants. */
const isBetween = (
  { type, operator = "between", formulas }: DataValidation,
  operands: readonly unknown[],
  content: Exclude<CellEntry, null>,
): boolean => {
  const number = type === "textLength" ? String(content).length : content;
  if (typeof number !== "number" || (type === "whole" && !Number.isInteger(number))) return false;
  const [first, second = first] = formulas.map((formula, index) => operandNumber(formula, operands[index]));
  if (first === undefined || second === undefined) return false;
  return compareNumber(operator, number, Math.min(first, second), Math.max(first, second));
};

const isTrue = (result: unknown): boolean => (typeof result === "string" ? /^true$/i.test(result) : Boolean(result));

/** The number of an operand; undefined if it has none. */
const operandNumber = (formula: string, result: unknown): number | undefined => {
  if (numberLiteral.test(formula)) return Number(formula);
  if (typeof result === "boolean") return Number(result);
  return typeof result === "number" ? result : undefined;
};

const compareNumber = (operator: Comparison, number: number, least: number, most: number): boolean => {
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
    return text === label || (typeof content === "number" && numberLiteral.test(label) && Number(label) === content);
  return typeof content === "string" && text.toLowerCase() === label.toLowerCase();
};
