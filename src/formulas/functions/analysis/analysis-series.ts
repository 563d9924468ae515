import { instance } from "./download";
import { defineFunction } from "../../define/define-function";
import { choiceParameter } from "../../arguments/parameters";
import { seriesKinds, seriesTable, volumes } from "./series";
import { ownMember } from "../../table/columns";
import { timeSeriesMetrics, timeSeriesOperands, timeSeriesPivots } from "../../../contract/fields";

const allMetrics: readonly string[] = [...timeSeriesMetrics, ...volumes];

const columns = {
  members: [
    ...timeSeriesPivots.map((pivot) => ownMember(pivot, pivot === "extract_day" ? "date" : "text")),
    ...timeSeriesOperands.flatMap((operand) =>
      timeSeriesMetrics.map((metric) => ownMember(`${operand}_${metric}`, "number")),
    ),
    ...volumes.map((volume) => ownMember(volume, "integer")),
  ],
  shown: ["extract_day", "entity", ...timeSeriesMetrics.map((metric) => `mean_${metric}`), ...volumes],
};

/** `ANALYSIS.SERIES`: the time series of an analysis, also as a cross table for charts (specification, "Time series row"). */
export const analysisSeries = defineFunction({
  name: "ANALYSIS.SERIES",
  help: {
    description: "The time series of an analysis: sentiment and emotions by day and entity.",
    synonyms: "sentiment over time, time series, chart, trend, tone, polarity, emotion, history",
    parameters: {
      metrics: "Metrics, separated by commas; all metrics and volumes if omitted.",
      pivots: "One row for each combination of these; extract_day and entity if omitted.",
      operands:
        "How a period is aggregated: mean, min, max or median; mean if omitted. Weeks and longer have no median, and their means are weighted by sentences.",
      granularity: "Length of a period: minute, hour, day, week (from Monday), month, quarter or year; day if omitted.",
    },
    options: { wide: "A pivot with one column for each value, such as entity. Useful for charts." },
    examples: [
      {
        formula: '=ANALYSIS.SERIES("a3975255-be9f-4899-9af9-cae6864770e0","polarity,volume_document",,,,"wide=entity")',
        shows: "One row per day, and columns for each entity.",
      },
      {
        formula: '=ANALYSIS.SERIES("a3975255-be9f-4899-9af9-cae6864770e0","polarity",,,"week","wide=entity")',
        shows: "The mean polarity of each entity by week, for a chart.",
      },
    ],
  },
  parameters: {
    instance,
    metrics: choiceParameter(seriesKinds.metrics),
    pivots: choiceParameter(seriesKinds.pivots),
    operands: choiceParameter(seriesKinds.operands),
    granularity: choiceParameter(seriesKinds.granularity),
  },
  layout: "table",
  options: { wide: seriesKinds.pivot },
  routes: ["getTimeSeries"],
  columns,
  calculate: (invocation) => {
    const {
      metrics = allMetrics,
      operands = ["mean"],
      pivots = ["extract_day", "entity"],
      granularity = "day",
    } = invocation.values;
    const measures = metrics.flatMap((metric) =>
      metric.startsWith("volume_") ? [metric] : operands.map((operand) => `${operand}_${metric}`),
    );
    return seriesTable(invocation, {
      instance: invocation.values.instance,
      pivots: [...new Set(pivots)],
      granularity,
      operands,
      measures: [...new Set(measures)],
      wide: invocation.options.wide,
    });
  },
});
