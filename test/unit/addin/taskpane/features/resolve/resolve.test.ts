import { matchResult, matchReasons } from "../../../../../../src/addin/taskpane/features/resolve/match-result";
import {
  beginsWithHeader,
  planSearch,
  suggestionsFor,
} from "../../../../../../src/addin/taskpane/features/resolve/inputs";
import { searchKeys } from "../../../../../../src/formulas/arguments/entities";
import { notACompany } from "../../../../../../src/engine/state/choices";
import { AddinError } from "../../../../../../src/engine/http/addin-error";

const apple = "US0378331005";

test("blanks, duplicates and wrong check digits are counted before any call", () => {
  const plan = planSearch([apple, "", apple.toLowerCase(), "US0378331006", "Acme", 0], "auto");
  expect(plan).toMatchObject({ blank: 2, duplicates: 1, invalid: 1, invalidKind: "isin", searches: 2, calls: 1 });
});

test("1,145 different inputs make three calls", () => {
  const names = Array.from({ length: 1145 }, (_, index) => `Name ${index}`);
  expect(planSearch(names, "auto").calls).toBe(3);
});

test("a candidate with the identifier is exact, two others are ambiguous, and a choice decides", () => {
  const [input] = planSearch([apple], "auto").distinct;
  const one = { id: "1", isin: [apple], name: "A" };
  const other = { id: "2", isin: [], name: "B" };
  const answer = (...matches: object[]) => ({
    candidates: { total_candidates: matches.length, matches: matches as never },
  });
  expect(matchResult(input!, answer(one), undefined)).toMatchObject({ status: "exact", entity_id: "1" });
  expect(matchResult(input!, answer(other), undefined).status).toBe("single");
  expect(matchResult(input!, answer(other, { ...other, id: "3" }), undefined).status).toBe("ambiguous");
  expect(matchResult(input!, answer(other, { ...other, id: "3" }), "3")).toMatchObject({
    status: "chosen",
    entity_id: "3",
  });
  expect(matchResult(input!, answer(), undefined)).toMatchObject({
    status: "none",
    error: { message: `"${apple}" is a valid ISIN, but no company in the loaded data has it.` },
  });
  expect(matchResult(input!, { error: new AddinError("unavailable", "gone") }, undefined).status).toBe("failed");
  expect(matchReasons(input!, one)).toEqual(["isin"]);
});

test("a first header, n/a, dashes and error values are no companies: they are counted and not searched", () => {
  const plan = planSearch(["ISIN", apple, "n/a", "-", "#N/A", " ", "", "Company"], "auto");
  expect(plan).toMatchObject({ noCompany: 4, blank: 2, duplicates: 0, searches: 1, calls: 1 });
  const header = plan.distinct.find(({ text }) => text === "Company");
  expect(matchResult(header!, undefined, undefined)).toMatchObject({
    status: "invalid",
    error: { message: "“Company” looks like the head of a column. Write name:Company where a company has this name." },
  });
  expect(matchResult(header!, undefined, notACompany)).toMatchObject({ status: "notCompany" });
  expect(beginsWithHeader(["ISIN", apple])).toBe(true);
  expect([["ISIN"], [apple, "ISIN"], ["n/a", apple]].map((list) => beginsWithHeader(list))).toEqual([
    false,
    false,
    false,
  ]);
});

test("a mistyped ISIN gets suggestions with valid check digits: swapped, a look-alike, another digit anywhere", () => {
  for (const mistyped of ["US0378331050", "US03783310O5", "US0378331006", "US0378931005"])
    expect(suggestionsFor(mistyped)).toContain(apple);
});

test("the calls of a plan count the search for each suggestion, for a hundred inputs at most", () => {
  // One check digit in ten is right.
  const wrong = (count: number) => Array.from({ length: count }, (_, at) => `US${String(at).padStart(9, "0")}5`);
  const near = planSearch(["US0378331006"], "auto").distinct[0]?.near ?? [];
  expect(near.length).toBeGreaterThan(5);
  expect(near.length).toBeLessThanOrEqual(12);
  expect(planSearch(["US0378331006"], "auto")).toMatchObject({ searches: 0, calls: 1 });
  const many = planSearch(wrong(3_000), "auto");
  expect(many.distinct.filter((input) => (input.near?.length ?? 0) > 0)).toHaveLength(100);
  const suggested = many.distinct.flatMap((input) => input.near ?? []).length;
  expect(many.calls).toBe(Math.ceil((many.searches + suggested) / 500));
});

test("what the user decides counts: no company, another text, and the outcome before is kept", () => {
  const [input] = planSearch(["US0378331006"], "auto").distinct;
  const one = { id: "1", isin: [apple], name: "A" };
  const correction = { text: apple, answer: { candidates: { total_candidates: 1, matches: [one] as never } } };
  expect(input!.choice).toEqual({ text: "US0378331006" });
  expect(matchResult(input!, undefined, notACompany)).toMatchObject({ status: "notCompany", found: "invalid" });
  expect(matchResult(input!, undefined, undefined, correction)).toMatchObject({ status: "invalid", candidates: [one] });
  expect(matchResult(input!, undefined, "1", correction)).toMatchObject({
    status: "chosen",
    found: "invalid",
    entity: one,
  });
});

test("a value that cannot be looked up is counted as invalid, and the others are planned", () => {
  const hostile = ["BE0ZZ0004419;CA0ZZ0009726", "x".repeat(40_000), "bell\u0007", "eq:", "\ud800", "مرحبا", "ISIN"];
  for (const by of searchKeys) expect(() => planSearch(hostile, by)).not.toThrow();
  expect(planSearch([apple, ...hostile], "auto")).toMatchObject({ blank: 0, noCompany: 0, invalid: 6, searches: 2 });
  expect(suggestionsFor("x".repeat(40_000))).toEqual([]);
});

test("a text that may be a ticker is looked up as a ticker too", () => {
  const [input] = planSearch(["SAP"], "auto").distinct;
  expect(input).toMatchObject({ query: { name: "ilike:%SAP%" }, ticker: { ticker: "eq:SAP" } });
  const match = { id: "1", name: "SAP SE", ticker: ["SAP"] };
  const candidates = { total_candidates: 1, matches: [match] as never };
  expect(matchResult(input!, { candidates }, undefined)).toMatchObject({ status: "exact", entity_id: "1" });
});
