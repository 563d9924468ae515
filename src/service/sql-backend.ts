import { randomBytes } from "node:crypto";
import { createInstance, seededAnalyses } from "./analyses/analyses";
import { openSqlAnalyses } from "./analyses/sql-analyses";
import type { Backend } from "./backend";
import type { Clock } from "./common/clock";
import type { Limits } from "./common/limits";
import type { Database, Queries } from "../data/sql/database";
import { exportWorld } from "./export-world";
import { completeMonitoring, createSqlMonitoring } from "./data/monitoring";
import { settleSqlCoverage } from "./data/sql-coverage";
import { createSqlSource } from "./data/sql-source";
import { noRecordCache } from "./records/projection";
import { keepSetting, readSetting, worldSetting } from "../data/sql/settings";
import { openSqlQuotas, openSqlTasks, openSqlUniverses } from "./store/sql-state";
import { type Account, createAccounts } from "./world/accounts";
import type { WorldSize } from "./world/fixtures";
import { createWorld, type World } from "./world/world";

/** The made-up world that a database holds. */
export interface WorldOrigin {
  readonly seed: number;
  readonly size: WorldSize;
  readonly today: string;
}

export interface SqlBackendOptions {
  readonly database: Database;
  readonly limits: Limits;
  readonly clock: Clock;
  /** In place of the demo accounts. */
  readonly accounts?: readonly Account[] | undefined;
}

const lockKey = 5_356_474;

const readOrigin = async (queries: Queries): Promise<WorldOrigin | undefined> => {
  const text = await readSetting(queries, worldSetting);
  return text === undefined ? undefined : (JSON.parse(text) as WorldOrigin);
};

const demoAccount = (seed: number): Account => {
  const [account] = createAccounts(seed);
  if (account === undefined) throw new Error("a service needs an account");
  return account;
};

/**
 * Fills an empty database with a made-up world, in one transaction. Of several processes that start together one does
 * it, the others wait. @throws if it holds another world, or data of its owner.
 */
export const fillWithWorld = (database: Database, wanted: WorldOrigin, clock: Clock): Promise<void> =>
  database.transaction(async (queries) => {
    await queries.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await fill(queries, { database, wanted, clock });
  });

const fill = async (
  queries: Queries,
  { database, wanted, clock }: { readonly database: Database; readonly wanted: WorldOrigin; readonly clock: Clock },
): Promise<void> => {
  const origin = await readOrigin(queries);
  if (origin !== undefined) {
    if (origin.seed === wanted.seed && origin.size === wanted.size) return;
    throw new Error(
      `The data in ${database.place} are the made-up world of size ${origin.size} and seed ${origin.seed}, not of size ${wanted.size} and seed ${wanted.seed}. Give --data another place.`,
    );
  }
  if ((await queries.query("SELECT 1 FROM companies LIMIT 1")).length > 0)
    throw new Error(
      `The data in ${database.place} are your own: the made-up world is not mixed with them. Leave out --size, or give --data another place.`,
    );
  const world = createWorld(wanted.seed, wanted.size, wanted.today);
  await exportWorld(queries, world, demoAccount(wanted.seed), clock);
  await keepSetting(queries, worldSetting, JSON.stringify(wanted));
};

/** The backend over a database, and the made-up world that it holds, if it holds one. */
export const createSqlBackend = async ({
  database,
  limits,
  clock,
  accounts,
}: SqlBackendOptions): Promise<{ readonly backend: Backend; readonly world: World | undefined }> => {
  const origin = await readOrigin(database);
  const world = origin === undefined ? undefined : createWorld(origin.seed, origin.size, origin.today);
  const data = createSqlSource(database);
  const demoAccounts = async (): Promise<readonly Account[]> =>
    origin === undefined
      ? createAccounts(1, await keepSetting(database, "accounts", randomBytes(32).toString("base64")))
      : createAccounts(origin.seed);
  const seeded = world === undefined ? [] : seededAnalyses(world);
  return {
    world,
    backend: {
      data,
      accounts: accounts ?? (await demoAccounts()),
      universes: openSqlUniverses(database),
      tasks: openSqlTasks(database, clock, limits),
      analyses: openSqlAnalyses({
        database,
        data,
        limits,
        seeded: seeded.map(({ name }, ordinal) => ({ name, instance: createInstance(origin?.seed ?? 1, ordinal) })),
      }),
      quotas: openSqlQuotas(database),
      records: noRecordCache,
      limits,
      clock,
      monitoring: world === undefined ? createSqlMonitoring(database, clock) : completeMonitoring,
      settle: () => settleSqlCoverage(database, clock),
    },
  };
};
