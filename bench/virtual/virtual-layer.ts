import type { Runtime } from "../../src/engine/runtime";
import { cellsOf, engineOn, runtimeOn, signIn } from "../strategies/engine";
import { type Limiter, noLimit, tokenBucket, windowLimiter } from "../../test/support/limiters";
import { mapStorage } from "../../test/support/map-storage";
import { dataloader, libraries } from "../strategies/peers/library-engines";
import { naive, naiveWithRetries } from "../strategies/peers/naive";
import { publishedSample } from "../strategies/peers/published-sample";
import { type Line, runVirtual, type Setting } from "./run-virtual";
import type { Strategy } from "../strategies/strategy";
import type { Fault } from "../../test/support/virtual-service";
import { universeOf } from "../../test/support/virtual-data";
import { type Workload, workloads } from "../strategies/workloads";

/** The peers, each in the same run as the engine. */
export const peers: readonly Strategy[] = [naive, naiveWithRetries, publishedSample, dataloader, libraries];

/** Limits whose shape the engine must find out; made anew for every run, because they count. */
export const limiters: readonly (() => Limiter)[] = [
  () => tokenBucket(20, 20),
  () => tokenBucket(5, 5),
  () => tokenBucket(20, 40, "20/s, 40 at once"),
  () => tokenBucket(2, 10, "2/s, 10 at once"),
  () => windowLimiter(100, 10),
  () => windowLimiter(100, 10, { silent: true }),
  () => windowLimiter(60, 60),
  () => windowLimiter(60, 60, { silent: true }),
  () => windowLimiter(100, 10, { phase: 0.37 }),
  () => windowLimiter(100, 10, { phase: 0.37, silent: true }),
  () => windowLimiter(60, 60, { phase: 0.37, silent: true }),
  () => windowLimiter(100, 1),
  () => windowLimiter(60, 2, { phase: 0.95 }),
  () => windowLimiter(100, 10, { phase: 0.8, silent: true }),
  () => windowLimiter(100, 15, { silent: true }),
  () => windowLimiter(100, 20, { phase: 0.95, silent: true }),
];

/** One request in fifteen goes wrong, in each of these ways. */
export const faults: Readonly<Record<string, Fault>> = {
  "503": { kind: "status", status: 503 },
  "connection reset": { kind: "reset" },
  "body cut off": { kind: "truncate" },
  "HTML instead of JSON": { kind: "html" },
};

const everyFifteenth =
  (fault: Fault) =>
  (_: Request, count: number): Fault | undefined =>
    count % 15 === 0 ? fault : undefined;

const { W1, W2, W3, W5 } = workloads;

/** Workloads without a limit, on HTTP/2 and with the six connections of HTTP/1.1. */
export const plainSettings = (): readonly Setting[] =>
  [100, 6].flatMap((connections) =>
    [W1, W2, W3, W5].map((workload) => ({
      name: `${connections} connections`,
      workload,
      model: { connections, limiter: noLimit() },
    })),
  );

/** W3 under a limiter. */
export const limitedSetting = (limiter: () => Limiter): Setting => {
  const made = limiter();
  return { name: made.name, workload: W3, model: { limiter: made } };
};

/** W1 as it may arrive. */
export const arrivalSettings = (): readonly Setting[] =>
  [
    [1_000, 0],
    [100, 4],
    [25, 10],
    [50, 50],
  ].map(([cells = 0, gap = 0]) => ({ name: `${cells} cells each ${gap} ms`, workload: W1, arrivals: { cells, gap } }));

/** W3 with faults. */
export const faultSettings = (): readonly Setting[] =>
  Object.entries(faults).map(([name, fault]) => ({
    name: `1 in 15: ${name}`,
    workload: W3,
    model: { fault: everyFifteenth(fault) },
  }));

/** A list of exactly 10,000 rows, so that no list per score reads too much. */
const wholeUniverse: Workload = {
  ...W2,
  cells: [{ kind: "events", universe: universeOf(0, 10_000), limit: 10_000 }],
};

/** W3 on a device that has seen it: saved, closed, opened again. */
export const runReopened = async (): Promise<Line> => {
  const storage = mapStorage();
  const first: { runtime?: Runtime } = {};
  const saving: Strategy = {
    name: "first time",
    start: async (network) => {
      first.runtime = runtimeOn(network, storage);
      await signIn(first.runtime, network);
      return cellsOf(first.runtime);
    },
  };
  await runVirtual({ name: "first time", workload: W3 }, saving);
  await first.runtime?.cache.flush();
  const setting = { name: "opened again", workload: { ...W3, name: "W4", leastCalls: 0 } };
  return { ...(await runVirtual(setting, engineOn(storage))), floor: 0 };
};

const both = async (settings: readonly Setting[], strategies: readonly Strategy[]): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const setting of settings) for (const strategy of strategies) lines.push(await runVirtual(setting, strategy));
  return lines;
};

/** The engine alone, everywhere: what the gates look at. */
export const engineLines = async (): Promise<readonly Line[]> => {
  const engine = [engineOn()];
  return [
    ...(await both(plainSettings(), engine)),
    ...(await both([{ name: "100 connections", workload: wholeUniverse }], [engineOn(undefined, true)])),
    ...(await both(limiters.map(limitedSetting), engine)),
    ...(await both(arrivalSettings(), engine)),
    ...(await both(faultSettings(), engine)),
    await runReopened(),
  ];
};

/** The whole table: the engine and, where a peer says something, the peers. */
export const virtualLines = async (): Promise<readonly Line[]> => {
  const lines: Line[] = [...(await both(plainSettings(), peers))];
  for (const limiter of [...limiters.slice(0, 2), ...limiters.slice(4, 5)])
    for (const peer of peers) lines.push(await runVirtual(limitedSetting(limiter), peer));
  lines.push(
    ...(await both(faultSettings().slice(0, 1), peers)),
    ...(await both(arrivalSettings().slice(2, 3), peers)),
  );
  return sorted([...(await engineLines()), ...lines]);
};

/** Lines of one workload and setting together, as they first came. */
const sorted = (lines: readonly Line[]): readonly Line[] => {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.workload} ${line.setting}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flat();
};
