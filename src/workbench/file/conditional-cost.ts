import { isObject, type JsonObject } from "../../facts/json";
import { longestFormula } from "../../facts/excel-limits";
import { parseLocalAddress } from "../../facts/addresses";
import {
  comparisons,
  type ConditionalFormat,
  iconSets,
  pointTypes,
  presets,
  textRuleOperators,
} from "../../ooxml/conditional-format";
import { measureCost, type SheetSize } from "./formula-cost";

/** What applying a conditional format costs. */
export interface ConditionalCost {
  readonly cells: number;
  /** That its formulas read for all of its cells. */
  readonly readCells: number;
}

/** What the rules of a workbook may cost. */
export class CostBudget {
  #left: readonly [rules: number, cells: number, readCells: number];

  constructor(rules: number, cells: number, readCells: number) {
    this.#left = [rules, cells, readCells];
  }

  /** Takes the costs of a sheet's rules, or none of them. Returns whether there was enough. */
  spend(costs: readonly ConditionalCost[]): boolean {
    let [rules, cells, readCells] = this.#left;
    rules -= costs.length;
    for (const cost of costs) {
      cells -= cost.cells;
      readCells -= cost.readCells;
    }
    const isEnough = rules >= 0 && cells >= 0 && readCells >= 0;
    if (isEnough) this.#left = [rules, cells, readCells];
    return isEnough;
  }
}

/** The cells of ranges on a sheet of this size. Whole columns and rows end with it. */
export const rangeCells = (ranges: readonly string[], size: SheetSize): number => {
  let cells = 0;
  for (const range of ranges) {
    const { startRow, endRow, startColumn, endColumn } = parseLocalAddress(range) ?? noArea;
    const rows = Math.min(endRow, Math.max(size.rows - 1, startRow)) - startRow + 1;
    const columns = Math.min(endColumn, Math.max(size.columns - 1, startColumn)) - startColumn + 1;
    cells += rows * columns;
  }
  return cells;
};

export const conditionalCost = ({ ranges, rule }: ConditionalFormat, size: SheetSize): ConditionalCost => {
  const cells = rangeCells(ranges, size);
  const read = ruleFormulas(rule).reduce((sum, formula) => sum + measureCost(`=${formula}`, size).cells + 1, 0);
  // A formula of a scale counts once, any other one for each cell.
  return { cells, readCells: "format" in rule ? read * cells : read };
};

const noArea = { startRow: 0, endRow: 0, startColumn: 0, endColumn: 0 };

const ruleFormulas = (rule: ConditionalFormat["rule"]): string[] => {
  const texts = (points: readonly { readonly value?: number | string }[]): string[] =>
    points.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  switch (rule.type) {
    case "cellIs":
      return [...rule.formulas];
    case "expression":
      return [rule.formula];
    case "colorScale":
    case "iconSet":
      return texts(rule.points);
    case "dataBar":
      return texts([rule.min, rule.max]);
    default:
      return [];
  }
};

const isText = (value: unknown): boolean => typeof value === "string" && value.length <= longestFormula;
const isColor = (value: unknown): boolean => typeof value === "string" && /^#[\da-f]{6}$/.test(value);
export const isOne = (values: readonly unknown[], value: unknown): boolean => values.includes(value);
const isPoint = (value: unknown): boolean =>
  isObject(value) &&
  isOne(pointTypes, value["type"]) &&
  (value["value"] === undefined || isText(value["value"]) || Number.isFinite(value["value"]));

const isListWith = (value: unknown, least: number, most: number, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every(fits);

const rules: Readonly<Record<ConditionalFormat["rule"]["type"], (rule: JsonObject) => boolean>> = {
  cellIs: ({ operator, formulas }) => isOne(comparisons, operator) && isListWith(formulas, 1, 2, isText),
  expression: ({ formula }) => isText(formula),
  text: ({ operator, text }) => isOne(textRuleOperators, operator) && isText(text),
  preset: ({ preset }) => isOne(presets, preset),
  top: ({ rank }) => Number.isInteger(rank) && Number(rank) >= 1 && Number(rank) <= 1_000,
  colorScale: ({ points }) => isListWith(points, 2, 3, (one) => isPoint(one) && isColor((one as JsonObject)["color"])),
  dataBar: ({ min, max, color, negativeColor }) =>
    isPoint(min) && isPoint(max) && isColor(color) && (negativeColor === undefined || isColor(negativeColor)),
  iconSet: ({ set, points }) => isOne(iconSets, set) && isListWith(points, 2, 4, isPoint),
};

const isCellFormat = (value: unknown): boolean => {
  if (!isObject(value) || typeof value["id"] !== "string" || !isObject(value["rule"])) return false;
  const { rule, ranges } = value;
  const check = (rules as Readonly<Record<string, ((rule: JsonObject) => boolean) | undefined>>)[String(rule["type"])];
  const isScale = isOne(["colorScale", "dataBar", "iconSet"], rule["type"]);
  const areAddresses = isListWith(
    ranges,
    1,
    10_000,
    (one) => typeof one === "string" && /^[A-Z]+\d+(:[A-Z]+\d+)?$/.test(one) && parseLocalAddress(one) !== undefined,
  );
  return areAddresses && check?.(rule) === true && (isScale || isObject(rule["format"]));
};

/** What the list should be; undefined if it is a list of conditional formats with ids of their own. */
export const checkConditionalFormats = (list: unknown): string | undefined => {
  if (!Array.isArray(list)) return "a list";
  if (!list.every(isCellFormat)) return "a list of conditional formats (src/ooxml/conditional-format.ts)";
  const ids = new Set(list.map(({ id }: ConditionalFormat) => id));
  return ids.size === list.length ? undefined : "a list of conditional formats with different ids";
};
