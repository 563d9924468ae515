import { areaFrom, besideList, cellOf, liesIn } from "../../src/taskpane/insert/cell-of";
import { outcomeOf, reasonsOf } from "../../src/taskpane/resolve/outcome";
import { callsAnswered, planOf } from "../../src/taskpane/resolve/plan";
import { suggestionsFor } from "../../src/taskpane/resolve/suggest";
import { AddinError } from "../../src/error/addin-error";

const apple = "US0378331005";

test("blanks, duplicates and wrong check digits are counted before any call", () => {
  const plan = planOf([apple, "", apple.toLowerCase(), "US0378331006", "Acme", 0], "auto");
  expect(plan).toMatchObject({ blank: 2, duplicates: 1, invalid: 1, invalidKind: "isin", searches: 2, calls: 1 });
});

test("1,145 different inputs make three calls", () => {
  const names = Array.from({ length: 1145 }, (_, index) => `Name ${index}`);
  expect(planOf(names, "auto").calls).toBe(3);
});

test("calls are counted by their even shares, whichever of them is answered first", () => {
  const searches = 1145;
  expect([0, 381, 382, 763, 764, 1145].map((answered) => callsAnswered(answered, searches).done)).toEqual([
    0, 1, 1, 2, 2, 3,
  ]);
  expect(callsAnswered(0, 0)).toEqual({ done: 0, total: 0 });
  expect(callsAnswered(1, 1)).toEqual({ done: 1, total: 1 });
});

test("the candidate that carries the identifier is exact, two others are ambiguous, a choice decides", () => {
  const [wanted] = planOf([apple], "auto").wanted;
  const one = { id: "1", isin: [apple], name: "A" };
  const other = { id: "2", isin: [], name: "B" };
  const answer = (...matches: object[]) => ({
    candidates: { total_candidates: matches.length, matches: matches as never },
  });
  expect(outcomeOf(wanted!, answer(one), undefined)).toMatchObject({ status: "exact", entity_id: "1" });
  expect(outcomeOf(wanted!, answer(other), undefined).status).toBe("single");
  expect(outcomeOf(wanted!, answer(other, { ...other, id: "3" }), undefined).status).toBe("ambiguous");
  expect(outcomeOf(wanted!, answer(other, { ...other, id: "3" }), "3")).toMatchObject({
    status: "chosen",
    entity_id: "3",
  });
  expect(outcomeOf(wanted!, answer(), undefined).status).toBe("none");
  expect(outcomeOf(wanted!, { error: new AddinError("unavailable", "gone") }, undefined).status).toBe("failed");
  expect(reasonsOf(wanted!, one)).toEqual(["isin"]);
});

test("a mistyped ISIN gets suggestions whose check digit is right", () => {
  expect(suggestionsFor("US0378331050")).toContain(apple);
});

test("a position in the selection is a cell again", () => {
  expect(cellOf("Holdings!A2:A1201", 3)).toBe("Holdings!A5");
  expect(cellOf("'My sheet'!Z2:AA9", 3)).toBe("'My sheet'!AA3");
  expect(areaFrom("Sheet1!C1", 3, 25)).toBe("Sheet1!C1:AA3");
});

test("results go beside the list they come from, with room for their header row", () => {
  expect(besideList("Holdings!A2:A1201")).toBe("Holdings!B1");
  expect(besideList("'My sheet'!Y2:Z9")).toBe("'My sheet'!AA1");
  expect(besideList("Holdings!A1:A40")).toBeUndefined();
  expect(liesIn("Holdings!A2", "Holdings!A2:A41")).toBe(true);
  expect(liesIn("Holdings!C1", "Holdings!A2:A41")).toBe(false);
  expect(liesIn("Sheet2!A2", "Holdings!A2:A41")).toBe(false);
});
