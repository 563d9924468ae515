import { millisecondsPerDay } from "../../../facts/dates";
import { timeSeriesMetrics, timeSeriesOperands, timeSeriesPivots } from "../../../contract/fields";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { choice, choices } from "../../arguments/parameters";
import { CoveredPeriods } from "../../define/covered-periods";
import type { AnyInvocation } from "../../define/invocation";
import {
  type CalendarPeriod,
  calendarPeriods,
  dateCell,
  firstDayOfPeriod,
  isCalendarPeriod,
  nextPeriod,
  periodFormat,
  periodName,
} from "../../table/calendar";
import { columnLabel, ownMember, type TableRecord } from "../../table/columns";
import { numberFormats } from "../../table/dates";
import { isoDay, parseIso } from "../../table/iso-dates";
import { type Layout, showGivenColumns } from "../../table/layout";
import type { FormulaResult } from "../../table/formula-result";
import { listFrom, toMembers, type Scalar, toScalar } from "../../table/nested/values";
import { compareKeyNames, type Dimension, keysFrom, type Measure, pivot } from "../../table/pivot";
import { readable } from "../../table/readable";
import { tabulate } from "../../table/table-builder";

export type Pivot = (typeof timeSeriesPivots)[number];

/** The periods that the service aggregates itself. Longer ones are computed here from days. */
const servicePeriods = ["day", "hour", "minute"] as const;

type ServicePeriod = (typeof servicePeriods)[number];

/** The length of a period. */
export type Granularity = ServicePeriod | CalendarPeriod;

export const volumes = ["volume_document", "volume_sentence"] as const;

export const seriesKinds = {
  metrics: choices([...timeSeriesMetrics, ...volumes]),
  pivots: choices(timeSeriesPivots),
  operands: choices(timeSeriesOperands),
  granularity: choice([...servicePeriods, ...calendarPeriods]),
  pivot: choice(timeSeriesPivots),
};

/** The body of a time series (specification, "POST {base_url}/api/2.0/analyze/timeserie"). */
interface SeriesRequest {
  readonly instance: string;
  readonly pivots: readonly Pivot[];
  readonly time_granularity: ServicePeriod;
  readonly operands?: readonly string[];
  readonly volume_only?: boolean;
}

/** The rows of a time series. The cell is recalculated when a running analysis is ready. */
export const readSeriesRecords = async (
  invocation: AnyInvocation,
  body: SeriesRequest,
): Promise<readonly TableRecord[]> => {
  invocation.requestContext.log.dependsOn("analyses");
  const answer = await invocation.runtime.answers.ask({ route: "getTimeSeries", body }, invocation.requestContext);
  return listFrom(answer).map(toMembers);
};

/** A series as a function asks for it. */
export interface Series {
  readonly instance: string;
  readonly pivots: readonly Pivot[];
  readonly granularity: Granularity;
  /** Undefined asks for the volumes only. */
  readonly operands?: readonly string[];
  /** The columns: `mean_polarity`, `volume_document` … */
  readonly measures: readonly string[];
  /** The pivot that is spread over columns. */
  readonly wide: Pivot | undefined;
}

/** @throws AddinError `invalid-argument` for what no series can show. */
const checkSeries = ({ pivots, granularity, operands = [], wide }: Series): void => {
  if (wide !== undefined && !pivots.includes(wide))
    throw new AddinError("invalid-argument", t("functions.wideNeedsPivot", { wide, pivots: pivots.join(", ") }));
  if (isCalendarPeriod(granularity) && pivots.includes("extract_day") && operands.includes("median"))
    throw new AddinError("invalid-argument", t("functions.medianOfDays", { granularity }));
};

/**
 * A series as a table, or as a cross table where `wide` names one of its pivots. Rows and columns are in natural order. Weeks and
 * longer periods are computed from days: volumes are summed, means weighted by `volume_sentence`.
 */
export const seriesTable = async (invocation: AnyInvocation, series: Series): Promise<FormulaResult> => {
  checkSeries(series);
  const { instance, pivots, granularity, operands, measures, wide } = series;
  const rows = await readSeriesRecords(invocation, {
    instance,
    ...(operands === undefined ? { volume_only: true } : { operands }),
    pivots,
    time_granularity: isCalendarPeriod(granularity) ? "day" : granularity,
  });
  const covered = coveredPeriods(invocation, instance);
  const toDimension = (name: Pivot): Dimension =>
    name === "extract_day" ? timeDimension(granularity, covered) : pivotDimension(name, invocation.layout.texts);
  const table = await pivot(
    rows,
    {
      by: pivots.filter((name) => name !== wide).map(toDimension),
      across: wide && toDimension(wide),
      measures: measures.map(toSeriesMeasure),
    },
    invocation.host.yieldToHost,
  );
  const set = {
    members: table.columns.map(({ name, type }) => ownMember(name, type)),
    shown: [],
    identity: table.identity,
  };
  return tabulate(invocation, table.rows, showGivenColumns(invocation.layout, set, table.columns));
};

/**
 * The days that an analysis covers, if it was started here: others are known by their id only. They are days of UTC, by which the service
 * cuts its series.
 */
const coveredPeriods = ({ runtime }: AnyInvocation, id: string): CoveredPeriods | undefined => {
  const analysis = runtime.analyses.known.get().find(({ instance }) => instance === id);
  const { start_date, end_date } = toMembers(analysis?.request);
  const [start, end] = [parseIso(String(start_date)), parseIso(String(end_date))];
  if (analysis === undefined || start === undefined || end === undefined) return undefined;
  return new CoveredPeriods({ start, end: end + millisecondsPerDay - 1 }, analysis.started_at);
};

const pivotDimension = (name: Pivot, texts: Layout["texts"]): Dimension => {
  const show = (key: string | number): string => (texts === "raw" ? String(key) : readable(name, String(key)));
  return {
    name,
    type: "text",
    keysOf: (row) => keysFrom(row[name]),
    compare: (one, other) => compareKeyNames(show(one), show(other)),
    show,
  };
};

/** Days and longer periods have no gap, and reach from the first to the last day of the analysis where these are known. */
const timeDimension = (granularity: Granularity, covered: CoveredPeriods | undefined): Dimension => {
  const name = "extract_day";
  const keysOf: Dimension["keysOf"] = (row) => keysFrom(row[name]);
  const shape = { name, label: `${columnLabel(name)} (UTC)`, compare: compareKeyNames };
  if (granularity === "hour" || granularity === "minute") {
    const header: Dimension["header"] = (moment) => dateCell(String(moment), numberFormats["date-time"] ?? "");
    return { ...shape, type: "date-time", keysOf, header };
  }
  const inPeriods = {
    ...shape,
    type: "date",
    keysOf: (row) => keysOf(row).flatMap((day) => firstDayIn(granularity, String(day))),
    keys: covered?.keys(granularity) ?? [],
  } as const satisfies Partial<Dimension>;
  if (granularity === "day")
    return {
      ...inPeriods,
      header: (day) => dateCell(String(day), periodFormat(granularity, String(day))),
      next: (day) => isoDay(Date.parse(String(day)) + millisecondsPerDay),
    };
  return {
    ...inPeriods,
    header: (day) =>
      dateCell(String(day), covered?.format(granularity, String(day)) ?? periodFormat(granularity, String(day))),
    title: (day) => periodName(granularity, String(day)),
    next: (day) => nextPeriod(granularity, String(day)),
    mark: (day) => covered?.mark(granularity, String(day)) ?? "",
    formats: covered?.formats(granularity) ?? new Map(),
  };
};

const firstDayIn = (period: CalendarPeriod | "day", text: string): readonly string[] => {
  const moment = parseIso(text);
  if (moment === undefined) return [];
  return [period === "day" ? isoDay(moment) : firstDayOfPeriod(period, moment)];
};

/** `mean_polarity`, `volume_document` … over the rows of one cell: several rows where a period has several days. */
const toSeriesMeasure = (name: string): Measure => {
  if (name.startsWith("volume_"))
    return {
      name,
      type: "integer",
      // The service has no row for a period without documents.
      of: (rows) => (rows.length === 0 ? 0 : together(seriesNumbers(rows, name), (sum, volume) => sum + volume)),
    };
  const operand = name.slice(0, name.indexOf("_"));
  return {
    name,
    type: "number",
    of: (rows) => {
      if (rows.length === 1) return toScalar(rows[0]?.[name]);
      if (operand === "min") return together(seriesNumbers(rows, name), (one, other) => Math.min(one, other));
      if (operand === "max") return together(seriesNumbers(rows, name), (one, other) => Math.max(one, other));
      return operand === "mean" ? weightedMean(rows, name) : undefined;
    },
  };
};

const seriesNumbers = (rows: readonly TableRecord[], name: string): readonly number[] =>
  rows.map((row) => row[name]).filter((value) => typeof value === "number");

const together = (numbers: readonly number[], join: (one: number, other: number) => number): Scalar =>
  numbers.length === 0 ? undefined : numbers.reduce((one, other) => join(one, other));

/** The mean of daily means, weighted by sentences: metrics are means over sentences. */
const weightedMean = (rows: readonly TableRecord[], name: string): Scalar => {
  let [sum, weights] = [0, 0];
  for (const { [name]: mean, volume_sentence: weight } of rows)
    if (typeof mean === "number" && typeof weight === "number") {
      sum += mean * weight;
      weights += weight;
    }
  return weights === 0 ? undefined : sum / weights;
};
