import type { CellFormat } from "./cell-format";

/** A number as a rule of a sheet writes it: an operand, or a threshold. */
export const numberLiteral = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

export const comparisons = [
  "lessThan",
  "lessThanOrEqual",
  "equal",
  "notEqual",
  "greaterThanOrEqual",
  "greaterThan",
  "between",
  "notBetween",
] as const;
export type Comparison = (typeof comparisons)[number];

export const textRuleOperators = ["contains", "notContains", "beginsWith", "endsWith"] as const;
export type TextOperator = (typeof textRuleOperators)[number];

export const timePeriods = [
  "yesterday",
  "today",
  "tomorrow",
  "last7Days",
  "lastWeek",
  "thisWeek",
  "nextWeek",
  "lastMonth",
  "thisMonth",
  "nextMonth",
] as const;

export const presets = [
  "blanks",
  "notBlanks",
  "errors",
  "notErrors",
  "duplicates",
  "uniques",
  "aboveAverage",
  "belowAverage",
  "equalOrAboveAverage",
  "equalOrBelowAverage",
  ...timePeriods,
] as const;
/** A condition without operands. */
export type Preset = (typeof presets)[number];

export const pointTypes = ["min", "max", "num", "percent", "percentile", "formula"] as const;

/** A point on the scale of the values of a range. */
export interface ScalePoint {
  readonly type: (typeof pointTypes)[number];
  /** A formula without `=`, or a number. The lowest and the highest value have none. */
  readonly value?: number | string;
}

/** Icon sets, as files name them. Those of Excel 2010 have another form and are not here. */
export const iconSets = [
  "3Arrows",
  "3ArrowsGray",
  "3Flags",
  "3TrafficLights1",
  "3TrafficLights2",
  "3Signs",
  "3Symbols",
  "3Symbols2",
  "4Arrows",
  "4ArrowsGray",
  "4RedToBlack",
  "4Rating",
  "4TrafficLights",
  "5Arrows",
  "5ArrowsGray",
  "5Rating",
  "5Quarters",
] as const;

/** Formulas are as they are typed, without `=`, and written for the first cell of the ranges. */
export type ConditionalRule =
  | {
      readonly type: "cellIs";
      readonly operator: Comparison;
      readonly formulas: readonly string[];
      readonly format: CellFormat;
    }
  | { readonly type: "expression"; readonly formula: string; readonly format: CellFormat }
  | { readonly type: "text"; readonly operator: TextOperator; readonly text: string; readonly format: CellFormat }
  | { readonly type: "preset"; readonly preset: Preset; readonly format: CellFormat }
  | {
      readonly type: "top";
      readonly rank: number;
      readonly percent?: boolean;
      readonly bottom?: boolean;
      readonly format: CellFormat;
    }
  | { readonly type: "colorScale"; readonly points: readonly (ScalePoint & { readonly color: string })[] }
  | {
      readonly type: "dataBar";
      readonly min: ScalePoint;
      readonly max: ScalePoint;
      readonly color: string;
      readonly negativeColor?: string;
      readonly solid?: boolean;
      readonly valueHidden?: boolean;
    }
  | {
      readonly type: "iconSet";
      readonly set: (typeof iconSets)[number];
      /** Where each icon after the first begins, from the lowest value up. `above` excludes the point itself. */
      readonly points: readonly (ScalePoint & { readonly above?: boolean })[];
      readonly reverse?: boolean;
      readonly valueHidden?: boolean;
    };

/** A conditional format. In a list the first one has the highest priority. */
export interface ConditionalFormat {
  readonly id: string;
  /** `A1:B9`, each. */
  readonly ranges: readonly string[];
  readonly stopIfTrue?: boolean;
  readonly rule: ConditionalRule;
}

const quoteText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The formula of a text rule, as Excel writes it. `first` is the first cell of the ranges. */
export const textFormula = (
  { operator, text }: { readonly operator: TextOperator; readonly text: string },
  first: string,
): string => {
  const literal = quoteText(text);
  if (operator === "contains") return `NOT(ISERROR(SEARCH(${literal},${first})))`;
  if (operator === "notContains") return `ISERROR(SEARCH(${literal},${first}))`;
  return `${operator === "beginsWith" ? "LEFT" : "RIGHT"}(${first},LEN(${literal}))=${literal}`;
};

/** The formula of a condition without operands, as Excel writes it; undefined if it has none. */
export const presetFormula = (preset: Preset, first: string): string | undefined => {
  const day = `FLOOR(${first},1)`;
  const month = (shift: number): string => {
    const start = shift === 0 ? "TODAY()" : `EDATE(TODAY(),${shift})`;
    return `AND(MONTH(${first})=MONTH(${start}),YEAR(${first})=YEAR(${start}))`;
  };
  const formulas: Readonly<Partial<Record<Preset, string>>> = {
    blanks: `LEN(TRIM(${first}))=0`,
    notBlanks: `LEN(TRIM(${first}))>0`,
    errors: `ISERROR(${first})`,
    notErrors: `NOT(ISERROR(${first}))`,
    yesterday: `${day}=TODAY()-1`,
    today: `${day}=TODAY()`,
    tomorrow: `${day}=TODAY()+1`,
    last7Days: `AND(TODAY()-${day}<=6,${day}<=TODAY())`,
    lastWeek: `AND(TODAY()-ROUNDDOWN(${first},0)>=WEEKDAY(TODAY()),TODAY()-ROUNDDOWN(${first},0)<WEEKDAY(TODAY())+7)`,
    thisWeek: `AND(TODAY()-ROUNDDOWN(${first},0)<=WEEKDAY(TODAY())-1,ROUNDDOWN(${first},0)-TODAY()<=7-WEEKDAY(TODAY()))`,
    nextWeek: `AND(ROUNDDOWN(${first},0)-TODAY()>7-WEEKDAY(TODAY()),ROUNDDOWN(${first},0)-TODAY()<15-WEEKDAY(TODAY()))`,
    lastMonth: month(-1),
    thisMonth: month(0),
    nextMonth: month(1),
  };
  return formulas[preset];
};
