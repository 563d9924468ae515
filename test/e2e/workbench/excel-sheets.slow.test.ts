import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("sheets, tables and events of Excel.run", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const run = <Result>(
    batch: (context: Excel.RequestContext) => Promise<Result>,
    options: object = {},
  ): Promise<Result | string> => runBatch(bench, batch, options);

  it("makes a run with mergeUndoGroup one step of undo", async () => {
    await run(
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1").values = [["one"]];
        await context.sync();
        sheet.getRange("A2").values = [["two"]];
        sheet.getRange("A1:A2").format.font.bold = true;
        sheet.getRange("A3").formulas = [["=1+1"]];
        await context.sync();
      },
      { mergeUndoGroup: true },
    );
    expect(await bench.values("A1:A3")).toEqual([["one"], ["two"], [2]]);
    await bench.call("undo");
    await bench.settled();
    expect(await bench.values("A1:A3")).toEqual([[""], [""], [""]]);
    await bench.call("redo");
    await bench.settled();
    expect(await bench.values("A1:A3")).toEqual([["one"], ["two"], [2]]);
  });

  it("tells what keeps a block from being written: protection, merged cells, tables, hidden rows", async () => {
    const filter = { address: "G1:G3", columns: [{ column: 0, values: ["a"] }], hiddenRows: [2] };
    const cells = { G1: "k", G2: "a", G3: "b" };
    await bench.call("open", { name: "Book", sheets: [{ name: "Sheet1", cells, filter }] });
    await bench.settled();
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
      return [table.name, none.isNullObject, range.address, range.values, sum.values[0]?.[0]] as unknown[];
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
