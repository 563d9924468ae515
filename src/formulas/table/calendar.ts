import { millisecondsPerDay } from "../../facts/dates";
import { toSerial } from "./dates";
import { isoDay, parseIso } from "./iso-dates";
import type { FormattedCell } from "./matrix";
import type { TimeZone } from "./time-zone";

/** The periods of the calendar that records are grouped by. Weeks start on Monday (ISO 8601); all moments are of the clocks of a time zone. */
export const calendarPeriods = ["week", "month", "quarter", "year"] as const;

/** What the clocks of a time zone show at a moment (ms since 1970), as if it were a moment of UTC. */
export const toWall = (moment: number, timeZone: TimeZone | undefined): number => timeZone?.toWall(moment) ?? moment;

/** The time zone of a name; undefined for none. Most workbooks have none. @throws AddinError `invalid-argument` for an unknown name. */
export const loadTimeZone = async (name: string | undefined): Promise<TimeZone | undefined> =>
  name === undefined
    ? undefined
    : (await import(/* webpackChunkName: "later-functions" */ "./time-zone")).openTimeZone(name);

/** A period of the calendar. */
export type CalendarPeriod = (typeof calendarPeriods)[number];

/** True for a week, month, quarter or year. */
export const isCalendarPeriod = (name: string): name is CalendarPeriod =>
  (calendarPeriods as readonly string[]).includes(name);

/** The first day of the period that a moment (ms since 1970) lies in, as `yyyy-mm-dd`. */
export const firstDayOfPeriod = (period: CalendarPeriod, moment: number): string => {
  const date = new Date(moment);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (period) {
    case "week": {
      const daysSinceMonday = (date.getUTCDay() + 6) % 7;
      return isoDay(moment - daysSinceMonday * millisecondsPerDay);
    }
    case "month":
      return isoDay(Date.UTC(year, month, 1));
    case "quarter":
      return isoDay(Date.UTC(year, month - (month % 3), 1));
    case "year":
      return isoDay(Date.UTC(year, 0, 1));
  }
};

/** More days than the longest period of each kind has, and fewer than two of them. */
const daysToNext: Readonly<Record<CalendarPeriod, number>> = { week: 7, month: 31, quarter: 92, year: 366 };

/** The first day of the next period. */
export const nextPeriod = (period: CalendarPeriod, firstDay: string): string =>
  firstDayOfPeriod(period, Date.parse(firstDay) + daysToNext[period] * millisecondsPerDay);

/** Whether a moment (ms since 1970) lies in the last day of its month. */
export const isLastOfMonth = (moment: number): boolean => new Date(moment + millisecondsPerDay).getUTCDate() === 1;

/** The same day and time so many months later (earlier, below 0), or the last day of a shorter month. */
export const addMonths = (moment: number, count: number): number => {
  const date = new Date(moment);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count;
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(date.getUTCDate(), last));
  return day + (moment - Math.floor(moment / millisecondsPerDay) * millisecondsPerDay);
};

/** The number format that shows the first day of a period as the period: `2026-01`, `2026 Q1`. */
export const periodFormat = (period: CalendarPeriod | "day", firstDay: string): string => {
  if (period === "week" || period === "day") return "yyyy-mm-dd";
  if (period === "month") return "yyyy-mm";
  return period === "year" ? "yyyy" : `yyyy" Q${toQuarter(firstDay)}"`;
};

const toQuarter = (firstDay: string): number => Math.ceil(Number(firstDay.slice(5, 7)) / 3);

/** The cell of an ISO date; undefined for any other text. */
export const dateCell = (text: string, numberFormat: string): FormattedCell | undefined => {
  const moment = parseIso(text);
  return moment === undefined ? undefined : { kind: "formatted", value: toSerial(moment), numberFormat };
};

/** A period as text: `2026-01-05` for a week, `2026-01`, `2026 Q1`, `2026`. */
export const periodName = (period: CalendarPeriod, firstDay: string): string => {
  const year = firstDay.slice(0, 4);
  return {
    week: firstDay,
    month: firstDay.slice(0, 7),
    quarter: `${year} Q${toQuarter(firstDay)}`,
    year,
  }[period];
};
