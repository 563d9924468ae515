import { type CpuLine, cpuLines } from "../../bench/cpu-layer";

let lines: readonly CpuLine[] = [];

beforeAll(async () => {
  lines = await cpuLines();
}, 600_000);

// In units of parsing one record of 0.97 kB. About three times what was measured alone, and for warm cells twice what was measured beside other suites:
// gross regressions are caught, small ones are not (docs/performance.md).
test.each([
  [/^cold cell/, 130],
  [/^warm cell/, 120],
  [/^parse a page/, 2],
  [/^shape/, 1.2],
  [/^parse and shape/, 1.5],
])("%s takes at most %d times the CPU of parsing one record", (kernel, most) => {
  const found = lines.filter((line) => kernel.test(line.kernel));
  expect(found).toHaveLength(1);
  for (const { ratio } of found) expect(ratio).toBeLessThanOrEqual(most);
});
