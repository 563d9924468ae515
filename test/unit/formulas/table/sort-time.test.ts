import { sorted } from "../../../../src/formulas/table/sort";

test("sorting 100,000 rows looks at the clock every 512 rows", async () => {
  const length = 100_000;
  let looked = 0;
  let most = 0;
  const items = Array.from({ length }, (_, place) => ({
    get values() {
      looked += 1;
      return [`row ${(place * 7_919) % length}`];
    },
  }));
  let looks = 0;
  const yieldToHost = (): undefined => {
    most = Math.max(most, looked);
    looked = 0;
    looks += 1;
    return undefined;
  };
  await sorted(items, [{ descending: false }], yieldToHost);
  // 512 in a slice: two reads for each of nine comparisons at most, and a few over.
  expect(most).toBeLessThanOrEqual(512 * 2 * 10);
  // One pass over the rows for each doubling from 512 to 100,000, looked at every 512 rows.
  expect(looks).toBeGreaterThan((8 * length) / 512);
});
