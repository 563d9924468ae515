import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { tell } from "../text/tell";
import type { Column, Member } from "./column";
import { type ColumnSet, columnNamed } from "./fields";
import type { Layout } from "./layout";
import type { Nested } from "./nested/reading";
import type { SortColumn } from "./sort";

/** What is spread over rows: a member with its parts. */
export type Spread = Member & { readonly nested: Nested };

/** By what rows stand elsewhere than their records came: sorted, then kept apart, then spread. */
export interface Arrangement {
  readonly sort: readonly SortColumn[];
  readonly apart: Column | undefined;
  readonly spread: Spread | undefined;
}

/** The columns a layout needs beside those shown: what it sorts by, keeps apart and spreads. */
export const layoutColumns = (set: ColumnSet, { sort, distinct, explode }: Layout): readonly Column[] => [
  ...sort.map(({ field }) => columnNamed(set, field, "sort")),
  ...(distinct === undefined ? [] : [columnNamed(set, distinct, "distinct")]),
  ...(explode === undefined ? [] : [columnNamed(set, explode, "explode")]),
];

/** How a layout arranges a table of these columns; they must show what `explode` spreads. */
export const arrangementOf = (
  set: ColumnSet,
  { sort, distinct, explode }: Layout,
  shown: readonly Column[],
): Arrangement => ({
  sort: sort.map(({ field, descending }) => ({ column: columnNamed(set, field, "sort"), descending })),
  apart: distinct === undefined ? undefined : columnNamed(set, distinct, "distinct"),
  spread: explode === undefined ? undefined : spreadOf(columnNamed(set, explode, "explode"), shown),
});

/** Whether rows stay where their records came, one of each. */
export const keepsPlaces = ({ sort, apart, spread }: Arrangement): boolean =>
  sort.length === 0 && apart === undefined && spread === undefined;

const spreadOf = ({ name, member, joins }: Column, shown: readonly Column[]): Spread => {
  if (member?.nested === undefined || joins !== undefined)
    throw new AddinError("invalid-argument", tell("table.notExplodable", { name }));
  if (shown.every((other) => other.member?.name !== member.name))
    throw new AddinError(
      "invalid-argument",
      tell("table.notShown", { option: "explode", name, allowed: listOf(shown.map((column) => column.name)) }),
    );
  return { ...member, nested: member.nested };
};
