import { createHash } from "node:crypto";
import { millisecondsPerDay } from "../../facts/dates";
import type { Account } from "../world/accounts";
import type { Clock } from "../common/clock";
import type { Limits } from "../common/limits";
import { type Database, type Row, StoreError } from "../store/database";
import type { World } from "../world/world";
import type { DataSource } from "../data/source";
import { createPlan, type Plan } from "./plan";
import type { AnalysisRequest } from "./request";
import { type MatchedDocuments, runAnalysis } from "./run";
import { pressDocuments } from "../world/fixtures";

/** The state of an analysis; `ready` has the result. */
export type AnalysisStatus =
  | { readonly state: "in progress" | "stopped" | "failed" }
  | { readonly state: "ready"; readonly matched: MatchedDocuments; readonly plan: Plan };

/** What local controls set for the next analysis. */
export interface AnalysisOverride {
  /** Status requests that return "in progress" before it is ready. */
  readonly pollsUntilReady?: number;
  readonly outcome?: "stopped" | "failed";
}

/** The analyses of all companies. They run one after another in the background; the store keeps their requests. */
export interface Analyses {
  /** Returns the instance; undefined if as many analyses of the company are in progress as the limits allow. */
  readonly start: (account: Account, request: AnalysisRequest) => Promise<string | undefined>;
  /** Undefined if the account's company did not start the instance. Each call counts as a poll. */
  readonly status: (account: Account, instance: string) => Promise<AnalysisStatus | undefined>;
  readonly overrideNext: (override: AnalysisOverride) => void;
  /** Stops an instance that is in progress. */
  readonly stop: (instance: string) => Promise<boolean>;
  /** The analyses of a new store, for `/_local/demo`. */
  readonly seeded: () => readonly { readonly instance: string; readonly name: string }[];
  /** Lets the analysis that runs end. */
  readonly close: () => Promise<void>;
}

/** An analysis of a new store. */
export interface SeededAnalysis {
  readonly name: string;
  readonly request: AnalysisRequest;
  readonly state: string;
  readonly company: string;
}

interface Job {
  readonly ordinal: number;
  readonly instance: string;
  readonly company: string;
  readonly request: AnalysisRequest;
  state: string;
  plan?: Plan;
  matched?: MatchedDocuments;
  polls: number;
  running: boolean;
}

export interface AnalysesOptions {
  readonly database: Database;
  readonly data: DataSource;
  readonly seed: number;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly seeded: readonly SeededAnalysis[];
}

export const createInstance = (seed: number, ordinal: number): string => {
  const hex = createHash("sha256").update(`analysis/${seed}/${ordinal}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const toJob = (row: Row): Job => ({
  ordinal: Number(row["ordinal"]),
  instance: String(row["instance"]),
  company: String(row["company"]),
  request: JSON.parse(String(row["request"])) as AnalysisRequest,
  state: String(row["state"]),
  polls: 0,
  running: false,
});

const insertJob = ({ database, clock }: AnalysesOptions, job: Job): void =>
  database.run(
    "INSERT INTO analyses (ordinal, instance, company, premium, request, state, created) VALUES (?, ?, ?, 0, ?, ?, ?)",
    [job.ordinal, job.instance, job.company, JSON.stringify(job.request), job.state, clock.now()],
  );

const seedAnalyses = (options: AnalysesOptions): void => {
  const { database, seed, seeded } = options;
  if (database.get("SELECT 1 FROM analyses LIMIT 1") !== undefined) return;
  seeded.forEach(({ request, state, company }, ordinal) =>
    insertJob(options, {
      ordinal,
      instance: createInstance(seed, ordinal),
      company,
      request,
      state,
      polls: 0,
      running: false,
    }),
  );
};

const isOver = (job: Job): boolean => job.state === "stopped" || job.state === "failed";

/** Runs jobs one after another. Each waits a moment first, so that an instance is always seen in progress. */
const createQueue = ({ data, limits, database }: AnalysesOptions) => {
  let last: Promise<void> = Promise.resolve();
  const life = { closed: false };
  const hasEnded = (job: Job): boolean => life.closed || isOver(job);
  const settle = (job: Job, state: string): void => {
    if (job.state === state) return;
    job.state = state;
    try {
      database.run("UPDATE analyses SET state = ? WHERE ordinal = ?", [state, job.ordinal]);
    } catch (error) {
      // The result is in memory. After a restart the analysis runs again.
      if (!(error instanceof StoreError) || !error.disk) throw error;
    }
  };
  const work = async (job: Job): Promise<void> => {
    await new Promise((done) => setTimeout(done, limits.analysisWaitMs).unref());
    if (hasEnded(job)) return;
    const plan = await createPlan(job.request, data.companyByExactName);
    const run = await runAnalysis(data, plan, {
      maxDocuments: limits.analysisDocuments,
      cancelled: () => hasEnded(job),
    });
    if (hasEnded(job)) return;
    if (run.state === "ready") Object.assign(job, { plan, matched: run.matched });
    settle(job, run.state);
  };
  const enqueue = (job: Job): void => {
    job.running = true;
    last = last
      .then(() => work(job))
      .catch(() => settle(job, "failed"))
      .finally(() => (job.running = false));
  };
  const stop = (job: Job | undefined): boolean => {
    if (job?.state !== "in progress") return false;
    settle(job, "stopped");
    return true;
  };
  return { enqueue, stop, close: () => void (life.closed = true) };
};

type Queue = ReturnType<typeof createQueue>;

/** The state of a job. One that was ready before a restart is computed again. */
const jobStatus = (job: Job, queue: Queue): AnalysisStatus => {
  if (job.polls > 0) {
    job.polls -= 1;
    return { state: "in progress" };
  }
  if (job.state === "stopped" || job.state === "failed") return { state: job.state };
  if (job.matched !== undefined && job.plan !== undefined)
    return { state: "ready", matched: job.matched, plan: job.plan };
  if (!job.running) queue.enqueue(job);
  return { state: "in progress" };
};

/**
 * Opens the analyses of a store. Those in progress continue; those that were ready are computed again when a client
 * polls.
 */
export const openAnalyses = (options: AnalysesOptions): Analyses => {
  seedAnalyses(options);
  const { database, seed, limits } = options;
  const jobs = new Map(
    database
      .all("SELECT * FROM analyses ORDER BY ordinal")
      .map(toJob)
      .map((job) => [job.instance, job]),
  );
  const queue = createQueue(options);
  let next: AnalysisOverride = {};
  for (const job of jobs.values()) if (job.state === "in progress") queue.enqueue(job);
  const begin = (account: Account, request: AnalysisRequest): string => {
    const instance = createInstance(seed, jobs.size);
    const { outcome: state = "in progress", pollsUntilReady: polls = 0 } = next;
    const job: Job = { ordinal: jobs.size, instance, company: account.company, request, state, polls, running: false };
    next = {};
    insertJob(options, job);
    jobs.set(instance, job);
    if (state === "in progress") queue.enqueue(job);
    return instance;
  };
  const countInProgress = (company: string): number =>
    [...jobs.values()].filter((job) => job.company === company && job.state === "in progress").length;
  return {
    start: (account, request) =>
      Promise.resolve(
        countInProgress(account.company) >= limits.analysesInProgress ? undefined : begin(account, request),
      ),
    status: (account, instance) => {
      const job = jobs.get(instance.toLowerCase());
      return Promise.resolve(job?.company === account.company ? jobStatus(job, queue) : undefined);
    },
    overrideNext: (override) => void (next = override),
    stop: (instance) => Promise.resolve(queue.stop(jobs.get(instance))),
    seeded: () => options.seeded.map(({ name }, ordinal) => ({ instance: createInstance(seed, ordinal), name })),
    close: () => {
      queue.close();
      return Promise.resolve();
    },
  };
};

const dayBefore = (world: World, days: number): string =>
  new Date(world.midnight - days * millisecondsPerDay).toISOString().slice(0, 10);

/**
 * The analysis of the two car makers: 1,850 documents over 92 days, with all fields that a result document can have.
 */
const pressAnalysis = (world: World): AnalysisRequest => ({
  start_date: dayBefore(world, pressDocuments.days),
  end_date: dayBefore(world, 1),
  entities: [
    { entity_of_interest: "Acme", keywords: ["Acme", "Acme Mobility"] },
    { entity_of_interest: "Volta", keywords: ["Volta", "Volta Motors"] },
  ],
  workers: ["quality-score", "raw-matcher", "ner-linking", "concept", "entity-similarity"],
  concepts: { climate: ["climate", "carbon", "net zero"], labour: ["workers", "union", "wages"], recall: ["recall"] },
  languages: ["english"],
  min_match: 1,
  min_repeat: 1,
  qscore: 50,
  search_in: ["title", "text"],
  similarity_threshold: 0,
  site_type: ["standard_news", "blogs", "discussions"],
});

/** The analyses of a new store: one that is computed at its first poll, one that failed. */
export const seededAnalyses = (world: World): readonly SeededAnalysis[] => {
  const company = world.ids.company.idOf(0);
  const request = pressAnalysis(world);
  return [
    { name: "EV makers", request, state: "ready", company },
    {
      name: "An analysis that failed (204)",
      request: { ...request, end_date: request.start_date },
      state: "failed",
      company,
    },
  ];
};
