import { instance } from "../formula/analysis-parameters";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { chosen } from "../formula/parameter";
import { seriesKinds, volumes } from "../formula/series";
import { seriesTable } from "../formula/series-table";
import { ownMember } from "../table/column";
import { timeSeriesPivots } from "../wire/fields";

const columns = {
  members: [
    ...timeSeriesPivots.map((pivot) => ownMember(pivot, pivot === "extract_day" ? "date" : "text")),
    ...volumes.map((volume) => ownMember(volume, "integer")),
  ],
  shown: ["extract_day", "entity", ...volumes],
};

/** `ANALYSIS.VOLUME`: how many documents and sentences, by period and pivot. */
export const analysisVolume = defineFunction({
  name: "ANALYSIS.VOLUME",
  help: helpWanted
    ? {
        description: "How many documents and sentences an analysis holds, by day and entity.",
        parameters: {
          pivots: "What rows are made of; extract_day and entity if omitted.",
          granularity: "Length of a period; day if omitted.",
        },
        options: { wide: "A pivot to spread over columns, such as entity, for charts." },
        examples: [
          {
            formula: '=ANALYSIS.VOLUME("a3975255-be9f-4899-9af9-cae6864770e0","extract_day")',
            shows: "Documents and sentences by day.",
          },
        ],
      }
    : undefined,
  parameters: { instance, pivots: chosen(seriesKinds.pivots), granularity: chosen(seriesKinds.granularity) },
  layout: "table",
  options: { wide: seriesKinds.pivot },
  routes: ["getTimeSeries"],
  columns,
  answer: (call) => {
    const { pivots = ["extract_day", "entity"], granularity = "day" } = call.values;
    const request = {
      instance: call.values.instance,
      pivots: [...new Set(pivots)],
      time_granularity: granularity,
      volume_only: true,
    };
    return seriesTable(call, request, { measures: volumes, wide: call.options.wide });
  },
});
