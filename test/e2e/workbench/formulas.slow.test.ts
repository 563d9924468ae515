import { freshWorkbench } from "./fresh-workbench";

describe("formulas in the workbench", () => {
  const bench = freshWorkbench();

  it("calculates a custom function", async () => {
    await bench().enterAll({ A1: "=FIXTURE.ADD(1,2)" });
    expect(await bench().cell("A1")).toEqual({ value: 3, text: "3", formula: "=FIXTURE.ADD(1,2)" });
  });

  it("shows #BUSY! until an answer comes, then spills it", async () => {
    await bench().enter("C1", "=FIXTURE.ROWS(3,2,3000)");
    await bench().shows("C1", "#BUSY!");
    await bench().settled();
    expect(await bench().values("C1:D3")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
      ["row 3", 3],
    ]);
  });

  it("shows an error with the sentence of the function", async () => {
    await bench().enterAll({ A3: '=FIXTURE.FAIL("invalidValue","minScore must be from 1 to 5, got 7")' });
    const { error, text } = await bench().cell("A3");
    expect(text).toBe("#VALUE!");
    expect(error).toEqual({ code: "#VALUE!", message: "minScore must be from 1 to 5, got 7" });
  });

  it("hands over arguments as Excel on the web does: omitted null, empty null, text, truth, ranges, array constants", async () => {
    await bench().enterAll({ F1: "x", F2: "", F3: "7", G1: "=FIXTURE.ECHO(F1:F3,,{1,TRUE})" });
    expect((await bench().cell("G1")).value).toBe(JSON.stringify([[["x"], [null], [7]], null, [[1, true]]]));
    await bench().call("emptyCells", "zero");
    await bench().enterAll({ G2: "=FIXTURE.ONE(F2)" });
    expect((await bench().cell("G2")).value).toBe("[0,null]");
    await bench().call("emptyCells", "null");
    await bench().enterAll({ G2: "=FIXTURE.ONE(F2)" });
    expect((await bench().cell("G2")).value).toBe("[null,null]");
  });

  it("passes a cell error on as an object where the add-in asks for that", async () => {
    await bench().enterAll({ F5: "=NA()", G5: "=FIXTURE.ONE(F5)" });
    expect(JSON.parse(String((await bench().cell("G5")).value))).toEqual([
      { type: "Error", basicType: "Error", basicValue: "#N/A", errorType: "NotAvailable" },
      null,
    ]);
  });

  it("keeps texts texts, and shows errors of single cells with their sentence", async () => {
    await bench().enterAll({ A8: '=FIXTURE.TYPED("mixed")' });
    expect(await bench().values("A8:C9")).toEqual([
      ["0012", "2024-01-02", "5%"],
      ["#N/A", 0, true],
    ]);
    expect((await bench().cell("A9")).error).toEqual({ code: "#N/A", message: "this row is not to be had" });
  });

  it("shows formatted numbers in their format and entities by their text", async () => {
    await bench().enterAll({ A11: '=FIXTURE.TYPED("date")', A12: '=FIXTURE.TYPED("entity")' });
    expect(await bench().cell("A11")).toMatchObject({ value: 45658, text: "2025-01-01" });
    expect((await bench().cell("A12")).value).toBe("Acme");
  });

  it("calls once per cell where a parameter of one value is given a range", async () => {
    await bench().enterAll({ F7: "1", F8: "2", G7: "=FIXTURE.ADD(F7:F8,10)" });
    expect(await bench().values("G7:G8")).toEqual([[11], [12]]);
  });

  it("passes the result of an operator as one value, so that a range of rows spills", async () => {
    await bench().enterAll({ F7: "1", G7: "=FIXTURE.ROWS(F7+1,2)" });
    expect(await bench().values("G7:H8")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
  });

  it("evaluates A1# to the spill of A1, alone and in functions, and #REF! of a blocked one", async () => {
    await bench().enterAll({ J1: "=FIXTURE.ROWS(3)", M1: "=ROWS(J1#)", M2: "=SUM(INDEX(J1#,,2))", O1: "=J1#" });
    expect(await bench().values("M1:M2")).toEqual([[3], [6]]);
    expect(await bench().values("O1:P3")).toEqual(await bench().values("J1:K3"));
    await bench().enterAll({ J2: "in the way" });
    expect(await bench().cell("J1")).toMatchObject({ value: "#SPILL!", error: { code: "#SPILL!" } });
    await bench().enterAll({ J2: "" });
    expect(await bench().values("J1:J3")).toEqual([["row 1"], ["row 2"], ["row 3"]]);
  });

  it("keeps the sentence of a cell that stands in the way of a spill, and takes that spill for none", async () => {
    const sentence = "minScore must be from 1 to 5, got 9";
    await bench().enterAll({ A1: "=FIXTURE.ROWS(3,4)", C1: `=FIXTURE.FAIL("invalidValue","${sentence}")` });
    expect(await bench().cell("A1")).toMatchObject({ value: "#SPILL!", error: { code: "#SPILL!" } });
    expect((await bench().cell("C1")).error).toEqual({ code: "#VALUE!", message: sentence });
    await bench().enterAll({ C1: "" });
    expect(await bench().values("A3:B3")).toEqual([["row 3", 3]]);
  });

  it("shows a whole formula #BUSY! while a call in it is pending, even inside IFERROR", async () => {
    await bench().enter("J6", '=IFERROR(ROWS(FIXTURE.ROWS(2,2,3000)),"nothing")');
    await bench().shows("J6", "#BUSY!");
    await bench().settled();
    expect((await bench().cell("J6")).value).toBe(2);
  });

  it("calls a LAMBDA that LET has named, with a function inside", async () => {
    await bench().enterAll({ J7: "=LET(f,LAMBDA(x,FIXTURE.ADD(x,1)),f(f(40)))" });
    expect((await bench().cell("J7")).value).toBe(42);
  });

  it("tells a function that it is only looked at", async () => {
    expect(await bench().call("preview", "=FIXTURE.PREVIEWED()")).toEqual([["(preview)"]]);
    await bench().enterAll({ J8: "=FIXTURE.PREVIEWED()" });
    expect((await bench().cell("J8")).value).toBe("calculated");
  });

  it("complains of nothing in the console", () => {
    expect(bench().complaints).toEqual([]);
  });
});
