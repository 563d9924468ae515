import type { CellFormat } from "../../ooxml/cell-format";
import type { ConditionalFormat, ConditionalRule } from "../../ooxml/conditional-format";
import { withoutMembers } from "../../ooxml/workbook-model";
import {
  type CellValueRule,
  type ColorScaleCriteria,
  criterionOf,
  type IconCriterion,
  iconStyleOf,
  type PointCriterion,
  presetOf,
  readComparison,
  readCriteria,
  readIconCriteria,
  readIconSet,
  readPoint,
  readText,
  readTop,
  type TextRule,
  toComparison,
  toCriteria,
  toIconCriteria,
  toPoint,
  toText,
  toTop,
  type TopBottomRule,
  withoutSign,
} from "./conditional-criteria";
import { itemNotFound } from "./errors";
import { colorOf } from "./range-format";
import { ClientObject, type RequestContext, type Shape } from "./object-model";

type RuleType = ConditionalRule["type"];
type RuleOf<Type extends RuleType> = Extract<ConditionalRule, { readonly type: Type }>;
type Highlight = Extract<ConditionalRule, { readonly format: CellFormat }>;

/** The conditional format that a part belongs to. */
interface Owner {
  readonly context: RequestContext;
  readonly nullObject: boolean | undefined;
  readonly found: () => ConditionalFormat;
  readonly setRule: (rule: ConditionalRule) => void;
}

/** A group of members of a conditional format. */
class Part<Type extends RuleType> extends ClientObject {
  readonly owner: Owner;
  readonly ofType: Type;
  readonly members: Shape<Part<Type>>;

  /** If the format has another type, it throws at `sync`, or becomes a null object. */
  constructor(owner: Owner, ofType: Type, members: Shape<Part<Type>>, orNull = false) {
    super(owner.context);
    this.owner = owner;
    this.ofType = ofType;
    this.members = members;
    this.resolve(
      () => (owner.nullObject !== true && owner.found().rule.type === ofType ? true : undefined),
      () => undefined,
      orNull,
    );
  }

  override get shape(): Shape<Part<Type>> {
    return this.members;
  }

  current(): RuleOf<Type> {
    const { rule } = this.owner.found();
    if (rule.type !== this.ofType) throw itemNotFound();
    return rule as RuleOf<Type>;
  }

  change(next: Partial<RuleOf<Type>>): void {
    this.owner.setRule({ ...this.current(), ...next });
  }
}

const lookOf = ({ owner }: Look): CellFormat => (owner.found().rule as Highlight).format;

const setLook = ({ owner }: Look, change: (look: CellFormat) => CellFormat): void => {
  const rule = owner.found().rule as Highlight;
  owner.setRule({ ...rule, format: change(rule.format) });
};

const flag = (member: "bold" | "italic" | "strike"): Shape<Look>["properties"][string] => ({
  get: (font) => lookOf(font)[member] === true,
  set: (font, on: boolean) =>
    setLook(font, (look) => ({ ...withoutMembers(look, member), ...(on && { [member]: true }) })),
});

const fontShape: Shape<Look> = {
  name: "ConditionalRangeFont",
  properties: {
    bold: flag("bold"),
    italic: flag("italic"),
    strikethrough: flag("strike"),
    underline: {
      get: (font) => (lookOf(font).underline === true ? "Single" : "None"),
      set: (font, underline: string) =>
        setLook(font, (look) => ({
          ...withoutMembers(look, "underline"),
          ...(underline !== "None" && { underline: true }),
        })),
    },
    color: {
      get: (font) => lookOf(font).color?.toUpperCase() ?? "",
      set: (font, color: string) => setLook(font, (look) => ({ ...look, color: colorOf(color) })),
    },
  },
};

const fillShape: Shape<Look> = {
  name: "ConditionalRangeFill",
  properties: {
    color: {
      get: (fill) => lookOf(fill).fill?.toUpperCase() ?? "",
      set: (fill, color: string) => setLook(fill, (look) => ({ ...look, fill: colorOf(color) })),
    },
  },
};

const formatShape: Shape<Look> = {
  name: "ConditionalRangeFormat",
  properties: {},
  links: {
    font: ({ owner }) => new Look(owner, fontShape, ["bold", "italic", "underline", "strike", "color"]),
    fill: ({ owner }) => new Look(owner, fillShape, ["fill"]),
  },
};

/** `Excel.ConditionalRangeFormat`, its font or its fill. */
class Look extends ClientObject {
  readonly owner: Owner;
  readonly members: Shape<Look>;
  readonly clears: readonly (keyof CellFormat)[];

  constructor(owner: Owner, members: Shape<Look>, clears: readonly (keyof CellFormat)[] = []) {
    super(owner.context);
    this.owner = owner;
    this.members = members;
    this.clears = clears;
    this.nullObject = false;
  }

  override get shape(): Shape<Look> {
    return this.members;
  }

  clear(): void {
    this.context.queue(() => setLook(this, (look) => withoutMembers(look, ...this.clears)));
  }
}

const format = ({ owner }: { readonly owner: Owner }): Look => new Look(owner, formatShape);

const cellValue: Shape<Part<"cellIs">> = {
  name: "CellValueConditionalFormat",
  properties: {
    rule: {
      get: (part) => toComparison(part.current()),
      set: (part, rule: CellValueRule) => part.change(readComparison(rule, part.current().format)),
    },
  },
  links: { format },
};

const formula: Shape<Part<"expression">>["properties"][string] = {
  get: (part) => `=${part.current().formula}`,
  set: (part, text: string) => part.change({ formula: withoutSign(text) }),
};

const custom: Shape<Part<"expression">> = {
  name: "CustomConditionalFormat",
  properties: {},
  links: {
    format,
    rule: ({ owner }) =>
      new Part(owner, "expression", { name: "ConditionalFormatRule", properties: { formula, formulaLocal: formula } }),
  },
};

const textComparison: Shape<Part<"text">> = {
  name: "TextConditionalFormat",
  properties: {
    rule: {
      get: (part) => toText(part.current()),
      set: (part, rule: TextRule) => part.change(readText(rule, part.current().format)),
    },
  },
  links: { format },
};

const topBottom: Shape<Part<"top">> = {
  name: "TopBottomConditionalFormat",
  properties: {
    rule: {
      get: (part) => toTop(part.current()),
      set: (part, rule: TopBottomRule) => part.owner.setRule(readTop(rule, part.current().format)),
    },
  },
  links: { format },
};

const preset: Shape<Part<"preset">> = {
  name: "PresetCriteriaConditionalFormat",
  properties: {
    rule: {
      get: (part) => ({ criterion: criterionOf(part.current().preset) }),
      set: (part, { criterion }: { readonly criterion?: string }) => part.change({ preset: presetOf(criterion) }),
    },
  },
  links: { format },
};

const colorScale: Shape<Part<"colorScale">> = {
  name: "ColorScaleConditionalFormat",
  properties: {
    criteria: {
      get: (part) => toCriteria(part.current()),
      set: (part, criteria: ColorScaleCriteria) => part.owner.setRule(readCriteria(criteria)),
    },
    threeColorScale: { get: (part) => part.current().points.length === 3 },
  },
};

const positiveFormat: Shape<Part<"dataBar">> = {
  name: "ConditionalDataBarPositiveFormat",
  properties: {
    fillColor: {
      get: (part) => part.current().color.toUpperCase(),
      set: (part, color: string) => part.change({ color: colorOf(color) }),
    },
    gradientFill: {
      get: (part) => part.current().solid !== true,
      set: (part, gradient: boolean) =>
        part.owner.setRule({ ...withoutMembers(part.current(), "solid"), ...(!gradient && { solid: true }) }),
    },
  },
};

const negativeFormat: Shape<Part<"dataBar">> = {
  name: "ConditionalDataBarNegativeFormat",
  properties: {
    fillColor: {
      get: (part) => (part.current().negativeColor ?? part.current().color).toUpperCase(),
      set: (part, color: string) => part.change({ negativeColor: colorOf(color) }),
    },
    matchPositiveFillColor: {
      get: (part) => part.current().negativeColor === undefined,
      set: (part, same: boolean) =>
        part.owner.setRule({
          ...withoutMembers(part.current(), "negativeColor"),
          ...(!same && { negativeColor: "#ff0000" }),
        }),
    },
  },
};

const dataBar: Shape<Part<"dataBar">> = {
  name: "DataBarConditionalFormat",
  properties: {
    lowerBoundRule: {
      get: (part) => toPoint(part.current().min),
      set: (part, rule: PointCriterion) => part.change({ min: readPoint(rule, "min") }),
    },
    upperBoundRule: {
      get: (part) => toPoint(part.current().max),
      set: (part, rule: PointCriterion) => part.change({ max: readPoint(rule, "max") }),
    },
    showDataBarOnly: {
      get: (part) => part.current().valueHidden === true,
      set: (part, only: boolean) => part.change({ valueHidden: only }),
    },
  },
  links: {
    positiveFormat: ({ owner }) => new Part(owner, "dataBar", positiveFormat),
    negativeFormat: ({ owner }) => new Part(owner, "dataBar", negativeFormat),
  },
};

const iconSet: Shape<Part<"iconSet">> = {
  name: "IconSetConditionalFormat",
  properties: {
    style: {
      get: (part) => iconStyleOf(part.current().set),
      set: (part, style: string) => part.owner.setRule(readIconSet(style, part.current())),
    },
    criteria: {
      get: (part) => toIconCriteria(part.current()),
      set: (part, criteria: readonly IconCriterion[]) => part.owner.setRule(readIconCriteria(criteria, part.current())),
    },
    reverseIconOrder: {
      get: (part) => part.current().reverse === true,
      set: (part, reverse: boolean) => part.change({ reverse }),
    },
    showIconOnly: {
      get: (part) => part.current().valueHidden === true,
      set: (part, only: boolean) => part.change({ valueHidden: only }),
    },
  },
};

type MakePart = (owner: Owner, orNull: boolean) => ClientObject;

const parts: Readonly<Record<string, MakePart>> = {
  cellValue: (owner, orNull) => new Part(owner, "cellIs", cellValue, orNull),
  custom: (owner, orNull) => new Part(owner, "expression", custom, orNull),
  textComparison: (owner, orNull) => new Part(owner, "text", textComparison, orNull),
  topBottom: (owner, orNull) => new Part(owner, "top", topBottom, orNull),
  preset: (owner, orNull) => new Part(owner, "preset", preset, orNull),
  colorScale: (owner, orNull) => new Part(owner, "colorScale", colorScale, orNull),
  dataBar: (owner, orNull) => new Part(owner, "dataBar", dataBar, orNull),
  iconSet: (owner, orNull) => new Part(owner, "iconSet", iconSet, orNull),
};

/** The members of a conditional format that depend on its type, such as `cellValue` and `cellValueOrNullObject`. */
export const ruleParts: Readonly<Record<string, (owner: Owner) => ClientObject>> = Object.fromEntries(
  Object.entries(parts).flatMap(([name, make]) => [
    [name, (owner: Owner) => make(owner, false)] as const,
    [`${name}OrNullObject`, (owner: Owner) => make(owner, true)] as const,
  ]),
);
