import fc from "fast-check";
import { AddinError } from "../../src/error/addin-error";
import { isoMoment, readDate } from "../../src/formula/dates";
import { identify } from "../../src/formula/identifiers";
import { readOptions } from "../../src/formula/options";
import { formulaText } from "../../src/formula/text";

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
  ["YTD", "2026-01-01"],
  ["2026-01-31", "2026-01-31"],
  ["2026-01-31T08:00:00Z", "2026-01-31 moment"],
  [46_053, "2026-01-31"],
  [46_053.5, "2026-01-31 moment"],
])("%p means %s", (cell, meant) => {
  expect(day(cell)).toBe(meant);
});

test.each(["yesterday", "-3w", "31.01.2026", "2026-13-01", -1, 3_000_000])("%p is no date", (cell) => {
  expect(() => day(cell)).toThrow(AddinError);
});

test.each([
  ["US0378331005", "isin", true],
  ["US0378331006", "isin", false],
  ["BBG000B9XRY4", "figi", true],
  ["BBG000B9XRY5", "figi", false],
  ["5493001KJTIIGC8Y1R12", "lei", true],
  ["5493001KJTIIGC8Y1R13", "lei", false],
  ["3F2504E0-4F89-41D3-9A0C-0305E82C3301", "entity_id", true],
])("%s is a %s: %p", (text, kind, valid) => {
  expect(identify(text)).toMatchObject({ kind, valid });
});

test.each(["Acme", "BOOKING COM 1", "123456789", ""])("%p is no identifier", (text) => {
  expect(identify(text)).toBeUndefined();
});

const options = (text: string) =>
  Object.fromEntries(readOptions({ rows: [[text]] }, ["order", "join", "content", "sector"]));

test("options are pairs with lists, quotes and keys without case", () => {
  expect(options("ORDER=score:desc; sector = A , C ;")).toEqual({ order: ["score:desc"], sector: ["A", "C"] });
  expect(options("join='; '; content='oil, gas','it''s',O'Brien")).toEqual({
    join: ["; "],
    content: ["oil, gas", "it's", "O'Brien"],
  });
  expect(() => options("order=a; order=b")).toThrow(/given twice/);
  expect(options("order=a; order=a")).toEqual({ order: ["a"] });
});

test("in a range a repeated key adds values", () => {
  const rows = [
    ["sector", "A", undefined],
    ["Sector", "C", "D"],
  ];
  expect(Object.fromEntries(readOptions({ rows }, ["sector"]))).toEqual({ sector: ["A", "C", "D"] });
});

test("formula text leaves skipped arguments empty, doubles quotes and splits long texts", () => {
  expect(formulaText("ESG.EVENTS", ['EU "Banks"', 3, null, undefined, [["a", 1]], true, ""])).toBe(
    'ESG.EVENTS("EU ""Banks""",3,,,{"a",1},TRUE)',
  );
  expect(formulaText("A.B", [{ reference: "A2:A41" }])).toBe("A.B(A2:A41)");
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      const pieces = formulaText("A.B", [text]).match(/"(?:[^"]|"")*"/g) ?? [];
      const joined = pieces.map((piece) => piece.slice(1, -1).replaceAll('""', '"'));
      expect(joined.join("")).toBe(text);
      expect(joined.every((piece) => piece.length <= 255)).toBe(true);
    }),
  );
});
