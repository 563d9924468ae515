import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

describe("Excel.run in the workbench", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;

  /** Runs a batch in the add-in's page; a failure comes back as `code: message`. */
  const run = <Result>(
    batch: (context: Excel.RequestContext) => Promise<Result>,
    options: object = {},
  ): Promise<Result | string> =>
    bench.pane().evaluate(
      async ([text, given]) => {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a batch travels into the page as its text
        const body = new Function(`return ${text}`)() as (context: Excel.RequestContext) => Promise<Result>;
        try {
          return await Excel.run(given as Excel.RunOptions, body);
        } catch (error) {
          const { code, message } = error as { code?: string; message: string };
          return `${code ?? "Error"}: ${message}`;
        }
      },
      [batch.toString(), options] as const,
    );

  beforeAll(async () => {
    server = await serveFixture();
    bench = await openWorkbench(`${server.address}?fresh`);
  }, 180_000);
  beforeEach(async () => {
    await bench.call("open", { name: "Test", sheets: [{ name: "Sheet1", cells: {} }] });
    await bench.settled();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  it("refuses to tell what was not loaded, and says so as Excel does", async () => {
    const answer = await run(async (context) => {
      const range = context.workbook.worksheets.getActiveWorksheet().getRange("A1");
      await context.sync();
      return range.values;
    });
    expect(answer).toMatch(/^PropertyNotLoaded: The property 'values' is not available/);
  });

  it("names what it does not have", async () => {
    const answer = await run((context) => {
      const range = context.workbook.getSelectedRange();
      range.getSurroundingRegion();
      return Promise.resolve("");
    });
    expect(answer).toBe("Error: not in the workbench: Range.getSurroundingRegion");
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
        format: range.numberFormat[1]?.[0],
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
      return range.values;
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
      const apart = sheet.getRange("Z1").getIntersectionOrNullObject(sheet.getUsedRange());
      await context.sync();
      const nothing = [none.isNullObject, apart.isNullObject];
      return [spill.address, parent.address, parent.formulas[0]?.[0], used.address, cut.address, nothing];
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

  it("makes a run with mergeUndoGroup one step of undo", async () => {
    await run(
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1").values = [["one"]];
        await context.sync();
        sheet.getRange("A2").values = [["two"]];
        sheet.getRange("A3").formulas = [["=1+1"]];
        await context.sync();
      },
      { mergeUndoGroup: true },
    );
    expect(await bench.values("A1:A3")).toEqual([["one"], ["two"], [2]]);
    await bench.call("undo");
    await bench.settled();
    expect(await bench.values("A1:A3")).toEqual([[""], [""], [""]]);
  });

  it("tells what keeps a block from being written: protection, merged cells, tables, hidden rows", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:B3").values = [
        ["Name", "Weight"],
        ["Acme", 0.5],
        ["Globex", 0.5],
      ];
      const table = sheet.tables.add("A1:B3", true);
      table.name = "Portfolio";
      sheet.getRange("D1:E1").merge();
      sheet.getRange("G1:G3").values = [["k"], ["a"], ["b"]];
      sheet.autoFilter.apply(sheet.getRange("G1:G3"), 0, { filterOn: Excel.FilterOn.values, values: ["a"] });
      await context.sync();
      const tables = sheet.getRange("B2:C2").getTables(false).load({ name: true });
      const merged = sheet.getRange("E1:F5").getMergedAreasOrNullObject().load("address");
      const unmerged = sheet.getRange("F1:F5").getMergedAreasOrNullObject();
      const filter = sheet.autoFilter.load({ enabled: true, isDataFiltered: true });
      const rows = sheet.getRange("J1:J3").load("rowHidden");
      sheet.load({ protection: { protected: true } });
      await context.sync();
      const found = [tables.items.map(({ name }) => name), merged.address, unmerged.isNullObject];
      const hidden = [filter.enabled, filter.isDataFiltered, rows.rowHidden, sheet.protection.protected];
      sheet.protection.protect();
      await context.sync();
      sheet.getRange("J1").values = [[1]];
      const refused = await context.sync().then(
        () => "written",
        (error: unknown) => (error as { code: string }).code,
      );
      return [...found, ...hidden, refused];
    });
    expect(answer).toEqual([["Portfolio"], "Sheet1!D1:E1", true, true, true, null, false, "AccessDenied"]);
  });

  it("reads and appends to a table, and computes with its name", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:B2").values = [
        ["Name", "Weight"],
        ["Acme", 1],
      ];
      context.workbook.tables.add(sheet.getRange("A1:B2"), true).name = "T_one";
      await context.sync();
      const table = context.workbook.tables.getItemOrNullObject("t_ONE").load({ name: true });
      const none = context.workbook.tables.getItemOrNullObject("nothing").load({ name: true });
      await context.sync();
      table.rows.add(undefined, [["Globex", 2]]);
      table.getDataBodyRange().getRow(0).values = [["Initech", 3]];
      sheet.getRange("D1").formulas = [["=SUM(T_one[Weight])"]];
      const range = table.getRange().load({ address: true, values: true });
      const sum = sheet.getRange("D1").load("values");
      await context.sync();
      return [table.name, none.isNullObject, range.address, range.values, sum.values[0]?.[0]];
    });
    expect(answer).toEqual([
      "T_one",
      true,
      "Sheet1!A1:B3",
      [
        ["Name", "Weight"],
        ["Initech", 3],
        ["Globex", 2],
      ],
      5,
    ]);
  });

  it("spills nothing in or into a table", async () => {
    await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("C3:D3").values = [["Name", "Weight"]];
      sheet.tables.add("C3:D6", true);
      await context.sync();
    });
    await bench.enterAll({ C4: "=FIXTURE.ROWS(2,1)", B2: "=FIXTURE.ROWS(2,3)", A8: "=FIXTURE.ROWS(1,2)" });
    expect((await bench.cell("C4")).value).toBe("#SPILL!");
    expect((await bench.cell("B2")).value).toBe("#SPILL!");
    expect((await bench.cell("B8")).value).toBe(1);
  });

  it("adds sheets behind the active one, moves between them and selects", async () => {
    const answer = await run(async (context) => {
      const { worksheets } = context.workbook;
      const active = worksheets.getActiveWorksheet().load({ position: true });
      worksheets.load({ name: true });
      await context.sync();
      const sheet = worksheets.add("EU Banks");
      sheet.position = active.position + 1;
      sheet.load({ name: true });
      await context.sync();
      const range = worksheets.getItem("EU Banks").getRange("B2:C3");
      range.worksheet.activate();
      range.select();
      await context.sync();
      const selected = context.workbook.getSelectedRange().load({ address: true, rowCount: true });
      const cell = context.workbook.getActiveCell().load("address");
      await context.sync();
      return [worksheets.items.length, sheet.name, selected.address, selected.rowCount, cell.address];
    });
    expect(answer).toEqual([1, "EU Banks", "'EU Banks'!B2:C3", 2, "'EU Banks'!B2"]);
    expect(await bench.call("sheets")).toEqual(["Sheet1", "EU Banks"]);
  });

  it("tells of selections and changes, rows inserted too", async () => {
    await run(async (context) => {
      const seen: string[] = [];
      (window as unknown as { seen: string[] }).seen = seen;
      context.workbook.onSelectionChanged.add(() => Promise.resolve(void seen.push("selection")));
      context.workbook.worksheets.onChanged.add((event) =>
        Promise.resolve(void seen.push(`${event.changeType} ${event.address}`)),
      );
      await context.sync();
    });
    await bench.call("select", "C3");
    await bench.enterAll({ A1: "x" });
    await bench.call("insertRow", 1);
    await bench.settled();
    const seen = await bench.pane().evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen).toEqual(expect.arrayContaining(["selection", "RangeEdited A1", "RowInserted 1:1"]));
  });

  it("keeps manual calculation and says so", async () => {
    const answer = await run(async (context) => {
      const { application } = context.workbook;
      application.calculationMode = Excel.CalculationMode.manual;
      application.load({ calculationMode: true });
      await context.sync();
      const mode = application.calculationMode;
      application.calculationMode = Excel.CalculationMode.automatic;
      await context.sync();
      return mode;
    });
    expect(answer).toBe("Manual");
  });
});
