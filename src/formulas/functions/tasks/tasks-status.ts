import { AddinError } from "../../../engine/http/addin-error";
import { cellText, wrongArgument } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import { withCacheMode } from "../../../engine/requests/request-context";
import { isUuid } from "../../../contract/values";
import { mapCells } from "../../define/map-cells";
import { list } from "../../arguments/parameters";
import { toScalar } from "../../table/nested/values";
import { readable } from "../../table/readable";
import { t } from "../../../i18n/t";

/** The age at which the list of tasks is fetched again, in ms: a status changes. */
const cacheTime = 15_000;

/** Tasks that are looked through, the newest first. */
const mostStatusTasks = 10_000;

/** `TASKS.STATUS`: the status of a task by its id; the service has no such route, so the list of tasks is read, newest first. */
export const tasksStatus = defineFunction({
  name: "TASKS.STATUS",
  help: {
    description: "The status of a task, by its id.",
    synonyms: "job, progress, export, coverage request, finished",
    parameters: { taskId: "Id of a task, for example of a coverage request." },
    examples: [{ formula: "=TASKS.STATUS(INDEX(TASKS.LIST(),2,6))", shows: "pending, running, completed or failed." }],
  },
  parameters: { taskId: list("text") },
  routes: ["listTasks"],
  calculate: (invocation) => {
    invocation.requestContext.log.dependsOn("tasks");
    return mapCells(invocation, invocation.values.taskId, async (cell) => {
      const id = cellText(cell).toLowerCase();
      if (!isUuid(id)) throw wrongArgument("taskId", t("allowed.uuid"), cell);
      const { records } = await invocation.runtime.listings.read(
        { route: "listTasks", path: {}, query: {}, fields: ["id", "status"] },
        { limit: 1, keep: (record) => String(record["id"]).toLowerCase() === id, mostRead: mostStatusTasks },
        withCacheMode(invocation.requestContext, cacheTime),
      );
      const [task] = records;
      if (task === undefined) throw new AddinError("not-found", t("functions.noTask"));
      const status = toScalar(task["status"]);
      invocation.runtime.tasks.watch(String(task["id"]), String(status));
      return typeof status === "string" ? readable("status", status) : status;
    });
  },
});
