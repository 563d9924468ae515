import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import { sortInSlices } from "../../../src/service/listing/order";

const sampler = samplerFor(createSeededRandom(5, "text"), 1);

test("sorting in time slices gives the same as sorting at once, for every length", async () => {
  for (const length of [0, 1, 2_048, 2_049, 4_096, 33_333]) {
    const items = Int32Array.from({ length }, () => sampler.below(1_000));
    const descending = (a: number, b: number): number => b - a;
    expect(await sortInSlices(items.slice(), descending)).toEqual(items.slice().sort(descending));
  }
});
