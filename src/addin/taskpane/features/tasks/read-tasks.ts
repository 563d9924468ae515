import type { WireRecord } from "../../../../contract/page";
import { type RequestContext, withCacheMode } from "../../../../engine/requests/request-context";
import type { Runtime } from "../../../../engine/runtime";

const mostTasks = 100;

const taskFields = ["id", "status", "description", "type", "created_at", "completed_at"] as const;

/** The newest tasks, never from the cache. */
export const readTasks = async (runtime: Runtime, requestContext: RequestContext): Promise<readonly WireRecord[]> => {
  const fresh = withCacheMode(requestContext, "never");
  const request = { route: "listTasks", path: {}, query: {}, fields: taskFields } as const;
  return (await runtime.listings.read(request, { limit: mostTasks }, fresh)).records;
};

/** Whether a task still runs: it has no completion time and no final status. */
export const isOpen = (task: WireRecord): boolean =>
  typeof task["completed_at"] !== "string" &&
  !/complete|done|fail|error|cancel|success|finish/i.test(String(task["status"]));

export const openTasks = async (runtime: Runtime, requestContext: RequestContext): Promise<number> =>
  (await readTasks(runtime, requestContext)).filter((task) => isOpen(task) && /coverage/i.test(String(task["type"])))
    .length;
