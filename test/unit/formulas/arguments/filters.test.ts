import {
  countryName,
  dateCondition,
  integerCondition,
  periodCondition,
  ruleOf,
  sectorCondition,
  textCondition,
} from "../../../../src/formulas/arguments/filters";

const now = Date.UTC(2026, 2, 31, 15);
const score = ruleOf("listEsgEvents", "score");
const sector = ruleOf("listEsgEvents", "sector");
const lastActivity = ruleOf("listEsgEvents", "last_activity");

test.each([
  [[3], "gte:3"],
  [["3"], "gte:3"],
  [[2, 4], "in:2;4"],
  [["lt:3"], "lt:3"],
  [["in:1;2", 5], "in:1;2;5"],
  [["between:4;2"], "between:2;4"],
])("the scores %j travel as %s", (cells, sent) => {
  expect(integerCondition(cells, score, "score")).toBe(sent);
});

test.each([[[0]], [[6]], [[2.5]], [[true]], [["eq:3"]], [["between:3"]], [["lt:3", 4]]])(
  "the scores %j are refused",
  (cells) => {
    expect(() => integerCondition(cells, score, "score")).toThrow(/score/);
  },
);

test.each([
  [["K"], "eq:K"],
  [["k", "C"], "in:K;C"],
  [["neq:A"], "neq:A"],
  [["nin:A;B"], "nin:A;B"],
])("the sections %j travel as %s", (cells, sent) => {
  expect(sectorCondition(cells, sector, "sector")).toBe(sent);
});

test.each([[["V"]], [["AB"]], [["neq:A", "B"]]])("the sections %j are refused", (cells) => {
  expect(() => sectorCondition(cells, sector, "sector")).toThrow(/sector/);
});

const [first, last] = ["2026-01-31T00:00:00.000Z", "2026-01-31T23:59:59.999Z"];

test.each([
  ["2026-01-31", `gte:${first}`],
  ["gte:2026-01-31", `gte:${first}`],
  ["gt:2026-01-31", `gt:${last}`],
  ["lt:2026-01-31", `lt:${first}`],
  ["lte:2026-01-31", `lte:${last}`],
  ["between:2026-01-31;2026-01-30", `between:2026-01-30T00:00:00.000Z;${last}`],
  ["lte:2026-01-31T08:00:00Z", "lte:2026-01-31T08:00:00.000Z"],
])("the date %s travels as %s: a day begins with its first millisecond and ends with its last", (cell, sent) => {
  expect(dateCondition(cell, lastActivity, { name: "from", now })).toBe(sent);
});

test.each([
  ["2026-01-31", undefined, `gte:${first}`],
  [undefined, "2026-01-31", `lte:${last}`],
  ["2026-01-30", "2026-01-31", `between:2026-01-30T00:00:00.000Z;${last}`],
  ["2026-01-31", "2026-01-31", `between:${first};${last}`],
  [undefined, "lt:2026-01-31", `lt:${first}`],
  [undefined, undefined, undefined],
])("from %s to %s travels as %s", (from, to, sent) => {
  expect(periodCondition(from, to, { rule: lastActivity, now })).toBe(sent);
});

test("a period that ends before it begins is refused", () => {
  expect(() => periodCondition("2026-02-01", "2026-01-31", { rule: lastActivity, now })).toThrow(/from/);
});

test.each([
  ["name", "Acme", "ilike:%Acme%"],
  ["name", "Acme%", "ilike:Acme%"],
  ["name", "neq:Acme", "neq:Acme"],
  ["isin", "us0378331005", "eq:US0378331005"],
  ["ticker", "acm", "eq:acm"],
  ["entity_id", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "eq:3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  ["country", "FR", "france"],
])("the %s %s travels as %s", (key, cell, sent) => {
  expect(textCondition(key, cell)).toBe(sent);
});

test("a country is its lowercase English name, or its code of two letters", () => {
  expect([countryName("Germany"), countryName("de"), countryName("Atlantis")]).toEqual([
    "germany",
    "germany",
    "atlantis",
  ]);
});
