import { onDemand } from "../text/on-demand";
import type { Column, TableRecord } from "./column";
import type { Look, Scalar } from "./nested/reading";
import { parseIso } from "./serial";

/** A column to sort by. */
export interface SortColumn {
  readonly column: Column;
  readonly descending: boolean;
}

/** What sorting works with; `pause` answers a promise when it is time to let the page breathe. */
export interface Sorting {
  readonly keys: readonly SortColumn[];
  readonly pause: () => Promise<void> | undefined;
}

/** Something with a place: one value per column to sort by. */
export interface Sortable {
  readonly values: readonly Scalar[];
}

/** So many are sorted or merged at a stretch. */
const stretch = 512;

/** Sorted by their values, equal ones in the order they had, missing values last; many are sorted in parts and merged, so that no task is long. */
export const sorted = async <Item extends Sortable>(
  items: readonly Item[],
  sorting: Sorting,
): Promise<readonly Item[]> => {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += stretch) {
    const pause = sorting.pause();
    if (pause !== undefined) await pause;
    runs.push(items.slice(start, start + stretch).sort((one, other) => order(one, other, sorting.keys)));
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let pair = 0; pair < runs.length; pair += 2)
      merged.push(await merge(runs[pair] ?? [], runs[pair + 1] ?? [], sorting));
    runs = merged;
  }
  return runs[0] ?? [];
};

const merge = async <Item extends Sortable>(
  one: readonly Item[],
  other: readonly Item[],
  { keys, pause }: Sorting,
): Promise<readonly Item[]> => {
  if (other.length === 0) return one;
  const merged: Item[] = [];
  for (let left = one[0], right = other[0], taken = 0; left !== undefined || right !== undefined;) {
    const resting = merged.length % stretch === 0 ? pause() : undefined;
    if (resting !== undefined) await resting;
    if (left !== undefined && (right === undefined || order(left, right, keys) <= 0)) {
      merged.push(left);
      taken += 1;
      left = one[taken];
    } else if (right !== undefined) {
      merged.push(right);
      right = other[merged.length - taken];
    }
  }
  return merged;
};

/** What a record is sorted by in a column: its value, of a date the moment it means. */
export const sortValue = (column: Column, record: TableRecord, look: Look): Scalar => {
  const value = column.read(record, look);
  return typeof value === "string" && column.type.startsWith("date") ? (parseIso(value) ?? value) : value;
};

const order = (one: Sortable, other: Sortable, keys: readonly SortColumn[]): number => {
  for (let index = 0; index < keys.length; index += 1) {
    const found = compare(one.values[index], other.values[index], keys[index]?.descending === true);
    if (found !== 0) return found;
  }
  return 0;
};

/** One collator for all: asking the text itself is ten times slower. */
const collator = onDemand(() => new Intl.Collator("en"));

/** Missing values stand last in both directions. */
const compare = (one: Scalar, other: Scalar, descending: boolean): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const found =
    typeof one === "string" || typeof other === "string"
      ? collator().compare(String(one), String(other))
      : Number(one) - Number(other);
  return descending ? -found : found;
};
