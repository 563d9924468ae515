import { createPacer } from "../clock";

type Compare = (a: number, b: number) => number;

const run = 2_048;

/** Two sorted neighbours of `from`, and how far they have been merged into `to`. */
interface Merge {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly middle: number;
  readonly end: number;
  left: number;
  right: number;
  at: number;
}

/** Goes on merging for a while; true while something is left. */
const mergeSome = (merge: Merge, compare: Compare): boolean => {
  const { from, to, middle, end } = merge;
  for (const stop = Math.min(merge.at + run, end); merge.at < stop; merge.at += 1) {
    const [first, second] = [from[merge.left] ?? 0, from[merge.right] ?? 0];
    const takesLeft = merge.right >= end || (merge.left < middle && compare(first, second) <= 0);
    to[merge.at] = takesLeft ? first : second;
    if (takesLeft) merge.left += 1;
    else merge.right += 1;
  }
  return merge.at < end;
};

/** Sorts as `sort` does, but gives other requests their turn meanwhile. */
export const sortInSlices = async (items: Int32Array, compare: Compare): Promise<Int32Array> => {
  const pace = createPacer();
  for (let begin = 0; begin < items.length; begin += run) {
    items.subarray(begin, begin + run).sort(compare);
    await pace();
  }
  let [from, to] = [items, items.length > run ? new Int32Array(items.length) : items];
  for (let width = run; width < items.length; width *= 2) {
    for (let begin = 0; begin < items.length; begin += 2 * width) {
      const middle = Math.min(begin + width, items.length);
      const end = Math.min(begin + 2 * width, items.length);
      const merge = { from, to, middle, end, left: begin, right: middle, at: begin };
      while (mergeSome(merge, compare)) await pace();
    }
    [from, to] = [to, from];
  }
  return from;
};
