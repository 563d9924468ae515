import { AddinError } from "../../../../src/engine/http/addin-error";
import { isoMoment, readDate } from "../../../../src/formulas/arguments/dates";

const now = Date.UTC(2026, 2, 31, 15);
const day = (cell: string | number) => {
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
  [46_053.5, "2026-01-31 moment"],
])("%p means %s", (cell, meant) => {
  expect(day(cell)).toBe(meant);
});

test.each(["yesterday", "constructor", "-3w", "31.01.2026", "2026-13-01", -1, 3_000_000])("%p is no date", (cell) => {
  expect(() => day(cell)).toThrow(AddinError);
});
