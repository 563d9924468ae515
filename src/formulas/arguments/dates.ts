import { millisecondsPerDay, lastSerial } from "../../facts/dates";
import { addMonths, type CalendarPeriod, firstDayOfPeriod, toWall } from "../table/calendar";
import { fromSerial } from "../table/dates";
import { isoDay, parseIso } from "../table/iso-dates";
import type { TimeZone } from "../table/time-zone";
import { t } from "../../i18n/t";
import { AddinError } from "../../engine/http/addin-error";
import { type Cell, describeCell, cellText, wrongArgument } from "./argument";

/** A day (start to its last millisecond) or a moment (start equals end), in ms since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The moment that `today` means (ms since 1970), and whose days count. */
export interface Today {
  readonly now: number;
  /** Undefined: UTC. */
  readonly timeZone?: TimeZone | undefined;
}

/** Today, and the name of the argument for messages. */
export interface DateScope extends Today {
  readonly name: string;
  /** True for the moment of a record: a number keeps its time of day. */
  readonly exact?: boolean;
}

/**
 * Reads an Excel date, ISO text, `today`, `wtd` (since Monday), `mtd`, `qtd`, `ytd`, `-30d`, `-3m` or `-1y`. Days are those of the
 * time zone; a time without an offset is UTC, as moments in cells are. A time of day counts in ISO text with `T` only: else `NOW()` would be
 * another question at each calculation.
 * @throws AddinError `invalid-argument`, also for a number that is no date of these times: 2026, 202611.
 */
export const readDate = (cell: Cell, scope: DateScope): Span => {
  const read =
    typeof cell === "number"
      ? fromNumber(cell, scope)
      : typeof cell === "string"
        ? fromText(cellText(cell).replaceAll(dashes, "-"), scope)
        : undefined;
  if (read === undefined)
    throw (
      ambiguous(cellText(cell), scope.name) ?? digits(cell, scope) ?? wrongArgument(scope.name, t("allowed.date"), cell)
    );
  return read;
};

/** Hyphens, dashes and minus signs of texts and other programs. */
const dashes = /[\u2010-\u2015\u2212]/g;

/** Hours that the first day of a time zone begins before UTC, at most. */
const mostHoursAhead = 14;

/** @throws AddinError `invalid-argument` where a period begins after today; without a time zone, after today in any of them. */
export const refuseFuture = (start: number, cell: Cell, { name, now, timeZone }: DateScope): void => {
  const wall = toWall(now, timeZone);
  const last = timeZone?.toMoment(startOfDay(wall) + millisecondsPerDay - 1) ?? now + mostHoursAhead * 3_600_000;
  if (start > last)
    throw new AddinError(
      "invalid-argument",
      t("formula.afterToday", { name, came: showDate(cell), today: isoDay(wall) }),
    );
};

/** The error of 2026, 202611 and 20261119, numbers or texts, with the date that was meant; undefined for all others. */
const digits = (cell: Cell, { name }: DateScope): AddinError | undefined => {
  const match = /^((?:19|20)\d{2})(?:-?(0[1-9]|1[0-2])(\d{2})?)?$/.exec(cellText(cell));
  if (match === null) return undefined;
  const [, year = "", month, day] = match;
  const meant = name === "to" ? lastDayIn(year, month) : `${year}-${month ?? "01"}-01`;
  const values = { name, came: cellText(cell), meant: day === undefined ? meant : `${year}-${month ?? ""}-${day}` };
  return parseIso(values.meant) === undefined
    ? undefined
    : new AddinError("invalid-argument", t("formula.digitsDate", values));
};

const lastDayIn = (year: string, month = "12"): string => isoDay(Date.UTC(Number(year), Number(month), 0));

/** The error of a text such as 01/02/2026, which is 1 February in one country and 2 January in another; undefined for all others. */
const ambiguous = (text: string, name: string): AddinError | undefined => {
  const match = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  const [one, other, year] = [Number(match?.[1]), Number(match?.[3]), Number(match?.[4])];
  if (match === null || one === other || Math.max(one, other) > 12 || Math.min(one, other) < 1) return undefined;
  const reading = (month: number, day: number): string =>
    isoDay(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
  const values = { name, came: text, one: reading(other, one), other: reading(one, other) };
  return new AddinError("invalid-argument", t("formula.ambiguousDate", values));
};

/** A date argument as messages show it: an Excel date as the day that it means; a text as it was written. */
export const showDate = (cell: Cell): string => {
  if (typeof cell !== "number" || !(cell >= 1 && cell <= lastSerial)) return describeCell(cell);
  return isoDay(fromSerial(Math.floor(cell)));
};

/** A day of the time zone, by its first moment on the clocks there. */
const dayFrom = (wall: number, { timeZone }: DateScope): Span => {
  const next = wall + millisecondsPerDay;
  return timeZone === undefined
    ? { start: wall, end: next - 1 }
    : { start: timeZone.toMoment(wall), end: timeZone.toMoment(next) - 1 };
};

/** The last year of Excel stands for "no end", so its days are dates too. */
const isPlausible = (moment: number): boolean => {
  const year = new Date(moment).getUTCFullYear();
  return (year >= 1970 && year < 2200) || year === 9999;
};

const fromNumber = (serial: number, scope: DateScope): Span | undefined => {
  if (!(serial >= 1 && serial <= lastSerial) || !isPlausible(fromSerial(Math.floor(serial)))) return undefined;
  const moment = fromSerial(serial);
  return scope.exact === true && !Number.isInteger(serial)
    ? { start: moment, end: moment }
    : dayFrom(fromSerial(Math.floor(serial)), scope);
};

/** The periods to date, each from its first day until today. */
export const periodsToDate: ReadonlyMap<string, CalendarPeriod> = new Map([
  ["wtd", "week"],
  ["mtd", "month"],
  ["qtd", "quarter"],
  ["ytd", "year"],
]);

/** The first moment of the day of a moment. */
export const startOfDay = (moment: number): number => Math.floor(moment / millisecondsPerDay) * millisecondsPerDay;

const fromText = (text: string, scope: DateScope): Span | undefined => {
  const { now, exact, timeZone } = scope;
  const moment = parseIso(text);
  if (moment !== undefined)
    return text.length > 10 && (exact === true || /^.{10}T/i.test(text))
      ? { start: moment, end: moment }
      : dayFrom(startOfDay(moment), scope);
  const lower = text.toLowerCase();
  const today = startOfDay(toWall(now, timeZone));
  if (lower === "today") return dayFrom(today, scope);
  const period = periodsToDate.get(lower);
  if (period !== undefined) return dayFrom(Date.parse(firstDayOfPeriod(period, today)), scope);
  const match = /^-(\d{1,4})([dmy])$/.exec(lower);
  return match === null ? undefined : dayFrom(back(today, Number(match[1]), match[2] ?? "d"), scope);
};

const back = (today: number, count: number, unit: string): number =>
  unit === "d" ? today - count * millisecondsPerDay : addMonths(today, -count * (unit === "y" ? 12 : 1));

/** A moment in the spelling of the service: ISO 8601, UTC, with milliseconds. */
export const isoMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
