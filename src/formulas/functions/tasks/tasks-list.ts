import { taskColumns } from "../../table/column-sets";
import { showColumns } from "../../table/layout";
import { defineFunction } from "../../define/define-function";
import { choices, choiceParameter, limit, optional, texts } from "../../arguments/parameters";
import { filterByValues, listTable } from "../../table/listing-table";

/** The statuses of a task. The specification shows a sample of types only, so every type is taken. */
const statuses = ["pending", "running", "completed", "failed"] as const;

/** `TASKS.LIST`: the tasks available to the caller; status and type are filtered here (specification, "GET {base_url}/v3/tasks"). */
export const tasksList = defineFunction({
  name: "TASKS.LIST",
  help: {
    description: "Lists your long-running tasks, the newest first.",
    synonyms: "jobs, exports, coverage requests, queue",
    parameters: {
      status: "Only tasks with these statuses, such as pending; filtered after fetching.",
      type: "Only these types, such as export; filtered after fetching.",
    },
    options: { fields: "Columns: names separated by commas." },
    examples: [{ formula: "=TASKS.LIST()", shows: "Start, type, status, end and id of each task." }],
  },
  parameters: {
    status: choiceParameter(choices(statuses)),
    type: optional("text", texts),
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listTasks",
  options: { fields: texts },
  routes: ["listTasks"],
  columns: taskColumns,
  calculate: async (invocation) => {
    const { values, options, filters } = invocation;
    const tableColumns = showColumns(invocation, taskColumns, options.fields);
    const filter = filterByValues({ status: values.status, type: values.type });
    return listTable(
      invocation,
      { route: "listTasks", path: {}, query: filters, limit: values.limit, filter },
      tableColumns,
    );
  },
});
