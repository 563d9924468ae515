import { formulaText } from "../../../../../../src/formulas/define/formula-text";
import {
  referencedAddress,
  asTyped,
  arrayConstant,
  parseFormula,
  splitArguments,
  textsOfConstant,
  toArgument,
  referencedColumn,
  toInput,
} from "../../../../../../src/addin/taskpane/features/formula/formula-input";

test("a formula is parsed into inputs: text without quotes, numbers, and everything else behind =", () => {
  expect(
    parseFormula('=ESG.EVENTS("EU ""Big"" Banks",3,B3,,A6:F6,IF(C1,10,20),"headers=no; order=score:desc")'),
  ).toEqual({
    name: "ESG.EVENTS",
    inputs: ['EU "Big" Banks', "3", "=B3", "", "=A6:F6", "=IF(C1,10,20)", "headers=no; order=score:desc"],
  });
});

test("a formula that is not exactly one call is not parsed", () => {
  expect(parseFormula("=SUM(ESG.EVENTS(A1))+1")).toBeUndefined();
  expect(parseFormula("=ENTITY.ID(A1)&ENTITY.ID(A2)")).toBeUndefined();
  expect(parseFormula("ENTITY.ID(A1)")).toBeUndefined();
});

test("commas inside quotes, braces and sheet names do not separate arguments", () => {
  expect(splitArguments(`"a,b",{1,2;3,4},'My, sheet'!A1,F(1,2)`)).toEqual([
    `"a,b"`,
    "{1,2;3,4}",
    "'My, sheet'!A1",
    "F(1,2)",
  ]);
});

test("an input becomes a reference, a number or a text", () => {
  expect(toArgument("=B1", false)).toEqual({ reference: "B1" });
  expect(toArgument("3", true)).toBe(3);
  expect(toArgument("3", false)).toBe("3");
  expect(toArgument("  ", true)).toBeUndefined();
  expect(toInput("TRUE")).toBe("=TRUE");
});

test("only an expression that is nothing but an address has a referenced address", () => {
  expect(referencedAddress("='My sheet'!$A$1:$B$9")).toBe("'My sheet'!A1:B9");
  expect(referencedAddress("=A1+1")).toBeUndefined();
  expect(referencedAddress("A1")).toBeUndefined();
});

test.each(["=1+1", '=HYPERLINK("http://evil.example")', "'=A1", "  =A1", "''=A1", "'quoted'", "plain"])(
  "a text that begins like a formula (%s) stays a text on its way from the formula to the field and back",
  (text) => {
    const formula = `=${formulaText("ESG.EVENTS", [text])}`;
    const [input = ""] = parseFormula(formula)?.inputs ?? [];
    expect(`=${formulaText("ESG.EVENTS", [toArgument(input, false)])}`).toBe(formula);
  },
);

test("a universe name that begins with = is suggested as text", () => {
  expect(toArgument(asTyped('=WEBSERVICE("x")'), false)).toBe('=WEBSERVICE("x")');
});

test("several texts are an array constant that is read back, one is itself, and any other expression is none", () => {
  expect(arrayConstant(["SE0ZZ0000012", 'A "quoted" name'])).toBe('={"SE0ZZ0000012";"A ""quoted"" name"}');
  expect(textsOfConstant(arrayConstant(["SE0ZZ0000012", 'A "quoted" name']))).toEqual([
    "SE0ZZ0000012",
    'A "quoted" name',
  ]);
  expect(arrayConstant(["SE0ZZ0000012"])).toBe("SE0ZZ0000012");
  expect(arrayConstant([])).toBe("");
  expect(textsOfConstant('={"A","B"}')).toBeUndefined();
  expect(textsOfConstant("=A1:A9")).toBeUndefined();
  expect(textsOfConstant("A")).toBeUndefined();
});

test("a column of an Excel table is told from a row of it, a part of it and an expression", () => {
  expect(referencedColumn("=MyBook[ISIN]")).toEqual({ table: "MyBook", column: "ISIN" });
  expect(referencedColumn("= My_Book.2[Entity ID] ")).toEqual({ table: "My_Book.2", column: "Entity ID" });
  for (const other of [
    "MyBook[ISIN]",
    "=MyBook[@ISIN]",
    "=MyBook[[#All],[ISIN]]",
    "=MyBook[ISIN]&1",
    "=A1:A3",
    "=MyBook",
  ])
    expect(referencedColumn(other)).toBeUndefined();
});
