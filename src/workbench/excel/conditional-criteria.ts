import type { CellFormat } from "../../ooxml/cell-format";
import {
  type Comparison,
  type ConditionalRule,
  iconSets,
  type Preset,
  type ScalePoint,
  type TextOperator,
} from "../../ooxml/conditional-format";
import { invalidArgument } from "./errors";
import { colorOf } from "./range-format";

type RuleOf<Type extends ConditionalRule["type"]> = Extract<ConditionalRule, { readonly type: Type }>;
type Pairs<Key extends string> = Readonly<Record<Key, string>>;

/** The type of a rule, as `Excel.ConditionalFormatType` names it. */
export const typeOf = ({ type }: ConditionalRule): string => typeNames[type];

const typeNames: Pairs<ConditionalRule["type"]> = {
  cellIs: "CellValue",
  expression: "Custom",
  text: "ContainsText",
  preset: "PresetCriteria",
  top: "TopBottom",
  colorScale: "ColorScale",
  dataBar: "DataBar",
  iconSet: "IconSet",
};

const bad = (detail: string): never => {
  throw invalidArgument(detail);
};

/** What a new format is before its rule is set, by its type. The first five change no cell without a format. */
export const defaultRules: Readonly<Record<string, ConditionalRule | undefined>> = {
  Custom: { type: "expression", formula: "FALSE", format: {} },
  CellValue: { type: "cellIs", operator: "equal", formulas: ["0"], format: {} },
  ContainsText: { type: "text", operator: "contains", text: "", format: {} },
  PresetCriteria: { type: "preset", preset: "blanks", format: {} },
  TopBottom: { type: "top", rank: 10, format: {} },
  ColorScale: {
    type: "colorScale",
    points: [
      { type: "min", color: "#f8696b" },
      { type: "percentile", value: 50, color: "#ffeb84" },
      { type: "max", color: "#63be7b" },
    ],
  },
  DataBar: { type: "dataBar", min: { type: "min" }, max: { type: "max" }, color: "#638ec6", negativeColor: "#ff0000" },
  IconSet: {
    type: "iconSet",
    set: "3TrafficLights1",
    points: [
      { type: "percent", value: 33 },
      { type: "percent", value: 67 },
    ],
  },
};

const keyOf = <Key extends string>(names: Pairs<Key>, name: unknown, what: string): Key =>
  (Object.keys(names) as Key[]).find((key) => names[key] === name) ?? bad(`"${String(name)}" is no ${what}`);

/** A formula without its `=`. @throws if it is empty */
export const withoutSign = (formula: unknown): string => {
  const text = ["string", "number"].includes(typeof formula) ? String(formula).trim().replace(/^=/, "") : "";
  return text === "" ? bad("a formula of the conditional format is missing") : text;
};

const operators: Pairs<Comparison> = {
  between: "Between",
  notBetween: "NotBetween",
  equal: "EqualTo",
  notEqual: "NotEqualTo",
  greaterThan: "GreaterThan",
  lessThan: "LessThan",
  greaterThanOrEqual: "GreaterThanOrEqual",
  lessThanOrEqual: "LessThanOrEqual",
};

/** `Excel.ConditionalCellValueRule`. */
export interface CellValueRule {
  readonly formula1?: string;
  readonly formula2?: string;
  readonly operator?: string;
}

export const readComparison = (rule: CellValueRule, format: CellFormat): RuleOf<"cellIs"> => {
  const operator = keyOf(operators, rule.operator, "operator of a cell value");
  const isSpan = operator === "between" || operator === "notBetween";
  const formulas = isSpan ? [rule.formula1, rule.formula2] : [rule.formula1];
  return { type: "cellIs", operator, formulas: formulas.map(withoutSign), format };
};

export const toComparison = ({ operator, formulas }: RuleOf<"cellIs">): CellValueRule => {
  const [formula1, formula2] = formulas.map((formula) => `=${formula}`);
  return {
    ...(formula1 !== undefined && { formula1 }),
    ...(formula2 !== undefined && { formula2 }),
    operator: operators[operator],
  };
};

const textOperators: Pairs<TextOperator> = {
  contains: "Contains",
  notContains: "NotContains",
  beginsWith: "BeginsWith",
  endsWith: "EndsWith",
};

/** `Excel.ConditionalTextComparisonRule`. */
export interface TextRule {
  readonly operator?: string;
  readonly text?: string;
}

export const readText = ({ operator, text }: TextRule, format: CellFormat): RuleOf<"text"> => ({
  type: "text",
  operator: keyOf(textOperators, operator, "operator of a text"),
  text: typeof text === "string" ? text : bad("the text is missing"),
  format,
});

export const toText = ({ operator, text }: RuleOf<"text">): TextRule => ({ operator: textOperators[operator], text });

const tops = {
  TopItems: [false, false],
  TopPercent: [true, false],
  BottomItems: [false, true],
  BottomPercent: [true, true],
};

/** `Excel.ConditionalTopBottomRule`. */
export interface TopBottomRule {
  readonly rank?: number;
  readonly type?: string;
}

export const readTop = ({ rank, type }: TopBottomRule, format: CellFormat): RuleOf<"top"> => {
  const [percent, bottom] =
    (tops as Readonly<Record<string, boolean[] | undefined>>)[type ?? ""] ?? bad(`"${type ?? ""}" is no type`);
  const most = percent === true ? 100 : 1_000;
  if (rank === undefined || !Number.isInteger(rank) || rank < 1 || rank > most)
    return bad(`the rank must be a whole number from 1 to ${most}`);
  return { type: "top", rank, ...(percent === true && { percent }), ...(bottom === true && { bottom }), format };
};

export const toTop = ({ rank, percent, bottom }: RuleOf<"top">): TopBottomRule => ({
  rank,
  type: `${bottom === true ? "Bottom" : "Top"}${percent === true ? "Percent" : "Items"}`,
});

const presetNames: Pairs<Preset> = {
  blanks: "Blanks",
  notBlanks: "NonBlanks",
  errors: "Errors",
  notErrors: "NonErrors",
  duplicates: "DuplicateValues",
  uniques: "UniqueValues",
  aboveAverage: "AboveAverage",
  belowAverage: "BelowAverage",
  equalOrAboveAverage: "EqualOrAboveAverage",
  equalOrBelowAverage: "EqualOrBelowAverage",
  yesterday: "Yesterday",
  today: "Today",
  tomorrow: "Tomorrow",
  last7Days: "LastSevenDays",
  lastWeek: "LastWeek",
  thisWeek: "ThisWeek",
  nextWeek: "NextWeek",
  lastMonth: "LastMonth",
  thisMonth: "ThisMonth",
  nextMonth: "NextMonth",
};

/** Of `Excel.ConditionalFormatPresetCriterion`. Those with standard deviations are not here. */
export const presetOf = (criterion: unknown): Preset =>
  keyOf(presetNames, criterion, "criterion that the workbench has");
export const criterionOf = (preset: Preset): string => presetNames[preset];

const pointNames: Pairs<ScalePoint["type"]> = {
  min: "LowestValue",
  max: "HighestValue",
  num: "Number",
  percent: "Percent",
  percentile: "Percentile",
  formula: "Formula",
};

/** The common members of the criteria of scales, bars and icons. */
export interface PointCriterion {
  readonly type?: string;
  readonly formula?: string | number | null;
}

/** `automatic` is what `Automatic` means at this end of a data bar. */
export const readPoint = ({ type: name, formula }: PointCriterion, automatic?: "min" | "max"): ScalePoint => {
  const type =
    name === "Automatic" && automatic !== undefined ? automatic : keyOf(pointNames, name, "type of a criterion");
  if (type === "min" || type === "max") return { type };
  const text = withoutSign(formula);
  const value = Number(text);
  if (type !== "formula" && Number.isFinite(value)) return { type, value };
  return type === "formula" || type === "num" ? { type: "formula", value: text } : bad(`"${text}" is no number`);
};

export const toPoint = ({ type, value }: ScalePoint): PointCriterion => ({
  type: pointNames[type],
  ...(value !== undefined && { formula: typeof value === "string" ? `=${value}` : String(value) }),
});

interface ColorCriterion extends PointCriterion {
  readonly color?: string;
}

/** `Excel.ConditionalColorScaleCriteria`. */
export interface ColorScaleCriteria {
  readonly minimum?: ColorCriterion;
  readonly midpoint?: ColorCriterion;
  readonly maximum?: ColorCriterion;
}

export const readCriteria = ({ minimum, midpoint, maximum }: ColorScaleCriteria): RuleOf<"colorScale"> => {
  if (minimum === undefined || maximum === undefined) return bad("the color scale needs a minimum and a maximum");
  const given = midpoint === undefined ? [minimum, maximum] : [minimum, midpoint, maximum];
  return { type: "colorScale", points: given.map((one) => ({ ...readPoint(one), color: colorOf(one.color) })) };
};

export const toCriteria = ({ points }: RuleOf<"colorScale">): ColorScaleCriteria => {
  const shown = points.map((point): ColorCriterion => ({ ...toPoint(point), color: point.color.toUpperCase() }));
  const [minimum, midpoint] = shown;
  const maximum = shown.at(-1);
  return {
    ...(minimum !== undefined && { minimum }),
    ...(shown.length === 3 && midpoint !== undefined && { midpoint }),
    ...(maximum !== undefined && { maximum }),
  };
};

const numbers = ["Three", "Four", "Five"] as const;

/** `ThreeArrows` for `3Arrows`, as `Excel.IconSet` names it. */
export const iconStyleOf = (set: string): string => `${numbers[Number(set[0]) - 3] ?? ""}${set.slice(1)}`;

/** A rule with the icons of this style, at the places that Excel gives them at first. */
export const readIconSet = (style: unknown, rule: RuleOf<"iconSet">): RuleOf<"iconSet"> => {
  const set =
    iconSets.find((one) => iconStyleOf(one) === style) ??
    bad(`"${String(style)}" is no icon set that the workbench has`);
  const count = Number(set[0]);
  if (count === rule.points.length + 1) return { ...rule, set };
  const points = Array.from({ length: count - 1 }, (_, index): ScalePoint => {
    return { type: "percent", value: Math.round((100 * (index + 1)) / count) };
  });
  return { ...rule, set, points };
};

/** `Excel.ConditionalIconCriterion`. */
export interface IconCriterion extends PointCriterion {
  readonly operator?: string;
  readonly customIcon?: unknown;
}

/** The first criterion has no point of its own. */
export const readIconCriteria = (criteria: readonly IconCriterion[], rule: RuleOf<"iconSet">): RuleOf<"iconSet"> => {
  if (criteria.length !== rule.points.length + 1)
    return bad(`the icon set needs ${rule.points.length + 1} criteria, got ${criteria.length}`);
  if (criteria.some(({ customIcon }) => customIcon !== undefined && customIcon !== null))
    return bad("the workbench has no custom icons");
  const points = criteria.slice(1).map((one) => ({
    ...readPoint(one),
    ...(one.operator === "GreaterThan" && { above: true }),
  }));
  return { ...rule, points };
};

export const toIconCriteria = ({ points }: RuleOf<"iconSet">): IconCriterion[] => [
  { type: "Percent", formula: "0", operator: "GreaterThanOrEqual", customIcon: null },
  ...points.map((point): IconCriterion => ({
    ...toPoint(point),
    operator: point.above === true ? "GreaterThan" : "GreaterThanOrEqual",
    customIcon: null,
  })),
];

/** The values of the enumerations of the global `Excel` for conditional formats. */
export const conditionalEnumerations = {
  ConditionalFormatType: Object.values(typeNames),
  ConditionalCellValueOperator: Object.values(operators),
  ConditionalTextOperator: Object.values(textOperators),
  ConditionalTopBottomCriterionType: Object.keys(tops),
  ConditionalFormatPresetCriterion: Object.values(presetNames),
  ConditionalFormatColorCriterionType: Object.values(pointNames),
  ConditionalFormatRuleType: [...Object.values(pointNames), "Automatic"],
  ConditionalFormatIconRuleType: ["Number", "Percent", "Formula", "Percentile"],
  ConditionalIconCriterionOperator: ["GreaterThan", "GreaterThanOrEqual"],
  IconSet: iconSets.map(iconStyleOf),
  ConditionalRangeFontUnderlineStyle: ["None", "Single", "Double"],
};
