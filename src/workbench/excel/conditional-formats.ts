import type { CellFormat } from "../../ooxml/cell-format";
import type { Comparison, ConditionalFormat, ConditionalRule } from "../../ooxml/conditional-format";
import { withoutMembers } from "../../ooxml/workbook-model";
import { notImplemented } from "../office/office-error";
import type { Area } from "../univer/addresses";
import { rangeText } from "../univer/conditional-rules";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { requireUnprotected, requireWritable } from "./range-actions";
import { checkColor } from "./range-format";

/** The types of rules that an add-in can make and change here. The sheet shows the others too. */
type RuleType = "cellIs" | "expression";
type RuleFor<Type extends RuleType> = Extract<ConditionalRule, { readonly type: Type }>;

/** `Excel.ConditionalFormatType` of each type of rule. */
const typeNames: Readonly<Record<ConditionalRule["type"], string>> = {
  cellIs: "CellValue",
  expression: "Custom",
  text: "ContainsText",
  preset: "PresetCriteria",
  top: "TopBottom",
  colorScale: "ColorScale",
  dataBar: "DataBar",
  iconSet: "IconSet",
};

/** `Excel.ConditionalCellValueOperator` of each comparison. */
const comparisonNames: Readonly<Record<Comparison, string>> = {
  between: "Between",
  notBetween: "NotBetween",
  equal: "EqualTo",
  notEqual: "NotEqualTo",
  greaterThan: "GreaterThan",
  lessThan: "LessThan",
  greaterThanOrEqual: "GreaterThanOrEqual",
  lessThanOrEqual: "LessThanOrEqual",
};

/** What a new format is before its rule is set: it changes no cell. */
const newRule = (type: string): RuleFor<RuleType> => {
  if (type === "CellValue") return { type: "cellIs", operator: "equal", formulas: ["0"], format: {} };
  if (type === "Custom") return { type: "expression", formula: "FALSE", format: {} };
  if (Object.values(typeNames).includes(type)) throw notImplemented(`ConditionalFormatCollection.add("${type}")`);
  throw invalidArgument(`"${type}" is no type of a conditional format`);
};

/** A formula without its `=`. @throws InvalidArgument if it is empty */
const formulaBody = (formula: unknown): string => {
  const text = ["string", "number"].includes(typeof formula) ? String(formula).trim().replace(/^=/, "") : "";
  if (text === "") throw invalidArgument("a formula of the conditional format is missing");
  return text;
};

/** `Excel.ConditionalCellValueRule`. */
interface CellValueRule {
  readonly formula1?: string;
  readonly formula2?: string;
  readonly operator?: string;
}

const readComparison = (rule: CellValueRule, format: CellFormat): RuleFor<"cellIs"> => {
  const names = Object.entries(comparisonNames) as [Comparison, string][];
  const operator = names.find(([, name]) => name === rule.operator)?.[0];
  if (operator === undefined) throw invalidArgument(`"${String(rule.operator)}" is no operator of a cell value`);
  const formulas =
    operator === "between" || operator === "notBetween" ? [rule.formula1, rule.formula2] : [rule.formula1];
  return { type: "cellIs", operator, formulas: formulas.map(formulaBody), format };
};

const toCellValueRule = ({ operator, formulas }: RuleFor<"cellIs">): CellValueRule => {
  const [formula1, formula2] = formulas.map((formula) => `=${formula}`);
  return {
    ...(formula1 !== undefined && { formula1 }),
    ...(formula2 !== undefined && { formula2 }),
    operator: comparisonNames[operator],
  };
};

/** A group of members of a conditional format of one type. */
class RulePart<Type extends RuleType> extends ClientObject {
  readonly owner: ConditionalFormatObject;
  readonly ruleType: Type;
  readonly members: Shape<RulePart<Type>>;

  /** Throws ItemNotFound at `sync` if the format has another type. */
  constructor(owner: ConditionalFormatObject, ruleType: Type, members: Shape<RulePart<Type>>) {
    super(owner.context);
    this.owner = owner;
    this.ruleType = ruleType;
    this.members = members;
    this.resolve(
      () => this.currentRule(),
      () => undefined,
      false,
    );
  }

  override get shape(): Shape<RulePart<Type>> {
    return this.members;
  }

  currentRule(): RuleFor<Type> {
    const { rule } = this.owner.now();
    if (rule.type !== this.ruleType) throw itemNotFound();
    return rule as RuleFor<Type>;
  }
}

/** `Excel.ConditionalRangeFormat`, its font or its fill. */
class LookPart extends ClientObject {
  readonly owner: ConditionalFormatObject;
  readonly members: Shape<LookPart>;

  constructor(owner: ConditionalFormatObject, members: Shape<LookPart>) {
    super(owner.context);
    this.owner = owner;
    this.members = members;
    this.nullObject = false;
  }

  override get shape(): Shape<LookPart> {
    return this.members;
  }

  look(): CellFormat {
    const { rule } = this.owner.now();
    return "format" in rule ? rule.format : {};
  }

  change(change: (look: CellFormat) => CellFormat): void {
    const { rule } = this.owner.now();
    if ("format" in rule) this.owner.setRule({ ...rule, format: change(rule.format) });
  }
}

const lookFontShape: Shape<LookPart> = {
  name: "ConditionalRangeFont",
  properties: {
    bold: {
      get: (font) => font.look().bold === true,
      set: (font, bold: boolean) =>
        font.change((look) => ({ ...withoutMembers(look, "bold"), ...(bold && { bold: true }) })),
    },
    color: {
      get: (font) => font.look().color?.toUpperCase() ?? "",
      set: (font, color: string) => font.change((look) => ({ ...look, color: checkColor(color) })),
    },
  },
};

const lookFillShape: Shape<LookPart> = {
  name: "ConditionalRangeFill",
  properties: {
    color: {
      get: (fill) => fill.look().fill?.toUpperCase() ?? "",
      set: (fill, color: string) => fill.change((look) => ({ ...look, fill: checkColor(color) })),
    },
  },
};

const lookShape: Shape<LookPart> = {
  name: "ConditionalRangeFormat",
  properties: {},
  links: {
    font: ({ owner }) => new LookPart(owner, lookFontShape),
    fill: ({ owner }) => new LookPart(owner, lookFillShape),
  },
};

const lookFormat = ({ owner }: { readonly owner: ConditionalFormatObject }): LookPart => new LookPart(owner, lookShape);

const cellValueShape: Shape<RulePart<"cellIs">> = {
  name: "CellValueConditionalFormat",
  properties: {
    rule: {
      get: (part) => toCellValueRule(part.currentRule()),
      set: (part, rule: CellValueRule) => part.owner.setRule(readComparison(rule, part.currentRule().format)),
    },
  },
  links: { format: lookFormat },
};

const formulaShape: Shape<RulePart<"expression">> = {
  name: "ConditionalFormatRule",
  properties: {
    formula: {
      get: (part) => `=${part.currentRule().formula}`,
      set: (part, text: string) => part.owner.setRule({ ...part.currentRule(), formula: formulaBody(text) }),
    },
  },
};

const customShape: Shape<RulePart<"expression">> = {
  name: "CustomConditionalFormat",
  properties: {},
  links: { format: lookFormat, rule: ({ owner }) => new RulePart(owner, "expression", formulaShape) },
};

interface FormatKey {
  readonly sheetId: string;
  readonly id: string;
}

const conditionalFormatShape: Shape<ConditionalFormatObject> = {
  name: "ConditionalFormat",
  properties: {
    id: { get: ({ key }) => key.id },
    type: { get: (one) => typeNames[one.now().rule.type] },
  },
  links: {
    cellValue: (one) => new RulePart(one, "cellIs", cellValueShape),
    custom: (one) => new RulePart(one, "expression", customShape),
  },
};

/** `Excel.ConditionalFormat`. */
class ConditionalFormatObject extends ClientObject {
  key: FormatKey = { sheetId: "", id: "" };

  constructor(context: RequestContext, find: () => FormatKey) {
    super(context);
    this.resolve(find, (key) => void (this.key = key), false);
  }

  override get shape(): typeof conditionalFormatShape {
    return conditionalFormatShape;
  }

  /** @throws ItemNotFound if it was deleted */
  now(): ConditionalFormat {
    const format = this.context.host.book.conditionalFormats.find(this.key.sheetId, this.key.id);
    if (format === undefined) throw itemNotFound();
    return format;
  }

  /** @throws AccessDenied if the sheet is protected */
  setRule(rule: ConditionalRule): void {
    requireUnprotected(this.context, this.key.sheetId);
    this.context.host.book.conditionalFormats.replace(this.key.sheetId, { ...this.now(), rule });
  }

  delete(): void {
    this.context.queue(() => {
      requireUnprotected(this.context, this.key.sheetId);
      this.context.host.book.conditionalFormats.remove(this.key.sheetId, this.now().id);
    });
  }
}

const collectionShape: Shape<ConditionalFormats> = { name: "ConditionalFormatCollection", properties: {} };

/** `Excel.ConditionalFormatCollection`: the formats that touch a range, by priority. */
export class ConditionalFormats extends Collection<ConditionalFormatObject> {
  readonly areaOf: () => Area;

  constructor(context: RequestContext, areaOf: () => Area) {
    super(context);
    this.areaOf = areaOf;
    this.nullObject = false;
  }

  override get shape(): typeof collectionShape {
    return collectionShape;
  }

  override list(): ConditionalFormatObject[] {
    const { sheetId } = this.areaOf();
    const formats = this.context.host.book.conditionalFormats.touching(this.areaOf());
    return formats.map(({ id }) => new ConditionalFormatObject(this.context, () => ({ sheetId, id })));
  }

  /** Adds a format with the first priority. It changes no cell before its rule and its format are set. */
  add(type: string): ConditionalFormatObject {
    const rule = newRule(type);
    return new ConditionalFormatObject(this.context, () => {
      const { book } = this.context.host;
      const area = this.areaOf();
      requireWritable({ area, context: this.context });
      const id = book.conditionalFormats.add(area.sheetId, { ranges: [rangeText(area)], rule });
      return { sheetId: area.sheetId, id };
    });
  }
}
