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

// How large the ratios are depends on the processor: docs/performance.md has those of one, and no test limits them.
test("the CPU benchmark measures each piece of work once, in units of parsing a record", () => {
  expect(lines.map(({ kernel }) => kernel).sort()).toEqual([
    "W6: parse and shape 100,000 × 12",
    "cold cell, 70 % distinct, =ENTITY.SEARCH",
    "cold cell, 70 % distinct, engine",
    "compare 10,000 × 12 with the answer before",
    "longest task of =ESG.EVENTS, 100,000 × 12",
    "longest task of =ESG.EVENTS, 100,000 × 12, sorted by title and exploded",
    "longest task of a comparison of 10,000 × 12",
    "parse a page of 1,000 events",
    "shape, 12 columns",
    "warm cell, =ENTITY.SEARCH",
    "warm cell, engine",
    "… its limit: parse and keep the values as they come",
  ]);
  for (const { ratio } of lines) expect(ratio).toBeGreaterThan(0);
});
