import { type CpuLine, cpuLines } from "../../bench/cpu-layer";

let lines: readonly CpuLine[] = [];

beforeAll(async () => {
  lines = await cpuLines();
}, 900_000);

// In units of parsing one record of 0.97 kB: about 1.3 times what was measured inside the test runner on a busy machine; its modules shape twice as slowly as the built ones (docs/performance.md).
test.each([
  [/^cold cell.*engine/, 19],
  [/^warm cell.*engine/, 4.2],
  [/^cold cell.*ENTITY/, 57],
  [/^warm cell.*ENTITY/, 35],
  [/^parse a page/, 1.3],
  [/^shape/, 0.72],
  [/^W6/, 0.65],
])("%s takes at most %d times the CPU of parsing one record", (kernel, most) => {
  const found = lines.filter((line) => kernel.test(line.kernel));
  expect(found).toHaveLength(1);
  for (const { ratio } of found) expect(ratio).toBeLessThanOrEqual(most);
});

test("walking and shaping 100,000 × 12 never holds the page longer than parsing 40 pages would", () => {
  const [longest] = lines.filter(({ kernel }) => kernel.startsWith("longest task"));
  expect(longest?.ratio).toBeLessThanOrEqual(40_000);
});
