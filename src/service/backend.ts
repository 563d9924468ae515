import type { Account } from "./world/accounts";
import { type Analyses, openAnalyses, seededAnalyses } from "./analyses/analyses";
import type { Clock } from "./common/clock";
import type { Limits } from "./common/limits";
import type { DataSource } from "./data/source";
import { completeMonitoring, type Monitoring } from "./data/monitoring";
import { settleCoverage } from "./data/world-coverage";
import { createWorldSource } from "./data/world-source";
import { createRecordCache, type RecordCache } from "./records/projection";
import { createEntitySearch } from "./search/entity-search";
import { openQuotas, type Quotas } from "./store/quotas";
import { openTasks, type Tasks } from "./store/tasks";
import { openUniverses, type Universes } from "./store/universes";
import { worldReliability } from "./world/reliability";
import type { World } from "./world/world";

/** What every route works with: the data, what users keep, the limits and the clock. */
export interface Backend {
  readonly data: DataSource;
  readonly accounts: readonly Account[];
  readonly universes: Universes;
  readonly tasks: Tasks;
  readonly analyses: Analyses;
  readonly quotas: Quotas;
  readonly records: RecordCache;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly monitoring: Monitoring;
  /** Applies coverage extensions that have ended. Called before each request. */
  readonly settle: () => Promise<void> | void;
}

/** Maximum of characters in the cache of serialized records. */
const cachedCharacters = 64_000_000;

interface WorldOptions {
  readonly world: World;
  readonly accounts: readonly Account[];
  readonly limits: Limits;
  readonly clock: Clock;
}

/** The backend over the made-up world. */
export const createWorldBackend = ({ world, accounts, limits, clock }: WorldOptions): Backend => {
  const account = accounts[0];
  if (account === undefined) throw new Error("a service needs an account");
  const search = createEntitySearch(world);
  const universes = openUniverses(world);
  const tasks = openTasks({ seed: world.seed, midnight: world.midnight, account, clock, limits });
  const data = createWorldSource(world, universes, search);
  // The first request would wait for these otherwise. In small worlds they are fast.
  if (world.size === "medium" || world.size === "large") {
    search.warm();
    worldReliability(world);
  }
  const seeded = seededAnalyses(world);
  return {
    data,
    accounts,
    universes,
    tasks,
    analyses: openAnalyses({ data, seed: world.seed, limits, seeded }),
    quotas: openQuotas(),
    records: createRecordCache(cachedCharacters),
    limits,
    clock,
    monitoring: completeMonitoring,
    settle: () => {
      settleCoverage({ world, universes, tasks, search, account });
    },
  };
};
