import type { FilterColumnModel, FilterCondition } from "../../ooxml/workbook-model";
import type { SheetFilter, SheetFilters } from "../univer/sheet-filters";
import { ClientObject, type RequestContext, type Shape } from "./object-model";
import { notHere } from "../office/strict-object";
import { invalidArgument } from "./errors";
import type { Range } from "./range";
import { requireUnprotected, requireWritable } from "./range-actions";

/** `Excel.FilterCriteria`, as far as the workbench has it. */
interface FilterCriteria {
  readonly filterOn?: string;
  readonly values?: readonly unknown[];
  readonly criterion1?: string;
  readonly criterion2?: string;
  readonly operator?: string;
}

const autoFilterShape: Shape<AutoFilter> = {
  name: "AutoFilter",
  properties: {
    enabled: { get: (filter) => filter.present !== undefined },
    isDataFiltered: { get: (filter) => (filter.present?.columns.length ?? 0) > 0 },
  },
};

/** `Excel.AutoFilter` by values and by conditions: the filter that the user sees. */
export class AutoFilter extends ClientObject {
  readonly sheetOf: () => string;

  constructor(context: RequestContext, sheetOf: () => string) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof autoFilterShape {
    return autoFilterShape;
  }

  get present(): SheetFilter | undefined {
    return this.context.host.book.filters.get(this.sheetOf());
  }

  apply(range: Range, columnIndex?: number, criteria?: FilterCriteria): void {
    this.context.queue(() => {
      const { filters } = this.context.host.book;
      const { area } = range;
      requireWritable(range);
      filters.set(area);
      if (columnIndex === undefined) return;
      if (columnIndex < 0 || columnIndex > area.endColumn - area.startColumn) throw invalidArgument("columnIndex");
      filters.setColumn(area.sheetId, columnIndex, criteria && criterionOf(criteria));
    });
  }

  clearColumnCriteria(columnIndex: number): void {
    this.#change((filters, sheetId) => filters.setColumn(sheetId, columnIndex, undefined));
  }

  clearCriteria(): void {
    this.#change((filters, sheetId) => filters.clear(sheetId));
  }

  remove(): void {
    this.#change((filters, sheetId) => filters.remove(sheetId));
  }

  #change(change: (filters: SheetFilters, sheetId: string) => void): void {
    this.context.queue(() => {
      const sheetId = this.sheetOf();
      requireUnprotected(this.context, sheetId);
      change(this.context.host.book.filters, sheetId);
    });
  }
}

const criterionOf = (criteria: FilterCriteria): Omit<FilterColumnModel, "column"> => {
  const { filterOn, values = [], criterion1, criterion2, operator } = criteria;
  if (filterOn === "Values") {
    const texts = values.map(String);
    return { values: texts.filter((text) => text !== ""), ...(texts.includes("") && { blank: true }) };
  }
  if (filterOn !== "Custom" || criterion1 === undefined)
    throw notHere("AutoFilter.apply with other than values and custom conditions");
  const conditions = [criterion1, ...(criterion2 === undefined ? [] : [criterion2])].map(conditionOf);
  return { conditions, ...(operator === "And" && { and: true }) };
};

const operators: Readonly<Record<string, FilterCondition["operator"]>> = {
  "<>": "notEqual",
  ">=": "greaterThanOrEqual",
  "<=": "lessThanOrEqual",
  ">": "greaterThan",
  "<": "lessThan",
};

/** A condition as Office takes it: `>5`, `=A*`. */
const conditionOf = (criterion: string): FilterCondition => {
  const [, sign = "", value = ""] = /^(<>|>=|<=|=|>|<)?([^]*)$/.exec(criterion) ?? [];
  const operator = operators[sign];
  return { value, ...(operator !== undefined && { operator }) };
};
