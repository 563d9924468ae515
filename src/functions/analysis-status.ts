import { textOf, wrong } from "../formula/argument";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { isUuid } from "../formula/identifiers";
import { mapCells } from "../formula/map-cells";
import { list } from "../formula/parameter";
import { tell } from "../text/tell";

/** `ANALYSIS.STATUS`: in progress, ready, stopped or failed, not found; while in progress the cell follows by itself. */
export const analysisStatus = defineFunction({
  name: "ANALYSIS.STATUS",
  help: helpWanted
    ? {
        description: "The state of an analysis: in progress, ready, stopped or failed, or not found.",
        examples: [
          {
            formula: '=ANALYSIS.STATUS("a3975255-be9f-4899-9af9-cae6864770e0")',
            shows: "ready, once it is; the cell follows by itself.",
          },
        ],
      }
    : undefined,
  parameters: { instance: list("instance") },
  routes: ["downloadAnalysis"],
  answer: (call) => {
    call.inquiry.trace.reads("analyses");
    return mapCells(call, call.values.instance, (cell) => {
      if (!isUuid(textOf(cell))) throw wrong("instance", tell("allowed.uuid"), cell);
      return call.runtime.analyses.stateOf(textOf(cell).toLowerCase(), call.inquiry);
    });
  },
});
