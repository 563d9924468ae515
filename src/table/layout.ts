import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { tell } from "../text/tell";
import type { Column, TableRecord } from "./column";
import { type ColumnSet, columnNamed } from "./fields";
import type { CellValue } from "./matrix";
import type { Look, Scalar } from "./nested/reading";
import { sortRecords } from "./sort";

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

/** The columns a layout needs beside those shown: what it sorts by, keeps apart and spreads. */
export const layoutColumns = (set: ColumnSet, layout: Layout): readonly Column[] =>
  [...layout.sort.map((key) => key.field), layout.distinct, layout.explode]
    .filter((name) => name !== undefined)
    .map((name) => columnNamed(set, name));

/** Whether a layout asks for other records than came, or in another order. */
export const rearranges = ({ sort, distinct, explode: spread }: Layout): boolean =>
  sort.length > 0 || distinct !== undefined || spread !== undefined;

/** What records are arranged by; `pause` answers a promise when it is time to let the page breathe. */
export interface Arranging {
  readonly set: ColumnSet;
  readonly layout: Layout;
  readonly look: Look;
  readonly pause: () => Promise<void> | undefined;
}

/** Records sorted, kept apart and spread as the layout says; the columns shown must hold what `explode` spreads. */
export const arrange = async (
  records: readonly TableRecord[],
  columns: readonly Column[],
  { set, layout, look, pause }: Arranging,
): Promise<readonly TableRecord[]> => {
  const keys = layout.sort.map(({ field, descending }) => ({ column: columnNamed(set, field), descending }));
  const sorted = keys.length === 0 ? records : await sortRecords(records, { keys, look, pause });
  const apart = layout.distinct === undefined ? sorted : distinctBy(sorted, columnNamed(set, layout.distinct), look);
  return layout.explode === undefined ? apart : explode(apart, columnNamed(set, layout.explode), columns);
};

const distinctBy = (records: readonly TableRecord[], column: Column, look: Look): readonly TableRecord[] => {
  const seen = new Set<Scalar>();
  return records.filter((record) => {
    const value = column.read(record, look);
    return !seen.has(value) && seen.add(value);
  });
};

const explode = (records: readonly TableRecord[], column: Column, shown: readonly Column[]): readonly TableRecord[] => {
  const { member } = column;
  if (member?.nested === undefined || column.joins !== undefined)
    throw new AddinError("invalid-argument", tell("table.notExplodable", { name: column.name }));
  if (shown.every((other) => other.member?.name !== member.name))
    throw new AddinError(
      "invalid-argument",
      tell("table.notShown", { option: "explode", name: column.name, allowed: listOf(shown.map(({ name }) => name)) }),
    );
  const { nested, name } = member;
  return records.flatMap((record) => {
    const parts = nested.split(record[name]);
    return parts.length === 0 ? [record] : parts.map((part) => ({ ...record, [name]: part }));
  });
};
