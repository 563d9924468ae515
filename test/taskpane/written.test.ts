import { formulaText } from "../../src/formula/text";
import {
  addressOf,
  asTyped,
  readFormula,
  splitArguments,
  toArgument,
  toWritten,
} from "../../src/taskpane/builder/written";

test("a formula opens in the form with texts without quotes, numbers, references and anything else behind =", () => {
  expect(
    readFormula('=ESG.EVENTS("EU ""Big"" Banks",3,B3,,A6:F6,IF(C1,10,20),"headers=no; order=score:desc")'),
  ).toEqual({
    name: "ESG.EVENTS",
    written: ['EU "Big" Banks', "3", "=B3", "", "=A6:F6", "=IF(C1,10,20)", "headers=no; order=score:desc"],
  });
});

test("a formula that is more than one call is left to the formula bar", () => {
  expect(readFormula("=SUM(ESG.EVENTS(A1))+1")).toBeUndefined();
  expect(readFormula("=ENTITY.ID(A1)&ENTITY.ID(A2)")).toBeUndefined();
  expect(readFormula("ENTITY.ID(A1)")).toBeUndefined();
});

test("commas inside quotes, braces and sheet names separate nothing", () => {
  expect(splitArguments(`"a,b",{1,2;3,4},'My, sheet'!A1,F(1,2)`)).toEqual([
    `"a,b"`,
    "{1,2;3,4}",
    "'My, sheet'!A1",
    "F(1,2)",
  ]);
});

test("what a field holds goes back into the formula as it was", () => {
  expect(toArgument("=B1", false)).toEqual({ reference: "B1" });
  expect(toArgument("3", true)).toBe(3);
  expect(toArgument("3", false)).toBe("3");
  expect(toArgument("  ", true)).toBeUndefined();
  expect(toWritten("TRUE")).toBe("=TRUE");
});

test("only a plain reference can be read for a preview", () => {
  expect(addressOf("='My sheet'!$A$1:$B$9")).toBe("'My sheet'!A1:B9");
  expect(addressOf("=A1+1")).toBeUndefined();
  expect(addressOf("A1")).toBeUndefined();
});

test.each(["=1+1", '=HYPERLINK("http://evil.example")', "'=A1", "  =A1", "''=A1", "'quoted'", "plain"])(
  "a text that begins like a formula (%s) stays a text on its way from the formula to the field and back",
  (text) => {
    const formula = `=${formulaText("ESG.EVENTS", [text])}`;
    const [written = ""] = readFormula(formula)?.written ?? [];
    expect(`=${formulaText("ESG.EVENTS", [toArgument(written, false)])}`).toBe(formula);
  },
);

test("a universe that is named like a formula is offered as a text", () => {
  expect(toArgument(asTyped('=WEBSERVICE("x")'), false)).toBe('=WEBSERVICE("x")');
});
