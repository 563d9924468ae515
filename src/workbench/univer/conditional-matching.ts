import { CellValueType, ICommandService, type Injector, ThemeService } from "@univerjs/core";
import { SetArrayFormulaDataMutation } from "@univerjs/engine-formula";
import {
  CFNumberOperator,
  CFRuleType,
  CFSubRuleType,
  CFTextOperator,
  CFValueType,
  ConditionalFormattingRuleModel,
  ConditionalFormattingViewModel,
  DataBar,
  filterRange,
  type IHighlightCell,
  type INumberHighlightCell,
  type ITextHighlightCell,
} from "@univerjs/sheets-conditional-formatting";
import {
  interceptRuleUnits,
  isErrorType,
  type RuleContext,
  type RuleUnit,
  spilledCells,
  type EngineCell,
} from "./private-hooks";

let intercepted = false;

/**
 * Applies conditional formats as Excel does: to spilled cells too, without regard to case, and with an order of texts,
 * numbers and truth values.
 */
export const showConditionalFormats = (injector: Injector): void => {
  if (!intercepted) {
    interceptRuleUnits(likeExcel);
    fadeIntoBackground(() => injector.get(ThemeService).darkMode);
  }
  intercepted = true;
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (id !== SetArrayFormulaDataMutation.id) return;
    const model = injector.get(ConditionalFormattingRuleModel);
    const view = injector.get(ConditionalFormattingViewModel);
    const { arrayFormulaRange = {} } = (params ?? {}) as {
      readonly arrayFormulaRange?: Readonly<Record<string, unknown>>;
    };
    for (const unitId of Object.keys(arrayFormulaRange))
      for (const [sheetId, rules] of model.getUnitRules(unitId) ?? [])
        for (const { cfId } of rules) view.markRuleDirty(unitId, sheetId, cfId);
  });
};

/** The end of the engine's gradient bars, and the background of cells in its dark mode, whose texts are white. */
const white = "rgb(255 255 255)";
const darkBackground = "#1c1d20";

/** Lets gradient bars end in the background of the cell, so that its text can be read in the dark mode too. */
const fadeIntoBackground = (isDark: () => boolean): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object
  const { draw } = DataBar.prototype;
  DataBar.prototype.draw = function (context, ...rest) {
    if (!isDark()) return draw.call(this, context, ...rest);
    const make = context.createLinearGradient.bind(context);
    context.createLinearGradient = (...ends) => {
      const gradient = make(...ends);
      const add = gradient.addColorStop.bind(gradient);
      gradient.addColorStop = (offset, color) => add(offset, color === white ? darkBackground : color);
      return gradient;
    };
    try {
      return draw.call(this, context, ...rest);
    } finally {
      context.createLinearGradient = make;
    }
  };
};

const likeExcel = (unit: RuleUnit): void => {
  const { accessor, unitId, subUnitId, getCellValue } = unit._context;
  unit._context.getCellValue = (row, column) =>
    spilledCells(accessor, unitId, subUnitId)?.[row]?.[column] ?? getCellValue(row, column);
  const compute = unit.getCellResult.bind(unit);
  unit.getCellResult = (row, column, computed, context) => {
    const matches = matchesCell(context, context.getCellValue(row, column));
    if (matches === undefined) return compute(row, column, withHighest(computed, context), context);
    return matches ? (context.rule.rule as IHighlightCell).style : {};
  };
};

/** The colours of a scale, from the least value on. */
type ScaleColors = readonly { readonly value: number; readonly color: unknown }[];

/** Cached by the array that the engine computed once for many cells. A copy of it is corrected again. */
const corrected = new WeakMap<ScaleColors, ScaleColors>();

/** The engine takes 0 for the highest of negative values. */
const withHighest = (computed: unknown, context: RuleContext): unknown => {
  const { rule } = context.rule;
  if (rule.type !== CFRuleType.colorScale || !Array.isArray(computed)) return computed;
  const colors = computed as ScaleColors;
  const last = colors.at(-1);
  const hasHighest = rule.config.some(({ value }) => value.type === CFValueType.max);
  if (!hasHighest || last?.value !== 0) return computed;
  const known = corrected.get(colors);
  if (known !== undefined) return known;
  const highest = highestNumber(context);
  const right = highest === undefined ? colors : [...colors.slice(0, -1), { ...last, value: highest }];
  corrected.set(colors, right);
  return right;
};

/** Undefined if no cell has a number. */
const highestNumber = ({ rule, worksheet, getCellValue }: RuleContext): number | undefined => {
  let highest: number | undefined;
  const ranges = filterRange(rule.ranges, worksheet.getMaxRows() - 1, worksheet.getMaxColumns() - 1);
  for (const { startRow, endRow, startColumn, endColumn } of ranges)
    for (let row = startRow; row <= endRow; row += 1)
      for (let column = startColumn; column <= endColumn; column += 1) {
        const { v, t } = getCellValue(row, column);
        if (t === CellValueType.NUMBER && typeof v === "number" && (highest === undefined || v > highest)) highest = v;
      }
  return highest;
};

/** A number, a text in lower case, or a truth value. Nothing is 0, or an empty text. */
const comparableContent = ({ v, t }: EngineCell): string | number | boolean | null => {
  if (v === undefined || v === null || v === "") return null;
  if (t === CellValueType.BOOLEAN) return Boolean(v);
  return typeof v === "string" ? v.toLowerCase() : v;
};

const isError = ({ v }: EngineCell): boolean => typeof v === "string" && isErrorType(v);

/** Whether a rule applies to a cell; undefined for rules that the engine computes as Excel does. */
const matchesCell = ({ rule: { rule } }: RuleContext, cell: EngineCell): boolean | undefined => {
  if (rule.type !== CFRuleType.highlightCell) return undefined;
  const highlight = rule as IHighlightCell;
  if (highlight.subType === CFSubRuleType.number) return compares(highlight as INumberHighlightCell, cell);
  return highlight.subType === CFSubRuleType.text ? containsText(highlight as ITextHighlightCell, cell) : undefined;
};

const numberComparisons: Readonly<Record<CFNumberOperator, (number: number, least: number, most: number) => boolean>> =
  {
    [CFNumberOperator.between]: (number, least, most) => number >= least && number <= most,
    [CFNumberOperator.notBetween]: (number, least, most) => number < least || number > most,
    [CFNumberOperator.equal]: (number, operand) => number === operand,
    [CFNumberOperator.notEqual]: (number, operand) => number !== operand,
    [CFNumberOperator.greaterThan]: (number, operand) => number > operand,
    [CFNumberOperator.greaterThanOrEqual]: (number, operand) => number >= operand,
    [CFNumberOperator.lessThan]: (number, operand) => number < operand,
    [CFNumberOperator.lessThanOrEqual]: (number, operand) => number <= operand,
  };

const compares = ({ operator, value = 0 }: INumberHighlightCell, cell: EngineCell): boolean => {
  const content = comparableContent(cell) ?? 0;
  // Texts and truth values come after all numbers.
  const number = typeof content === "number" ? content : Infinity;
  const operands = Array.isArray(value) ? value : [value];
  return !isError(cell) && numberComparisons[operator](number, Math.min(...operands), Math.max(...operands));
};

const containsText = ({ operator, value = "" }: ITextHighlightCell, cell: EngineCell): boolean => {
  const text = String(comparableContent(cell) ?? "");
  const searchText = value.toLowerCase();
  switch (operator) {
    case CFTextOperator.containsErrors:
      return isError(cell);
    case CFTextOperator.notContainsErrors:
      return !isError(cell);
    case CFTextOperator.notContainsText:
      return isError(cell) || !text.includes(searchText);
    default:
      return !isError(cell) && isText(operator, text, searchText);
  }
};

const isText = (operator: CFTextOperator, text: string, value: string): boolean => {
  switch (operator) {
    case CFTextOperator.containsBlanks:
      return text.trim() === "";
    case CFTextOperator.notContainsBlanks:
      return text.trim() !== "";
    case CFTextOperator.beginsWith:
      return text.startsWith(value);
    case CFTextOperator.endsWith:
      return text.endsWith(value);
    case CFTextOperator.equal:
      return text === value;
    case CFTextOperator.notEqual:
      return text !== value;
    default:
      return text.includes(value);
  }
};
