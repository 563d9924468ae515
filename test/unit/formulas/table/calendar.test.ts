import fc from "fast-check";
import {
  type CalendarPeriod,
  calendarPeriods,
  dateCell,
  firstDayOfPeriod,
  isCalendarPeriod,
  nextPeriod,
  periodFormat,
  periodName,
} from "../../../../src/formulas/table/calendar";

const days: readonly (readonly [string, CalendarPeriod, string, string, string])[] = [
  ["2026-11-01T23:59:59.999Z", "week", "2026-10-26", "2026-11-02", "2026-10-26"],
  ["2026-11-02T00:00:00Z", "week", "2026-11-02", "2026-11-09", "2026-11-02"],
  ["2027-01-01T12:00:00Z", "week", "2026-12-28", "2027-01-04", "2026-12-28"],
  ["2024-02-29T12:00:00Z", "month", "2024-02-01", "2024-03-01", "2024-02"],
  ["2026-12-31T23:59:59Z", "month", "2026-12-01", "2027-01-01", "2026-12"],
  ["2026-05-31T00:00:00Z", "quarter", "2026-04-01", "2026-07-01", "2026 Q2"],
  ["2024-12-31T00:00:00Z", "year", "2024-01-01", "2025-01-01", "2024"],
];

test.each(days)("%s lies in the %s of %s, and %s begins the next", (moment, period, first, next, name) => {
  expect(firstDayOfPeriod(period, Date.parse(moment))).toBe(first);
  expect(nextPeriod(period, first)).toBe(next);
  expect(periodName(period, first)).toBe(name);
});

test("every moment from 1990 to 2100 lies between the first day of its period and the next", () => {
  const moment = fc.integer({ min: Date.UTC(1990), max: Date.UTC(2100) });
  const property = fc.property(moment, fc.constantFrom(...calendarPeriods), (at, period) => {
    const first = firstDayOfPeriod(period, at);
    expect(Date.parse(first)).toBeLessThanOrEqual(at);
    expect(Date.parse(nextPeriod(period, first))).toBeGreaterThan(at);
    expect(firstDayOfPeriod(period, Date.parse(first))).toBe(first);
  });
  fc.assert(property, { seed: 1 });
});

test.each([
  ["day", "2026-05-04", "yyyy-mm-dd"],
  ["week", "2026-05-04", "yyyy-mm-dd"],
  ["month", "2026-05-01", "yyyy-mm"],
  ["quarter", "2026-04-01", 'yyyy" Q2"'],
  ["quarter", "2026-10-01", 'yyyy" Q4"'],
  ["year", "2026-01-01", "yyyy"],
] as const)("the first day of a %s, %s, is shown as %s", (period, firstDay, format) => {
  expect(periodFormat(period, firstDay)).toBe(format);
});

test("a date becomes a number with its format, any other text no cell", () => {
  expect(dateCell("2026-01-31", "yyyy-mm")).toEqual({ kind: "formatted", value: 46_053, numberFormat: "yyyy-mm" });
  expect(dateCell("2026 Q1", "yyyy-mm")).toBeUndefined();
});

test("week, month, quarter and year are periods of the calendar, a day and a company are none", () => {
  expect(["week", "month", "quarter", "year", "day", "company"].map(isCalendarPeriod)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
