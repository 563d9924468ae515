import { createHash } from "node:crypto";
import { millisecondsPerDay } from "../../facts/dates";
import type { Account } from "../world/accounts";
import type { Clock } from "../common/clock";
import type { Limits } from "../common/limits";

/** A task. Times are milliseconds; all are planned when the task is queued. */
export interface Task {
  readonly ordinal: number;
  readonly id: string;
  readonly owner: string;
  readonly company: string;
  readonly type: string;
  readonly description: string;
  readonly created: number;
  readonly started: number;
  readonly completed: number;
  /** How the task ends: `completed` or `failed`. */
  readonly outcome: string;
  readonly request: string;
  /** 1 if the effect of the task has been applied, else 0. */
  readonly settled: number;
}

export type NewTask = Pick<Task, "type" | "description" | "outcome" | "request">;

/** The tasks. Their status depends on the clock only, so it is the same in each process. */
export interface Tasks {
  readonly visibleTo: (account: Account) => Promise<readonly Task[]>;
  /** Undefined if as many coverage extensions of the account wait as the limits allow. */
  readonly add: (account: Account, task: NewTask) => Promise<Task | undefined>;
  readonly status: (task: Task) => string;
}

/** The tasks of the made-up world, whose effects are applied between two requests. */
export interface WorldTasks extends Tasks {
  /** Tasks that have ended and whose effect has not been applied yet. */
  readonly due: () => readonly Task[];
  readonly settle: (task: Task) => void;
}

/** The state of a task depends on the clock only. */
export const taskStatus = (task: Task, now: number): string => {
  if (task.settled === 1) return task.outcome;
  if (now < task.started) return "pending";
  return now < task.completed ? "running" : task.outcome;
};

const taskUuid = (seed: number, ordinal: number): string => {
  const hex = createHash("sha256").update(`task/${seed}/${ordinal}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The tasks that a world begins with: all have ended. */
export const seededTasks = ({ seed, account, midnight, clock }: Omit<TasksOptions, "limits">): readonly Task[] => {
  // The world's day may lie in the future; these tasks have ended.
  const before = Math.min(midnight, Math.floor(clock.now() / millisecondsPerDay) * millisecondsPerDay);
  const old = [
    { type: "export", description: "Export of EU Banks", outcome: "completed", back: 3 },
    { type: "export", description: "Export of Demo Portfolio", outcome: "failed", back: 2 },
    { type: "coverage_extension", description: "Coverage extension: 4 entities", outcome: "completed", back: 1 },
  ];
  return old.map(({ type, description, outcome, back }, ordinal) => {
    const created = before - back * millisecondsPerDay;
    const { user: owner, company } = account;
    return {
      ordinal,
      id: taskUuid(seed, ordinal),
      owner,
      company,
      type,
      description,
      outcome,
      created,
      started: created + 60_000,
      completed: created + 300_000 * (ordinal + 1),
      request: "{}",
      settled: 1,
    };
  });
};

export interface TasksOptions {
  readonly seed: number;
  readonly midnight: number;
  readonly account: Account;
  readonly clock: Clock;
  readonly limits: Limits;
}

export const isTaskVisible = (task: Task, account: Account): boolean =>
  task.company === account.company && (task.owner === account.user || task.type === "export");

/** Plans a task after the other unsettled tasks of its user. */
export const planTask = (
  task: NewTask,
  account: Account,
  open: readonly Task[],
  now: number,
  limits: Limits,
): Omit<Task, "ordinal" | "id"> => {
  const busyUntil = Math.max(now, ...open.map((each) => each.completed));
  const startAt = Math.max(busyUntil, now + limits.taskWaitMs);
  return {
    ...task,
    owner: account.user,
    company: account.company,
    created: now,
    started: startAt,
    completed: startAt + limits.taskRunMs,
    settled: 0,
  };
};

/** Whether a task is a coverage extension of the account that has not begun. */
export const waitsForCoverage = (task: Task, account: Account, now: number): boolean =>
  task.owner === account.user && task.type === "coverage_extension" && taskStatus(task, now) === "pending";

/** The tasks of the made-up world, in memory: three old ones, and those that users add. */
export const openTasks = (options: TasksOptions): WorldTasks => {
  const { clock, limits, seed } = options;
  const tasks = [...seededTasks(options)];
  return {
    status: (task) => taskStatus(task, clock.now()),
    visibleTo: (account) => Promise.resolve(tasks.filter((task) => isTaskVisible(task, account))),
    add: (account, task) => {
      const now = clock.now();
      if (tasks.filter((each) => waitsForCoverage(each, account, now)).length >= limits.waitingTasks)
        return Promise.resolve(undefined);
      const ordinal = tasks.length;
      const open = tasks.filter((each) => each.owner === account.user && each.settled === 0);
      const added = { ...planTask(task, account, open, now, limits), ordinal, id: taskUuid(seed, ordinal) };
      tasks.push(added);
      return Promise.resolve(added);
    },
    due: () => tasks.filter(({ settled, completed }) => settled === 0 && completed <= clock.now()),
    settle: (task) => void (tasks[task.ordinal] = { ...task, settled: 1 }),
  };
};
