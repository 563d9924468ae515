import { type CellFormat, sortedKey } from "./cell-format";
import { argb } from "./colors";
import {
  type ConditionalFormat,
  type ConditionalRule,
  presetFormula,
  type ScalePoint,
  textFormula,
} from "./conditional-format";
import { type FormulaNames, toFileFormula } from "./formulas";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { averages, idOfTwin, presetTypes, readRules, type StoredRule, textTypes } from "./read-conditional-formats";
import { sheetOrder } from "./sheet";
import { withoutEmptyExtensions } from "./extension-lists";
import { EditableXml } from "./editable-xml";
import { element, escapeText, mapElements, type XmlElement } from "./xml";

/**
 * Makes the conditional formats of a sheet what the model says. Rules that stay keep their text, with what is not shown
 * of them.
 */
export const writeConditionalFormats = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  model: readonly ConditionalFormat[],
  names: FormulaNames,
): void => {
  const { xml } = sheet.cells ?? {};
  const rules = readRules(open, sheet, names);
  if (xml === undefined || rules === undefined) return;
  const before = rules
    .toSorted((one, other) => one.priority - other.priority)
    .flatMap(({ format }) => (format === undefined ? [] : [format]));
  if (sortedKey(before) === sortedKey(model)) return;
  const writer = new RuleWriter(open, names);
  const hidden = rules.filter(({ format }) => format === undefined);
  const lists = [
    ...hidden.map((rule) => `${xml.unprefixed(rule.open + rule.xml)}</conditionalFormatting>`),
    ...writeShown(xml, rules, model, writer),
  ];
  xml.set("conditionalFormatting", lists.length === 0 ? undefined : lists.join(""), sheetOrder);
  const twins = rules.flatMap(({ id, twin, format }) => {
    const now = model.find((one) => one.id === id);
    return twin === undefined || format === undefined
      ? []
      : [[twin, now !== undefined && isSameFormat(format, now) ? now.ranges : undefined] as const];
  });
  writeTwins(xml, new Map(twins), writer.twins);
};

/** Whether two conditional formats differ in their ranges only. */
const isSameFormat = (one: ConditionalFormat, other: ConditionalFormat): boolean =>
  sortedKey([one.rule, one.stopIfTrue]) === sortedKey([other.rule, other.stopIfTrue]);

/** The lists of the shown rules. Priorities rise in their order, and those of hidden rules stay free. */
const writeShown = (
  xml: EditableXml,
  rules: readonly StoredRule[],
  model: readonly ConditionalFormat[],
  writer: RuleWriter,
): string[] => {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const usedPriorities = new Set(rules.filter(({ format }) => format === undefined).map(({ priority }) => priority));
  let last = 0;
  return model.map((format) => {
    const old = known.get(format.id);
    let priority = Math.max(last + 1, old?.priority ?? 0);
    while (usedPriorities.has(priority)) priority += 1;
    last = priority;
    const stays = old?.format !== undefined && isSameFormat(old.format, format);
    const elements = stays
      ? withPriority(xml.unprefixed(old.xml), priority)
      : writer.write(format, priority, old?.format?.rule, old && xml.parse(old.xml));
    return element("conditionalFormatting", { sqref: format.ranges.join(" ") }, elements);
  });
};

const withPriority = (xml: string, priority: number): string => {
  const rule = new EditableXml("", xml);
  rule.setAttribute("priority", String(priority));
  return rule.toString();
};

const extensionNamespace = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const excelNamespace = "http://schemas.microsoft.com/office/excel/2006/main";
const twinsUri = "{78C0D931-6437-407d-A8EE-F0AAD7539E65}";
const twinUri = "{B025F937-C7B1-47D3-B67F-A62EFF666E3E}";

/** Data bars have a second form in the extensions of their sheet. It gets their ranges, or is removed with them. */
const writeTwins = (
  xml: EditableXml,
  known: ReadonlyMap<string, readonly string[] | undefined>,
  newTwins: readonly string[],
): void => {
  const list = xml.get("extLst");
  if (list === undefined) {
    if (newTwins.length === 0) return;
    xml.set("extLst", element("extLst", {}, twinsExtension(newTwins)), sheetOrder);
    return;
  }
  let next = mapElements(xml.part, list, "conditionalFormatting", (text) => {
    const id = idOfTwin(xml.part, text);
    if (id === undefined || !known.has(id)) return text;
    const ranges = known.get(id);
    if (ranges === undefined) return "";
    return text.replace(/(<(?:\w+:)?sqref>)[^<]*/, (_, tag: string) => tag + ranges.join(" "));
  });
  next = withoutEmptyExtensions(xml.part, next, "conditionalFormattings");
  const lists = /<\/(?:\w+:)?conditionalFormattings>/;
  if (lists.test(next)) next = next.replace(lists, (close) => newTwins.join("") + close);
  else if (newTwins.length > 0)
    next = next.replace(
      /\/>$|<\/(?:\w+:)?extLst>$/,
      (end) => (end === "/>" ? ">" : "") + twinsExtension(newTwins) + "</extLst>",
    );
  const isEmpty = /^<[^>]*>\s*<\/[^>]*>$/.test(next);
  if (next !== list) xml.set("extLst", isEmpty ? undefined : xml.unprefixed(next), sheetOrder);
};

const twinsExtension = (twins: readonly string[]): string =>
  element(
    "ext",
    { uri: twinsUri, "xmlns:x14": extensionNamespace },
    element("x14:conditionalFormattings", {}, twins.join("")),
  );

class RuleWriter {
  readonly #open: OpenWorkbook;
  readonly #names: FormulaNames;
  /** The second forms of the written data bars. */
  readonly twins: string[] = [];

  constructor(open: OpenWorkbook, names: FormulaNames) {
    this.#open = open;
    this.#names = names;
  }

  /** A rule whose appearance is that of `before` keeps its format, with what is not shown of it. */
  write(
    { ranges, stopIfTrue, rule }: ConditionalFormat,
    priority: number,
    before: ConditionalRule | undefined,
    old: XmlElement | undefined,
  ): string {
    const common = { priority, stopIfTrue: stopIfTrue === true ? 1 : undefined };
    if (rule.type === "colorScale") {
      const points = rule.points.map((point) => this.#point(point));
      const colors = rule.points.map(({ color }) => element("color", { rgb: argb(color) }));
      return element(
        "cfRule",
        { type: "colorScale", ...common },
        element("colorScale", {}, [...points, ...colors].join("")),
      );
    }
    if (rule.type === "dataBar") return this.#dataBar(rule, ranges, common);
    if (rule.type === "iconSet") {
      const { set, points, reverse, valueHidden } = rule;
      const attributes = {
        iconSet: set,
        showValue: valueHidden === true ? 0 : undefined,
        reverse: reverse === true ? 1 : undefined,
      };
      const first = element("cfvo", { type: "percent", val: 0 });
      const rest = points.map((point) => this.#point(point, point.above === true ? { gte: 0 } : {}));
      return element("cfRule", { type: "iconSet", ...common }, element("iconSet", attributes, first + rest.join("")));
    }
    const sameLook = before !== undefined && "format" in before && sortedKey(before.format) === sortedKey(rule.format);
    const dxfId = sameLook
      ? old?.attributes["dxfId"]
      : Object.keys(rule.format).length === 0
        ? undefined
        : this.#open.styles.differenceFor(rule.format);
    const { attributes, formulas } = this.#condition(rule, ranges[0]?.split(":")[0] ?? "A1");
    const formulaElements = formulas.map((formula) =>
      element("formula", {}, escapeText(toFileFormula(formula, this.#names))),
    );
    return element("cfRule", { ...attributes, dxfId, ...common }, formulaElements.join(""));
  }

  #condition(
    rule: Extract<ConditionalRule, { readonly format: CellFormat }>,
    first: string,
  ): {
    readonly attributes: Readonly<Record<string, string | number | undefined>>;
    readonly formulas: readonly string[];
  } {
    switch (rule.type) {
      case "cellIs":
        return { attributes: { type: "cellIs", operator: rule.operator }, formulas: rule.formulas };
      case "expression":
        return { attributes: { type: "expression" }, formulas: [rule.formula] };
      case "text": {
        const [type, operator] = textTypes[rule.operator];
        return { attributes: { type, operator, text: rule.text }, formulas: [textFormula(rule, first)] };
      }
      case "top": {
        const [percent, bottom] = [rule.percent, rule.bottom].map((on) => (on === true ? 1 : undefined));
        return { attributes: { type: "top10", rank: rule.rank, percent, bottom }, formulas: [] };
      }
      case "preset": {
        const average = averages[rule.preset as keyof typeof averages] as readonly [boolean, boolean] | undefined;
        if (average !== undefined) {
          const [above, equal] = average;
          return {
            attributes: {
              type: "aboveAverage",
              aboveAverage: above ? undefined : 0,
              equalAverage: equal ? 1 : undefined,
            },
            formulas: [],
          };
        }
        const type = presetTypes[rule.preset];
        const formula = presetFormula(rule.preset, first);
        return {
          attributes: type === undefined ? { type: "timePeriod", timePeriod: rule.preset } : { type },
          formulas: formula === undefined ? [] : [formula],
        };
      }
    }
  }

  #point({ type, value }: ScalePoint, more: Readonly<Record<string, number>> = {}): string {
    const val = typeof value === "string" ? toFileFormula(value, this.#names) : value;
    return element("cfvo", { type, val, ...more });
  }

  #dataBar(
    { min, max, color, negativeColor, solid, valueHidden }: Extract<ConditionalRule, { readonly type: "dataBar" }>,
    ranges: readonly string[],
    common: Readonly<Record<string, number | undefined>>,
  ): string {
    const showValue = valueHidden === true ? 0 : undefined;
    const bar = element(
      "dataBar",
      { showValue },
      this.#point(min) + this.#point(max) + element("color", { rgb: argb(color) }),
    );
    if (negativeColor === undefined && solid !== true) return element("cfRule", { type: "dataBar", ...common }, bar);
    const id = newTwinId(this.#open, this.twins.length);
    const point = ({ type, value }: ScalePoint): string => {
      const text = typeof value === "string" ? toFileFormula(value, this.#names) : value;
      const content = text === undefined ? "" : element("xm:f", {}, escapeText(String(text)));
      return element("x14:cfvo", { type: type === "min" ? "autoMin" : type === "max" ? "autoMax" : type }, content);
    };
    const twin = element(
      "x14:dataBar",
      {
        minLength: 0,
        maxLength: 100,
        gradient: solid === true ? 0 : undefined,
        negativeBarColorSameAsPositive: negativeColor === undefined ? 1 : undefined,
        showValue,
      },
      point(min) +
        point(max) +
        (negativeColor === undefined ? "" : element("x14:negativeFillColor", { rgb: argb(negativeColor) })) +
        element("x14:axisColor", { rgb: "FF000000" }),
    );
    this.twins.push(
      element(
        "x14:conditionalFormatting",
        { "xmlns:x14": extensionNamespace, "xmlns:xm": excelNamespace },
        element("x14:cfRule", { type: "dataBar", id }, twin) + element("xm:sqref", {}, ranges.join(" ")),
      ),
    );
    const extension = element("ext", { "xmlns:x14": extensionNamespace, uri: twinUri }, element("x14:id", {}, id));
    return element("cfRule", { type: "dataBar", ...common }, bar + element("extLst", {}, extension));
  }
}

/** An id that no rule of the workbook has. */
const newTwinId = ({ sheets }: OpenWorkbook, index: number): string => {
  const extensionXml = sheets.map(({ cells }) => cells?.xml.get("extLst") ?? "").join("");
  for (let number = index + 1; ; number += 1) {
    const id = `{00000000-0000-4000-8000-${number.toString(16).toUpperCase().padStart(12, "0")}}`;
    if (!extensionXml.includes(id)) return id;
  }
};
