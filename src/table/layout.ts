import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { onDemand } from "../text/on-demand";
import { tell } from "../text/tell";
import type { Column, TableRecord } from "./column";
import { type ColumnSet, columnNamed } from "./fields";
import type { CellValue } from "./matrix";
import type { Look, Scalar } from "./nested/reading";
import { parseIso } from "./serial";

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

/** Records sorted, kept apart and spread as the layout says; the columns shown must hold what `explode` spreads. */
export const arrange = (
  records: readonly TableRecord[],
  columns: readonly Column[],
  { set, layout, look }: { readonly set: ColumnSet; readonly layout: Layout; readonly look: Look },
): readonly TableRecord[] => {
  const sorted = layout.sort.length === 0 ? records : sortBy(records, keysOf(set, layout), look);
  const apart = layout.distinct === undefined ? sorted : distinctBy(sorted, columnNamed(set, layout.distinct), look);
  return layout.explode === undefined ? apart : explode(apart, columnNamed(set, layout.explode), columns);
};

interface Key {
  readonly column: Column;
  readonly descending: boolean;
}

const keysOf = (set: ColumnSet, layout: Layout): readonly Key[] =>
  layout.sort.map(({ field, descending }) => ({ column: columnNamed(set, field), descending }));

const sortBy = (records: readonly TableRecord[], keys: readonly Key[], look: Look): readonly TableRecord[] =>
  records
    .map((record) => ({ record, values: keys.map(({ column }) => comparable(column, column.read(record, look))) }))
    .sort((one, other) => {
      for (const [index, key] of keys.entries()) {
        const order = compare(one.values[index], other.values[index], key.descending);
        if (order !== 0) return order;
      }
      return 0;
    })
    .map(({ record }) => record);

const comparable = (column: Column, value: Scalar): Scalar =>
  typeof value === "string" && column.type.startsWith("date") ? (parseIso(value) ?? value) : value;

/** One collator for all: asking the text itself is ten times slower. */
const collator = onDemand(() => new Intl.Collator("en"));

/** Missing values stand last in both directions. */
const compare = (one: Scalar, other: Scalar, descending: boolean): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const order =
    typeof one === "string" || typeof other === "string"
      ? collator().compare(String(one), String(other))
      : Number(one) - Number(other);
  return descending ? -order : order;
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
