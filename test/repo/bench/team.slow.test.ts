import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findRedisProgram } from "../../support/redis-process";
import { runProgram } from "../../support/run-program";

/** What W3, a workbook of 1,000 formulas, needs at least. */
const leastCalls = 212;
/** In real time a batch may be sent before its last record was asked for, or by two replicas. */
const mostCalls = Math.floor(leastCalls * 1.05);

interface Line {
  readonly served: number;
  readonly failed: number;
}

interface VirtualLine extends Line {
  readonly setting: string;
  readonly who: string;
}

interface SocketLine extends Line {
  readonly front: string;
  readonly again: boolean;
  readonly analysts: number;
  readonly asked: number;
}

const measure = async (...options: readonly string[]): Promise<unknown> =>
  JSON.parse(await runProgram("bench/bench-team.ts", "--json", ...options));

test("analysts who open the same workbook make the calls of one, through one gateway and through two", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "team-plot-"));
  const plot = path.join(folder, "calls.svg");
  const given = await measure("--only", "virtual", "--analysts", "4", "--plot", plot);
  const { virtual } = given as { readonly virtual: readonly VirtualLine[] };
  const picture = existsSync(plot) ? readFileSync(plot, "utf8") : "";
  rmSync(folder, { recursive: true });
  const callsOf = (setting: string): object =>
    Object.fromEntries(virtual.filter((line) => line.setting === setting).map(({ who, served }) => [who, served]));
  const together = { "one analyst, direct": leastCalls, "4 analysts, 1 gateway": leastCalls };
  expect(callsOf("no limit")).toEqual({ ...together, "4 analysts, 2 gateways": leastCalls });
  expect(callsOf("20/s")).toEqual({
    ...together,
    "4 analysts, 2 gateways": leastCalls,
    "4 analysts, each alone": 4 * leastCalls,
  });
  expect(virtual.map(({ failed }) => failed)).toEqual(virtual.map(() => 0));
  expect(picture).toContain("each alone: 848 calls");
  expect(picture).toContain("team gateway: 212 calls");
}, 300_000);

const hasRedis = findRedisProgram() !== undefined;

test("so they do over sockets, and opening the workbook again makes none", async () => {
  const given = await measure("--only", "sockets", "--socket-analysts", "3", "--per-second", "0", "--brief");
  const { opened } = given as { readonly opened: readonly SocketLine[] };
  const gateway = opened.filter(({ front }) => front === "team gateway");
  expect(gateway.map(({ again }) => again)).toEqual([false, true]);
  expect(gateway[1]?.served).toBe(0);
  const replicas = opened.filter(({ front }) => front.startsWith("two replicas on Redis"));
  if (!hasRedis) process.stderr.write("Two replicas were not measured: there is no redis-server.\n");
  expect(replicas).toHaveLength(hasRedis ? 2 : 0);
  for (const { served } of [...gateway.slice(0, 1), ...replicas]) {
    expect(served).toBeGreaterThanOrEqual(leastCalls);
    expect(served).toBeLessThanOrEqual(mostCalls);
  }
  for (const { asked, analysts } of opened) expect(asked).toBeGreaterThanOrEqual(analysts * leastCalls);
  expect(opened.map(({ failed }) => failed)).toEqual(opened.map(() => 0));
}, 300_000);
