import type { CellFormat } from "../../ooxml/cell-format";
import type { ConditionalFormat, ConditionalRule } from "../../ooxml/conditional-format";
import { type Area } from "../univer/addresses";
import { rangeText } from "../univer/conditional-rules";
import { defaultRules, presetOf, readComparison, readText, readTop, typeOf, withoutSign } from "./conditional-criteria";
import { ruleParts } from "./conditional-parts";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { requireUnprotected, requireWritable } from "./range-actions";

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
    return this.touching().map(({ id }) => new ConditionalFormatObject(this.context, () => ({ sheetId, id })));
  }

  /** Adds a format with the first priority. It changes no cell before its rule and its format are set. */
  add(type: string): ConditionalFormatObject {
    const rule = defaultRules[type];
    if (rule === undefined) throw invalidArgument(`"${type}" is no type of a conditional format`);
    return new ConditionalFormatObject(this.context, () => {
      const { book } = this.context.host;
      const area = this.areaOf();
      requireWritable({ area, context: this.context });
      return {
        sheetId: area.sheetId,
        id: book.conditionalFormats.add(area.sheetId, { ranges: [rangeText(area)], rule }),
      };
    });
  }

  clearAll(): void {
    this.context.queue(() => {
      const { book } = this.context.host;
      requireWritable({ area: this.areaOf(), context: this.context });
      book.conditionalFormats.clear(this.areaOf());
    });
  }

  getItem(id: string): ConditionalFormatObject {
    return new ConditionalFormatObject(this.context, () => this.findHere(id));
  }

  getItemOrNullObject(id: string): ConditionalFormatObject {
    return new ConditionalFormatObject(this.context, () => this.findHere(id), true);
  }

  getItemAt(index: number): ConditionalFormatObject {
    return new ConditionalFormatObject(this.context, () => {
      const found = this.touching()[index];
      if (found === undefined) throw invalidArgument(`there is no conditional format ${index}`);
      return { sheetId: this.areaOf().sheetId, id: found.id };
    });
  }

  touching(): ConditionalFormat[] {
    return this.context.host.book.conditionalFormats.touching(this.areaOf());
  }

  findHere(id: string): Place | undefined {
    return this.touching().some((format) => format.id === id) ? { sheetId: this.areaOf().sheetId, id } : undefined;
  }
}

interface Place {
  readonly sheetId: string;
  readonly id: string;
}

const formatShape: Shape<ConditionalFormatObject> = {
  name: "ConditionalFormat",
  properties: {
    id: { get: ({ place }) => place.id },
    type: { get: (format) => typeOf(format.found().rule) },
    priority: {
      get: (format) => format.onSheet().findIndex(({ id }) => id === format.place.id),
      set: (format, priority: number) => format.move(priority),
    },
    stopIfTrue: {
      get: (format) => ("format" in format.found().rule ? format.found().stopIfTrue === true : null),
      set: (format, stopIfTrue: boolean) => {
        const { id, ranges, rule } = format.found();
        format.replace({ id, ranges, rule, ...(stopIfTrue && { stopIfTrue }) });
      },
    },
  },
  links: ruleParts,
};

/** `Excel.ConditionalFormat`. */
export class ConditionalFormatObject extends ClientObject {
  place: Place = { sheetId: "", id: "" };

  constructor(context: RequestContext, find: () => Place | undefined, orNull = false) {
    super(context);
    this.resolve(find, (place) => void (this.place = place), orNull);
  }

  override get shape(): typeof formatShape {
    return formatShape;
  }

  found(): ConditionalFormat {
    const format = this.context.host.book.conditionalFormats.find(this.place.sheetId, this.place.id);
    if (format === undefined) throw itemNotFound();
    return format;
  }

  onSheet(): ConditionalFormat[] {
    return this.context.host.book.conditionalFormats.list(this.place.sheetId);
  }

  replace(format: ConditionalFormat): void {
    this.requireWritable();
    this.context.host.book.conditionalFormats.replace(this.place.sheetId, format);
  }

  setRule(rule: ConditionalRule): void {
    this.replace({ ...this.found(), rule });
  }

  /** A negative priority counts from the last one. Priorities beyond the ends are those of the ends. */
  move(priority: number): void {
    this.requireWritable();
    const count = this.onSheet().length;
    const index = priority < 0 ? count + priority : priority;
    const { conditionalFormats } = this.context.host.book;
    conditionalFormats.move(this.place.sheetId, this.place.id, Math.min(count - 1, Math.max(0, index)));
  }

  delete(): void {
    this.context.queue(() => {
      this.requireWritable();
      this.context.host.book.conditionalFormats.remove(this.place.sheetId, this.found().id);
    });
  }

  /** @throws at `sync` if the format has several ranges */
  getRange(): ClientObject {
    return this.context.model.range(this.context, () => {
      const only = this.only();
      if (only === undefined) throw invalidArgument("the format has several ranges");
      return only;
    });
  }

  getRangeOrNullObject(): ClientObject {
    return this.context.model.range(this.context, () => this.only(), true);
  }

  setRanges(ranges: string | { readonly area: Area }): void {
    this.context.queue(() => {
      const { book } = this.context.host;
      const areas = typeof ranges === "string" ? ranges.split(",").map((one) => book.area(one.trim())) : [ranges.area];
      this.replace({ ...this.found(), ranges: areas.map(rangeText) });
    });
  }

  changeRuleToCellValue(rule: object): void {
    this.changeRule((format) => readComparison(rule, format));
  }

  changeRuleToContainsText(rule: object): void {
    this.changeRule((format) => readText(rule, format));
  }

  changeRuleToCustom(formula: string): void {
    this.changeRule((format) => ({ type: "expression", formula: withoutSign(formula), format }));
  }

  changeRuleToPresetCriteria(rule: { readonly criterion: string }): void {
    this.changeRule((format) => ({ type: "preset", preset: presetOf(rule.criterion), format }));
  }

  changeRuleToTopBottom(rule: object): void {
    this.changeRule((format) => readTop(rule, format));
  }

  changeRuleToColorScale(): void {
    this.changeRule(() => defaultRules["ColorScale"]);
  }

  changeRuleToDataBar(): void {
    this.changeRule(() => defaultRules["DataBar"]);
  }

  changeRuleToIconSet(): void {
    this.changeRule(() => defaultRules["IconSet"]);
  }

  changeRule(make: (format: CellFormat) => ConditionalRule | undefined): void {
    this.context.queue(() => {
      const { rule } = this.found();
      const next = make("format" in rule ? rule.format : {});
      if (next !== undefined) this.setRule(next);
    });
  }

  only(): Area | undefined {
    const { ranges } = this.found();
    const [first] = ranges;
    return ranges.length !== 1 || first === undefined
      ? undefined
      : { ...this.context.host.book.area(first), sheetId: this.place.sheetId };
  }

  /** @throws if the sheet is protected */
  requireWritable(): void {
    requireUnprotected(this.context, this.place.sheetId);
  }
}
