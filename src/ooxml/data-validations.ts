import { formatCorners, parseRange } from "../facts/addresses";
import { sortedKey } from "./cell-format";
import { comparisons } from "./conditional-format";
import {
  alertStyles,
  canBeShown,
  type DataValidation,
  formulaCount,
  isCompared,
  validationTypes,
} from "./data-validation";
import { type FormulaNames, fromFileFormula, toFileFormula } from "./formulas";
import type { OpenSheet } from "./open-workbook";
import { decodeText, encodeText } from "./shared-strings";
import { sheetOrder } from "./sheet";
import { withoutEmptyExtensions } from "./extension-lists";
import { EditableXml } from "./editable-xml";
import {
  childOf,
  childrenOf,
  element,
  elementTexts,
  escapeText,
  findElement,
  isOn,
  mapElements,
  type XmlElement,
} from "./xml";

const mostValidations = 2_000;
const mostRanges = 10_000;
const validationElement = "dataValidation";

/** A data validation as it stands in a file. */
interface StoredValidation {
  readonly id: string;
  readonly xml: string;
  /** It stands in the extensions of the sheet, as Excel stores references to other sheets. */
  readonly extended: boolean;
  /** Undefined if it is kept and not shown. */
  readonly validation: DataValidation | undefined;
}

/** The data validation of a sheet that can be shown; undefined if there is too much of it. */
export const readDataValidations = (sheet: OpenSheet, names: FormulaNames): readonly DataValidation[] | undefined =>
  readStoredValidations(sheet, names)?.flatMap(({ validation }) => validation ?? []);

/** Whether a sheet has data validation that is kept and not shown. */
export const hasUnshownValidations = (sheet: OpenSheet): boolean =>
  readStoredValidations(sheet, { custom: [] })?.every(({ validation }) => validation !== undefined) !== true;

const readStoredValidations = ({ part, cells }: OpenSheet, names: FormulaNames): StoredValidation[] | undefined => {
  if (cells === undefined) return [];
  const { xml } = cells;
  const list = xml.get("dataValidations");
  const own = list === undefined ? [] : new EditableXml(part, list).texts(validationElement);
  const others = elementTexts(part, xml.get("extLst") ?? "", validationElement);
  if (own.length + others.length > mostValidations) return undefined;
  let ranges = 0;
  const validations = [...own, ...others].map((text, index): StoredValidation => {
    const id = `file-${index + 1}`;
    const validation = readValidation(id, xml.parse(text), names);
    ranges += validation?.ranges.length ?? 0;
    return { id, xml: text, extended: index >= own.length, validation };
  });
  return ranges > mostRanges ? undefined : validations;
};

const splitRanges = (list: string): string[] | undefined => {
  const ranges = list.trim().split(/\s+/).map(parseRange);
  return ranges.every((range) => range !== undefined) ? ranges.map(formatCorners) : undefined;
};

/** A formula, or a formula in its own element as in extensions. */
const readFormula = (formula: XmlElement): string => (childOf(formula, "f") ?? formula).text;

const readValidation = (id: string, xml: XmlElement, names: FormulaNames): DataValidation | undefined => {
  const attributes = xml.attributes as Readonly<Record<string, string | undefined>>;
  const text = (name: string): string => decodeText(attributes[name] ?? "");
  const type = validationTypes.find((one) => one === (attributes["type"] ?? "none"));
  const operator = comparisons.find((one) => one === (attributes["operator"] ?? "between"));
  const style = alertStyles.find((one) => one === (attributes["errorStyle"] ?? "stop"));
  const ranges = splitRanges(attributes["sqref"] ?? childOf(xml, "sqref")?.text ?? "");
  if (type === undefined || operator === undefined || style === undefined || ranges === undefined) return undefined;
  const formulas = ["formula1", "formula2"]
    .flatMap((name) => childrenOf(xml, name).map(readFormula))
    .map((formula) => fromFileFormula(formula, names))
    .slice(0, formulaCount(type, operator));
  const validation: DataValidation = {
    id,
    ranges,
    type,
    ...(isCompared(type) && { operator }),
    formulas,
    ignoreBlanks: isOn(attributes["allowBlank"]),
    ...(isOn(attributes["showDropDown"]) && { dropDownHidden: true }),
    alert: { shown: isOn(attributes["showErrorMessage"]), style, title: text("errorTitle"), message: text("error") },
    prompt: { shown: isOn(attributes["showInputMessage"]), title: text("promptTitle"), message: text("prompt") },
  };
  return canBeShown(validation) ? validation : undefined;
};

/** Makes the data validation of a sheet what the model says. What stays keeps its text. */
export const writeDataValidations = (sheet: OpenSheet, model: readonly DataValidation[], names: FormulaNames): void => {
  const { xml } = sheet.cells ?? {};
  const inFile = readStoredValidations(sheet, names);
  if (xml === undefined || inFile === undefined) return;
  const before = inFile.flatMap(({ validation }) => validation ?? []);
  if (sortedKey(before) === sortedKey(model)) return;
  const next = new Map(model.map((one) => [one.id, one]));
  const stays = new Set(
    inFile.filter(({ id, validation }) => {
      const now = next.get(id);
      return validation === undefined || (now !== undefined && sortedKey(now) === sortedKey(validation));
    }),
  );
  const known = new Map(inFile.map((one) => [one.id, one]));
  const unread = inFile.filter((one) => !one.extended && one.validation === undefined).map((one) => one.xml);
  const elements = model.flatMap((one) => {
    const old = known.get(one.id);
    if (old !== undefined && stays.has(old)) return old.extended ? [] : [xml.unprefixed(old.xml)];
    const others = old === undefined || old.extended ? {} : xml.parse(old.xml).attributes;
    return [writeValidation(one, others, names)];
  });
  const all = [...unread.map((one) => xml.unprefixed(one)), ...elements];
  const attributes = xml.child("dataValidations")?.attributes ?? {};
  const list = element("dataValidations", { ...attributes, count: all.length }, all.join(""));
  xml.set("dataValidations", all.length === 0 ? undefined : list, sheetOrder);
  writeExtensions(xml, new Set(inFile.filter((one) => one.extended && !stays.has(one)).map((one) => one.xml)));
};

const withCount = (tag: string, count: number): string => tag.replace(/(\scount=)(?:"[^"]*"|'[^']*')/, `$1"${count}"`);

/** Takes data validation out of the extensions of its sheet. */
const writeExtensions = (xml: EditableXml, gone: ReadonlySet<string>): void => {
  const extensions = xml.get("extLst");
  if (extensions === undefined || gone.size === 0) return;
  const { part } = xml;
  const rest = mapElements(part, extensions, validationElement, (text) => (gone.has(text) ? "" : text));
  const count = elementTexts(part, rest, validationElement).length;
  const list = findElement(part, rest, "dataValidations");
  const next =
    count > 0 && list !== undefined
      ? rest.slice(0, list.start) + withCount(rest.slice(list.start, list.tagEnd), count) + rest.slice(list.tagEnd)
      : withoutEmptyExtensions(part, rest, "dataValidations");
  xml.set("extLst", /^<[^>]*>\s*<\/[^>]*>$/.test(next) ? undefined : xml.unprefixed(next), sheetOrder);
};

const flagAttribute = (on: boolean): 1 | undefined => (on ? 1 : undefined);
const orNone = (text: string): string | undefined => (text === "" ? undefined : encodeText(text));

const writeValidation = (
  { ranges, type, operator, formulas, ignoreBlanks, dropDownHidden, alert, prompt }: DataValidation,
  others: Readonly<Record<string, string>>,
  names: FormulaNames,
): string =>
  element(
    "dataValidation",
    {
      ...others,
      type: type === "none" ? undefined : type,
      errorStyle: alert.style === "stop" ? undefined : alert.style,
      operator: operator === "between" ? undefined : operator,
      allowBlank: flagAttribute(ignoreBlanks),
      showDropDown: flagAttribute(dropDownHidden === true),
      showInputMessage: flagAttribute(prompt.shown),
      showErrorMessage: flagAttribute(alert.shown),
      errorTitle: orNone(alert.title),
      error: orNone(alert.message),
      promptTitle: orNone(prompt.title),
      prompt: orNone(prompt.message),
      sqref: ranges.join(" "),
    },
    formulas
      .map((formula, index) => element(`formula${index + 1}`, {}, escapeText(toFileFormula(formula, names))))
      .join(""),
  );
