import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** A request as it travels. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

/** Analysts in a closed loop: each asks, waits for the whole answer, thinks, and asks again. */
export interface LoadPlan {
  /** An analyst stays with one of them while it accepts connections, as behind a load balancer. */
  readonly origins: readonly string[];
  /** Of each analyst, in turns; `analyst-N` without. */
  readonly tokens?: readonly string[] | undefined;
  readonly analysts: number;
  /** What they ask for, by chance. */
  readonly requests: readonly SentRequest[];
  /** Milliseconds on average; evenly from none to twice as many. */
  readonly think: number;
  /** Milliseconds before anything is counted. */
  readonly warmUp: number;
  readonly milliseconds: number;
}

/** Times in milliseconds. */
export interface LoadFigures {
  readonly answers: number;
  readonly bytes: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers that were no 200, by status. */
  readonly otherStatuses: Readonly<Record<string, number>>;
  /** Requests without an answer after a connection had been made, by error. */
  readonly lost: Readonly<Record<string, number>>;
  /** Requests that went to another origin because one accepted no connection. */
  readonly moved: number;
}

/** Milliseconds below which the part of the values lies. */
export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
};

const root = path.join(__dirname, "../..");

/** Loads servers from a process of its own, so that what is measured shares no event loop with anything else. */
export const runLoad = async (plan: LoadPlan): Promise<LoadFigures> => {
  const folder = mkdtempSync(path.join(tmpdir(), "load-"));
  const file = path.join(folder, "plan.json");
  writeFileSync(file, JSON.stringify(plan));
  try {
    const program = ["--import", "tsx", "bench/team/load-process.ts", "--plan", file];
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root });
    return JSON.parse(stdout) as LoadFigures;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
