import { createTeamSend } from "../../src/gateway/tables/team-send";
import { MemoryStore } from "../../src/gateway/team/memory-store";
import { Team } from "../../src/gateway/team/team";
import type { Limiter } from "../../test/support/limiters";
import { VirtualClock } from "../../test/support/virtual-clock";
import { usualModel, VirtualService } from "../../test/support/virtual-service";
import { engineOn } from "../strategies/engine";
import type { Workload } from "../strategies/workloads";
import { Host } from "../virtual/host";
import { usualArrivals } from "../virtual/run-virtual";

/** How analysts reach the service. */
export interface Opening {
  readonly workload: Workload;
  readonly limiter: Limiter;
  readonly analysts: number;
  /** Gateways that share a store; 0: each Excel alone. */
  readonly replicas: number;
}

/** What an opening cost; times in milliseconds. */
export interface Opened {
  readonly served: number;
  readonly refused: number;
  /** Until the last cell of the last analyst. */
  readonly wall: number;
  readonly failed: number;
  /** When each served call reached the service. */
  readonly calls: readonly number[];
}

const address = "http://service.example";
const credentials = { key: "key", secret: "secret", audience: `${address}/`, clientId: "bench" };

/** Notes when calls are served. */
const noting = (limiter: Limiter, note: (now: number) => void): Limiter => ({
  ...limiter,
  admit: (now) => {
    const verdict = limiter.admit(now);
    if (verdict.served) note(now);
    return verdict;
  },
});

/** All analysts open the same workbook at the same moment, each in an Excel of their own, in virtual time. */
export const openTogether = async ({ workload, limiter, analysts, replicas }: Opening): Promise<Opened> => {
  const clock = new VirtualClock(1);
  const times: number[] = [];
  const service = new VirtualService(clock, { ...usualModel, limiter: noting(limiter, (now) => times.push(now)) });
  const memory = new MemoryStore(clock);
  // Replicas share it as they would share Redis.
  const store = Object.assign(Object.create(memory) as MemoryStore, { shared: replicas > 1 });
  const teams = Array.from(
    { length: replicas },
    () => new Team({ address, accounts: [{ name: "firm", ...credentials }] }, { store, clock, send: service.send }),
  );
  const cells = await Promise.all(
    Array.from({ length: analysts }, (_, analyst) => {
      const id = `analyst-${analyst}`;
      const team = teams[analyst % replicas];
      const send = team === undefined ? service.send : createTeamSend(team, { id, name: id, groups: [], admin: false });
      return clock.run(engineOn().start({ send, clock, address, credentials }));
    }),
  );
  service.reset();
  times.length = 0;
  const start = clock.now();
  const seen = await clock.run(
    Promise.all(cells.map((answer) => new Host(clock).run(workload.cells, answer, usualArrivals))),
  );
  const { calls, refused } = service.counts;
  return {
    served: calls - refused,
    refused,
    wall: Math.max(...seen.map(({ lastSettled }) => lastSettled)),
    failed: seen.reduce((sum, each) => sum + each.failed, 0),
    calls: times.map((time) => time - start),
  };
};
