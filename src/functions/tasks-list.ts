import { taskColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { keepValues } from "../formula/keep";
import { limit, texts } from "../formula/kind";
import { listTable } from "../formula/list-table";
import { optional } from "../formula/parameter";

/** `TASKS.LIST`: the tasks available to the caller; status and type are filtered here. */
export const tasksList = defineFunction({
  name: "TASKS.LIST",
  help: helpWanted
    ? {
        description: "Lists your long-running tasks, the newest first.",
        parameters: {
          status: "Statuses to keep, such as pending; filtered here.",
          type: "Types to keep, such as export; filtered here.",
        },
        options: { fields: "Columns: names with commas." },
        examples: [{ formula: "=TASKS.LIST()", shows: "Start, type, status, end and id of each task." }],
      }
    : undefined,
  parameters: { status: optional("text", texts), type: optional("text", texts), limit: optional("limit", limit) },
  layout: "table",
  filters: "listTasks",
  options: { fields: texts },
  routes: ["listTasks"],
  columns: taskColumns,
  answer: (call) => {
    const { status, type } = call.values;
    return listTable(call, {
      route: "listTasks",
      path: {},
      query: call.filters,
      set: taskColumns,
      fields: call.options.fields,
      limit: call.values.limit,
      ...keepValues({ status, type }, {}),
    });
  },
});
