import { type Column, labelOf, ownMember, type TableRecord } from "../table/column";
import { listFrom, membersOf, scalarOf } from "../table/nested/reading";
import { timeSeriesMetrics, timeSeriesOperands, timeSeriesPivots } from "../wire/fields";
import type { AnyCall } from "./call";
import { choice, choices } from "./kind";

/** What rows are grouped by. */
export type Pivot = (typeof timeSeriesPivots)[number];

/** The lengths of a period. */
export const granularities = ["day", "hour", "minute"] as const;

/** Counts beside the metrics. */
export const volumes = ["volume_document", "volume_sentence"] as const;

/** Kinds of the arguments that a time series takes. */
export const seriesKinds = {
  metrics: choices([...timeSeriesMetrics, ...volumes]),
  pivots: choices(timeSeriesPivots),
  operands: choices(timeSeriesOperands),
  granularity: choice(granularities),
  pivot: choice(timeSeriesPivots),
};

/** What is asked of the time series of an analysis (specification, "POST {base_url}/api/2.0/analyze/timeserie"). */
export interface SeriesRequest {
  readonly instance: string;
  readonly pivots: readonly Pivot[];
  readonly time_granularity: (typeof granularities)[number];
  readonly operands?: readonly string[];
  readonly volume_only?: boolean;
}

/** The rows of a time series; while the analysis runs the cell heals by itself. */
export const readSeries = async (call: AnyCall, body: SeriesRequest): Promise<readonly TableRecord[]> => {
  call.inquiry.trace.reads("analyses");
  const answer = await call.runtime.answers.ask({ route: "getTimeSeries", body }, call.inquiry);
  return listFrom(answer).map(membersOf);
};

/** A column of a series: pivots are texts, the day a date as fine as the granularity, all else a number. */
export const seriesColumn = (name: string, granularity: SeriesRequest["time_granularity"]): Column => {
  const isPivot = (timeSeriesPivots as readonly string[]).includes(name);
  const type = name === "extract_day" ? (granularity === "day" ? "date" : "date-time") : isPivot ? "text" : "number";
  return {
    name,
    label: labelOf(name),
    type,
    member: ownMember(name, type),
    read: (record) => scalarOf(record[name]),
  };
};

/** A cross table: a row per combination of the other pivots, a column per metric and value of one pivot. */
export const crossTable = (
  rows: readonly TableRecord[],
  {
    wide,
    others,
    measures,
  }: { readonly wide: Pivot; readonly others: readonly string[]; readonly measures: readonly string[] },
): { readonly names: readonly string[]; readonly rows: readonly TableRecord[] } => {
  const across = [...new Set(rows.map((row) => textIn(row, wide)))];
  const lines = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const key = JSON.stringify(others.map((name) => row[name]));
    const line = lines.get(key) ?? Object.fromEntries(others.map((name) => [name, row[name]]));
    for (const measure of measures) line[`${textIn(row, wide)} ${measure}`] = row[measure];
    lines.set(key, line);
  }
  return {
    names: measures.flatMap((measure) => across.map((value) => `${value} ${measure}`)),
    rows: [...lines.values()],
  };
};

const textIn = (row: TableRecord, name: string): string => String(scalarOf(row[name]) ?? "");
