import { millisecondsPerDay } from "../../facts/dates";
import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { type Cell, cellText } from "../arguments/argument";
import { isoMoment, periodsToDate, readDate, type Span, startOfDay } from "../arguments/dates";
import { type PeriodArguments, readPeriod } from "../arguments/filters";
import {
  addMonths,
  type CalendarPeriod,
  firstDayOfPeriod,
  isCalendarPeriod,
  isLastOfMonth,
  nextPeriod,
  toWall,
} from "../table/calendar";
import type { TableRecord } from "../table/columns";
import { isoDay, parseIso } from "../table/iso-dates";
import type { TimeZone } from "../table/time-zone";
import type { AnyInvocation } from "./invocation";

/** `previous`: with the period before. `year`: with the same period a year earlier. */
export type Comparison = "previous" | "year";

/** What is compared: the period of `from` and `to`, and what its counterpart is. */
export interface ComparedPeriods {
  readonly comparison: Comparison;
  /** From the start of `from` to the end of `to`, or of today, on the clocks of the time zone, as are all spans of this module. */
  readonly now: Span;
  /** The calendar period of the rows or columns: each is compared with its own counterpart. Undefined where none is by time. */
  readonly grouping: CalendarPeriod | undefined;
  readonly shift: Shift;
}

/** How a counterpart is found. `cut`: a period that is not over is compared by its days, or to the same time of day. */
interface Shift {
  readonly months: number;
  readonly days: number;
  readonly cut: "days" | "time";
}

/** The records of both periods, and what the columns of the earlier one are called. */
export interface ComparedRecords {
  readonly now: readonly TableRecord[];
  /** Records of a calendar period have the member `pairedDay`: the first day of the period that they are compared with. */
  readonly before: readonly TableRecord[];
  /** `2026-10-01 to 2026-10-19`, `previous month`. */
  readonly title: string;
}

/** The member of an earlier record with the first day of the period that it stands beside. */
export const pairedDay = "paired_day";

/** Days from a week to its counterpart a year earlier: the same days of the week. */
const daysOfYear = 364;

const monthsIn: Readonly<Record<Exclude<CalendarPeriod, "week">, number>> = { month: 1, quarter: 3, year: 12 };

const shiftBy = (period: CalendarPeriod): Shift =>
  period === "week" ? { months: 0, days: 7, cut: "days" } : { months: monthsIn[period], days: 0, cut: "days" };

const finestFirst = ["week", "month", "quarter", "year"] as const;

/**
 * What the option `compare` asks for beside these groupings; undefined where it is not set. Beside weeks, months, quarters or years each is
 * compared with its counterpart: `previous`, the one before it, `year`, the same one a year earlier (a week: 52 weeks earlier).
 * Otherwise the whole period is: a week, month, quarter or year to date and whole months with the same days of those before; all others with
 * as many days directly before `from`.
 * @throws AddinError `invalid-argument` without a date in `from`, for a period that `readPeriod` refuses, and where weeks stand beside
 * months, quarters or years.
 */
export const comparedPeriods = (
  comparison: Comparison | undefined,
  { values: { from, to }, now, timeZone }: PeriodArguments,
  groupings: readonly string[],
): ComparedPeriods | undefined => {
  if (comparison === undefined) return undefined;
  if (from === undefined) throw new AddinError("invalid-argument", t("functions.compareNeedsFrom"));
  const asked = readPeriod(from, to ?? "today", { now, timeZone });
  const first = readDate(from, { name: "from", now, timeZone });
  // Clocks that skip midnight begin the day late.
  const start = first.start === first.end ? toWall(first.start, timeZone) : startOfDay(toWall(first.start, timeZone));
  const end = toWall(asked.end, timeZone);
  const period = { start, end };
  const grouping = finestFirst.find((each) => groupings.includes(each));
  if (grouping === "week" && groupings.filter(isCalendarPeriod).length > 1)
    throw new AddinError("invalid-argument", t("functions.compareWeeks"));
  if (grouping !== undefined) {
    const days: Shift = { months: 0, days: daysOfYear, cut: "days" };
    const shift = comparison === "previous" ? shiftBy(grouping) : grouping === "week" ? days : shiftBy("year");
    return { comparison, now: period, grouping, shift };
  }
  const rolling: Shift = { months: 0, days: Math.round((end + 1 - start) / millisecondsPerDay), cut: "time" };
  const calendar = calendarShift(period, from, toWall(now, timeZone));
  const previous = calendar ?? rolling;
  const shift: Shift = comparison === "previous" ? previous : { ...shiftBy("year"), cut: previous.cut };
  return { comparison, now: period, grouping, shift };
};

/** How far back a period of the calendar lies; undefined for a period of any other days. */
const calendarShift = ({ start, end }: Span, from: Cell, now: number): Shift | undefined => {
  const toDate = periodsToDate.get(cellText(from).toLowerCase());
  if (toDate !== undefined) return shiftBy(toDate);
  const isFirst = isoDay(start).endsWith("-01") && start % millisecondsPerDay === 0;
  if (!isFirst || cellText(from).startsWith("-")) return undefined;
  if (isLastOfMonth(end) && end === endOfDay(end))
    return { months: monthsBetween(start, end) + 1, days: 0, cut: "days" };
  const unfinished = end >= now ? (["month", "quarter", "year"] as const) : [];
  const last = isoDay(Math.min(end, now));
  const day = isoDay(start);
  const period = unfinished.find((each) => firstDayOfPeriod(each, start) === day && last < nextPeriod(each, day));
  return period && shiftBy(period);
};

const monthsBetween = (start: number, end: number): number => {
  const [one, other] = [new Date(start), new Date(end)];
  return (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth();
};

const endOfDay = (moment: number): number => (Math.floor(moment / millisecondsPerDay) + 1) * millisecondsPerDay - 1;

/** A moment so much earlier. The last day of a month stays the last day. */
const earlier = (moment: number, { months, days }: Shift, isEnd: boolean): number => {
  const moved = addMonths(moment, -months) - days * millisecondsPerDay;
  if (!isEnd || months === 0 || !isLastOfMonth(moment)) return moved;
  return moved + (Date.parse(nextPeriod("month", firstDayOfPeriod("month", moved))) - 1 - endOfDay(moved));
};

/** The counterpart of a period of which the part until `at` (ms since 1970) is known. */
const counterpart = ({ start, end }: Span, shift: Shift, at: number): Span => {
  const until = shift.cut === "days" ? endOfDay(at) : at;
  const cut = shift.cut === "time" && end > until;
  return { start: earlier(start, shift, false), end: earlier(Math.min(end, until), shift, !cut) };
};

/** The arguments of a summary with `from` at the start of the earlier period, to read the records of both. */
export const withEarlierFrom = <Invocation extends PeriodArguments>(
  invocation: Invocation,
  compare: ComparedPeriods | undefined,
): Invocation => {
  if (compare === undefined) return invocation;
  const wall = earlier(compare.now.start, compare.shift, false);
  const from = isoMoment(invocation.timeZone?.toMoment(wall) ?? wall);
  return { ...invocation, values: { ...invocation.values, from } };
};

const wallIn = (record: TableRecord, date: string, timeZone: TimeZone | undefined): number =>
  toWall(parseIso(String(record[date])) ?? NaN, timeZone);

/** The records of both periods. What was fetched at `invocation.fetchedAt` is known until then: the counterpart ends as early. */
export const comparedRecords = (
  { now: asked, grouping, shift, comparison }: ComparedPeriods,
  read: readonly TableRecord[],
  date: string,
  { fetchedAt, now, timeZone }: Pick<AnyInvocation, "fetchedAt" | "now" | "timeZone">,
): ComparedRecords => {
  const at = toWall(Math.min(fetchedAt() ?? now, now), timeZone);
  const within = (span: Span) => (record: TableRecord) => {
    const moment = wallIn(record, date, timeZone);
    return moment >= span.start && moment <= span.end;
  };
  const current = read.filter(within(asked));
  if (grouping === undefined) {
    const before = counterpart(asked, shift, at);
    // A record of both periods is two: each period counts it once.
    const earlierRecords = read.filter(within(before)).map((record) => ({ ...record }));
    return { now: current, before: earlierRecords, title: titleOf(before, timeZone) };
  }
  const pairs = new Map(
    periodsIn(asked, grouping, at).map((span) => {
      const before = counterpart(span, shift, at);
      return [firstDayOfPeriod(grouping, before.start), { day: firstDayOfPeriod(grouping, span.start), before }];
    }),
  );
  const before = read.flatMap((record) => {
    const moment = wallIn(record, date, timeZone);
    const pair = Number.isNaN(moment) ? undefined : pairs.get(firstDayOfPeriod(grouping, moment));
    if (pair === undefined || moment < pair.before.start || moment > pair.before.end) return [];
    return [{ ...record, [pairedDay]: pair.day }];
  });
  const title =
    comparison === "previous" ? `previous ${grouping}` : grouping === "week" ? "52 weeks earlier" : "a year earlier";
  return { now: current, before, title };
};

/** The calendar periods that a span covers, each as far as it is covered, until the day of `at`. */
const periodsIn = ({ start, end }: Span, grouping: CalendarPeriod, at: number): readonly Span[] => {
  const last = Math.min(end, endOfDay(at));
  const spans: Span[] = [];
  for (let day = firstDayOfPeriod(grouping, start); Date.parse(day) <= last; day = nextPeriod(grouping, day)) {
    const next = Date.parse(nextPeriod(grouping, day));
    spans.push({ start: Math.max(start, Date.parse(day)), end: Math.min(last, next - 1) });
  }
  return spans;
};

/** The days of a period; the end with its time, where that is not the end of the day. */
const titleOf = ({ start, end }: Span, timeZone: TimeZone | undefined): string => {
  const [first, last] = [isoDay(start), isoDay(end)];
  const time = end === endOfDay(end) ? "" : ` ${isoMoment(end).slice(11, 16)} ${timeZone?.name ?? "UTC"}`;
  return first === last && time === "" ? first : `${first} to ${last}${time}`;
};
