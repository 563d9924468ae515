import { createPage, cutListing, toSliceRequest } from "../listing/page";
import { compareBy } from "../listing/order";
import { project, type Members } from "../records/projection";
import type { Task, Tasks } from "../store/tasks";
import { type RouteHandler, toPageRequest } from "./route";

interface TaskContext {
  readonly tasks: Tasks;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const isOpen = (task: Task, { tasks }: TaskContext): boolean => ["pending", "running"].includes(tasks.status(task));

const members: Members<Task, TaskContext> = {
  id: (task) => task.id,
  status: (task, { tasks }) => tasks.status(task),
  description: (task) => task.description,
  type: (task) => task.type,
  created_at: (task) => iso(task.created),
  completed_at: (task, context) => (isOpen(task, context) ? undefined : iso(task.completed)),
};

const statusOrder = ["completed", "failed", "pending", "running"];
const neverEnded = Number.MAX_SAFE_INTEGER;

/**
 * GET /v3/tasks: the caller's tasks and the company's exports. Tasks in progress come last when ordered by
 * completed_at, in both directions.
 */
export const listTasks: RouteHandler = async (request) => {
  const { backend, account, parameters } = request;
  const { tasks } = backend;
  const visible = await tasks.visibleTo(account);
  const byOrdinal = new Map(visible.map((task) => [task.ordinal, task]));
  /** A value of a task; a task that has left the listing, where a cursor stands, sorts like one of the value 0. */
  const column = (value: (task: Task) => number) => (ordinal: number) => {
    const task = byOrdinal.get(ordinal);
    return task === undefined ? 0 : value(task);
  };
  const columns = {
    created_at: { value: column((task) => task.created) },
    completed_at: {
      value: column((task) => (isOpen(task, { tasks }) ? neverEnded : task.completed)),
      missing: neverEnded,
    },
    status: { value: column((task) => statusOrder.indexOf(tasks.status(task))) },
  };
  const compare = compareBy(parameters.texts("order"), columns, (ordinal) => ordinal);
  const ordinals = Int32Array.from(visible, ({ ordinal }) => ordinal).sort(compare);
  const key = `tasks ${account.user} ${parameters.filters()}`;
  const page = toPageRequest(request);
  const slice = cutListing({ ordinals, compare }, toSliceRequest(key, page), (ordinal) => byOrdinal.get(ordinal));
  const items = slice.items.filter((task) => task !== undefined);
  return createPage(key, page.size, { ...slice, items }, project(members, parameters.texts("fields"), { tasks }));
};
