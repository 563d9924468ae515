import {
  countryNameOrCode,
  dateCondition,
  routeFilters,
  integerCondition,
  isFilter,
  mergeQuery,
  period,
  periodCondition,
  ruleKind,
  findRule,
  score as scoreKind,
  sectorCondition,
  textCondition,
} from "../../../../src/formulas/arguments/filters";

const now = Date.UTC(2026, 2, 31, 15);
const score = findRule("listEsgEvents", "score");
const sector = findRule("listEsgEvents", "sector");
const lastActivity = findRule("listEsgEvents", "last_activity");

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
  ["LTE:2026-01-31", `lte:${last}`],
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
  expect([countryNameOrCode("Germany"), countryNameOrCode("de"), countryNameOrCode("Atlantis")]).toEqual([
    "germany",
    "germany",
    "atlantis",
  ]);
});

test.each([
  ["industry_code", "10", "ilike:%10%"],
  ["alias", "A_me", "ilike:A_me"],
  ["city", "PARIS", "ilike:%paris%"],
  ["region", "eq:Île", "eq:île"],
  ["lei", "5299abc", "eq:5299ABC"],
  ["figi", "bbg0", "eq:BBG0"],
  ["isic4", "k", "eq:K"],
  ["unspsc", 101, "ilike:%101%"],
  ["website", "in: a.com ; b.com ", "in:a.com;b.com"],
  ["website", "a.com", "ilike:%a.com%"],
  ["region", "Bavaria", "ilike:%bavaria%"],
  ["city", "nin:Paris;Rome", "nin:paris;rome"],
  ["isin", "NEQ:de1", "neq:de1"],
  ["name", "In:Acme;Best", "in:Acme;Best"],
  ["isin", "ilike:de%", "ilike:de%"],
  ["name", "gte:5", "ilike:%gte:5%"],
  ["country", "neq:france", "neq:france"],
])("the attribute %s %p travels as %s", (key, cell, sent) => {
  expect(textCondition(key, cell)).toBe(sent);
});

test.each([
  ["name", "Acme; Best", 'name: a value must not contain a semicolon, got "Acme; Best".'],
  ["name", "in:Acme;", 'name must be a text of at most 1000 characters, not an option, got "in:Acme;".'],
  ["name", "eq: ", 'name must be a text of at most 1000 characters, not an option, got "eq: ".'],
  ["name", "sector=K", 'name must be a text of at most 1000 characters, not an option, got "sector=K".'],
])("the attribute %s %p is refused with a sentence", (key, cell, message) => {
  expect(() => textCondition(key, cell)).toThrow(message);
});

const asked = "score must be a whole number from 1 to 5, or an operator such as";

test.each([
  [["between:3"], "score must be between:low;high, got "],
  [["between:1;2;3"], "score must be between:low;high, got "],
  [["eq:3"], "score takes the operators "],
  [["lt:3", 4], "score takes one value, got 2 cells."],
  [[0], `${asked} "in:3;5", got 0.`],
  [["6"], `${asked} "in:3;5", got "6".`],
  [["in:1;x"], `${asked} "in:3;5", got "x".`],
  [["3 stars"], `${asked} "in:3;5", got "3 stars".`],
  [["a 3"], `${asked} "in:3;5", got "a 3".`],
  [[true], `${asked} "in:3;5", got TRUE.`],
])("the scores %j are refused with a sentence", (cells, message) => {
  expect(() => integerCondition(cells, score, "score")).toThrow(message);
});

test("numbers without bounds are whole numbers with a sign and at most 15 digits", () => {
  const rule = { kind: "integer-operator", operators: ["gte", "between", "nin"] } as const;
  const condition = (...cells: (string | number)[]): string => integerCondition(cells, rule, "size");
  expect([condition("+5"), condition(-3), condition("gte: 7 "), condition("between:10;9")]).toEqual([
    "gte:5",
    "gte:-3",
    "gte:7",
    "between:9;10",
  ]);
  expect([condition("nin:9;1"), condition("nin:9", 1), condition("between:9;10")]).toEqual([
    "nin:9;1",
    "nin:9;1",
    "between:9;10",
  ]);
  expect(() => condition("1000000000000000")).toThrow("size must be a whole number, or an operator such as");
});

test("a bound that the contract does not name does not hold, and the other one does", () => {
  const least = { kind: "integer-operator", minimum: 1 } as const;
  const most = { kind: "integer-operator", maximum: 5 } as const;
  expect(integerCondition([9], least, "n")).toBe("gte:9");
  expect(integerCondition([-9], most, "n")).toBe("gte:-9");
  expect(() => integerCondition([0], least, "n")).toThrow("n must be a whole number, or an operator");
  expect(() => integerCondition([6], most, "n")).toThrow("n must be a whole number, or an operator");
});

test.each([
  [["neq:A", "B"], "sector takes one value, got 2 cells."],
  [["V"], 'sector must be an ISIC4 section: a letter from A to U, got "V".'],
  [["AB"], 'got "AB".'],
  [["1A"], 'got "1A".'],
  [["gt:A"], "sector takes the operators "],
])("the sections %j are refused with a sentence", (cells, message) => {
  expect(() => sectorCondition(cells, sector, "sector")).toThrow(message);
});

test("a section with an operator goes on in the next cells", () => {
  expect(sectorCondition(["in:a; b", "c"], sector, "sector")).toBe("in:A;B;C");
});

test("from and to may each be a date with an operator, where the other is blank", () => {
  expect(periodCondition("lt:2026-01-31", undefined, { rule: lastActivity, now })).toBe(`lt:${first}`);
  expect(() => periodCondition("gte:2026-01-31", "2026-02-01", { rule: lastActivity, now })).toThrow(
    'from contains an operator ("gte:2026-01-31"), so the argument to must be empty.',
  );
  expect(() => periodCondition("2026-02-01", "2026-01-31", { rule: lastActivity, now })).toThrow(
    'from ("2026-02-01") is later than to ("2026-01-31").',
  );
  expect(() => periodCondition("soon", "2026-01-31", { rule: lastActivity, now })).toThrow(/^from must be a date/);
  expect(() => periodCondition("2026-01-31", "soon", { rule: lastActivity, now })).toThrow(/^to must be a date/);
  expect(() => periodCondition(undefined, "soon", { rule: lastActivity, now })).toThrow(/^to must be a date/);
  expect(() => periodCondition(undefined, "lt:soon", { rule: lastActivity, now })).toThrow(/^to must be a date/);
  expect(() => periodCondition("soon", undefined, { rule: lastActivity, now })).toThrow(/^from must be a date/);
  expect(() => periodCondition(undefined, "eq:2026-01-31", { rule: lastActivity, now })).toThrow(/^to takes the op/);
  expect(periodCondition(46_053, 46_053.5, { rule: lastActivity, now })).toBe(
    "between:2026-01-31T00:00:00.000Z;2026-01-31T23:59:59.999Z",
  );
});

test("the arguments from and to become a condition on a date parameter of the route", () => {
  const call = { values: { from: "2026-01-31", to: undefined }, now };
  expect(period(call, "listEsgEvents", "last_activity")).toBe(`gte:${first}`);
});

test("filters are the query parameters but paging, fields and translation", () => {
  expect(
    ["score", "order", "sector", "size", "search_after", "fields", "translate", "toString"].map((name) =>
      isFilter("listEsgEvents", name),
    ),
  ).toEqual([true, true, true, false, false, false, false, false]);
  const names = Object.keys(routeFilters("listEsgEvents"));
  expect(names).toContain("score");
  for (const name of ["size", "search_after", "fields", "translate"]) expect(names).not.toContain(name);
  expect(() => findRule("listEsgEvents", "colour")).toThrow("listEsgEvents has no parameter colour");
});

const read = (route: Parameters<typeof ruleKind>[0], name: string, ...cells: (string | number)[]): unknown =>
  ruleKind(route, name).read(cells, { name, now });
const id = "3F2504E0-4F89-41D3-9A0C-0305E82C3301";

test.each([
  ["listEsgEvents", "score", [2, 4], "in:2;4"],
  ["listEsgEvents", "sector", ["k"], "eq:K"],
  ["listEsgEvents", "last_activity", ["2026-01-31"], `gte:${first}`],
  ["listEsgEvents", "order", ["Score:DESC"], ["score:desc"]],
  ["listUniverseEntities", "country", ["FR", "Germany"], ["france", "germany"]],
  ["listEsgEvents", "category", ["e"], ["E"]],
  ["listEsgEvents", "ungc_classification", ["Low Risk"], ["low risk"]],
  ["listEsgEvents", "sub_category", ["Oil Spill", "Other"], ["oil spill", "Other"]],
  ["listEsgDocuments", "case_id", [id], [id.toLowerCase()]],
  ["listSdgDocuments", "category", [7, "SDG 8"], ["SDG:7", "SDG:8"]],
  ["listUniverseEntities", "name", ["Acme", "eq:Best"], ["ilike:%Acme%", "eq:Best"]],
] as const)("%s reads the filter %s %j as %j", (route, name, cells, value) => {
  expect(read(route, name, ...cells)).toEqual(value);
});

test.each(["sector=K", "country=SE", "in:sweden;norway", "eq:sweden", "s%", "-", "12", "XX", "se1"])(
  "%s is no country, and refused before a call",
  (cell) => {
    const message = `country must be a country such as Germany or DE, got "${cell}".`;
    expect(() => read("listUniverseEntities", "country", cell)).toThrow(message);
  },
);

test.each([
  ["viet nam", "viet nam"],
  ["Côte d'Ivoire", "côte d'ivoire"],
  ["curacao", "curacao"],
  ["Iran", "iran"],
  ["Iraq", "iraq"],
  ["Niger", "niger"],
  ["UK", "united kingdom"],
  ["Korea, Republic of", "korea, republic of"],
  ["Bosnia & Herzegovina", "bosnia & herzegovina"],
  ["Bolivia (Plurinational State of)", "bolivia (plurinational state of)"],
  ["Cabo Verde", "cabo verde"],
  ["Macedonia", "macedonia"],
  ["Atlantis", "atlantis"],
])("the country %s may be known to the service, and is asked for", (cell, sent) => {
  expect(read("listUniverseEntities", "country", cell)).toEqual([sent]);
});

test("the kinds tell what is allowed, and whether a comma separates values", () => {
  const told = (name: string): unknown => {
    const kind = ruleKind("listEsgEvents", name);
    return [kind.several, kind.allowed().slice(0, 14)];
  };
  expect(told("score")).toEqual([true, "a whole number"]);
  expect(told("sector")).toEqual([true, "an ISIC4 secti"]);
  expect(told("last_activity")).toEqual([false, "a date, an ISO"]);
  expect(ruleKind("listUniverseEntities", "name").several).toBe(false);
  expect(ruleKind("listUniverseEntities", "name").allowed()).toBe("a text of at most 1000 characters, not an option");
  expect([scoreKind("listEsgEvents").several, scoreKind("listEsgEvents").allowed()]).toEqual([
    true,
    'a whole number from 1 to 5, or an operator such as "in:3;5"',
  ]);
  expect(scoreKind("listEsgEvents").read([3], { name: "minScore", now })).toBe("gte:3");
});

test("one filter takes at most 100 values, and a date one", () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Sub ${index}`);
  expect(read("listEsgEvents", "sub_category", ...names(100))).toHaveLength(100);
  expect(() => read("listEsgEvents", "sub_category", ...names(101))).toThrow(
    "sub_category takes at most 100 values, got 101.",
  );
  expect(() => routeFilters("listEsgEvents")["sub_category"]?.read(names(101), { name: "x", now })).toThrow(
    "at most 100",
  );
  expect(() => read("listEsgEvents", "last_activity", "2026-01-31", "2026-02-01")).toThrow(
    "last_activity takes one value, got 2 cells.",
  );
});

test("every refusal says that the argument is wrong", () => {
  const many = Array.from({ length: 101 }, (_, index) => `Sub ${index}`);
  for (const refused of [
    () => textCondition("name", "a;b"),
    () => textCondition("name", "eq:"),
    () => integerCondition(["eq:3"], score, "score"),
    () => integerCondition(["lt:3", 4], score, "score"),
    () => integerCondition([9], score, "score"),
    () => sectorCondition(["neq:A", "B"], sector, "sector"),
    () => periodCondition("gt:2026-01-01", "2026-01-31", { rule: lastActivity, now }),
    () => periodCondition("2026-02-01", "2026-01-31", { rule: lastActivity, now }),
    () => read("listEsgEvents", "sub_category", ...many),
    () => read("listEsgEvents", "last_activity", "2026-01-31", "2026-02-01"),
    () => read("listEsgEvents", "category", "X"),
    () => read("listEsgEvents", "ungc_classification", "high risk"),
  ])
    expect(refused).toThrow(expect.objectContaining({ code: "invalid-argument" }) as Error);
});

test("a period may be one moment, and may count from today", () => {
  const moment = "2026-01-31T08:00:00Z";
  expect(periodCondition(moment, moment, { rule: lastActivity, now })).toBe(
    "between:2026-01-31T08:00:00.000Z;2026-01-31T08:00:00.000Z",
  );
  const call = { values: { from: "-30d", to: undefined }, now };
  expect(period(call, "listEsgEvents", "last_activity")).toBe("gte:2026-03-01T00:00:00.000Z");
});

test("an argument and an option that set the same filter must agree", () => {
  const said = (value: string | readonly string[] | undefined) => [{ member: "score", argument: "minScore", value }];
  expect(mergeQuery({ sector: "eq:K" }, said("gte:3"))).toEqual({ sector: "eq:K", score: "gte:3" });
  expect(mergeQuery({ score: "gte:3" }, said(undefined))).toEqual({ score: "gte:3" });
  expect(mergeQuery({ score: ["gte:3"] }, said("gte:3"))).toEqual({ score: "gte:3" });
  expect(mergeQuery({}, said(["gte:3", "lt:5"]))).toEqual({ score: ["gte:3", "lt:5"] });
  expect(() => mergeQuery({ score: "gte:4" }, said(["gte:3", "lt:5"]))).toThrow('"gte:3,lt:5" and "score=gte:4"');
  expect(() => mergeQuery({ score: ["gte:4", "lt:5"] }, said("gte:3"))).toThrow(
    'minScore is given twice, with different values: "gte:3" and "score=gte:4,lt:5".',
  );
});
