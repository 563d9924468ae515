import fc from "fast-check";
import { fromSerial, parseIso, toSerial } from "../../../../src/formulas/table/dates";

test("a moment as a serial and back is exact to the millisecond", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -2_000_000_000_000, max: 250_000_000_000_000 }),
      (moment) => fromSerial(toSerial(moment)) === moment,
    ),
  );
});

test("Excel's serial of a known day", () => {
  expect(toSerial(Date.UTC(2026, 0, 31))).toBe(46_053);
  expect(toSerial(Date.UTC(1970, 0, 1, 12))).toBe(25_569.5);
});

test.each([
  ["2026-01-31", Date.UTC(2026, 0, 31)],
  ["2026-01-31T10:20:30.123Z", Date.UTC(2026, 0, 31, 10, 20, 30, 123)],
  ["2026-01-31T10:20:30+02:00", Date.UTC(2026, 0, 31, 8, 20, 30)],
  ["2026-01-31 10:20", Date.UTC(2026, 0, 31, 10, 20)],
  ["2000-02-29", Date.UTC(2000, 1, 29)],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
])("%s is read as UTC", (text, moment) => {
  expect(parseIso(text)).toBe(moment);
});

test("moments as the service writes them are read as the platform reads them", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(parseIso(text)).toBe(date.getTime());
      expect(parseIso(`${text.slice(0, 19)}Z`)).toBe(Math.floor(date.getTime() / 1_000) * 1_000);
      expect(parseIso(text.slice(0, 10))).toBe(Date.parse(text.slice(0, 10)));
    }),
  );
});

test.each([
  "2025-02-29",
  "1900-02-29",
  "2026-13-01T00:00:00Z",
  "2026-01-31T24:30:00Z",
  "2026-01-31T10:60:00.000Z",
  "2026/01/31",
])("%s is no moment", (text) => {
  expect(parseIso(text)).toBeUndefined();
});

test.each(["2026-02-30", "31.01.2026", "2026-1-1", "today", "", "2026-01-31T25:00"])("%s is no ISO date", (text) => {
  expect(parseIso(text)).toBeUndefined();
});
