import {
  listInputs,
  addressBeside,
  formulaFor,
  valuesAtHand,
} from "../../../../../../src/addin/taskpane/features/formula/question-values";
import { callIn } from "../../../../../../src/addin/taskpane/features/formula/formula-input";
import { fillQuestion } from "../../../../../../src/formulas/define/question";
import { functions } from "../../../../../../src/formulas/functions";
import { questionGroups } from "../../../../../../src/formulas/questions";

const questions = questionGroups.flatMap((group) => group.questions);
const question = (formula: string) => ({ id: "one", question: "One?", how: "So.", formula });
const catalogue = ["EU Banks", "Demo", "Global", "More"].map((name) => ({ universe_id: name, name }));
const place = (address: string, rowCount: number, columnCount: number) => ({
  address,
  activeCell: "Sheet1!A2",
  rowCount,
  columnCount,
});
const input = { universe: "Demo", list: "A2:A9", weights: "Sheet1!B2:B9", analysis: "an-id" };

test("takes the selected universe, the selected column with the one beside it, and the latest ready analysis", () => {
  const analysis = (instance: string, state: "ready" | "in progress") => ({ instance, name: "", started_at: 0, state });
  const analyses = [analysis("old", "ready"), analysis("new", "ready"), analysis("running", "in progress")];
  const at = { universe: catalogue[1], catalogue, analyses, place: place("Sheet1!A2:A9", 8, 1) };
  expect(valuesAtHand(at)).toEqual({
    universe: "Demo",
    list: "Sheet1!A2:A9",
    weights: "Sheet1!B2:B9",
    analysis: "new",
  });
  const without = { universe: undefined, catalogue: catalogue.slice(0, 1), analyses: [] };
  for (const selection of [undefined, place("Sheet1!A2", 1, 1), place("Sheet1!A2:C9", 8, 3)])
    expect(valuesAtHand({ ...without, place: selection })).toEqual({
      universe: "EU Banks",
      list: "",
      weights: "",
      analysis: "",
    });
});

test("the weights of an address stand beside it; those of no address are empty", () => {
  expect(addressBeside("'Two words'!Z2:Z9")).toBe("'Two words'!AA2:AA9");
  expect(addressBeside("nothing")).toBe("");
});

test("an address names its sheet only in a cell of another sheet", () => {
  const at = (cell: string) =>
    formulaFor(question("=F({list},{weights})"), input, { active: "Sheet1!A2", cell, catalogue });
  expect(at("Sheet1!E1")).toBe("=F(A2:A9,B2:B9)");
  expect(at("Answer!A1")).toBe("=F(Sheet1!A2:A9,Sheet1!B2:B9)");
});

test("a universe is a quoted text, several are an array with the chosen one first, and none leaves the argument out", () => {
  const at = (formula: string, universe: string, known = catalogue) =>
    formulaFor(question(formula), { ...input, universe }, { active: "Sheet1!A2", cell: "Sheet1!E1", catalogue: known });
  expect(at("=F({universe})", 'The "best"')).toBe('=F("The ""best""")');
  expect(at("=F({universe},1)", "")).toBe("=F(,1)");
  expect(at("=F({universes})", "Demo")).toBe('=F({"Demo","EU Banks","Global"})');
  expect(at("=F({universes})", "", [])).toBe("=F()");
});

test("asks once for each value; several universes follow from the one", () => {
  expect(listInputs(question("=F({list},{universes},{list},{universe})"))).toEqual(["universe", "list"]);
  expect(listInputs(question("=F()"))).toEqual([]);
});

test("finds the call in a formula of Excel's functions, and knows a formula that is one call", () => {
  expect(callIn('=ESG.EVENTS("A, (B",3)')).toEqual({ name: "ESG.EVENTS", inputs: ["A, (B", "3"], isWhole: true });
  expect(callIn('=LET(s,ESG.SUMMARY("A",,"-1y"),FILTER(s,INDEX(s,,4)>0,"None"))')).toEqual({
    name: "ESG.SUMMARY",
    inputs: ["A", "", "-1y"],
    isWhole: false,
  });
  expect(callIn("=SUM(A1:A2)")).toBeUndefined();
});

describe("Each question", () => {
  test.each(questions.map((each) => [each.id, each] as const))(
    "%s is one readable formula of known functions",
    (_, each) => {
      const formula = fillQuestion(each.formula, {
        universe: "EU Banks",
        universes: ["EU Banks", "Demo"],
        list: "A2:A9",
        weights: "B2:B9",
        analysis: "a3975255-be9f-4899-9af9-cae6864770e0",
      });
      expect(formula).not.toMatch(/LAMBDA|\{(?!")/);
      expect(formula.length).toBeLessThan(320);
      const call = callIn(formula);
      const definition = functions.find(({ name }) => name === call?.name);
      const given = (call?.inputs ?? []).map((text) => (text.startsWith("=") ? undefined : text || undefined));
      const problems = given.map((value, at) =>
        value === undefined ? undefined : definition?.check([at, value], { now: 0 }),
      );
      expect([definition?.name, problems.filter(Boolean)]).toEqual([call?.name, []]);
      expect(each.how).toMatch(/^[^.].*\.$/);
      expect(each.question).toMatch(/\?$/);
    },
  );
});
