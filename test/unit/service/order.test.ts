import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import { compareBy, sortInSlices } from "../../../src/service/listing/order";

const sampler = samplerFor(createSeededRandom(5, "text"), 1);

test("sorting in time slices gives the same as sorting at once, for every length", async () => {
  for (const length of [0, 1, 2_048, 2_049, 4_096, 9_000]) {
    const items = Int32Array.from({ length }, () => sampler.below(1_000));
    const descending = (a: number, b: number): number => b - a;
    expect(await sortInSlices(items.slice(), descending)).toEqual(items.slice().sort(descending));
  }
});

test("items that are equal keep the order in which they stood, across slices", async () => {
  const items = Int32Array.from({ length: 5_000 }, (_, index) => index);
  const byTen = (a: number, b: number): number => (a % 10) - (b % 10);
  expect(await sortInSlices(items.slice(), byTen)).toEqual(items.slice().sort(byTen));
});

const scores = [3, 5, 3, -1, 4];
const dates = [10, 20, 30, 40, 10];
const columns = {
  score: { value: (ordinal: number) => scores[ordinal] ?? 0, missing: -1 },
  date: { value: (ordinal: number) => dates[ordinal] ?? 0 },
};
const ordered = (order: readonly string[], rankOf = (ordinal: number): number => ordinal): number[] =>
  [0, 1, 2, 3, 4].sort(compareBy(order, columns, rankOf));

test.each([
  [["score:asc"], [0, 2, 4, 1, 3]],
  [["score:desc"], [1, 4, 0, 2, 3]],
  [["score"], [0, 2, 4, 1, 3]],
  [["date:desc"], [3, 2, 1, 0, 4]],
  [
    ["score:desc", "date:desc"],
    [1, 4, 2, 0, 3],
  ],
  [
    ["date:asc", "score:desc"],
    [4, 0, 1, 2, 3],
  ],
  [
    ["date:asc", "score:asc"],
    [0, 4, 1, 2, 3],
  ],
  [[], [0, 1, 2, 3, 4]],
  [
    ["colour:asc", "score:asc"],
    [0, 2, 4, 1, 3],
  ],
])("ordered by %j, a missing value comes last in both directions: %j", (order, expected) => {
  expect(ordered(order)).toEqual(expected);
});

test("records that are equal in every column are ordered by the rank of their ids", () => {
  expect(ordered(["score:desc"], (ordinal) => -ordinal)).toEqual([1, 4, 2, 0, 3]);
  const compare = compareBy(["score:asc"], columns, (ordinal) => ordinal);
  expect([compare(0, 2) < 0, compare(2, 0) > 0, compare(3, 3)]).toEqual([true, true, 0]);
  // A missing value, whichever of the two it is.
  expect([compare(0, 3) < 0, compare(3, 0) > 0]).toEqual([true, true]);
});
