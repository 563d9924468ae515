import { millisecondsPerDay } from "../../facts/dates";

const isoPattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * The moment of an ISO 8601 date or date-time in ms since 1970; undefined for any other text and for February 30. Without an
 * offset it is UTC, as the days of the service are.
 */
export const parseIso = (text: string): number | undefined => {
  const usual = usualMoment(text);
  return Number.isNaN(usual) ? anyMoment(text) : usual;
};

const anyMoment = (text: string): number | undefined => {
  if (!isoPattern.test(text)) return undefined;
  const upper = text.replace(" ", "T").toUpperCase();
  const time = upper.slice(10);
  const zoned = time === "" || /(?:Z|[+-]\d{2}:?\d{2})$/.test(time) ? upper : `${upper}Z`;
  const parsed = Date.parse(zoned);
  if (Number.isNaN(parsed)) return undefined;
  const day = Date.parse(upper.slice(0, 10));
  return new Date(day).toISOString().startsWith(upper.slice(0, 10)) ? parsed : undefined;
};

/**
 * The moment of `2026-01-31`, `…T10:20:30Z` or `…T10:20:30.123Z`, as the service writes them; NaN for any other text. It reads digit by
 * digit, because a table may have hundreds of thousands of dates.
 */
const usualMoment = (text: string): number => {
  const { length } = text;
  if (length === 10) return parseDay(text);
  return length === 20 || length === 24 ? parseDay(text) + parseTimeOfDay(text, length) : NaN;
};

/** Milliseconds since midnight of `T10:20:30Z` or `T10:20:30.123Z`; NaN where it is neither. */
const parseTimeOfDay = (text: string, length: number): number => {
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  const marked = code(text, 10, "T") && code(text, 13, ":") && code(text, 16, ":") && code(text, length - 1, "Z");
  if (!marked || (hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) return NaN;
  const time = ((hour * 60 + minute) * 60 + second) * 1_000;
  return length === 20 ? time : time + parseFraction(text);
};

/** The milliseconds of `.123` behind the seconds; NaN where there are none. */
const parseFraction = (text: string): number => {
  const hundredths = pair(text, 20);
  const thousandth = text.charCodeAt(22) - 48;
  const isFraction = code(text, 19, ".") && hundredths >= 0 && thousandth >= 0 && thousandth <= 9;
  return isFraction ? hundredths * 10 + thousandth : NaN;
};

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The last day that was read: listings are sorted by date. */
let lastNumber = -1;
let lastDay = 0;

/** Midnight of the day a text starts with; NaN where it is none. */
const parseDay = (text: string): number => {
  const century = pair(text, 0);
  const rest = pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  if ((century | rest | month | day) < 0 || !code(text, 4, "-") || !code(text, 7, "-")) return NaN;
  const year = century * 100 + rest;
  const number = (year * 100 + month) * 100 + day;
  if (number !== lastNumber) {
    lastDay = utcMidnight(year, month, day);
    lastNumber = number;
  }
  return lastDay;
};

/** Midnight of a day by the calendar's arithmetic; NaN where there is no such day. */
const utcMidnight = (year: number, month: number, day: number): number => {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  if (day < 1 || day > (daysInMonth[month - 1] ?? 0) + leap) return NaN;
  // Years are counted from March, so that the leap day is the last day. 719,468 days are before 1970.
  const marchYear = month > 2 ? year : year - 1;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const before = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5);
  return (marchYear * 365 + leaps + before + day - 1 - 719_468) * millisecondsPerDay;
};

/** The number of two digits; -1 where they are none. */
const pair = (text: string, index: number): number => {
  const ten = text.charCodeAt(index) - 48;
  const one = text.charCodeAt(index + 1) - 48;
  return ten >= 0 && ten <= 9 && one >= 0 && one <= 9 ? ten * 10 + one : -1;
};

const code = (text: string, index: number, letter: string): boolean => text.charCodeAt(index) === letter.charCodeAt(0);

/** `yyyy-mm-dd` of a moment, UTC. */
export const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
