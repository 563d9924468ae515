import { createHash } from "node:crypto";
import { millisecondsPerDay } from "../../facts/dates";
import type { Account } from "../world/accounts";
import type { Clock } from "../common/clock";
import type { Limits } from "../common/limits";
import type { Database, Row } from "./database";

/** A task in the store. Times are milliseconds; all are planned when the task is queued. */
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

/** The tasks. Their status depends on the clock only, so it is the same after a restart. */
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

const readTask = (row: Row): Task => row as unknown as Task;

const taskUuid = (seed: number, ordinal: number): string => {
  const hex = createHash("sha256").update(`task/${seed}/${ordinal}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const insertTask = (database: Database, task: Task): void =>
  database.run(
    "INSERT INTO tasks (ordinal, id, owner, company, type, description, created, started, completed, outcome, request, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [
      task.ordinal,
      task.id,
      task.owner,
      task.company,
      task.type,
      task.description,
      task.created,
      task.started,
      task.completed,
      task.outcome,
      task.request,
      task.settled,
    ],
  );

/** The tasks of a new store: all have ended. */
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

/** Queries of the task table. */
const createTable = (database: Database, clock: Clock) => {
  // Needed at every request, so it is cached.
  let earliest: number | undefined;
  const nextEnd = (): number =>
    (earliest ??= Number(
      database.get("SELECT min(completed) AS next FROM tasks WHERE settled = 0")?.["next"] ?? Number.MAX_SAFE_INTEGER,
    ));
  return {
    all: (): Task[] => database.all("SELECT * FROM tasks ORDER BY ordinal").map(readTask),
    due: (): Task[] => {
      const now = clock.now();
      return nextEnd() > now
        ? []
        : database.all("SELECT * FROM tasks WHERE settled = 0 AND completed <= ?", [now]).map(readTask);
    },
    add: (task: Task): void => {
      insertTask(database, task);
      earliest = undefined;
    },
    settle: (task: Task): void => {
      database.run("UPDATE tasks SET settled = 1 WHERE ordinal = ?", [task.ordinal]);
      earliest = undefined;
    },
  };
};

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

/** Opens the tasks of a store. A new store gets three old tasks. */
export const openTasks = (database: Database, options: TasksOptions): WorldTasks => {
  const { clock } = options;
  if (database.get("SELECT 1 FROM tasks LIMIT 1") === undefined)
    for (const task of seededTasks(options)) insertTask(database, task);
  const table = createTable(database, clock);
  const status = (task: Task): string => taskStatus(task, clock.now());
  return {
    status,
    visibleTo: (account) => Promise.resolve(table.all().filter((task) => isTaskVisible(task, account))),
    add: (account, task) => {
      const [tasks, now] = [table.all(), clock.now()];
      if (tasks.filter((each) => waitsForCoverage(each, account, now)).length >= options.limits.waitingTasks)
        return Promise.resolve(undefined);
      const ordinal = (tasks.at(-1)?.ordinal ?? -1) + 1;
      const open = tasks.filter((each) => each.owner === account.user && each.settled === 0);
      const planned = planTask(task, account, open, now, options.limits);
      const queuedTask = { ...planned, ordinal, id: taskUuid(options.seed, ordinal) };
      table.add(queuedTask);
      return Promise.resolve(queuedTask);
    },
    due: table.due,
    settle: table.settle,
  };
};
