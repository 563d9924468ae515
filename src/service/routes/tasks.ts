import { ApiError, forbidden, notFound } from "../http/api-error";
import { pageOf } from "../listing/page";
import { compareBy } from "../listing/order";
import { project, type Members } from "../records/projection";
import type { Task, Tasks } from "../store/tasks";
import { wantedOf } from "./reading";
import type { Handler } from "./route";

interface TaskContext {
  readonly tasks: Tasks;
  readonly byOrdinal: ReadonlyMap<number, Task>;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const known = (task: Task | undefined): Task => {
  if (task === undefined) throw new Error("a task left the listing while it was read");
  return task;
};

const taskOf = (ordinal: number, { byOrdinal }: TaskContext): Task => known(byOrdinal.get(ordinal));

const members: Members<TaskContext> = {
  id: (ordinal, context) => taskOf(ordinal, context).id,
  status: (ordinal, context) => context.tasks.status(taskOf(ordinal, context)),
  description: (ordinal, context) => taskOf(ordinal, context).description,
  type: (ordinal, context) => taskOf(ordinal, context).type,
  created_at: (ordinal, context) => iso(taskOf(ordinal, context).created),
  completed_at: (ordinal, context) => {
    const task = taskOf(ordinal, context);
    return ["pending", "running"].includes(context.tasks.status(task)) ? null : iso(task.completed);
  },
};

const statusOrder = ["completed", "failed", "pending", "running"];
const neverEnded = Number.MAX_SAFE_INTEGER;

/** GET /v3/tasks: the caller's, and the company's exports. A task that has not ended comes last when ordered by completed_at, whichever way. */
export const listTasks: Handler = (call) => {
  const { backend, account, asked } = call;
  const { tasks } = backend;
  const visible = tasks.visibleTo(account);
  const context = { tasks, byOrdinal: new Map(visible.map((task) => [task.ordinal, task])) };
  const columns = {
    created_at: { value: (ordinal: number) => taskOf(ordinal, context).created },
    completed_at: {
      value: (ordinal: number) =>
        members["completed_at"]?.(ordinal, context) === null ? neverEnded : taskOf(ordinal, context).completed,
      missing: neverEnded,
    },
    status: { value: (ordinal: number) => statusOrder.indexOf(tasks.status(taskOf(ordinal, context))) },
  };
  const compare = compareBy(asked.texts("order"), columns, (ordinal) => ordinal);
  const ordinals = Int32Array.from(visible, (task) => task.ordinal).sort(compare);
  const key = `tasks ${account.user} ${asked.filters()}`;
  return pageOf({ key, ordinals, compare }, wantedOf(call), project(members, asked.texts("fields"), context));
};

/** What a coverage extension asks for. */
export interface CoverageRequest {
  readonly universe_ids: readonly string[];
  readonly entities: readonly Readonly<Record<string, string>>[];
}

/** POST /v3/coverage-extension (experimental): queues a task that adds the entities to the universes. */
export const extendCoverage: Handler = ({ backend, account, body }) => {
  const request = body as CoverageRequest;
  if (!account.manages) throw forbidden("The account may not ask for coverage.");
  for (const id of request.universe_ids) {
    const universe = backend.universes.byId(id);
    if (universe === undefined || !backend.universes.visibleTo(account, universe)) throw notFound("The universe");
    if (!backend.universes.managedBy(account, universe))
      throw forbidden("The account may not add entities to this universe.");
  }
  const { waitingTasks } = backend.limits;
  if (backend.tasks.waiting(account) >= waitingTasks) {
    throw new ApiError(429, `${waitingTasks} coverage extension tasks already wait in the queue.`);
  }
  const count = request.entities.length;
  const task = backend.tasks.add(account, {
    type: "coverage_extension",
    description: `Coverage extension: ${count} ${count === 1 ? "entity" : "entities"}`,
    outcome: "completed",
    request: JSON.stringify(request),
  });
  return { task_id: task.id };
};
