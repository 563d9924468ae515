import { AddinError } from "../../../../src/engine/http/addin-error";
import { isoMoment, readDate, showDate } from "../../../../src/formulas/arguments/dates";

const now = Date.UTC(2026, 2, 31, 15);
const day = (cell: string | number | boolean | undefined) => {
  const { start, end } = readDate(cell, { name: "from", now });
  return `${isoMoment(start).slice(0, 10)}${end > start ? "" : " moment"}`;
};

test.each([
  ["today", "2026-03-31"],
  ["-30d", "2026-03-01"],
  ["-1m", "2026-02-28"],
  ["-13m", "2025-02-28"],
  ["-1y", "2025-03-31"],
  ["wtd", "2026-03-30"],
  ["mtd", "2026-03-01"],
  ["qtd", "2026-01-01"],
  ["YTD", "2026-01-01"],
  ["2026-01-31", "2026-01-31"],
  ["2026-01-31T08:00:00Z", "2026-01-31 moment"],
  [46_053, "2026-01-31"],
  ["2026-01-31 08:00", "2026-01-31"],
  [46_053.5, "2026-01-31"],
  [46_053.999_99, "2026-01-31"],
  ["2026\u201101\u201131", "2026-01-31"],
  ["2026\u201301\u201331", "2026-01-31"],
  ["\u221230d", "2026-03-01"],
  ["\u20131M", "2026-02-28"],
])("%p means %s", (cell, meant) => {
  expect(day(cell)).toBe(meant);
});

test.each([
  "yesterday",
  "constructor",
  "-3w",
  "x-3d",
  "-3dx",
  "-3",
  0,
  true,
  undefined,
  "31.01.2026",
  "2026-13-01",
  -1,
  3_000_000,
])("%p is no date", (cell) => {
  expect(() => day(cell)).toThrow(AddinError);
  expect(() => day(cell)).toThrow(/^from must be a date/);
});

test("a day ends with its last millisecond, and the last day of Excel is a day", () => {
  const { start, end } = readDate("2026-01-31", { name: "from", now });
  expect(end - start).toBe(86_399_999);
  expect([day(25_569), day(73_050), day(2_958_465)]).toEqual(["1970-01-01", "2099-12-31", "9999-12-31"]);
});

test.each([1, 44, 2_900_000, 120_000])("the number %p is no date, because no record is of these times", (cell) => {
  expect(() => day(cell)).toThrow(/^from must be a date/);
});

test.each([
  [2026, "2026-01-01", "2026-12-31"],
  ["2026", "2026-01-01", "2026-12-31"],
  [202_611, "2026-11-01", "2026-11-30"],
  ["202602", "2026-02-01", "2026-02-28"],
  ["2026-11", "2026-11-01", "2026-11-30"],
  [20_261_119, "2026-11-19", "2026-11-19"],
  ["20261119", "2026-11-19", "2026-11-19"],
])("%p is no date, and the message says what was meant: %s in from, %s in to", (cell, from, to) => {
  expect(() => readDate(cell, { name: "from", now })).toThrow(`Write ${from}.`);
  expect(() => readDate(cell, { name: "to", now })).toThrow(`Write ${to}.`);
});

test("the moment of a record keeps its time of day", () => {
  const exact = { name: "extractDates", now, exact: true };
  for (const cell of [46_053.5, "2026-01-31 12:00", "2026-01-31T12:00:00Z"])
    expect(readDate(cell, exact)).toEqual({ start: Date.UTC(2026, 0, 31, 12), end: Date.UTC(2026, 0, 31, 12) });
});

test.each([
  ["01/02/2026", "2026-02-01", "2026-01-02"],
  ["1.2.26", "2026-02-01", "2026-01-02"],
  ["11-12-99", "2099-12-11", "2099-11-12"],
  ["12/1/0100", "0100-01-12", "0100-12-01"],
])("%s is refused, because it can mean %s or %s", (text, one, other) => {
  expect(() => day(text)).toThrow(`"${text}" can mean ${one} or ${other}.`);
  expect(() => day(text)).toThrow(expect.objectContaining({ code: "invalid-argument" }) as Error);
});

test.each([
  "13/01/2026",
  "01/13/2026",
  "05/05/2026",
  "0/5/2026",
  "5/0/2026",
  "01/02-2026",
  "01 02 2026",
  "101/02/2026",
  "01/02/202",
  "01/02/2026 8:00",
  "01/02/2",
  "on 01/02/2026",
])("%s is refused as no date, because it has no two meanings", (text) => {
  expect(() => day(text)).toThrow(/^from must be a date/);
});

test.each([
  [46_053, "2026-01-31"],
  [46_053.5, "2026-01-31"],
  ["-30d", '"-30d"'],
  [undefined, '""'],
])("a message shows the date %p as %s", (cell, shown) => {
  expect(showDate(cell)).toBe(shown);
});
