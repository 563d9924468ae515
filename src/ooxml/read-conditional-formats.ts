import { formatCorners, parseRange } from "../facts/addresses";
import type { CellFormat } from "./cell-format";
import {
  comparisons,
  type ConditionalFormat,
  type ConditionalRule,
  iconSets,
  numberLiteral,
  pointTypes,
  type Preset,
  type ScalePoint,
  type TextOperator,
  timePeriods,
} from "./conditional-format";
import { type FormulaNames, fromFileFormula } from "./formulas";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { EditableXml } from "./editable-xml";
import { childOf, childrenOf, elementTexts, isOn, parseXml, type XmlElement } from "./xml";

const mostRules = 2_000;
const mostRanges = 10_000;

/** A rule as it stands in a file. */
export interface StoredRule {
  readonly id: string;
  readonly xml: string;
  /** The start tag of its element, whose other rules have the same ranges. */
  readonly open: string;
  readonly priority: number;
  /** The id of its second form in the extensions of the sheet. */
  readonly twin: string | undefined;
  /** Undefined if it is kept and not shown. */
  readonly format: ConditionalFormat | undefined;
}

/** The conditional formats of a sheet that can be shown; undefined if there are too many of them. */
export const readConditionalFormats = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  names: FormulaNames,
): readonly ConditionalFormat[] | undefined =>
  readRules(open, sheet, names)
    ?.toSorted((one, other) => one.priority - other.priority)
    .flatMap(({ format }) => format ?? []);

/** Whether a sheet has conditional formats that are kept and not shown. */
export const hasUnshownRules = (open: OpenWorkbook, sheet: OpenSheet): boolean => {
  const rules = readRules(open, sheet, { custom: [] });
  if (rules === undefined) return true;
  const twins = new Set(rules.map(({ twin }) => twin));
  const hasOthers = sheet.cells !== undefined && readTwins(sheet.cells.xml).some(([id]) => !twins.has(id));
  return hasOthers || rules.some(({ format }) => format === undefined);
};

/** The rules of a sheet as they stand in its file; undefined if there are too many of them. */
export const readRules = (open: OpenWorkbook, sheet: OpenSheet, names: FormulaNames): StoredRule[] | undefined => {
  if (sheet.cells === undefined) return [];
  const { xml } = sheet.cells;
  const twins = new Map(readTwins(xml));
  const rules: StoredRule[] = [];
  let ranges = 0;
  for (const text of xml.texts("conditionalFormatting")) {
    const texts = new EditableXml(sheet.part, text).texts("cfRule");
    const { sqref = "", pivot } = xml.parse(text).attributes as RuleAttributes;
    const area = isOn(pivot) ? undefined : toRanges(sqref);
    ranges += area?.length ?? 0;
    if (rules.length + texts.length > mostRules || ranges > mostRanges) return undefined;
    const start = /^<[^>]*>/.exec(text)?.[0] ?? "";
    for (const one of texts) {
      const rule = xml.parse(one);
      const id = `file-${rules.length + 1}`;
      const twin = twinId(rule);
      const readFormat = area && new RuleReader(open, names, twins.get(twin)).read(rule);
      const format = readFormat && differenceFormat(id, area, rule, readFormat);
      rules.push({ id, xml: one, open: start, priority: rulePriority(rule), twin, format });
    }
  }
  return rules;
};

const rulePriority = ({ attributes }: XmlElement): number => Number(attributes["priority"] ?? 0);

const differenceFormat = (
  id: string,
  ranges: readonly string[],
  { attributes }: XmlElement,
  rule: ConditionalRule,
): ConditionalFormat => ({ id, ranges, ...(isOn(attributes["stopIfTrue"]) && { stopIfTrue: true }), rule });

const toRanges = (list: string): string[] | undefined => {
  const ranges = list.trim().split(/\s+/).map(parseRange);
  return ranges.every((range) => range !== undefined) ? ranges.map(formatCorners) : undefined;
};

/** What only the second form of a data bar says. */
interface BarTwin {
  /** As its colour element has it. */
  readonly negative: string | undefined;
  readonly solid: boolean;
}

/** The second forms of the rules of a sheet, by their ids. */
const readTwins = (xml: EditableXml): readonly (readonly [id: string | undefined, twin: BarTwin])[] =>
  elementTexts(xml.part, xml.get("extLst") ?? "", "conditionalFormatting").map((text) => {
    const rule = childOf(xml.parse(text), "cfRule");
    const bar = childOf(rule, "dataBar");
    const negative = childOf(bar, "negativeFillColor")?.attributes["rgb"];
    return [rule?.attributes["id"], { negative, solid: /^(?:0|false)$/.test(bar?.attributes["gradient"] ?? "") }];
  });

export const idOfTwin = (part: string, text: string): string | undefined =>
  childOf(parseXml(part, text), "cfRule")?.attributes["id"];

const twinId = (rule: XmlElement): string | undefined =>
  childrenOf(childOf(rule, "extLst"), "ext")
    .map((extension) => childOf(extension, "id")?.text.trim())
    .find((id) => id !== undefined);

/** A number is written in one way, so that equal rules have equal texts. */
const normalFormula = (formula: string): string => (numberLiteral.test(formula) ? String(Number(formula)) : formula);

export const averages = {
  aboveAverage: [true, false],
  belowAverage: [false, false],
  equalOrAboveAverage: [true, true],
  equalOrBelowAverage: [false, true],
} as const;

export const presetTypes: Readonly<Partial<Record<Preset, string>>> = {
  blanks: "containsBlanks",
  notBlanks: "notContainsBlanks",
  errors: "containsErrors",
  notErrors: "notContainsErrors",
  duplicates: "duplicateValues",
  uniques: "uniqueValues",
};

export const textTypes: Readonly<Record<TextOperator, readonly [type: string, operator: string]>> = {
  contains: ["containsText", "containsText"],
  notContains: ["notContainsText", "notContains"],
  beginsWith: ["beginsWith", "beginsWith"],
  endsWith: ["endsWith", "endsWith"],
};

const findKey = <Key extends string>(
  values: Readonly<Partial<Record<Key, unknown>>>,
  fits: (value: never) => boolean,
): Key | undefined => (Object.keys(values) as Key[]).find((key) => fits(values[key] as never));

const allowedValue = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

type RuleAttributes = Readonly<Record<string, string | undefined>>;

const readTop = ({ attributes }: XmlElement, format: CellFormat): ConditionalRule | undefined => {
  const { rank, percent, bottom } = attributes as RuleAttributes;
  const count = Number(rank);
  if (!Number.isInteger(count) || count < 1 || count > 1_000) return undefined;
  return {
    type: "top",
    rank: count,
    ...(isOn(percent) && { percent: true }),
    ...(isOn(bottom) && { bottom: true }),
    format,
  };
};

/** Distances in standard deviations are kept and not shown. */
const readAverage = ({ attributes }: XmlElement, format: CellFormat): ConditionalRule | undefined => {
  const { stdDev = "0", aboveAverage = "1", equalAverage } = attributes as RuleAttributes;
  if (stdDev !== "0") return undefined;
  const preset = findKey(
    averages,
    ([above, equal]: readonly [boolean, boolean]) => above === isOn(aboveAverage) && equal === isOn(equalAverage),
  );
  return preset && { type: "preset", preset, format };
};

class RuleReader {
  readonly #open: OpenWorkbook;
  readonly #names: FormulaNames;
  readonly #twin: BarTwin | undefined;

  constructor(open: OpenWorkbook, names: FormulaNames, twin: BarTwin | undefined) {
    this.#open = open;
    this.#names = names;
    this.#twin = twin;
  }

  /** The rule; undefined if it is kept and not shown. */
  read(rule: XmlElement): ConditionalRule | undefined {
    switch (rule.attributes["type"]) {
      case "colorScale":
        return this.#colorScale(childOf(rule, "colorScale"));
      case "dataBar":
        return this.#dataBar(childOf(rule, "dataBar"));
      case "iconSet":
        return this.#iconSet(childOf(rule, "iconSet"));
      default: {
        const dxf = rule.attributes["dxfId"];
        return this.#highlight(rule, dxf === undefined ? {} : this.#open.styles.difference(Number(dxf)));
      }
    }
  }

  #highlight(rule: XmlElement, format: CellFormat): ConditionalRule | undefined {
    const { type, operator, text, timePeriod } = rule.attributes as RuleAttributes;
    const formulas = childrenOf(rule, "formula").map((one) => normalFormula(fromFileFormula(one.text, this.#names)));
    const [formula] = formulas;
    const preset = findKey(presetTypes, (value: string) => value === type);
    if (preset !== undefined) return { type: "preset", preset, format };
    if (type === "cellIs") {
      const comparison = allowedValue(comparisons, operator);
      const count = operator === "between" || operator === "notBetween" ? 2 : 1;
      if (comparison === undefined || formulas.length < count) return undefined;
      return { type, operator: comparison, formulas: formulas.slice(0, count), format };
    }
    if (type === "top10") return readTop(rule, format);
    if (type === "aboveAverage") return readAverage(rule, format);
    const period = type === "timePeriod" ? allowedValue(timePeriods, timePeriod) : undefined;
    if (period !== undefined) return { type: "preset", preset: period, format };
    const comparison = findKey(textTypes, ([one]: readonly [string]) => one === type);
    if (comparison !== undefined && text !== undefined) return { type: "text", operator: comparison, text, format };
    return type === "expression" && formula !== undefined ? { type, formula, format } : undefined;
  }

  #colorScale(scale: XmlElement | undefined): ConditionalRule | undefined {
    const points = childrenOf(scale, "cfvo").map((point) => this.#point(point));
    const colors = childrenOf(scale, "color").map((color) => this.#open.styles.color(color));
    if (points.length !== colors.length || points.length < 2 || points.length > 3) return undefined;
    const joined = points.flatMap((point, index) => {
      const color = colors[index];
      return point === undefined || color === undefined ? [] : [{ ...point, color }];
    });
    return joined.length === points.length ? { type: "colorScale", points: joined } : undefined;
  }

  #dataBar(bar: XmlElement | undefined): ConditionalRule | undefined {
    const [min, max] = childrenOf(bar, "cfvo").map((point) => this.#point(point));
    const color = this.#open.styles.color(childOf(bar, "color"));
    if (min === undefined || max === undefined || color === undefined) return undefined;
    const shade = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(this.#twin?.negative ?? "")?.[1];
    const negative = shade === undefined ? undefined : `#${shade.toLowerCase()}`;
    const solid = this.#twin?.solid === true;
    return {
      type: "dataBar",
      min,
      max,
      color,
      ...(negative !== undefined && negative !== color && { negativeColor: negative }),
      ...(solid && { solid }),
      ...(!isOn(bar?.attributes["showValue"] ?? "1") && { valueHidden: true }),
    };
  }

  #iconSet(icons: XmlElement | undefined): ConditionalRule | undefined {
    const set = allowedValue(iconSets, icons?.attributes["iconSet"] ?? "3TrafficLights1");
    const thresholds = childrenOf(icons, "cfvo");
    const points = thresholds.slice(1).flatMap((point) => {
      const read = this.#point(point);
      return read === undefined ? [] : [{ ...read, ...(!isOn(point.attributes["gte"] ?? "1") && { above: true }) }];
    });
    if (set === undefined || points.length !== Number(set[0]) - 1 || thresholds.length !== Number(set[0]))
      return undefined;
    return {
      type: "iconSet",
      set,
      points,
      ...(isOn(icons?.attributes["reverse"]) && { reverse: true }),
      ...(!isOn(icons?.attributes["showValue"] ?? "1") && { valueHidden: true }),
    };
  }

  #point({ attributes }: XmlElement): ScalePoint | undefined {
    const type = allowedValue(pointTypes, attributes["type"]);
    const { val } = attributes as Readonly<Record<"val", string | undefined>>;
    if (type === undefined) return undefined;
    if (type === "min" || type === "max") return { type };
    if (val === undefined) return undefined;
    if (type !== "formula" && numberLiteral.test(val)) return { type, value: Number(val) };
    if (type !== "formula" && type !== "num") return undefined;
    return { type: "formula", value: fromFileFormula(val, this.#names) };
  }
}
