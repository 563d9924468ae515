import type { CellValue } from "./matrix";

/** One key of `sort`. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** How a table is laid out; the common keys of `options`. */
export interface Layout {
  readonly headers: "yes" | "no" | "labels";
  readonly empty: CellValue;
  readonly join: string;
  readonly dates: "excel" | "iso";
  readonly transpose: boolean;
  readonly sort: readonly SortKey[];
  readonly distinct: string | undefined;
  readonly explode: string | undefined;
}
