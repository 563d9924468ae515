import { createHash } from "node:crypto";
import type { Account } from "../accounts";
import type { Clock } from "../clock";
import type { Limits } from "../limits";
import type { Driver, Row } from "../store/driver";
import type { World } from "../world/world";
import { createPlan, type Plan, type Resolve } from "./plan";
import type { AnalysisRequest } from "./request";
import { runAnalysis, type Matched } from "./run";

/** Where an analysis stands; `ready` comes with what it found. */
export type Standing =
  | { readonly state: "in progress" | "stopped" | "failed" }
  | { readonly state: "ready"; readonly matched: Matched; readonly plan: Plan };

/** What local controls ask of the next analysis. */
export interface Wish {
  /** Asked so many times before it is ready. */
  readonly pollsUntilReady?: number;
  readonly outcome?: "stopped" | "failed";
}

/** The analyses of all companies: started, run one after another in the background, kept by their requests. */
export interface Analyses {
  readonly start: (account: Account, request: AnalysisRequest) => string;
  readonly inProgress: (account: Account) => number;
  /** Undefined for an instance that the account's company did not start. Asking counts as a poll. */
  readonly standing: (account: Account, instance: string) => Standing | undefined;
  readonly wish: (wish: Wish) => void;
  /** Stops an instance that is in progress. */
  readonly stop: (instance: string) => boolean;
  /** The analyses a new store begins with, for newcomers. */
  readonly told: () => readonly { readonly instance: string; readonly name: string }[];
  readonly close: () => void;
}

interface Job {
  readonly ordinal: number;
  readonly instance: string;
  readonly company: string;
  readonly request: AnalysisRequest;
  state: string;
  plan?: Plan;
  matched?: Matched;
  polls: number;
  running: boolean;
}

/** What the analyses are opened with. */
export interface AnalysesOptions {
  readonly driver: Driver;
  readonly world: World;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly resolve: Resolve;
  readonly seeded: readonly {
    readonly name: string;
    readonly request: AnalysisRequest;
    readonly state: string;
    readonly company: string;
  }[];
}

const instanceOf = (seed: number, ordinal: number): string => {
  const hex = createHash("sha256").update(`analysis/${seed}/${ordinal}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const jobOf = (row: Row): Job => ({
  ordinal: Number(row["ordinal"]),
  instance: String(row["instance"]),
  company: String(row["company"]),
  request: JSON.parse(String(row["request"])) as AnalysisRequest,
  state: String(row["state"]),
  polls: 0,
  running: false,
});

const insert = ({ driver, clock }: AnalysesOptions, job: Job): void =>
  driver.run(
    "INSERT INTO analyses (ordinal, instance, company, premium, request, state, created) VALUES (?, ?, ?, 0, ?, ?, ?)",
    [job.ordinal, job.instance, job.company, JSON.stringify(job.request), job.state, clock.now()],
  );

const seedAnalyses = (options: AnalysesOptions): void => {
  const { driver, world, seeded } = options;
  if (driver.get("SELECT 1 FROM analyses LIMIT 1") !== undefined) return;
  seeded.forEach(({ request, state, company }, ordinal) =>
    insert(options, {
      ordinal,
      instance: instanceOf(world.seed, ordinal),
      company,
      request,
      state,
      polls: 0,
      running: false,
    }),
  );
};

const isOver = (job: Job): boolean => job.state === "stopped" || job.state === "failed";

/** Runs jobs one after another; each begins a moment after it was started, so that an instance is always seen in progress first. */
const createQueue = ({ world, limits, driver, resolve }: AnalysesOptions) => {
  let last: Promise<void> = Promise.resolve();
  const life = { closed: false };
  const ended = (job: Job): boolean => life.closed || isOver(job);
  const settle = (job: Job, state: string): void => {
    if (job.state === state) return;
    job.state = state;
    driver.run("UPDATE analyses SET state = ? WHERE ordinal = ?", [state, job.ordinal]);
  };
  const work = async (job: Job): Promise<void> => {
    await new Promise((done) => setTimeout(done, limits.analysisWaitMs).unref());
    if (ended(job)) return;
    const plan = createPlan(world, job.request, resolve);
    const run = await runAnalysis(world, plan, {
      most: limits.analysisDocuments,
      cancelled: () => ended(job),
    });
    if (ended(job)) return;
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

/** Where a job stands; one that was ready before a restart is computed again. */
const standingOf = (job: Job, queue: Queue): Standing => {
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

/** Opens the analyses of a store: those that were in progress go on, those that were ready are computed again when they are asked for. */
export const openAnalyses = (options: AnalysesOptions): Analyses => {
  seedAnalyses(options);
  const { driver, world } = options;
  const jobs = new Map(
    driver
      .all("SELECT * FROM analyses ORDER BY ordinal")
      .map(jobOf)
      .map((job) => [job.instance, job]),
  );
  const queue = createQueue(options);
  let wished: Wish = {};
  for (const job of jobs.values()) if (job.state === "in progress") queue.enqueue(job);
  const begin = (account: Account, request: AnalysisRequest): string => {
    const instance = instanceOf(world.seed, jobs.size);
    const { outcome: state = "in progress", pollsUntilReady: polls = 0 } = wished;
    const job: Job = { ordinal: jobs.size, instance, company: account.company, request, state, polls, running: false };
    wished = {};
    insert(options, job);
    jobs.set(instance, job);
    if (state === "in progress") queue.enqueue(job);
    return instance;
  };
  return {
    start: begin,
    inProgress: ({ company }) =>
      [...jobs.values()].filter((job) => job.company === company && job.state === "in progress").length,
    standing: (account, instance) => {
      const job = jobs.get(instance.toLowerCase());
      return job?.company === account.company ? standingOf(job, queue) : undefined;
    },
    wish: (wish) => void (wished = wish),
    stop: (instance) => queue.stop(jobs.get(instance)),
    told: () => options.seeded.map(({ name }, ordinal) => ({ instance: instanceOf(world.seed, ordinal), name })),
    close: queue.close,
  };
};
