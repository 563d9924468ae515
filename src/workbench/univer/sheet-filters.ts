import type { IFilterColumn } from "@univerjs/preset-sheets-filter";
import type { FilterColumnModel, FilterCondition } from "../../ooxml/workbook-model";
import type { Area } from "./addresses";
import type { Sheet } from "./engine";

/** The filter of a sheet. */
export interface SheetFilter {
  /** With the header row. */
  readonly area: Area;
  readonly columns: readonly FilterColumnModel[];
  /** The rows that it hides. */
  readonly hiddenRows: readonly number[];
  /** It has criteria by colour, which files do not keep. */
  readonly hasColors?: boolean;
}

/** The parts of the open workbook that filters need. */
interface FilterSheets {
  readonly sheet: (id: string) => Sheet;
}

/** The filters of the open workbook's sheets. A sheet has at most one. */
export class SheetFilters {
  readonly #book: FilterSheets;

  constructor(book: FilterSheets) {
    this.#book = book;
  }

  get(sheetId: string): SheetFilter | undefined {
    const filter = this.#book.sheet(sheetId).getFilter();
    if (!filter) return undefined;
    const { startRow, endRow, startColumn, endColumn } = filter.getRange().getRange();
    const columns: FilterColumnModel[] = [];
    let hasColors = false;
    for (let column = startColumn; column <= endColumn; column += 1) {
      const criteria = filter.getColumnFilterCriteria(column);
      const read = criteria ? fromEngine(criteria, column - startColumn) : undefined;
      if (read !== undefined) columns.push(read);
      else if (criteria) hasColors = true;
    }
    const area = { sheetId, startRow, startColumn, endRow, endColumn };
    const hiddenRows = filter.getFilteredOutRows().toSorted((one, other) => one - other);
    return { area, columns, hiddenRows, ...(hasColors && { hasColors }) };
  }
}

/** The criterion of a column in the engine's form. The column is that of the sheet. */
const toEngine = ({ column: colId, values, blank, conditions = [], and }: FilterColumnModel): IFilterColumn => {
  if (values !== undefined) return { colId, filters: { filters: [...values], ...(blank === true && { blank: true }) } };
  const customFilters = conditions.map(({ operator, value }) => ({
    val: value,
    // The engine compares numbers with this operator, and texts without one.
    ...(operator !== undefined && !(operator === "equal" && Number.isNaN(Number(value))) && { operator }),
  }));
  return { colId, customFilters: { customFilters, ...(and === true && { and: 1 }) } } as unknown as IFilterColumn;
};

/** Undefined for a criterion by colour, which files do not keep. */
const fromEngine = ({ filters, customFilters }: IFilterColumn, column: number): FilterColumnModel | undefined => {
  if (filters) return { column, values: filters.filters ?? [], ...(filters.blank === true && { blank: true }) };
  if (!customFilters) return undefined;
  const conditions = customFilters.customFilters.map(({ val, operator }): FilterCondition => ({
    value: String(val),
    ...(operator !== undefined && { operator: operator as NonNullable<FilterCondition["operator"]> }),
  }));
  return { column, conditions, ...(customFilters.and !== undefined && { and: true }) };
};

/** The filters of a workbook that is opened, by sheet. The hidden rows are not computed again. */
export const filtersResource = (
  filters: ReadonlyMap<string, SheetFilter>,
): { readonly name: string; readonly data: string } => ({
  name: "SHEET_FILTER_PLUGIN",
  data: JSON.stringify(
    Object.fromEntries(
      [...filters].map(([sheetId, { area, columns, hiddenRows }]) => {
        const { startRow, endRow, startColumn, endColumn } = area;
        const filterColumns = columns.map((column) => toEngine({ ...column, column: startColumn + column.column }));
        const ref = { startRow, endRow, startColumn, endColumn };
        return [sheetId, { ref, filterColumns, cachedFilteredOut: hiddenRows }];
      }),
    ),
  ),
});
