import { readFileSync } from "node:fs";
import path from "node:path";
import { runProgram } from "../../support/run-program";

/** What bench/gates.ts prints of one workload in one setting; times in milliseconds. */
interface Line {
  readonly workload: string;
  readonly setting: string;
  readonly strategy: string;
  readonly calls: number;
  readonly leastCalls: number;
  readonly refused: number;
  readonly wall: number;
  readonly floor: number;
  readonly syncs: number;
  readonly failed: number;
  readonly tokens: number;
}

interface Figures {
  readonly lines: readonly Line[];
  readonly table: string;
  readonly again: string;
  readonly near: Line;
  readonly walls: readonly number[];
}

let figures: Figures;
let lines: readonly Line[] = [];

beforeAll(async () => {
  figures = JSON.parse(await runProgram("bench/gates.ts", "--part", "virtual")) as Figures;
  lines = figures.lines;
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

test("chains by score take a quarter of the time of one list and the same calls", () => {
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

test("a service that answers within two milliseconds is not made to wait for refusals that would have come", () => {
  const { near } = figures;
  expect(near).toMatchObject({ calls: near.leastCalls, failed: 0 });
  expect(near.wall).toBeLessThanOrEqual(200);
});

test("faults that pass lose no cell", () => {
  for (const line of of("W3", /1 in 15/)) expect(line.failed).toBe(0);
});

test("all results of W1 and W5 reach the host in one sync, and nobody asks for a second token", () => {
  for (const line of [...of("W1", /connections/), ...of("W5", /connections/)]) expect(line.syncs).toBe(1);
  for (const line of lines) expect(line.tokens).toBeLessThanOrEqual(1);
});

test("two runs of the virtual layer are the same to the byte", () => {
  expect(figures.again).toBe(figures.table);
});

test("docs/performance.md shows these figures", () => {
  const narrow = (text: string): string => text.replaceAll(/ +/g, " ");
  const page = narrow(readFileSync(path.join(__dirname, "../../../docs/performance.md"), "utf8"));
  const rows = narrow(figures.table).split("\n").slice(2);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("another seed is another run: chance is in it", () => {
  expect(new Set(figures.walls).size).toBeGreaterThan(1);
});
