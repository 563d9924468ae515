import { systemClock } from "../../src/engine/clock";
import { engineOn } from "../strategies/engine";
import { Host } from "../virtual/host";
import { type Bench, cellsShown, networkOf, onLocalService } from "./local-bench";
import { answerAlone, signedIn } from "../strategies/peers/plain-calls";
import { type Line, usualArrivals } from "../virtual/run-virtual";
import type { Network, Strategy } from "../strategies/strategy";
import { peers } from "../virtual/virtual-layer";
import type { Workload } from "../strategies/workloads";

/** What the loopback layer found: its lines, and whether every strategy showed the same cells. */
export interface Loopback {
  readonly lines: readonly Line[];
  readonly different: readonly string[];
}

const answersOf = async (network: Network, { cells }: Workload, connections: number): Promise<number> => {
  const call = await signedIn(network);
  const distinct = [...new Map(cells.map((cell) => [JSON.stringify(cell), cell])).values()];
  const alone = distinct.filter(({ kind }) => kind === "events");
  const started = systemClock.now();
  const queues = Array.from({ length: Math.min(32, connections) }, async () => {
    for (let cell = alone.pop(); cell !== undefined; cell = alone.pop()) await answerAlone(call, cell);
  });
  const names = distinct.flatMap((cell) => (cell.kind === "search" ? [{ name: `eq:${cell.name}` }] : []));
  const parts = Math.ceil(names.length / 500);
  const path = "/v3/entities/msearch?max_candidates=1&fields=id&fields=name";
  const batches = Array.from({ length: parts }, (_, part) =>
    call("POST", path, { entities: names.filter((__, index) => index % parts === part) }),
  );
  await Promise.all([...queues, ...batches]);
  return systemClock.now() - started;
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

const runOnce = async (
  bench: Bench,
  workload: Workload,
  strategy: Strategy,
): Promise<Line & { readonly shown: string }> => {
  const count = { calls: 0 };
  const answer = await strategy.start(networkOf(bench, count));
  count.calls = 0;
  const seen = await new Host(systemClock).run(workload.cells, answer, usualArrivals);
  const { lastSettled: wall, lastVisible, syncs, failed } = seen;
  const { name, leastCalls } = workload;
  const shown = JSON.stringify(seen.values.map(cellsShown));
  const setting = `${bench.connections} connections`;
  const line = { workload: name, setting, strategy: strategy.name, calls: count.calls, leastCalls, refused: 0 };
  return { ...line, wall, floor: 0, lastVisible, syncs, failed, tokens: 1, shown };
};

/** The median of several rounds, the strategies taking turns, against the bare calls of the same rounds. */
const rounds = async (bench: Bench, workload: Workload, repetitions: number): Promise<Loopback> => {
  const strategies = [engineOn(), ...peers];
  const lines = new Map<string, Line[]>();
  const bare: number[] = [];
  const different = new Set<string>();
  for (let round = 0; round < repetitions; round += 1) {
    bare.push(await answersOf(networkOf(bench, { calls: 0 }), workload, bench.connections));
    let first: string | undefined;
    for (const strategy of strategies) {
      const { shown, ...line } = await runOnce(bench, workload, strategy);
      first ??= shown;
      if (shown !== first) different.add(`${workload.name}, ${strategy.name}`);
      lines.set(strategy.name, [...(lines.get(strategy.name) ?? []), line]);
    }
  }
  const lastArrival = (Math.ceil(workload.cells.length / usualArrivals.cells) - 1) * usualArrivals.gap;
  const floor = median(bare) + lastArrival;
  const medians = [...lines.values()].flatMap(([line, ...more]) => {
    if (line === undefined) return [];
    const all = [line, ...more];
    return [
      {
        ...line,
        wall: median(all.map(({ wall }) => wall)),
        lastVisible: median(all.map((each) => each.lastVisible)),
        floor,
      },
    ];
  });
  return { lines: medians, different: [...different] };
};

/** The same workloads over sockets against the local service in another process; wall times are of this machine and this moment. */
export const loopback = async (port: number, repetitions: number): Promise<Loopback> => {
  const results = await onLocalService(port, (bench, workload) => rounds(bench, workload, repetitions));
  return { lines: results.flatMap(({ lines }) => lines), different: results.flatMap(({ different }) => different) };
};
