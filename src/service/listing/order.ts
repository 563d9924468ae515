import { yieldEvery } from "../common/clock";

/** A sortable column. Records whose value equals `missing` come last in both directions. */
export interface SortColumn {
  readonly value: (ordinal: number) => number;
  readonly missing?: number;
}

type Compare = (a: number, b: number) => number;

const readOrderItem = (item: string, columns: Readonly<Record<string, SortColumn>>): Compare => {
  const [field = "", direction] = item.split(":");
  const column = columns[field];
  if (column === undefined) return () => 0;
  const { value, missing } = column;
  const sign = direction === "desc" ? -1 : 1;
  return (a, b) => {
    const [first, second] = [value(a), value(b)];
    if (first === second) return 0;
    if (first === missing) return 1;
    if (second === missing) return -1;
    return (first < second ? -1 : 1) * sign;
  };
};

/** Compares by `<field>:<direction>` items, then by the rank of the ids, so that the order is total. */
export const compareBy = (
  order: readonly string[],
  columns: Readonly<Record<string, SortColumn>>,
  rankOf: (ordinal: number) => number,
): Compare => {
  const steps = order.map((item) => readOrderItem(item, columns));
  return (a, b) => {
    for (const step of steps) {
      const difference = step(a, b);
      if (difference !== 0) return difference;
    }
    return rankOf(a) - rankOf(b);
  };
};

const compareSteps = 2_048;

/** Two sorted neighbours in `from` and how far they are merged into `to`. */
interface Merge {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly middle: number;
  readonly end: number;
  left: number;
  right: number;
  at: number;
}

/** Merges at most 2,048 items. Returns true while items are left. */
const mergeSome = (merge: Merge, compare: Compare): boolean => {
  const { from, to, middle, end } = merge;
  for (const stop = Math.min(merge.at + compareSteps, end); merge.at < stop; merge.at += 1) {
    const [first, second] = [from[merge.left] ?? 0, from[merge.right] ?? 0];
    const takesLeft = merge.right >= end || (merge.left < middle && compare(first, second) <= 0);
    to[merge.at] = takesLeft ? first : second;
    if (takesLeft) merge.left += 1;
    else merge.right += 1;
  }
  return merge.at < end;
};

/** Sorts like `sort`, in time slices: other requests run in between. */
export const sortInSlices = async (items: Int32Array, compare: Compare): Promise<Int32Array> => {
  const yieldIfDue = yieldEvery();
  for (let begin = 0; begin < items.length; begin += compareSteps) {
    items.subarray(begin, begin + compareSteps).sort(compare);
    await yieldIfDue();
  }
  let [from, to] = [items, items.length > compareSteps ? new Int32Array(items.length) : items];
  for (let width = compareSteps; width < items.length; width *= 2) {
    for (let begin = 0; begin < items.length; begin += 2 * width) {
      const middle = Math.min(begin + width, items.length);
      const end = Math.min(begin + 2 * width, items.length);
      const merge = { from, to, middle, end, left: begin, right: middle, at: begin };
      while (mergeSome(merge, compare)) await yieldIfDue();
    }
    [from, to] = [to, from];
  }
  return from;
};
