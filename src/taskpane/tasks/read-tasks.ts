import { fresher } from "../../formula/fresher";
import type { Inquiry } from "../../runtime/inquiry";
import type { Runtime } from "../../runtime/runtime";
import type { WireRecord } from "../../runtime/wire-record";

/** How many tasks one look takes. */
const looked = 100;

const fields = ["id", "status", "description", "type", "created_at", "completed_at"] as const;

/** The newest tasks, fetched anew. */
export const readTasks = async (runtime: Runtime, inquiry: Inquiry): Promise<readonly WireRecord[]> => {
  const fresh = fresher(inquiry, "never");
  const request = { route: "listTasks", path: {}, query: {}, fields } as const;
  return (await runtime.listings.read(request, { limit: looked }, fresh)).records;
};

/** Whether a task is still open: it has no end, and no status that says so. */
export const isOpen = (task: WireRecord): boolean =>
  typeof task["completed_at"] !== "string" &&
  !/complete|done|fail|error|cancel|success|finish/i.test(String(task["status"]));

/** How many coverage tasks wait. */
export const openTasks = async (runtime: Runtime, inquiry: Inquiry): Promise<number> =>
  (await readTasks(runtime, inquiry)).filter((task) => isOpen(task) && /coverage/i.test(String(task["type"]))).length;
