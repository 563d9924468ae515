import { randomUUID } from "node:crypto";
import { type Database, DatabaseError, jsonText, type Row } from "../../data/sql/database";
import type { Limits } from "../common/limits";
import type { DataSource } from "../data/source";
import type { Analyses, AnalysisOverride, AnalysisStatus } from "./analyses";
import { createPlan } from "./plan";
import type { AnalysisRequest } from "./request";
import { runAnalysis } from "./run";

export interface SqlAnalysesOptions {
  readonly database: Database;
  readonly data: DataSource;
  readonly limits: Limits;
  /** The analyses of the exported world, for `/_local/demo`. */
  readonly seeded: readonly { readonly instance: string; readonly name: string }[];
}

/** Seconds after which an analysis whose worker no longer reports is taken by another. */
const leaseSeconds = 15;
const reportMilliseconds = 5_000;
/** How often a process looks for analyses that another left. */
const lookMilliseconds = 2_000;

/** Takes the oldest analysis that nobody works on. Two processes never take the same one. */
const takeNext = async ({ query }: Database, worker: string): Promise<Row | undefined> => {
  const [row] = await query(
    `UPDATE analyses SET worker = $1, leased_until = now() + make_interval(secs => ${leaseSeconds})
     WHERE ordinal = (SELECT ordinal FROM analyses
       WHERE state = 'in progress' AND documents IS NULL AND (leased_until IS NULL OR leased_until < now())
       ORDER BY ordinal LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ordinal, request`,
    [worker],
  );
  return row;
};

/** Works on analyses, one after another, until it is closed. */
const createWorker = ({ database, data, limits }: SqlAnalysesOptions) => {
  const worker = randomUUID();
  const life = { closed: false };
  let working: Promise<void> | undefined;
  const report = async (ordinal: number): Promise<boolean> => {
    const rows = await database.query(
      `UPDATE analyses SET leased_until = now() + make_interval(secs => ${leaseSeconds})
       WHERE ordinal = $1 AND worker = $2 AND state = 'in progress' RETURNING 1`,
      [ordinal, worker],
    );
    return rows.length > 0;
  };
  /** Only the worker that holds the lease ends an analysis, so none is done twice. */
  const finish = async (ordinal: number, state: string, documents: readonly number[], times: readonly number[]) => {
    await database.query(
      "UPDATE analyses SET state = $3, documents = $4::bigint[], times = $5::bigint[] WHERE ordinal = $1 AND worker = $2 AND state = 'in progress'",
      [ordinal, worker, state, documents, times],
    );
  };
  const run = async (ordinal: number, request: AnalysisRequest): Promise<void> => {
    let owned = true;
    const timer = setInterval(() => {
      report(ordinal).then(
        (held) => (owned = held),
        () => undefined,
      );
    }, reportMilliseconds).unref();
    try {
      const plan = await createPlan(request, data.companyByExactName);
      const cancelled = (): boolean => life.closed || !owned;
      const result = await runAnalysis(data, plan, { maxDocuments: limits.analysisDocuments, cancelled });
      if (cancelled()) return;
      if (result.state === "ready") await finish(ordinal, "ready", result.matched.documents, result.matched.times);
      else await finish(ordinal, "stopped", [], []);
    } catch (error) {
      // While the database is away nobody can finish: the lease ends, and the analysis is taken again.
      if (!(error instanceof DatabaseError && error.isPassing))
        await finish(ordinal, "failed", [], []).catch(() => undefined);
    } finally {
      clearInterval(timer);
      // A service that ends leaves its analysis to the next.
      if (life.closed)
        await database
          .query("UPDATE analyses SET leased_until = NULL WHERE ordinal = $1 AND worker = $2", [ordinal, worker])
          .catch(() => undefined);
    }
  };
  const workOff = async (): Promise<void> => {
    while (!life.closed) {
      const row = await takeNext(database, worker);
      if (row === undefined) return;
      await run(row["ordinal"] as number, row["request"] as AnalysisRequest);
    }
  };
  const wake = (): void => {
    if (life.closed) return;
    working ??= workOff()
      // The database is away: the next look tries again.
      .catch(() => undefined)
      .finally(() => (working = undefined));
  };
  const timer = setInterval(wake, lookMilliseconds).unref();
  return {
    wakeSoon: () => void setTimeout(wake, limits.analysisWaitMs).unref(),
    close: async () => {
      life.closed = true;
      clearInterval(timer);
      await working;
    },
  };
};

/** The analyses of a database. Any of its processes works on them. */
export const openSqlAnalyses = (options: SqlAnalysesOptions): Analyses => {
  const { database, data, limits } = options;
  const { query, transaction } = database;
  const worker = createWorker(options);
  worker.wakeSoon();
  let next: AnalysisOverride = {};
  const readStatus = async (row: Row): Promise<AnalysisStatus> => {
    const state = (row["polls"] as number) > 0 ? "in progress" : (row["state"] as string);
    if (state === "stopped" || state === "failed") return { state };
    if (state !== "ready") return { state: "in progress" };
    const plan = await createPlan(row["request"] as AnalysisRequest, data.companyByExactName);
    const [documents, times] = [row["documents"] as readonly number[], row["times"] as readonly number[]];
    return { state: "ready", matched: { documents, times }, plan };
  };
  return {
    start: async (account, request) => {
      const { outcome: state = "in progress", pollsUntilReady: polls = 0 } = next;
      next = {};
      const instance = randomUUID();
      const isStarted = await transaction(async (queries) => {
        await queries.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`analyses ${account.company}`]);
        const rows = await queries.query(
          `INSERT INTO analyses (instance, company, request, state, polls) SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM analyses WHERE company = $2 AND state = 'in progress') < $6 RETURNING 1`,
          [instance, account.company, jsonText(request), state, polls, limits.analysesInProgress],
        );
        return rows.length > 0;
      });
      if (!isStarted) return undefined;
      worker.wakeSoon();
      return instance;
    },
    status: async (account, instance) => {
      const [row] = await query(
        "SELECT state, polls, request, documents, times FROM analyses WHERE instance = $1 AND company = $2",
        [instance, account.company],
      );
      if (row === undefined) return undefined;
      if ((row["polls"] as number) > 0)
        await query("UPDATE analyses SET polls = polls - 1 WHERE instance = $1 AND polls > 0", [instance]);
      return readStatus(row);
    },
    overrideNext: (override) => void (next = override),
    stop: async (instance) => {
      const rows = await query(
        "UPDATE analyses SET state = 'stopped' WHERE instance = $1 AND state = 'in progress' RETURNING 1",
        [instance],
      );
      return rows.length > 0;
    },
    seeded: () => options.seeded,
    close: worker.close,
  };
};
