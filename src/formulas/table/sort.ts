import { onDemand } from "../../i18n/on-demand";
import type { Column, TableRecord } from "./columns";
import type { ReadOptions, Scalar } from "./nested/values";
import type { YieldToHost } from "../../engine/clock";
import { parseIso } from "./iso-dates";

/** The direction of one value to sort by. */
export interface SortDirection {
  readonly descending: boolean;
}

/** A column to sort by. */
export interface SortColumn extends SortDirection {
  readonly column: Column;
  /** The currency of an amount: only amounts in one currency can be sorted. */
  readonly currency?: Column;
}

/** One value for each column to sort by. */
export interface Sortable {
  readonly values: readonly Scalar[];
}

/** Items that are sorted or merged between two looks at the clock. */
const slice = 512;

/**
 * A stable sort in time slices: missing values come last in both directions. Slices are sorted first and then merged two by two,
 * so that no task is long.
 */
export const sorted = async <Item extends Sortable>(
  items: readonly Item[],
  keys: readonly SortDirection[],
  yieldToHost: YieldToHost,
): Promise<readonly Item[]> => {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += slice) {
    const turn = yieldToHost();
    if (turn !== undefined) await turn;
    runs.push(items.slice(start, start + slice).sort((one, other) => compareSortable(one, other, keys)));
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let pair = 0; pair < runs.length; pair += 2)
      merged.push(await mergeSorted(runs[pair] ?? [], runs[pair + 1] ?? [], keys, yieldToHost));
    runs = merged;
  }
  return runs[0] ?? [];
};

const mergeSorted = async <Item extends Sortable>(
  one: readonly Item[],
  other: readonly Item[],
  keys: readonly SortDirection[],
  yieldToHost: YieldToHost,
): Promise<readonly Item[]> => {
  if (other.length === 0) return one;
  const merged: Item[] = [];
  for (let left = one[0], right = other[0], count = 0; left !== undefined || right !== undefined;) {
    const turn = merged.length % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    if (left !== undefined && (right === undefined || compareSortable(left, right, keys) <= 0)) {
      merged.push(left);
      count += 1;
      left = one[count];
    } else if (right !== undefined) {
      merged.push(right);
      right = other[merged.length - count];
    }
  }
  return merged;
};

/** Values whose order is not that of their letters, by field (specification, "ESG event"). */
const ranks: Readonly<Record<string, readonly string[]>> = {
  ungc_classification: ["low risk", "watchlist", "violator"],
};

/** The rank of a text in its field; the text itself where it has none. */
const rankValue = (name: string, value: string): Scalar => {
  const rank = ranks[name]?.indexOf(value.toLowerCase()) ?? -1;
  return rank < 0 ? value : rank;
};

/** The value of a record in a sort column; a date as ms since 1970. */
export const sortValue = (column: Column, record: TableRecord, options: ReadOptions): Scalar => {
  const value = column.read(record, options);
  if (typeof value !== "string") return value;
  return column.type.startsWith("date") ? (parseIso(value) ?? value) : rankValue(column.name, value);
};

const compareSortable = (one: Sortable, other: Sortable, keys: readonly SortDirection[]): number => {
  for (let index = 0; index < keys.length; index += 1) {
    const result = compareScalars(one.values[index], other.values[index], keys[index]?.descending === true);
    if (result !== 0) return result;
  }
  return 0;
};

/** One collator for all comparisons: `localeCompare` is ten times slower. */
const textOrder = onDemand(() => new Intl.Collator("en"));

/** Missing values come last in both directions. */
const compareScalars = (one: Scalar, other: Scalar, descending: boolean): number => {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const result =
    typeof one === "string" || typeof other === "string"
      ? textOrder().compare(String(one), String(other))
      : Number(one) - Number(other);
  return descending ? -result : result;
};
