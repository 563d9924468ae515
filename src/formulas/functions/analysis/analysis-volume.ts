import { instance } from "./download";
import { defineFunction } from "../../define/define-function";
import { choiceParameter } from "../../arguments/parameters";
import { seriesKinds, seriesTable, volumes } from "./series";
import { ownMember } from "../../table/columns";
import { timeSeriesPivots } from "../../../contract/fields";

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
  help: {
    description: "The number of documents and sentences of an analysis, by day and entity.",
    synonyms: "news volume, buzz, coverage, number of articles, media attention, time series, trend",
    parameters: {
      pivots: "One row for each combination of these; extract_day and entity if omitted.",
      granularity: "Length of a period: minute, hour, day, week (from Monday), month, quarter or year; day if omitted.",
    },
    options: { wide: "A pivot with one column for each value, such as entity. Useful for charts." },
    examples: [
      {
        formula: '=ANALYSIS.VOLUME("a3975255-be9f-4899-9af9-cae6864770e0","extract_day")',
        shows: "Documents and sentences by day.",
      },
    ],
  },
  parameters: {
    instance,
    pivots: choiceParameter(seriesKinds.pivots),
    granularity: choiceParameter(seriesKinds.granularity),
  },
  layout: "table",
  options: { wide: seriesKinds.pivot },
  routes: ["getTimeSeries"],
  columns,
  calculate: (invocation) => {
    const { pivots = ["extract_day", "entity"], granularity = "day" } = invocation.values;
    return seriesTable(invocation, {
      instance: invocation.values.instance,
      pivots: [...new Set(pivots)],
      granularity,
      measures: volumes,
      wide: invocation.options.wide,
    });
  },
});
