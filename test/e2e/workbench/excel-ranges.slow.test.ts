import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("ranges of Excel.run", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const run = <Result>(
    batch: (context: Excel.RequestContext) => Promise<Result>,
    options: object = {},
  ): Promise<Result | string> => runBatch(bench, batch, options);

  it("refuses to tell what was not loaded, and says so as Excel does", async () => {
    const answer = await run(async (context) => {
      const range = context.workbook.worksheets.getActiveWorksheet().getRange("A1");
      await context.sync();
      return range.values as unknown[][];
    });
    expect(answer).toMatch(/^PropertyNotLoaded: The property 'values' is not available/);
  });

  it("names what it does not have", async () => {
    const answer = await run((context) => {
      const range = context.workbook.getSelectedRange();
      range.getDirectDependents();
      return Promise.resolve("");
    });
    expect(answer).toBe("NotImplemented: The requested feature isn't implemented: Range.getDirectDependents.");
  });

  it("writes values and formulas and reads them calculated in the next sync", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:B2").values = [
        [1, "two"],
        ["2024-01-02", true],
      ];
      sheet.getRange("C1").formulas = [["=A1+1"]];
      const range = sheet.getRange("A1:C2").load({ values: true, formulas: true, text: true, address: true });
      range.load("numberFormat, rowCount, worksheet/name");
      await context.sync();
      const { values, formulas, text, address, rowCount } = range;
      return {
        values,
        formulas,
        text,
        address,
        rowCount,
        format: range.numberFormat[1]?.[0] as unknown,
        sheet: range.worksheet.name,
      };
    });
    expect(answer).toEqual({
      values: [
        [1, "two", 2],
        [45293, true, ""],
      ],
      formulas: [
        [1, "two", "=A1+1"],
        [45293, true, ""],
      ],
      text: [
        ["1", "two", "2"],
        ["2024-01-02", "TRUE", ""],
      ],
      address: "Sheet1!A1:C2",
      rowCount: 2,
      format: "yyyy-mm-dd",
      sheet: "Sheet1",
    });
  });

  it("refuses a block of another size than the range", async () => {
    const answer = await run(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange("A1:B2").values = [[1, 2]];
      await context.sync();
      return "";
    });
    expect(answer).toMatch(/^InvalidArgument/);
  });

  it("keeps text with an apostrophe, and text in cells formatted as text", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("B:B").numberFormat = [["@"]];
      sheet.getRange("A1:B1").values = [["'0012", "0012"]];
      sheet.getRange("A2").values = [["'=cmd()"]];
      const range = sheet.getRange("A1:B2").load("values");
      await context.sync();
      return range.values as unknown[][];
    });
    expect(answer).toEqual([
      ["0012", "0012"],
      ["=cmd()", ""],
    ]);
  });

  it("finds spills from both ends, used ranges and intersections", async () => {
    await bench.enterAll({ B2: "=FIXTURE.ROWS(3,2)", F9: "x" });
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getItem("sheet1");
      const spill = sheet.getRange("B2").getSpillingToRangeOrNullObject().load("address");
      const parent = sheet.getRange("C4").getSpillParentOrNullObject().load({ address: true, formulas: true });
      const none = sheet.getRange("F9").getSpillParentOrNullObject().load("address");
      const used = sheet.getUsedRange().load("address");
      const cut = sheet.getRange("A:B").getIntersectionOrNullObject(sheet.getUsedRange()).load("address");
      const outside = sheet.getRange("Z1").getIntersectionOrNullObject(sheet.getUsedRange());
      await context.sync();
      const nothing = [none.isNullObject, outside.isNullObject];
      return [spill.address, parent.address, parent.formulas[0]?.[0] as unknown, used.address, cut.address, nothing];
    });
    expect(answer).toEqual([
      "Sheet1!B2:C4",
      "Sheet1!B2",
      "=FIXTURE.ROWS(3,2)",
      "Sheet1!B2:F9",
      "Sheet1!B2:B9",
      [true, true],
    ]);
  });

  it("calls a function again with range.calculate(), and when its formula is entered again", async () => {
    await bench.enterAll({ A1: "=FIXTURE.ONE(1)" });
    const before = await bench.call("invocations");
    await run(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange("A1").calculate();
      await context.sync();
    });
    await bench.settled();
    expect(await bench.call("invocations")).toBe(before + 1);
    await run(async (context) => {
      const cell = context.workbook.worksheets.getActiveWorksheet().getRange("A1").load("formulas");
      await context.sync();
      cell.formulas = cell.formulas as string[][];
      await context.sync();
    });
    await bench.settled();
    expect(await bench.call("invocations")).toBe(before + 2);
  });

  it("keeps TRUE, FALSE and texts of digits when they get number formats", async () => {
    await bench.enterAll({ A1: "TRUE", A2: "'0012", A3: 5, B1: "=1=1", B2: '="0012"', B3: "=SUM(A1:B2)" });
    const set = (format: string): Promise<unknown> =>
      bench.pane().evaluate(
        (given) =>
          Excel.run(async (context) => {
            context.workbook.worksheets.getActiveWorksheet().getRange("A1:B3").numberFormat = [[given]];
            await context.sync();
          }),
        format,
      );
    for (const format of ["0.00", "General", "0%", "General"]) {
      await set(format);
      await bench.settled();
      expect(await bench.values("A1:B3")).toEqual([
        [true, true],
        ["0012", "0012"],
        [5, 0],
      ]);
    }
  });
});
