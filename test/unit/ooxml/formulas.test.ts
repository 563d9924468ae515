import { fromFileFormula, isRange, mayBeArray, onlyCall, toFileFormula } from "../../../src/ooxml/formulas";
import { moveFormula } from "../../../src/ooxml/moved-formulas";

const names = { custom: ["ESG.EVENTS", "ENTITY.SEARCH"] };

describe("a formula in a file", () => {
  it.each([
    ["SUM(A1:A3)", "SUM(A1:A3)"],
    ["A3#", "_xlfn.ANCHORARRAY(A3)"],
    ["SUM(Sheet2!A3#)", "SUM(_xlfn.ANCHORARRAY(Sheet2!A3))"],
    ["'It''s A3#'!$A$3#*2", "_xlfn.ANCHORARRAY('It''s A3#'!$A$3)*2"],
    ["@A1:A5", "_xlfn.SINGLE(A1:A5)"],
    ["@SEQUENCE(3)+1", "_xlfn.SINGLE(_xlfn.SEQUENCE(3))+1"],
    ["@INDEX(A1:A9,B1):A9", "_xlfn.SINGLE(INDEX(A1:A9,B1):A9)"],
    ["LET(x,1,y,x+1,x*y)", "_xlfn.LET(_xlpm.x,1,_xlpm.y,_xlpm.x+1,_xlpm.x*_xlpm.y)"],
    ["MAP(A1:A3,LAMBDA(v,v*2))", "_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.v,_xlpm.v*2))"],
    ["LET(f,LAMBDA(a,a+1),f(2))", "_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1),_xlpm.f(2))"],
    ["LAMBDA(a,[b],a)(1)", "_xlfn.LAMBDA(_xlpm.a,_xlop.b,_xlpm.a)(1)"],
    ["FILTER(A1:B9,A1:A9>2)", "_xlfn._xlws.FILTER(A1:B9,A1:A9>2)"],
    ["A7.source", '_FV(A7,"source")'],
    ["'Own data'!$A$7.fetched_at-ESG.EVENTS(A1)", "_FV('Own data'!$A$7,\"fetched_at\")-_xldudf_ESG_EVENTS(A1)"],
    ['FIELDVALUE(A7,"source")', '_xlfn.FIELDVALUE(A7,"source")'],
    ["SORT(UNIQUE(A1:A9))", "_xlfn._xlws.SORT(_xlfn.UNIQUE(A1:A9))"],
    ['ESG.EVENTS("a ""b"" A3#",B2:B4,,8)', '_xldudf_ESG_EVENTS("a ""b"" A3#",B2:B4,,8)'],
    ['TEXTJOIN(", ",TRUE,ENTITY.SEARCH("x",,3))', '_xlfn.TEXTJOIN(", ",TRUE,_xldudf_ENTITY_SEARCH("x",,3))'],
    ["1.5E+3+Rate%-{1,2;3,4}", "1.5E+3+Rate%-{1,2;3,4}"],
    ["IF(A1=#N/A,1,[2]Sheet1!$A$1)", "IF(A1=#N/A,1,[2]Sheet1!$A$1)"],
    ["SUM(Sales[Amount],Sales[[#Totals],[A '[x']]])", "SUM(Sales[Amount],Sales[[#Totals],[A '[x']]])"],
  ])("%s is stored as %s, and read back", (typed, stored) => {
    expect(toFileFormula(typed, names)).toBe(stored);
    expect(fromFileFormula(stored, names)).toBe(typed);
  });

  it("stores the cell of this row in its long form", () => {
    expect(toFileFormula("Sales[@Amount]*Sales[@[Unit price]]", names)).toBe(
      "Sales[[#This Row],[Amount]]*Sales[[#This Row],[Unit price]]",
    );
  });

  it("keeps a name of the workbook that looks like a field", () => {
    expect(toFileFormula("SUM(FY21.Sales)", { ...names, workbookNames: new Set(["fy21.sales"]) })).toBe(
      "SUM(FY21.Sales)",
    );
  });

  it("reads a field whose name has a space as a call of FIELDVALUE", () => {
    expect(fromFileFormula('_FV(A2,"Entity id")', names)).toBe('FIELDVALUE(A2,"Entity id")');
  });

  it("keeps a custom function that nobody knows as it is", () => {
    expect(fromFileFormula("_xldudf_OTHER_THING(A1)", names)).toBe("_xldudf_OTHER_THING(A1)");
  });
});

describe("a formula may return more than one cell", () => {
  it.each([
    "A1:A3",
    "A1:A3*2",
    "SUM(A1:A3*2)",
    "A3#",
    "SEQUENCE(3)",
    'ESG.EVENTS("x")',
    "{1,2}",
    "Sales[Amount]",
    "Rate",
  ])("%s", (formula) => {
    expect(mayBeArray(formula)).toBe(true);
  });

  it.each(["A1", "SUM(A1:A3)", "SUM(A1:A3,Sheet2!B:B)", 'IF(A1>2,"A1:A3",B1)', "VLOOKUP(A1,B1:C9,2,FALSE)", "1+2%"])(
    "%s may not",
    (formula) => {
      expect(mayBeArray(formula)).toBe(false);
    },
  );
});

it("finds the only call of a custom function", () => {
  expect(onlyCall('ESG.EVENTS("x",B1)', names)).toBe("ESG.EVENTS");
  for (const other of ['ESG.EVENTS("x")*2', 'SUM(ESG.EVENTS("x"))', 'ESG.EVENTS(ENTITY.SEARCH("x"))', "SUM(A1)"])
    expect(onlyCall(other, names)).toBeUndefined();
});

it("knows a formula that is only a range", () => {
  expect(["A1:A3", "'My sheet'!A:A", "A1", "SUM(A1:A3)"].map(isRange)).toEqual([true, true, false, false]);
});

it("moves the relative references of a shared formula, and no text", () => {
  expect(moveFormula("A1+$B2*C$3+'A 1'!D4:E5&\"A1\"+F:F+$3:$3+LOG10(A1)", 1, 2)).toBe(
    "C2+$B3*E$3+'A 1'!F5:G6&\"A1\"+H:H+$3:$3+LOG10(C2)",
  );
});
