import { isObject } from "../../facts/json";
import { longestFormula } from "../../facts/excel-limits";
import { parseRange } from "../../facts/addresses";
import { comparisons } from "../../ooxml/conditional-format";
import { alertStyles, canBeShown, type DataValidation, isCompared, validationTypes } from "../../ooxml/data-validation";
import { type ConditionalCost, isOne, rangeCells } from "./conditional-cost";
import { measureCost, type SheetSize } from "./formula-cost";

/** What checking the cells of a data validation costs. The engine reads the source of a list once. */
export const validationCost = ({ ranges, type, formulas }: DataValidation, size: SheetSize): ConditionalCost => {
  const cells = rangeCells(ranges, size);
  const read = formulas.reduce((sum, formula) => sum + measureCost(`=${formula}`, size).cells + 1, 0);
  return { cells, readCells: type === "list" ? read : read * cells };
};

/** Excel allows 255 characters. */
const longestMessage = 1_000;

const isText = (value: unknown, longest: number): boolean => typeof value === "string" && value.length <= longest;

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  typeof value["shown"] === "boolean" &&
  isText(value["title"], longestMessage) &&
  isText(value["message"], longestMessage);

const isRange = (value: unknown): boolean => typeof value === "string" && parseRange(value) !== undefined;

const isValidation = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { id, ranges, type, operator, formulas, ignoreBlanks, alert, prompt } = value as Partial<DataValidation>;
  const hasTexts = isMessage(alert) && isOne(alertStyles, alert?.style) && isMessage(prompt);
  const hasParts = hasTexts && typeof id === "string" && typeof ignoreBlanks === "boolean";
  const hasRanges = Array.isArray(ranges) && ranges.length > 0 && ranges.length <= 10_000 && ranges.every(isRange);
  const hasFormulas = Array.isArray(formulas) && formulas.every((one) => isText(one, longestFormula));
  if (!hasParts || !hasRanges || !hasFormulas) return false;
  return hasCriterion(type, operator) && canBeShown(value as unknown as DataValidation);
};

const hasCriterion = (type: DataValidation["type"] | undefined, operator: unknown): boolean =>
  type !== undefined && validationTypes.includes(type) && (!isCompared(type) || isOne(comparisons, operator));

/** What the list should be; undefined if it is a list of data validation with ids of their own. */
export const checkDataValidations = (list: unknown): string | undefined => {
  if (!Array.isArray(list)) return "a list";
  if (!list.every(isValidation)) return "a list of data validation (src/ooxml/data-validation.ts)";
  const ids = new Set(list.map(({ id }: DataValidation) => id));
  return ids.size === list.length ? undefined : "a list of data validation with different ids";
};
