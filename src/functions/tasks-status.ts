import { AddinError } from "../error/addin-error";
import { textOf, wrong } from "../formula/argument";
import { defineFunction } from "../formula/define";
import { fresher } from "../formula/fresher";
import { helpWanted } from "../formula/help";
import { isUuid } from "../formula/identifiers";
import { mapCells } from "../formula/map-cells";
import { list } from "../formula/parameter";
import { scalarOf } from "../table/nested/reading";
import { tell } from "../text/tell";

/** A task's listing is read anew after this long: its status is no answer that stands. */
const stands = 15_000;

/** `TASKS.STATUS`: the status of a task by its id; the service has no such route, so its listing is walked, newest first. */
export const tasksStatus = defineFunction({
  name: "TASKS.STATUS",
  help: helpWanted
    ? {
        description: "The status of a task, by its id.",
        parameters: { taskId: "Id of a task, as coverage extension gives it." },
        examples: [
          { formula: "=TASKS.STATUS(INDEX(TASKS.LIST(),2,6))", shows: "pending, running, completed or failed." },
        ],
      }
    : undefined,
  parameters: { taskId: list("text") },
  routes: ["listTasks"],
  answer: (call) => {
    call.inquiry.trace.reads("tasks");
    return mapCells(call, call.values.taskId, async (cell) => {
      const id = textOf(cell).toLowerCase();
      if (!isUuid(id)) throw wrong("taskId", tell("allowed.uuid"), cell);
      const { records } = await call.runtime.listings.read(
        { route: "listTasks", path: {}, query: {}, fields: ["id", "status"] },
        { limit: 1, keep: (record) => String(record["id"]).toLowerCase() === id },
        fresher(call.inquiry, stands),
      );
      const [task] = records;
      if (task === undefined) throw new AddinError("not-found", tell("functions.noTask"));
      const status = scalarOf(task["status"]);
      call.runtime.tasks.watch(String(task["id"]), String(status));
      return status;
    });
  },
});
