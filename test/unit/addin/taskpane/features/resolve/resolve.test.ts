import { targetBeside } from "../../../../../../src/addin/taskpane/features/resolve/result-actions";
import { matchResult, reasonsOf } from "../../../../../../src/addin/taskpane/features/resolve/match-result";
import { callsAnswered, planOf, suggestionsFor } from "../../../../../../src/addin/taskpane/features/resolve/inputs";
import { searchKeys } from "../../../../../../src/formulas/arguments/entities";
import { AddinError } from "../../../../../../src/engine/http/addin-error";

const apple = "US0378331005";

test("blanks, duplicates and wrong check digits are counted before any call", () => {
  const plan = planOf([apple, "", apple.toLowerCase(), "US0378331006", "Acme", 0], "auto");
  expect(plan).toMatchObject({ blank: 2, duplicates: 1, invalid: 1, invalidKind: "isin", searches: 2, calls: 1 });
});

test("1,145 different inputs make three calls", () => {
  const names = Array.from({ length: 1145 }, (_, index) => `Name ${index}`);
  expect(planOf(names, "auto").calls).toBe(3);
});

test("finished calls are estimated from finished searches, in equal shares", () => {
  const searches = 1145;
  expect([0, 381, 382, 763, 764, 1145].map((answered) => callsAnswered(answered, searches).done)).toEqual([
    0, 1, 1, 2, 2, 3,
  ]);
  expect(callsAnswered(0, 0)).toEqual({ done: 0, total: 0 });
  expect(callsAnswered(1, 1)).toEqual({ done: 1, total: 1 });
});

test("a candidate with the identifier is exact, two others are ambiguous, and a choice decides", () => {
  const [input] = planOf([apple], "auto").distinct;
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
  expect(matchResult(input!, answer(), undefined).status).toBe("none");
  expect(matchResult(input!, { error: new AddinError("unavailable", "gone") }, undefined).status).toBe("failed");
  expect(reasonsOf(input!, one)).toEqual(["isin"]);
});

test("a mistyped ISIN gets a suggestion with valid check digits", () => {
  expect(suggestionsFor("US0378331050")).toContain(apple);
});

test("a value that cannot be looked up is counted as invalid, and the others are planned", () => {
  const hostile = ["BE0ZZ0004419;CA0ZZ0009726", "x".repeat(40_000), "bell\u0007", "eq:", "\ud800", "مرحبا", "ISIN"];
  for (const by of searchKeys) expect(() => planOf(hostile, by)).not.toThrow();
  expect(planOf([apple, ...hostile], "auto")).toMatchObject({ blank: 1, invalid: 5, searches: 2 });
  expect(suggestionsFor("x".repeat(40_000))).toEqual([]);
});

test("a text that may be a ticker is looked up as a ticker too", () => {
  const [input] = planOf(["SAP"], "auto").distinct;
  expect(input).toMatchObject({ query: { name: "ilike:%SAP%" }, ticker: { ticker: "eq:SAP" } });
  const match = { id: "1", name: "SAP SE", ticker: ["SAP"] };
  const candidates = { total_candidates: 1, matches: [match] as never };
  expect(matchResult(input!, { candidates }, undefined)).toMatchObject({ status: "exact", entity_id: "1" });
});

test("results go beside the list they come from, with room for their header row, while the cursor is in the list", () => {
  expect(targetBeside("Holdings!A2:A1201", "Holdings!A7")).toBe("Holdings!B1");
  expect(targetBeside("'My sheet'!Y2:Z9", "'My sheet'!Y2")).toBe("'My sheet'!AA1");
  expect(targetBeside("Holdings!A1:A40", "Holdings!A1")).toBeUndefined();
  expect(targetBeside("Holdings!A2:A41", "Holdings!C1")).toBeUndefined();
  expect(targetBeside("Holdings!A2:A41", "Sheet2!A2")).toBeUndefined();
});
