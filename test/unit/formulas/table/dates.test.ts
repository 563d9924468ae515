import fc from "fast-check";
import { countDaysFrom1904, fromSerial, numberFormats, toSerial } from "../../../../src/formulas/table/dates";
import { isoDay, parseIso } from "../../../../src/formulas/table/iso-dates";

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
  "2026-00-10",
  "2026-01-00T00:00:00Z",
  "2100-02-29T00:00:00.000Z",
  "2026-04-31T10:20:30Z",
  "2026-01-31T10:20:60Z",
  "2026-01-31T10:20:30.12xZ",
  "2026-01-31T10:20:30Z0000",
  "on 2026-01-31",
  "2026-01-31T10:20:30.Z",
  "2026-01-31T10:20:30+2:00",
])("%s is no moment", (text) => {
  expect(parseIso(text)).toBeUndefined();
});

test("with one character changed, a moment is read as the platform reads it, or is none", () => {
  const reference = (text: string): number | undefined => {
    if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}:\d{2}(\.\d+)?Z?)?$/.test(text)) return undefined;
    const moment = Date.parse(text.length === 10 || text.endsWith("Z") ? text : `${text}Z`);
    // Date.parse takes February 30 for March 2.
    const day = new Date(Date.parse(text.slice(0, 10)));
    return !Number.isNaN(moment) && day.toISOString().startsWith(text.slice(0, 10)) ? moment : undefined;
  };
  const texts = ["2024-02-29", "2026-11-30T09:19:59Z", "2000-12-31T23:59:00.090Z", "1900-03-01T00:00:00.999Z"];
  for (const text of texts)
    for (let index = 0; index < text.length; index += 1)
      for (const character of "0123456789/:;-.,TZ ") {
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        expect([changed, parseIso(changed)]).toEqual([changed, reference(changed)]);
      }
});

test("moments as the service writes them are read without the platform's parser, which is slow", () => {
  const parse = jest.spyOn(Date, "parse");
  try {
    for (const text of [
      "2024-02-29",
      "2000-02-29",
      "1900-12-31",
      "2099-01-01",
      "2026-10-09T00:00:00Z",
      "2026-09-10T23:59:59Z",
      "2026-01-31T19:09:09.000Z",
      "2026-01-30T09:19:19.999Z",
      "2026-01-29T09:19:19.090Z",
      "2026-01-28T09:19:19.909Z",
    ])
      expect(isoDay(parseIso(text) ?? 0)).toBe(text.slice(0, 10));
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test.each([
  ["2026-01-31t10:20z", Date.UTC(2026, 0, 31, 10, 20)],
  ["2026-01-31T10:20:30.5", Date.UTC(2026, 0, 31, 10, 20, 30, 500)],
  ["2026-01-31T10:20+0200", Date.UTC(2026, 0, 31, 8, 20)],
  ["2026-01-31T00:20-05:00", Date.UTC(2026, 0, 31, 5, 20)],
  ["2026-01-31T23:20-05:00", Date.UTC(2026, 1, 1, 4, 20)],
])("%s is another spelling of ISO 8601", (text, moment) => {
  expect(parseIso(text)).toBe(moment);
});

test("a day is not taken for the day that was read before it", () => {
  const days = ["2026-01-31", "2056-01-01", "2026-01-31", "2026-01-30", "2026-02-30", "2026-03-01"];
  expect(days.map(parseIso)).toEqual([
    Date.UTC(2026, 0, 31),
    Date.UTC(2056, 0, 1),
    Date.UTC(2026, 0, 31),
    Date.UTC(2026, 0, 30),
    undefined,
    Date.UTC(2026, 2, 1),
  ]);
});

test("a workbook that counts from 1904 has other serials for the same days", () => {
  try {
    countDaysFrom1904(true);
    expect([toSerial(Date.UTC(2026, 0, 31)), fromSerial(44_591)]).toEqual([44_591, Date.UTC(2026, 0, 31)]);
  } finally {
    countDaysFrom1904(false);
  }
  expect(toSerial(Date.UTC(2026, 0, 31))).toBe(46_053);
});

test("dates are formatted as days, moments with hours and minutes", () => {
  expect(numberFormats).toEqual({ date: "yyyy-mm-dd", "date-time": "yyyy-mm-dd hh:mm" });
});

test.each(["2026-02-30", "31.01.2026", "2026-1-1", "today", "", "2026-01-31T25:00"])("%s is no ISO date", (text) => {
  expect(parseIso(text)).toBeUndefined();
});
