import { floorOf } from "./floor";
import { type Arrivals, Host, type Seen } from "./host";
import type { AnswerCell, Network, Strategy } from "../strategies/strategy";
import { VirtualClock } from "../../test/support/virtual-clock";
import { type ServiceModel, usualModel, VirtualService } from "../../test/support/virtual-service";
import type { Workload } from "../strategies/workloads";

/** One line of the table. */
export interface Line {
  readonly workload: string;
  readonly setting: string;
  readonly strategy: string;
  readonly calls: number;
  readonly leastCalls: number;
  readonly refused: number;
  readonly wall: number;
  readonly floor: number;
  readonly lastVisible: number;
  readonly syncs: number;
  readonly failed: number;
  readonly tokens: number;
}

/** What is run: a workload, against a model, as it arrives. */
export interface Setting {
  readonly name: string;
  readonly workload: Workload;
  readonly model?: Partial<ServiceModel>;
  readonly arrivals?: Arrivals;
}

/** 100 cells a message, a message each 4 ms. */
export const usualArrivals: Arrivals = { cells: 100, gap: 4 };

const mostSlots = 32;

/** Libraries use the page's timers: for their run these are the virtual ones. */
const withTimers = async <Value>(clock: VirtualClock, run: () => Promise<Value>): Promise<Value> => {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const set = (task: () => void, milliseconds = 0): (() => void) => clock.after(milliseconds, task);
  const clear = (timer: unknown): void => {
    if (typeof timer === "function") (timer as () => void)();
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  try {
    return await run();
  } finally {
    Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear });
  }
};

/** Runs one strategy on one setting in virtual time; `seed` decides every chance in it. */
export const runVirtual = async (
  setting: Setting,
  strategy: Strategy,
  seed = 1,
): Promise<Line & { readonly seen: Seen }> => {
  const clock = new VirtualClock(seed);
  const model = { ...usualModel, ...setting.model };
  const service = new VirtualService(clock, model);
  const credentials = { key: "key", secret: "secret", audience: "http://service.example/", clientId: "bench" };
  const network: Network = { send: service.send, clock, address: "http://service.example", credentials };
  const arrivals = setting.arrivals ?? usualArrivals;
  const answer: AnswerCell = await clock.run(strategy.start(network));
  const { tokens } = service.counts;
  service.reset();
  const { cells, leastCalls, name } = setting.workload;
  const seen = await withTimers(clock, () => clock.run(new Host(clock).run(cells, answer, arrivals)));
  const slots = Math.min(mostSlots, model.connections);
  const { calls, refused } = service.counts;
  const { lastSettled: wall, lastVisible, syncs, failed } = seen;
  const floor = floorOf(setting.workload, arrivals, { ...model, slots });
  const counted = { calls, leastCalls, refused, wall, floor, lastVisible, syncs, failed };
  return {
    workload: name,
    setting: setting.name,
    strategy: strategy.name,
    ...counted,
    tokens: tokens + service.counts.tokens,
    seen,
  };
};
