import { ColorKit, type IRange, type IStyleBase } from "@univerjs/core";
import {
  CFNumberOperator,
  CFRuleType,
  CFSubRuleType,
  CFTextOperator,
  CFValueType,
  type IColorScale,
  type IConditionalFormattingRuleConfig,
  type IConditionFormattingRule,
  type IDataBar,
  type IHighlightCell,
  type IIconSet,
  IIconSetType,
  type IValueConfig,
} from "@univerjs/sheets-conditional-formatting";
import { type CellRange, columnLetters, formatRange, parseLocalAddress, singleCell } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import type { CellFormat } from "../../ooxml/cell-format";
import {
  type Comparison,
  type ConditionalFormat,
  type ConditionalRule,
  iconSets,
  type Preset,
  presetFormula,
  presets,
  type ScalePoint,
  type TextOperator,
} from "../../ooxml/conditional-format";
import { moveFormula } from "../../ooxml/moved-formulas";
import { fromStyle, toStyle } from "./cell-style";

/** The condition that the user made, where the engine evaluates a formula in its place. */
type Meaning =
  { readonly type: "cellIs"; readonly operator: Comparison } | { readonly type: "preset"; readonly preset: Preset };

/** A conditional format in the engine, with members of our own, which the engine keeps. */
export interface EngineRule extends IConditionFormattingRule {
  /** The ranges end with the sheet of Excel; the engine's sheet is smaller. */
  readonly endless?: { readonly rows?: boolean; readonly columns?: boolean };
}

type Highlight = Extract<ConditionalRule, { readonly format: CellFormat }>;

export interface SheetExtent {
  readonly rows: number;
  readonly columns: number;
}

/** The engine's form of a conditional format, on a sheet of this size. */
export const toEngineRule = (format: ConditionalFormat, size: SheetExtent): EngineRule => {
  const areas = format.ranges.map(toCellRange);
  const rows = areas.some(({ endRow }) => endRow >= lastRow && endRow >= size.rows);
  const columns = areas.some(({ endColumn }) => endColumn >= lastColumn && endColumn >= size.columns);
  const ranges = areas.map(({ startRow, startColumn, endRow, endColumn }) => ({
    startRow,
    startColumn,
    endRow: endRow >= lastRow ? Math.max(startRow, size.rows - 1) : endRow,
    endColumn: endColumn >= lastColumn ? Math.max(startColumn, size.columns - 1) : endColumn,
  }));
  return {
    cfId: format.id,
    ranges,
    stopIfTrue: format.stopIfTrue === true,
    rule: toConfig(format.rule, firstCellOfRanges(ranges)),
    ...((rows || columns) && { endless: { rows, columns } }),
  };
};

/** A conditional format from the engine; undefined if files have none like it. */
export const fromEngineRule = ({
  cfId,
  ranges,
  stopIfTrue,
  rule,
  endless,
}: EngineRule): ConditionalFormat | undefined => {
  const conditionalRule = fromConfig(rule, firstCellOfRanges(ranges));
  const last = {
    row: endless?.rows === true ? highestNumber(ranges.map(({ endRow }) => endRow)) : undefined,
    column: endless?.columns === true ? highestNumber(ranges.map(({ endColumn }) => endColumn)) : undefined,
  };
  return (
    conditionalRule && {
      id: cfId,
      ranges: ranges.map(({ startRow, startColumn, endRow, endColumn }) =>
        rangeText({
          startRow,
          startColumn,
          endRow: endRow === last.row ? lastRow : endRow,
          endColumn: endColumn === last.column ? lastColumn : endColumn,
        }),
      ),
      ...(stopIfTrue && { stopIfTrue: true }),
      rule: conditionalRule,
    }
  );
};

const highestNumber = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), 0);

/** Whole columns are `A1:A1048576` here, as in files. */
export const rangeText = (area: CellRange): string => {
  const text = formatRange(area);
  if (/\d/.test(text) && /[A-Z]/.test(text)) return text;
  const { startRow, startColumn, endRow, endColumn } = area;
  return `${columnLetters(startColumn)}${startRow + 1}:${columnLetters(endColumn)}${endRow + 1}`;
};

/** The cell that the formulas of a rule are written for. */
const firstCellOfRanges = (ranges: readonly IRange[]): string => {
  const [first] = ranges.toSorted((one, other) => one.startRow - other.startRow || one.startColumn - other.startColumn);
  return `${columnLetters(first?.startColumn ?? 0)}${(first?.startRow ?? 0) + 1}`;
};

/** The same conditional format for other ranges: its formulas mean the same cells. */
export const withRanges = (format: ConditionalFormat, ranges: readonly string[]): ConditionalFormat => {
  const [from, to] = [format.ranges, ranges].map((list) => parseLocalAddress(firstCellOfRanges(list.map(toCellRange))));
  const move = (formula: string): string =>
    moveFormula(
      formula,
      (to?.startRow ?? 0) - (from?.startRow ?? 0),
      (to?.startColumn ?? 0) - (from?.startColumn ?? 0),
    );
  const { rule } = format;
  const withFormulas: ConditionalRule =
    rule.type === "expression"
      ? { ...rule, formula: move(rule.formula) }
      : rule.type === "cellIs"
        ? { ...rule, formulas: rule.formulas.map(move) }
        : rule;
  return { ...format, ranges, rule: withFormulas };
};

export const toCellRange = (range: string): CellRange => {
  const { startRow, startColumn, endRow, endColumn } = parseLocalAddress(range) ?? singleCell(0, 0);
  return { startRow, startColumn, endRow, endColumn };
};

/** The engine takes an empty style for a condition that is false. */
const noStyle = { pd: null } as unknown as IStyleBase;

const toHighlightStyle = (
  format: CellFormat,
): { readonly type: CFRuleType.highlightCell; readonly style: IStyleBase } => ({
  type: CFRuleType.highlightCell,
  style: Object.keys(format).length === 0 ? noStyle : toStyle(format),
});

const toConfig = (rule: ConditionalRule, first: string): IConditionalFormattingRuleConfig => {
  switch (rule.type) {
    case "colorScale":
      return {
        type: CFRuleType.colorScale,
        config: rule.points.map((point, index) => ({ index, color: point.color, value: toConfigValue(point) })),
      };
    case "dataBar":
      return {
        type: CFRuleType.dataBar,
        isShowValue: rule.valueHidden !== true,
        config: {
          min: toConfigValue(rule.min),
          max: toConfigValue(rule.max),
          isGradient: rule.solid !== true,
          positiveColor: rule.color,
          nativeColor: rule.negativeColor ?? rule.color,
        },
      };
    case "iconSet":
      return toIcons(rule);
    default:
      return toHighlight(rule, first) as IConditionalFormattingRuleConfig;
  }
};

const toIcons = ({
  set,
  points,
  reverse,
  valueHidden,
}: Extract<ConditionalRule, { readonly type: "iconSet" }>): IIconSet => {
  const downwards = points.toReversed();
  const lowest = points[0] ?? { type: "percent", value: 0 };
  return {
    type: CFRuleType.iconSet,
    isShowValue: valueHidden !== true,
    config: [...downwards, lowest].map((point, index) => ({
      operator:
        index === downwards.length
          ? CFNumberOperator.lessThanOrEqual
          : "above" in point && point.above
            ? CFNumberOperator.greaterThan
            : CFNumberOperator.greaterThanOrEqual,
      value: toConfigValue(point),
      iconType: iconType(set),
      iconId: String(reverse === true ? downwards.length - index : index),
    })),
  };
};

const iconType = (set: string): IIconSetType =>
  Object.values(IIconSetType).find((type: string) => type === set) ?? IIconSetType.threeArrows;

const toConfigValue = ({ type, value }: ScalePoint): IValueConfig => ({
  type: CFValueType[type],
  ...(value !== undefined && { value: typeof value === "string" ? `=${value}` : value }),
});

const engineTextOperators: Readonly<Record<TextOperator, CFTextOperator>> = {
  contains: CFTextOperator.containsText,
  notContains: CFTextOperator.notContainsText,
  beginsWith: CFTextOperator.beginsWith,
  endsWith: CFTextOperator.endsWith,
};

const textPresets = {
  blanks: CFTextOperator.containsBlanks,
  notBlanks: CFTextOperator.notContainsBlanks,
  errors: CFTextOperator.containsErrors,
  notErrors: CFTextOperator.notContainsErrors,
} as const;

const averagePresets = {
  aboveAverage: CFNumberOperator.greaterThan,
  belowAverage: CFNumberOperator.lessThan,
  equalOrAboveAverage: CFNumberOperator.greaterThanOrEqual,
  equalOrBelowAverage: CFNumberOperator.lessThanOrEqual,
} as const;

const signs: Readonly<Partial<Record<Comparison, string>>> = {
  lessThan: "<",
  lessThanOrEqual: "<=",
  equal: "=",
  notEqual: "<>",
  greaterThanOrEqual: ">=",
  greaterThan: ">",
};

const isNumber = (formula: string): boolean => formula.trim() !== "" && Number.isFinite(Number(formula));

const toHighlight = (rule: Highlight, first: string): IHighlightCell => {
  const common = toHighlightStyle(rule.format);
  const formula = (value: string, meaning?: Meaning): object => ({
    ...common,
    subType: CFSubRuleType.formula,
    value: `=${value}`,
    ...(meaning !== undefined && { meaning }),
  });
  const makeRule = (): object => {
    switch (rule.type) {
      case "expression":
        return formula(rule.formula);
      case "text":
        return {
          ...common,
          subType: CFSubRuleType.text,
          operator: engineTextOperators[rule.operator],
          value: rule.text,
        };
      case "top": {
        const { rank, percent = false, bottom = false } = rule;
        return { ...common, subType: CFSubRuleType.rank, value: rank, isPercent: percent, isBottom: bottom };
      }
      case "cellIs": {
        const { operator, formulas } = rule;
        if (!formulas.every(isNumber)) return formula(toComparison(rule, first), { type: "cellIs", operator });
        const [one = 0, other] = formulas.map(Number);
        const value = other === undefined ? one : [one, other];
        return { ...common, subType: CFSubRuleType.number, operator: CFNumberOperator[operator], value };
      }
      case "preset":
        return (
          toPreset(rule.preset) ??
          formula(presetFormula(rule.preset, first) ?? "FALSE", { type: "preset", preset: rule.preset })
        );
    }
  };
  const toPreset = (preset: Preset): object | undefined => {
    if (preset in textPresets)
      return { ...common, subType: CFSubRuleType.text, operator: textPresets[preset as keyof typeof textPresets] };
    if (preset in averagePresets)
      return {
        ...common,
        subType: CFSubRuleType.average,
        operator: averagePresets[preset as keyof typeof averagePresets],
      };
    if (preset === "duplicates") return { ...common, subType: CFSubRuleType.duplicateValues };
    return preset === "uniques" ? { ...common, subType: CFSubRuleType.uniqueValues } : undefined;
  };
  return makeRule() as IHighlightCell;
};

/** The parts of a comparison's formula around its operands. */
const around = (operator: Comparison, first: string): readonly [start: string, between: string, end: string] => {
  if (operator === "between") return [`AND(${first}>=(`, `),${first}<=(`, "))"];
  if (operator === "notBetween") return [`OR(${first}<(`, `),${first}>(`, "))"];
  return [`${first}${signs[operator] ?? "="}(`, "", ")"];
};

const toComparison = (
  { operator, formulas }: Extract<ConditionalRule, { readonly type: "cellIs" }>,
  first: string,
): string => {
  const [start, between, end] = around(operator, first);
  return start + formulas.join(between) + end;
};

/** The operands of a comparison's formula, which has moved with its cells; undefined if it has another form now. */
const splitOperands = (formula: string, operator: Comparison, first: string): string[] | undefined => {
  const [start, between, end] = around(operator, first);
  if (!formula.startsWith(start) || !formula.endsWith(end)) return undefined;
  const inner = formula.slice(start.length, -end.length);
  const operands = between === "" ? [inner] : inner.split(between);
  return operands.length === (between === "" ? 1 : 2) ? operands : undefined;
};

const fromConfig = (config: IConditionalFormattingRuleConfig, first: string): ConditionalRule | undefined => {
  switch (config.type) {
    case CFRuleType.colorScale:
      return fromScale(config);
    case CFRuleType.dataBar:
      return fromBar(config);
    case CFRuleType.iconSet:
      return fromIcons(config);
    default:
      return fromHighlight(config, first);
  }
};

export const toHexColor = (color: string): string =>
  /^#[\da-f]{6}$/.test(color) ? color : new ColorKit(color).toHexString();

const fromScale = ({ config }: IColorScale): ConditionalRule | undefined => {
  const ordered = config.toSorted((one, other) => one.index - other.index);
  const points = ordered.flatMap(({ color, value }) => {
    const point = fromValue(value);
    return point === undefined ? [] : [{ ...point, color: toHexColor(color) }];
  });
  return points.length === config.length ? { type: "colorScale", points } : undefined;
};

const fromBar = ({ isShowValue, config }: IDataBar): ConditionalRule | undefined => {
  const [min, max] = [fromValue(config.min), fromValue(config.max)];
  const [color, negative] = [toHexColor(config.positiveColor), toHexColor(config.nativeColor)];
  if (min === undefined || max === undefined) return undefined;
  return {
    type: "dataBar",
    min,
    max,
    color,
    ...(negative !== color && { negativeColor: negative }),
    ...(!config.isGradient && { solid: true }),
    ...(!isShowValue && { valueHidden: true }),
  };
};

const fromIcons = ({ isShowValue, config }: IIconSet): ConditionalRule | undefined => {
  const set = iconSets.find((one) => one === (config[0]?.iconType as string | undefined));
  const [upwards, downwards] = [
    config.every(({ iconId }, index) => iconId === String(config.length - 1 - index)),
    config.every(({ iconId }, index) => iconId === String(index)),
  ];
  const points = config
    .slice(0, -1)
    .toReversed()
    .flatMap(({ value, operator }) => {
      const point = fromValue(value);
      return point === undefined
        ? []
        : [{ ...point, ...(operator === CFNumberOperator.greaterThan && { above: true }) }];
    });
  const isOneSet = config.every(({ iconType }) => iconType === config[0]?.iconType) && (upwards || downwards);
  if (set === undefined || !isOneSet || points.length !== Number(set[0]) - 1) return undefined;
  return {
    type: "iconSet",
    set,
    points,
    ...(upwards && { reverse: true }),
    ...(!isShowValue && { valueHidden: true }),
  };
};

const fromValue = ({ type, value }: IValueConfig): ScalePoint | undefined => {
  if (type === CFValueType.min || type === CFValueType.max) return { type };
  if (type === CFValueType.formula) return { type, value: String(value ?? "").replace(/^=/, "") };
  return isNumber(String(value)) ? { type, value: Number(value) } : undefined;
};

type EngineHighlight = IHighlightCell & {
  readonly operator?: string;
  readonly value?: string | number | readonly [number, number];
  readonly isPercent?: boolean;
  readonly isBottom?: boolean;
  readonly meaning?: Meaning;
};

const keyFor = <Key extends string>(
  values: Readonly<Record<Key, string>>,
  value: string | undefined,
): Key | undefined => (Object.keys(values) as Key[]).find((key) => values[key] === value);

const fromHighlight = (config: EngineHighlight, first: string): ConditionalRule | undefined => {
  const format = toCellFormat(config.style);
  const { operator, value } = config;
  switch (config.subType) {
    case CFSubRuleType.formula:
      return fromFormula(config, format, first);
    case CFSubRuleType.number: {
      const formulas = (Array.isArray(value) ? value : [value ?? 0]).map((one) => String(Number(one)));
      return { type: "cellIs", operator: operator as Comparison, formulas, format };
    }
    case CFSubRuleType.text:
      return fromTextRule(config, format);
    case CFSubRuleType.average: {
      const preset = keyFor(averagePresets, operator);
      return preset && { type: "preset", preset, format };
    }
    case CFSubRuleType.rank: {
      const { isPercent, isBottom } = config;
      return {
        type: "top",
        rank: Number(value),
        ...(isPercent === true && { percent: true }),
        ...(isBottom === true && { bottom: true }),
        format,
      };
    }
    case CFSubRuleType.timePeriod: {
      const preset = presets.find((one) => one === operator);
      return preset && { type: "preset", preset, format };
    }
    case CFSubRuleType.duplicateValues:
      return { type: "preset", preset: "duplicates", format };
    case CFSubRuleType.uniqueValues:
      return { type: "preset", preset: "uniques", format };
  }
};

const toCellFormat = (style: IStyleBase): CellFormat => {
  const { color, fill, ...rest } = fromStyle(style) ?? {};
  return {
    ...rest,
    ...(color !== undefined && { color: toHexColor(color) }),
    ...(fill !== undefined && { fill: toHexColor(fill) }),
  };
};

const fromFormula = ({ value, meaning }: EngineHighlight, format: CellFormat, first: string): ConditionalRule => {
  const formula = String(value ?? "").replace(/^=/, "");
  if (meaning?.type === "preset") return { ...meaning, format };
  const formulas = meaning && splitOperands(formula, meaning.operator, first);
  return meaning !== undefined && formulas !== undefined
    ? { ...meaning, formulas, format }
    : { type: "expression", formula, format };
};

const fromTextRule = ({ operator, value }: EngineHighlight, format: CellFormat): ConditionalRule | undefined => {
  const preset = keyFor(textPresets, operator);
  if (preset !== undefined) return { type: "preset", preset, format };
  const text = String(value ?? "");
  const contains = keyFor(engineTextOperators, operator);
  if (contains !== undefined) return { type: "text", operator: contains, text, format };
  if (operator !== "equal" && operator !== "notEqual") return undefined;
  return { type: "cellIs", operator, formulas: [`"${text.replaceAll('"', '""')}"`], format };
};
