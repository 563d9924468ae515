import { cellText, wrongArgument } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import { isUuid } from "../../../contract/values";
import { mapCells } from "../../define/map-cells";
import { list } from "../../arguments/parameters";
import { t } from "../../../i18n/t";

/** `ANALYSIS.STATUS`: in progress, ready, stopped or failed, not found; while in progress the cell updates itself. */
export const analysisStatus = defineFunction({
  name: "ANALYSIS.STATUS",
  help: {
    description: "The state of an analysis: in progress, ready, stopped or failed, or not found.",
    synonyms: "progress, ready, finished, job",
    examples: [
      {
        formula: '=ANALYSIS.STATUS("a3975255-be9f-4899-9af9-cae6864770e0")',
        shows: "Shows ready when the analysis is ready. The cell updates by itself.",
      },
    ],
  },
  parameters: { instance: list("instance") },
  routes: ["downloadAnalysis"],
  calculate: (invocation) => {
    invocation.requestContext.log.dependsOn("analyses");
    return mapCells(invocation, invocation.values.instance, (cell) => {
      if (!isUuid(cellText(cell))) throw wrongArgument("instance", t("allowed.uuid"), cell);
      return invocation.runtime.analyses.stateOf(cellText(cell).toLowerCase(), invocation.requestContext);
    });
  },
});
