import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProgram } from "../../support/run-program";

/** `ratio`: CPU time in units of parsing one record of a page. */
interface CpuLine {
  readonly kernel: string;
  readonly ratio: number;
}

let lines: readonly CpuLine[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  const file = path.join(folder, "cpu.json");
  await runProgram("bench/bench.ts", "--only", "cpu", "--json", file);
  lines = (JSON.parse(readFileSync(file, "utf8")) as { cpu: readonly CpuLine[] }).cpu;
  rmSync(folder, { recursive: true });
}, 900_000);

// In units of parsing one record of 0.97 kB: 1.4 to 2 times what docs/performance.md shows, for other suites run beside it.
test.each([
  [/^cold cell.*engine/, 11],
  [/^warm cell.*engine/, 3.1],
  [/^cold cell.*ENTITY/, 36],
  [/^warm cell.*ENTITY/, 21],
  [/^parse a page/, 1.8],
  [/^shape/, 0.14],
  [/^W6/, 0.34],
])("%s takes at most %d times the CPU of parsing one record", (kernel, most) => {
  const found = lines.filter((line) => kernel.test(line.kernel));
  expect(found).toHaveLength(1);
  for (const { ratio } of found) expect(ratio).toBeLessThanOrEqual(most);
});

test("W6 takes at most 1.6 times what parsing its pages and keeping their values takes", () => {
  const [limit] = lines.filter(({ kernel }) => kernel.includes("its limit"));
  const [whole] = lines.filter(({ kernel }) => kernel.startsWith("W6"));
  expect((whole?.ratio ?? NaN) / (limit?.ratio ?? NaN)).toBeLessThanOrEqual(1.6);
});

// The longest of many is no sum: it varies twice as much as the others.
test("listing and shaping 100,000 × 12, also sorted and exploded, and comparing 10,000 records never hold the page longer than parsing 40 pages would", () => {
  const longest = lines.filter(({ kernel }) => kernel.startsWith("longest task")).map(({ ratio }) => ratio);
  expect(longest).toHaveLength(3);
  for (const ratio of longest) expect(ratio).toBeLessThanOrEqual(40_000);
});
