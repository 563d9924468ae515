import { ClientObject, type RequestContext, type Shape } from "./object-model";
import { notHere } from "../office/strict-object";
import type { Range } from "./range";

interface FilterCriteria {
  readonly filterOn?: string;
  readonly values?: readonly unknown[];
}

const autoFilterShape: Shape<AutoFilter> = {
  name: "AutoFilter",
  properties: {
    enabled: { get: (filter) => filter.rows !== undefined },
    isDataFiltered: { get: (filter) => (filter.rows?.length ?? 0) > 0 },
  },
};

/** `Excel.AutoFilter` by values: rows with other values are hidden. */
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

  /** The rows that the filter hides; undefined without a filter. */
  get rows(): readonly number[] | undefined {
    return this.context.host.filteredRows.get(this.sheetOf());
  }

  apply(range: Range, columnIndex?: number, criteria?: FilterCriteria): void {
    this.context.queue(() => {
      if (criteria !== undefined && criteria.filterOn !== "Values")
        throw notHere("AutoFilter.apply with other than values");
      const { book } = this.context.host;
      const { area } = range;
      const shown = new Set(criteria?.values?.map(String));
      const rows = book.text(area).flatMap((row, index) => {
        const hidden = criteria !== undefined && index > 0 && !shown.has(row[columnIndex ?? 0] ?? "");
        return hidden ? [area.startRow + index] : [];
      });
      this.#show();
      for (const row of rows) book.sheet(area.sheetId).hideRows(row, 1);
      this.context.host.filteredRows.set(area.sheetId, rows);
    });
  }

  remove(): void {
    this.context.queue(() => this.#show());
  }

  #show(): void {
    for (const row of this.rows ?? []) this.context.host.book.sheet(this.sheetOf()).showRows(row, 1);
    this.context.host.filteredRows.delete(this.sheetOf());
  }
}
