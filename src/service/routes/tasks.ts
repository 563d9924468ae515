import { createPage } from "../listing/page";
import { compareBy } from "../listing/order";
import { project, type Members } from "../records/projection";
import type { Task, Tasks } from "../store/tasks";
import { type RouteHandler, toPageRequest } from "./route";

interface TaskContext {
  readonly tasks: Tasks;
  readonly byOrdinal: ReadonlyMap<number, Task>;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const known = (task: Task | undefined): Task => {
  if (task === undefined) throw new Error("a task left the listing while it was read");
  return task;
};

const taskAt = (ordinal: number, { byOrdinal }: TaskContext): Task => known(byOrdinal.get(ordinal));

const members: Members<TaskContext> = {
  id: (ordinal, context) => taskAt(ordinal, context).id,
  status: (ordinal, context) => context.tasks.status(taskAt(ordinal, context)),
  description: (ordinal, context) => taskAt(ordinal, context).description,
  type: (ordinal, context) => taskAt(ordinal, context).type,
  created_at: (ordinal, context) => iso(taskAt(ordinal, context).created),
  completed_at: (ordinal, context) => {
    const task = taskAt(ordinal, context);
    return ["pending", "running"].includes(context.tasks.status(task)) ? undefined : iso(task.completed);
  },
};

const statusOrder = ["completed", "failed", "pending", "running"];
const neverEnded = Number.MAX_SAFE_INTEGER;

/**
 * GET /v3/tasks: the caller's tasks and the company's exports. Tasks in progress come last when ordered by
 * completed_at, in both directions.
 */
export const listTasks: RouteHandler = (request) => {
  const { backend, account, parameters: parameters } = request;
  const { tasks } = backend;
  const visible = tasks.visibleTo(account);
  const context = { tasks, byOrdinal: new Map(visible.map((task) => [task.ordinal, task])) };
  const columns = {
    created_at: { value: (ordinal: number) => taskAt(ordinal, context).created },
    completed_at: {
      value: (ordinal: number) =>
        members["completed_at"]?.(ordinal, context) === undefined ? neverEnded : taskAt(ordinal, context).completed,
      missing: neverEnded,
    },
    status: { value: (ordinal: number) => statusOrder.indexOf(tasks.status(taskAt(ordinal, context))) },
  };
  const compare = compareBy(parameters.texts("order"), columns, (ordinal) => ordinal);
  const ordinals = Int32Array.from(visible, (task) => task.ordinal).sort(compare);
  const key = `tasks ${account.user} ${parameters.filters()}`;
  return createPage(
    { key, ordinals, compare },
    toPageRequest(request),
    project(members, parameters.texts("fields"), context),
  );
};
