import { type CpuLine, cpuLines } from "../../bench/cpu-layer";

let lines: readonly CpuLine[] = [];

beforeAll(async () => {
  lines = await cpuLines();
}, 600_000);

// In units of parsing one record of 0.97 kB, so that a busy or slow machine changes little; three times what was measured.
test.each([
  [/^cold cell/, 130],
  [/^warm cell/, 30],
  [/^parse a page/, 2],
  [/^shape/, 1.2],
  [/^parse and shape/, 1.5],
])("%s takes at most %d times the CPU of parsing one record", (kernel, most) => {
  const found = lines.filter((line) => kernel.test(line.kernel));
  expect(found).toHaveLength(1);
  for (const { ratio } of found) expect(ratio).toBeLessThanOrEqual(most);
});
