import { isoMoment } from "../formula/dates";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { chosen } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { ownMember } from "../table/column";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("instance", "text"),
    ownMember("started_at", "date-time"),
    ownMember("state", "text"),
  ],
  shown: ["name", "instance", "started_at", "state"],
};

/** `ANALYSIS.LIST`: the analyses started here; the service has no route that lists them. */
export const analysisList = defineFunction({
  name: "ANALYSIS.LIST",
  help: helpWanted
    ? {
        description: "The analyses started here, with id, start and state.",
        parameters: { state: "Keeps analyses in this state." },
        examples: [{ formula: "=ANALYSIS.LIST()", shows: "Name, id, start and state of each analysis." }],
      }
    : undefined,
  parameters: { state: chosen(choice(["in progress", "ready", "stopped or failed", "not found"])) },
  routes: [],
  columns,
  answer: (call) => {
    call.inquiry.trace.reads("analyses");
    const { state } = call.values;
    const known = call.runtime.analyses.known
      .get()
      .filter((analysis) => state === undefined || analysis.state === state);
    const rows = known.map(({ name, instance, started_at, state: now }) => ({
      name,
      instance,
      started_at: isoMoment(started_at),
      state: now,
    }));
    return tabulate(call, rows, showColumns(call, columns, undefined));
  },
});
