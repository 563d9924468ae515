import { instance } from "../formula/analysis-parameters";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { chosen } from "../formula/parameter";
import { seriesKinds, volumes } from "../formula/series";
import { seriesTable } from "../formula/series-table";
import { ownMember } from "../table/column";
import { timeSeriesMetrics, timeSeriesOperands, timeSeriesPivots } from "../wire/fields";

const everything: readonly string[] = [...timeSeriesMetrics, ...volumes];

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

/** `ANALYSIS.SERIES`: the time series of an analysis, also as a cross table for charts. */
export const analysisSeries = defineFunction({
  name: "ANALYSIS.SERIES",
  help: helpWanted
    ? {
        description: "The time series of an analysis: sentiment and emotions by day and entity.",
        parameters: {
          metrics: "Metrics, several with commas; all and the volumes if omitted.",
          pivots: "What rows are made of; extract_day and entity if omitted.",
          operands: "How a period is aggregated; mean if omitted.",
          granularity: "Length of a period; day if omitted.",
        },
        options: { wide: "A pivot to spread over columns, such as entity, for charts." },
        examples: [
          {
            formula:
              '=ANALYSIS.SERIES("a3975255-be9f-4899-9af9-cae6864770e0","polarity,volume_document",,,,"wide=entity")',
            shows: "A row per day, columns per entity.",
          },
        ],
      }
    : undefined,
  parameters: {
    instance,
    metrics: chosen(seriesKinds.metrics),
    pivots: chosen(seriesKinds.pivots),
    operands: chosen(seriesKinds.operands),
    granularity: chosen(seriesKinds.granularity),
  },
  layout: "table",
  options: { wide: seriesKinds.pivot },
  routes: ["getTimeSeries"],
  columns,
  answer: (call) => {
    const {
      metrics = everything,
      operands = ["mean"],
      pivots = ["extract_day", "entity"],
      granularity = "day",
    } = call.values;
    const measures = metrics.flatMap((metric) =>
      metric.startsWith("volume_") ? [metric] : operands.map((operand) => `${operand}_${metric}`),
    );
    const request = {
      instance: call.values.instance,
      operands,
      pivots: [...new Set(pivots)],
      time_granularity: granularity,
    };
    return seriesTable(call, request, { measures: [...new Set(measures)], wide: call.options.wide });
  },
});
