import { millisecondsPerDay } from "../../facts/dates";
import { type CalendarPeriod, firstDayOfPeriod } from "../table/calendar";
import { fromSerial } from "../table/dates";
import { isoDay, parseIso } from "../table/iso-dates";
import { t } from "../../i18n/t";
import { AddinError } from "../../engine/http/addin-error";
import { type Cell, describeCell, cellText, wrongArgument } from "./argument";

const lastSerial = 2_958_465;

/** A day (start to its last millisecond) or a moment (start equals end), in ms since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The name of the argument for messages, and the moment that `today` means (ms since 1970). */
export interface DateScope {
  readonly name: string;
  readonly now: number;
}

/**
 * Reads an Excel date, ISO text, `today`, `wtd` (since Monday), `mtd`, `qtd`, `ytd`, `-30d`, `-3m` or `-1y`. Days are UTC.
 * @throws AddinError `invalid-argument`.
 */
export const readDate = (cell: Cell, scope: DateScope): Span => {
  const read =
    typeof cell === "number"
      ? fromNumber(cell)
      : typeof cell === "string"
        ? fromText(cellText(cell), scope.now)
        : undefined;
  if (read === undefined)
    throw ambiguous(cellText(cell), scope.name) ?? wrongArgument(scope.name, t("allowed.date"), cell);
  return read;
};

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

/** A date argument as messages show it: an Excel date as the day, or the moment, that it means; a text as it was written. */
export const showDate = (cell: Cell): string => {
  if (typeof cell !== "number" || !(cell >= 1 && cell <= lastSerial)) return describeCell(cell);
  const moment = isoMoment(fromSerial(cell));
  return Number.isInteger(cell) ? moment.slice(0, 10) : moment.slice(0, 16).replace("T", " ");
};

const dayFrom = (start: number): Span => ({ start, end: start + millisecondsPerDay - 1 });

const fromNumber = (serial: number): Span | undefined => {
  if (!(serial >= 1 && serial <= lastSerial)) return undefined;
  const moment = fromSerial(serial);
  return Number.isInteger(serial) ? dayFrom(moment) : { start: moment, end: moment };
};

/** The first day of the current period. */
const periodsToDate: ReadonlyMap<string, CalendarPeriod> = new Map([
  ["wtd", "week"],
  ["mtd", "month"],
  ["qtd", "quarter"],
  ["ytd", "year"],
]);

const fromText = (text: string, now: number): Span | undefined => {
  const moment = parseIso(text);
  if (moment !== undefined) return text.length === 10 ? dayFrom(moment) : { start: moment, end: moment };
  const today = Math.floor(now / millisecondsPerDay) * millisecondsPerDay;
  const lower = text.toLowerCase();
  if (lower === "today") return dayFrom(today);
  const period = periodsToDate.get(lower);
  if (period !== undefined) return dayFrom(Date.parse(firstDayOfPeriod(period, today)));
  const match = /^-(\d{1,4})([dmy])$/.exec(lower);
  return match === null ? undefined : dayFrom(back(today, Number(match[1]), match[2] ?? "d"));
};

/** Keeps the day of the month, or takes the last day of a shorter month. */
const back = (today: number, count: number, unit: string): number => {
  if (unit === "d") return today - count * millisecondsPerDay;
  const date = new Date(today);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - count * (unit === "y" ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
};

/** A moment in the spelling of the service: ISO 8601, UTC, with milliseconds. */
export const isoMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
