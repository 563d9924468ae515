import { readFileSync } from "node:fs";
import { engineOn } from "../../bench/engine";
import { lineTable } from "../../bench/line-table";
import { type Line, runVirtual } from "../../bench/run-virtual";
import { engineLines, limitedSetting, limiters } from "../../bench/virtual-layer";
import { workloads } from "../../bench/workloads";
import { docsPage } from "../../bench/write-docs";

let lines: readonly Line[] = [];

beforeAll(async () => {
  lines = await engineLines();
}, 600_000);

const of = (workload: string, setting: RegExp): readonly Line[] => {
  const found = lines.filter((line) => line.workload === workload && setting.test(line.setting));
  expect(found).not.toHaveLength(0);
  return found;
};

const ratio = ({ wall, floor }: Line): number => wall / floor;

test.each(["W1", "W2", "W3", "W5"])("%s makes the fewest calls there can be", (workload) => {
  for (const line of of(workload, /connections/)) expect(line.calls).toBe(line.leastCalls);
});

test("a workbook opened again makes no call, and not one formula waits", () => {
  for (const line of of("W4", /opened again/)) expect(line).toMatchObject({ calls: 0, failed: 0, wall: 36 });
});

test.each([
  ["W1", 1.1],
  ["W5", 1.1],
  ["W2", 1.02],
  ["W3", 1.2],
])("%s takes at most %d times what the best schedule would", (workload, most) => {
  for (const line of of(workload, /connections/)) expect(ratio(line)).toBeLessThanOrEqual(most);
});

test("chains by score take a quarter of the time of one walk and the same calls", () => {
  const [chained] = of("W2", /./).filter(({ strategy }) => strategy.includes("chains"));
  expect(chained).toMatchObject({ calls: 10, failed: 0 });
  expect(ratio(chained!)).toBeLessThanOrEqual(0.3);
});

test("under every limiter no cell fails, and the time is at most 1.12 times the best there is", () => {
  for (const line of of("W3", /\/s| per /)) {
    expect(line.failed).toBe(0);
    expect(ratio(line)).toBeLessThanOrEqual(1.12);
  }
});

test("under every limiter at most 5 % of useful calls are refused, whether or not the service says how long to wait", () => {
  for (const line of of("W3", /\/s| per /)) expect(line.refused / line.leastCalls).toBeLessThanOrEqual(0.05);
});

test("slow arrivals cost at most ten calls, fast ones the least", () => {
  for (const line of of("W1", /25 cells each 10/)) expect(line.calls).toBeLessThanOrEqual(10);
  for (const line of of("W1", /50 cells each 50/)) expect(line.calls).toBeLessThanOrEqual(10);
  for (const line of of("W1", /cells each/)) expect(ratio(line)).toBeLessThanOrEqual(1.1);
  for (const line of of("W1", /(1000|100) cells each/)) expect(line.calls).toBe(2);
});

test("a service that answers within two milliseconds is not made to wait for refusals that would have come", async () => {
  const model = { latency: 2, perRow: 0.02, refusal: 1 };
  const line = await runVirtual({ name: "near", workload: workloads.W3, model }, engineOn());
  expect(line).toMatchObject({ calls: line.leastCalls, failed: 0 });
  expect(line.wall).toBeLessThanOrEqual(200);
});

test("faults that pass lose no cell", () => {
  for (const line of of("W3", /1 in 15/)) expect(line.failed).toBe(0);
});

test("all results of W1 and W5 reach the host in one sync, and nobody asks for a second token", () => {
  for (const line of [...of("W1", /connections/), ...of("W5", /connections/)]) expect(line.syncs).toBe(1);
  for (const line of lines) expect(line.tokens).toBeLessThanOrEqual(1);
});

test("two runs of the virtual layer are the same to the byte", async () => {
  expect(lineTable(await engineLines())).toBe(lineTable(lines));
}, 600_000);

test("docs/performance.md shows these figures", () => {
  const narrow = (text: string): string => text.replaceAll(/ +/g, " ");
  const page = narrow(readFileSync(docsPage, "utf8"));
  const rows = narrow(lineTable(lines)).split("\n").slice(2);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("another seed is another run: chance is in it", async () => {
  const [first] = limiters;
  const walls = new Set<number>();
  for (const seed of [1, 2, 3]) walls.add((await runVirtual(limitedSetting(first!), engineOn(), seed)).wall);
  expect(walls.size).toBeGreaterThan(1);
  expect(workloads.W3.cells).toHaveLength(1_000);
});
