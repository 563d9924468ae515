import {
  DataValidationErrorStyle,
  DataValidationOperator,
  DataValidationRenderMode,
  DataValidationType,
  type ISheetDataValidationRule,
} from "@univerjs/core";
import { parseLocalAddress } from "../../facts/addresses";
import { millisecondsPerDay } from "../../facts/dates";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type Comparison, comparisons, numberLiteral } from "../../ooxml/conditional-format";
import {
  type AlertStyle,
  canBeShown,
  type DataValidation,
  formulaCount,
  isCompared,
  listItems,
  type ValidationType,
} from "../../ooxml/data-validation";
import { mapReferences } from "../../ooxml/formulas";
import { toCellRange, rangeText, type SheetExtent } from "./conditional-rules";

/** Data validation in the engine, with members of our own, which the engine keeps. */
export interface EngineValidation extends ISheetDataValidationRule {
  /** The ranges end with the sheet of Excel; the engine's sheet is smaller. */
  readonly endless?: { readonly rows?: boolean; readonly columns?: boolean };
  /** The engine has no rule that refuses nothing. */
  readonly alertHidden?: boolean;
  /** The list as its file has it. */
  readonly listText?: string;
}

const engineTypes: Readonly<Record<ValidationType, string>> = {
  none: DataValidationType.ANY,
  whole: DataValidationType.WHOLE,
  decimal: DataValidationType.DECIMAL,
  list: DataValidationType.LIST,
  date: DataValidationType.DATE,
  time: DataValidationType.TIME,
  textLength: DataValidationType.TEXT_LENGTH,
  custom: DataValidationType.CUSTOM,
};

const engineAlertStyles = {
  stop: DataValidationErrorStyle.STOP,
  warning: DataValidationErrorStyle.WARNING,
  information: DataValidationErrorStyle.INFO,
} as const satisfies Readonly<Record<AlertStyle, DataValidationErrorStyle>>;

const engineOperators = {
  between: DataValidationOperator.BETWEEN,
  notBetween: DataValidationOperator.NOT_BETWEEN,
  equal: DataValidationOperator.EQUAL,
  notEqual: DataValidationOperator.NOT_EQUAL,
  greaterThan: DataValidationOperator.GREATER_THAN,
  greaterThanOrEqual: DataValidationOperator.GREATER_THAN_OR_EQUAL,
  lessThan: DataValidationOperator.LESS_THAN,
  lessThanOrEqual: DataValidationOperator.LESS_THAN_OR_EQUAL,
} as const satisfies Readonly<Record<Comparison, DataValidationOperator>>;

/** The engine's form of data validation, on a sheet of this size. */
export const toEngineValidation = (validation: DataValidation, size: SheetExtent): EngineValidation => {
  const { id, type, operator, formulas, ignoreBlanks, alert, prompt, dropDownHidden } = validation;
  const areas = validation.ranges.map(toCellRange);
  const rows = areas.some(({ endRow }) => endRow >= lastRow && endRow >= size.rows);
  const columns = areas.some(({ endColumn }) => endColumn >= lastColumn && endColumn >= size.columns);
  const ranges = areas.map(({ startRow, startColumn, endRow, endColumn }) => ({
    startRow,
    startColumn,
    endRow: endRow >= lastRow ? Math.max(startRow, size.rows - 1) : endRow,
    endColumn: endColumn >= lastColumn ? Math.max(startColumn, size.columns - 1) : endColumn,
  }));
  const [formula1, formula2] = formulas.map((formula) => toOperand(type, formula));
  const items = type === "list" ? listItems(formulas[0] ?? "") : undefined;
  return {
    uid: id,
    ranges,
    type: engineTypes[type],
    ...(operator !== undefined && { operator: engineOperators[operator] }),
    ...(formula1 !== undefined && { formula1: items === undefined ? formula1 : JSON.stringify(items) }),
    ...(formula2 !== undefined && { formula2 }),
    allowBlank: ignoreBlanks,
    ...(type === "list" && {
      renderMode: dropDownHidden === true ? DataValidationRenderMode.TEXT : DataValidationRenderMode.ARROW,
    }),
    showDropDown: dropDownHidden !== true,
    errorStyle: engineAlertStyles[alert.style],
    errorTitle: alert.title,
    showErrorMessage: alert.message !== "",
    error: alert.message,
    showInputMessage: prompt.shown,
    promptTitle: prompt.title,
    prompt: prompt.message,
    ...(!alert.shown && { alertHidden: true }),
    ...(items !== undefined && { listText: formulas[0] }),
    ...((rows || columns) && { endless: { rows, columns } }),
  };
};

const firstDay = Date.UTC(1899, 11, 30);

/** The engine's panel shows dates as texts. */
const toOperand = (type: ValidationType, formula: string): string => {
  if (!numberLiteral.test(formula)) return `=${formula}`;
  if (type !== "date" || !/^[1-9]\d*$/.test(formula) || Number(formula) < 61) return formula;
  const date = new Date(firstDay + Number(formula) * millisecondsPerDay);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 ? formula : date.toISOString().slice(0, 10);
};

const dateText = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2}):(\d{2}))?$/;

const fromOperand = (type: ValidationType, operand: string): string => {
  if (operand.startsWith("=")) return operand.slice(1);
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0] = dateText.exec(operand) ?? [];
  if (type !== "date" || year === undefined) return operand;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds));
  return String((time - firstDay) / millisecondsPerDay);
};

/** Data validation from the engine; undefined if files have none like it. */
export const fromEngineValidation = (rule: EngineValidation): DataValidation | undefined => {
  const type = (Object.keys(engineTypes) as ValidationType[]).find((one) => engineTypes[one] === rule.type);
  if (type === undefined) return undefined;
  const operator = isCompared(type)
    ? comparisons.find((one) => engineOperators[one] === (rule.operator ?? DataValidationOperator.BETWEEN))
    : undefined;
  const styles = Object.keys(engineAlertStyles) as AlertStyle[];
  const formulas = [rule.formula1, rule.formula2]
    .slice(0, formulaCount(type, operator))
    .map((operand = "") => (type === "list" ? fromList(operand, rule.listText) : fromOperand(type, operand)));
  const validation: DataValidation = {
    id: rule.uid,
    ranges: toRanges(rule),
    type,
    ...(operator !== undefined && { operator }),
    formulas,
    ignoreBlanks: rule.allowBlank ?? true,
    ...(isDropDownHidden(rule, type) && { dropDownHidden: true }),
    alert: {
      shown: rule.alertHidden !== true,
      style: styles.find((one) => engineAlertStyles[one] === rule.errorStyle) ?? "stop",
      title: rule.errorTitle ?? "",
      message: rule.showErrorMessage === true ? (rule.error ?? "") : "",
    },
    prompt: { shown: rule.showInputMessage ?? true, title: rule.promptTitle ?? "", message: rule.prompt ?? "" },
  };
  return canBeShown(validation) ? validation : undefined;
};

const isDropDownHidden = ({ renderMode, showDropDown }: EngineValidation, type: ValidationType): boolean =>
  type === "list" ? renderMode === DataValidationRenderMode.TEXT : showDropDown === false;

/** The items of a list, one of the engine's two forms. */
const listItemsOfOperand = (operand: string): string[] => {
  try {
    const items: unknown = JSON.parse(operand);
    if (Array.isArray(items)) return items.map(String);
  } catch {
    // The engine also stores items between commas.
  }
  return operand.split(",").filter((item) => item !== "");
};

const fromList = (operand: string, text: string | undefined): string => {
  if (operand.startsWith("=")) return operand.slice(1);
  const items = listItemsOfOperand(operand);
  const isSame = text !== undefined && JSON.stringify(listItems(text)) === JSON.stringify(items);
  return isSame ? text : `"${items.join(",").replaceAll('"', '""')}"`;
};

const toRanges = ({ ranges, endless }: EngineValidation): string[] => {
  const highest = (ends: readonly number[]): number => ends.reduce((most, one) => Math.max(most, one), 0);
  const rows = endless?.rows === true ? highest(ranges.map(({ endRow }) => endRow)) : undefined;
  const columns = endless?.columns === true ? highest(ranges.map(({ endColumn }) => endColumn)) : undefined;
  return ranges.map(({ startRow, startColumn, endRow, endColumn }) =>
    rangeText({
      startRow,
      startColumn,
      endRow: endRow === rows ? lastRow : endRow,
      endColumn: endColumn === columns ? lastColumn : endColumn,
    }),
  );
};

/** The address of a formula that is nothing but one reference, perhaps with the sign of a spill; else undefined. */
export const onlyReference = (formula: string): { readonly address: string; readonly isSpill: boolean } | undefined => {
  const isSpill = formula.endsWith("#");
  const address = isSpill ? formula.slice(0, -1) : formula;
  let reference: string | undefined;
  mapReferences(address, (one) => (reference = one));
  return reference === address && parseLocalAddress(address) !== undefined ? { address, isSpill } : undefined;
};
