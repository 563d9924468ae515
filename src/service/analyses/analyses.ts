import { createHash } from "node:crypto";
import { millisecondsPerDay } from "../../facts/dates";
import type { Account } from "../world/accounts";
import type { Limits } from "../common/limits";
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

/** The analyses of all companies. They run in the background. */
export interface Analyses {
  /** Returns the instance; undefined if as many analyses of the company are in progress as the limits allow. */
  readonly start: (account: Account, request: AnalysisRequest) => Promise<string | undefined>;
  /** Undefined if the account's company did not start the instance. Each call counts as a poll. */
  readonly status: (account: Account, instance: string) => Promise<AnalysisStatus | undefined>;
  readonly overrideNext: (override: AnalysisOverride) => void;
  /** Stops an instance that is in progress. */
  readonly stop: (instance: string) => Promise<boolean>;
  /** The analyses that a world begins with, for `/_local/demo`. */
  readonly seeded: () => readonly { readonly instance: string; readonly name: string }[];
  /** Lets the analysis that runs end. */
  readonly close: () => Promise<void>;
}

/** An analysis that a world begins with. */
export interface SeededAnalysis {
  readonly name: string;
  readonly request: AnalysisRequest;
  readonly state: string;
  readonly company: string;
}

interface Job {
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
  readonly data: DataSource;
  readonly seed: number;
  readonly limits: Limits;
  readonly seeded: readonly SeededAnalysis[];
}

export const createInstance = (seed: number, ordinal: number): string => {
  const hex = createHash("sha256").update(`analysis/${seed}/${ordinal}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const isOver = (job: Job): boolean => job.state === "stopped" || job.state === "failed";

/** Runs jobs one after another. Each waits a moment first, so that an instance is always seen in progress. */
const createQueue = ({ data, limits }: AnalysesOptions) => {
  let last: Promise<void> = Promise.resolve();
  const life = { closed: false };
  const hasEnded = (job: Job): boolean => life.closed || isOver(job);
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
    job.state = run.state;
  };
  const enqueue = (job: Job): void => {
    job.running = true;
    last = last
      .then(() => work(job))
      .catch(() => void (job.state = "failed"))
      .finally(() => (job.running = false));
  };
  const stop = (job: Job | undefined): boolean => {
    if (job?.state !== "in progress") return false;
    job.state = "stopped";
    return true;
  };
  return { enqueue, stop, close: () => void (life.closed = true) };
};

type Queue = ReturnType<typeof createQueue>;

/** The state of a job. One that is ready from the beginning is computed when it is first asked for. */
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

/** The analyses of the made-up world, in memory. They run one after another. */
export const openAnalyses = (options: AnalysesOptions): Analyses => {
  const { seed, limits, seeded } = options;
  const jobs = new Map<string, Job>();
  const queue = createQueue(options);
  let next: AnalysisOverride = {};
  const add = (job: Omit<Job, "instance" | "running">): Job => {
    const instance = createInstance(seed, jobs.size);
    const added = { ...job, instance, running: false };
    jobs.set(instance, added);
    return added;
  };
  for (const { company, request, state } of seeded) add({ company, request, state, polls: 0 });
  const begin = ({ company }: Account, request: AnalysisRequest): string => {
    const { outcome: state = "in progress", pollsUntilReady: polls = 0 } = next;
    next = {};
    const job = add({ company, request, state, polls });
    if (state === "in progress") queue.enqueue(job);
    return job.instance;
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
    seeded: () => seeded.map(({ name }, ordinal) => ({ instance: createInstance(seed, ordinal), name })),
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

/** The analyses that a world begins with: one that is computed at its first poll, one that failed. */
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
