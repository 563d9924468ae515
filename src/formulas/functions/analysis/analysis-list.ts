import { isoMoment } from "../../arguments/dates";
import { defineFunction } from "../../define/define-function";
import { choice, choiceParameter } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, ownMember } from "../../table/columns";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("instance", "text"),
    ownMember("started_at", "date-time"),
    ownMember("state", "text"),
  ],
  shown: ["name", "started_at", "state", "instance"],
  identity: { kind: "row", key: ["instance"] },
} satisfies ColumnSet;

/** `ANALYSIS.LIST`: the analyses started here; the service has no route that lists them. */
export const analysisList = defineFunction({
  name: "ANALYSIS.LIST",
  help: {
    description: "The analyses started on this device, with id, start and state.",
    synonyms: "my analyses, datasets, jobs",
    parameters: { state: "Only analyses in this state." },
    examples: [{ formula: "=ANALYSIS.LIST()", shows: "Name, start, state and id of each analysis." }],
  },
  parameters: { state: choiceParameter(choice(["in progress", "ready", "stopped or failed", "not found"])) },
  routes: [],
  columns,
  calculate: (invocation) => {
    invocation.requestContext.log.dependsOn("analyses");
    const { state } = invocation.values;
    const known = invocation.runtime.analyses.known
      .get()
      .filter((analysis) => state === undefined || analysis.state === state);
    const rows = known.map(({ name, instance, started_at, state: now }) => ({
      name,
      instance,
      started_at: isoMoment(started_at),
      state: now,
    }));
    return tabulate(invocation, rows, showColumns(invocation, columns, undefined));
  },
});
