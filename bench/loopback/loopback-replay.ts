import { systemClock } from "../../src/engine/clock";
import { cellsOf, engineOn, runtimeOn, signIn } from "../strategies/engine";
import { Host, type Seen } from "../virtual/host";
import { type Bench, cellsShown, networkOf, onLocalService } from "./local-bench";
import { mapStorage } from "../../test/support/map-storage";
import { publishedSample } from "../strategies/peers/published-sample";
import { usualArrivals } from "../virtual/run-virtual";
import type { AnswerCell } from "../strategies/strategy";
import type { Workload } from "../strategies/workloads";

/** What the engine did with a workload over sockets. */
export interface Replayed {
  readonly workload: string;
  readonly connections: number;
  readonly calls: number;
  readonly leastCalls: number;
  readonly failed: number;
  /** Calls for the same workbook opened again on this device. */
  readonly callsAgain: number;
  /** Every cell shows what a call of its own shows. */
  readonly same: boolean;
}

const replay = async (bench: Bench, workload: Workload): Promise<Replayed> => {
  const storage = mapStorage();
  const count = { calls: 0 };
  const network = networkOf(bench, count);
  const run = async (answer: AnswerCell): Promise<{ readonly seen: Seen; readonly calls: number }> => {
    count.calls = 0;
    const seen = await new Host(systemClock).run(workload.cells, answer, usualArrivals);
    return { seen, calls: count.calls };
  };
  const runtime = runtimeOn(network, storage);
  await signIn(runtime, network);
  const shown = ({ values }: Seen): string => JSON.stringify(values.map(cellsShown));
  const first = await run(cellsOf(runtime));
  await runtime.cache.flush();
  const again = await run(await engineOn(storage).start(network));
  const alone = await run(await publishedSample.start(network));
  return {
    workload: workload.name,
    connections: bench.connections,
    calls: first.calls,
    leastCalls: workload.leastCalls,
    failed: first.seen.failed,
    callsAgain: again.calls,
    same: shown(first.seen) === shown(alone.seen) && shown(again.seen) === shown(alone.seen),
  };
};

/** W1 to W5 by the engine alone, to check the virtual service against the local one. */
export const replayOnLoopback = (port: number): Promise<readonly Replayed[]> => onLocalService(port, replay);
