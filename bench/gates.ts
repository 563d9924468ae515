import { oneOf, readOptions, runProgram } from "../scripts/run/command-line";
import { windowLimiter } from "../test/support/limiters";
import { engineOn } from "./strategies/engine";
import { lineTable } from "./report";
import { replayOnLoopback, type Replayed } from "./loopback/loopback-replay";
import { type Line, runVirtual } from "./virtual/run-virtual";
import { engineLines, limitedSetting, limiters } from "./virtual/virtual-layer";
import { leastWorstRatio } from "./virtual/window-bound";
import { workloads } from "./strategies/workloads";

// node scripts/run/run.mjs bench/gates.ts --part virtual|windows|loopback: prints as JSON the figures that test/repo/bench holds to their limits.

/** The engine in virtual time; `again` is the table of a second run. */
export interface VirtualGate {
  readonly lines: readonly Line[];
  readonly table: string;
  readonly again: string;
  /** W3 on a service that answers within two milliseconds. */
  readonly near: Line;
  /** The time of W3 under the first limiter, by seed. */
  readonly walls: readonly number[];
}

/** W3 under a window of `count` requests in so many seconds, of which `phase` (0 to 1) had passed at the first request. */
export interface WindowLine extends Line {
  readonly count: number;
  readonly seconds: number;
  readonly phase: number;
  /** No `Retry-After`. */
  readonly silent: boolean;
}

export interface WindowGate {
  readonly lines: readonly WindowLine[];
  /** The least worst ratio of any client that is refused nine times, by the lengths that a window may have. */
  readonly bounds: readonly { readonly lengths: readonly number[]; readonly ratio: number }[];
}

export type LoopbackGate = readonly Replayed[];

const virtual = async (): Promise<VirtualGate> => {
  const lines = await engineLines();
  const model = { latency: 2, perRow: 0.02, refusal: 1 };
  const near = await runVirtual({ name: "near", workload: workloads.W3, model }, engineOn());
  const [first] = limiters;
  const walls: number[] = [];
  for (const seed of [1, 2, 3])
    if (first !== undefined) walls.push((await runVirtual(limitedSetting(first), engineOn(), seed)).wall);
  return { lines, table: lineTable(lines), again: lineTable(await engineLines()), near, walls };
};

interface Windows {
  readonly counts: readonly number[];
  readonly seconds: readonly number[];
  readonly phases: readonly number[];
  readonly silent: boolean;
}

const sweeps: readonly Windows[] = [
  { counts: [20, 100], seconds: [1, 2, 10, 15, 60], phases: [0, 0.2, 0.6, 0.95], silent: false },
  { counts: [60, 100], seconds: [10, 15, 20, 30, 60], phases: [0, 0.2, 0.4, 0.6], silent: true },
  { counts: [60, 100], seconds: [10, 15, 20, 30], phases: [0.75], silent: true },
  { counts: [20, 60, 100], seconds: [1, 2], phases: [0, 0.2, 0.4, 0.6, 0.8, 0.95], silent: true },
  { counts: [20], seconds: [5, 10, 30, 60], phases: [0, 0.4, 0.8, 0.95], silent: true },
];

const windowLine = async (shape: Pick<WindowLine, "count" | "seconds" | "phase" | "silent">): Promise<WindowLine> => {
  const { count, seconds, phase, silent } = shape;
  const setting = limitedSetting(() => windowLimiter(count, seconds, { phase, silent }));
  return { ...(await runVirtual(setting, engineOn())), ...shape };
};

const windows = async (): Promise<WindowGate> => {
  const lines: WindowLine[] = [];
  for (const { counts, seconds, phases, silent } of sweeps)
    for (const count of counts)
      for (const length of seconds)
        for (const phase of phases) lines.push(await windowLine({ count, seconds: length, phase, silent }));
  const bounds = [
    [1, 2, 5, 10, 15, 20, 30, 60],
    [1, 5, 10, 30, 60],
  ].map((lengths) => ({ lengths, ratio: leastWorstRatio({ lengths, refusals: 9 }) }));
  return { lines, bounds };
};

const isLeast = ({ calls, leastCalls }: Replayed): boolean => calls === leastCalls;

/** A machine that stalls for seconds splits a batch window: that makes one call more, never fewer. It gets three tries. */
const loopback = async (): Promise<LoopbackGate> => {
  let replayed: LoopbackGate = [];
  for (let tries = 0; tries < 3 && (tries === 0 || !replayed.every(isLeast)); tries += 1)
    replayed = await replayOnLoopback(0);
  return replayed;
};

const parts = { virtual, windows, loopback };

const main = async (): Promise<void> => {
  const { part } = readOptions({ part: oneOf(["virtual", "windows", "loopback"], "virtual") });
  const figures = await parts[part]();
  console.log(JSON.stringify(figures, (key, value: unknown) => (key === "seen" ? undefined : value)));
};

runProgram(main);
