import { readFileSync } from "node:fs";
import path from "node:path";
import { serveFixture } from "./fixture-server";
import { freshWorkbench } from "./fresh-workbench";
import { openWorkbench, type WorkbenchPage } from "./page";

describe("the workbench at the edges of what Excel does", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  /** Runs a batch in the add-in's page. */
  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>, options = "{}"): Promise<Result> =>
    bench.pane().evaluate<Result>(`Excel.run(${options}, ${batch.toString()})`);

  it("calculates an entered formula at once in manual mode, once, and lets the rest wait for F9", async () => {
    await bench.enterAll({ A1: "1", C1: "=A1+1" });
    await bench.call("calculationMode", "manual");
    await bench.enterAll({ A1: "5", B1: "=FIXTURE.ADD(A1,1)" });
    expect(await bench.values("A1:C1")).toEqual([[5, 6, 2]]);
    const before = await bench.call("invocations");
    await bench.page.keyboard.press("F9");
    await bench.settled();
    expect(await bench.values("A1:C1")).toEqual([[5, 6, 6]]);
    expect((await bench.call("invocations")) - before).toBeLessThanOrEqual(1);
    await bench.call("calculationMode", "automatic");
  });

  it("spills nothing over merged cells, and spills when they are taken apart", async () => {
    await run(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange("C5:D5").merge();
      await context.sync();
    });
    await bench.enterAll({ C4: "=FIXTURE.ROWS(3,2)" });
    expect(await bench.values("C4:D6")).toEqual([
      ["#SPILL!", ""],
      ["", ""],
      ["", ""],
    ]);
    await run(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange("C5:D5").unmerge();
      await context.sync();
    });
    await bench.settled();
    expect(await bench.values("C4:D6")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
      ["row 3", 3],
    ]);
  });

  it("shows spilled numbers in the format they came with, or in their column's", async () => {
    const formats = { "H:H": { numberFormat: "0.00" }, "F:F": { numberFormat: "dd/mm/yyyy" } };
    await bench.call("open", { name: "Test", sheets: [{ name: "Sheet1", cells: {}, formats }] });
    await bench.enterAll({
      A1: '=FIXTURE.TYPED("dates")',
      E1: '=FIXTURE.TYPED("dates")',
      G1: "=FIXTURE.ROWS(2,2)",
      H5: "7",
    });
    const texts = async (range: string): Promise<string[][]> =>
      (await bench.read(range)).map((row) => row.map(({ text }) => text));
    expect(await texts("A1:B2")).toEqual([
      ["day", "2025-01-01"],
      ["day", "2025-01-02"],
    ]);
    expect(await texts("F1:F2")).toEqual([["01/01/2025"], ["02/01/2025"]]);
    expect(await texts("H1:H5")).toEqual([["1.00"], ["2.00"], [""], [""], ["7.00"]]);
    expect((await bench.cell("B2")).value).toBe(45659);
  });

  it("reads and writes cells below and beside the part of the sheet that is shown", async () => {
    expect(await bench.values("ZZ5000:AAA5001")).toEqual([
      ["", ""],
      ["", ""],
    ]);
    await bench.enterAll({ B9000: "=FIXTURE.ADD(1,2)" });
    const read = await run(async (context) => {
      const range = context.workbook.worksheets.getActiveWorksheet().getRange("A9000:B9001").load("values,text");
      await context.sync();
      return [range.values, range.text];
    });
    expect(read).toEqual([
      [
        ["", 3],
        ["", ""],
      ],
      [
        ["", "3"],
        ["", ""],
      ],
    ]);
  });

  it("takes no batch while a cell is edited, unless the batch may wait", async () => {
    const write = async (context: Excel.RequestContext): Promise<string> => {
      context.workbook.worksheets.getActiveWorksheet().getRange("D1").values = [["written"]];
      await context.sync();
      return "done";
    };
    await bench.call("select", "A1");
    await bench.page.locator("canvas[id^=univer-sheet-main]").click({ position: { x: 120, y: 60 } });
    await bench.page.keyboard.type("12");
    await expect(run(write)).rejects.toThrow(/cell-editing mode/);
    const waiting = run(write, "{ delayForCellEdit: true }");
    // A later batch has been refused, so this one waits.
    await expect(run(write)).rejects.toThrow(/cell-editing mode/);
    expect(await bench.values("D1")).toEqual([[""]]);
    await bench.page.keyboard.press("Enter");
    expect(await waiting).toBe("done");
    expect(await bench.values("D1")).toEqual([["written"]]);
  });

  it("finds the add-in's files beside itself, whatever address the manifest was made for", async () => {
    const manifest = readFileSync(path.join(__dirname, "fixture", "manifest.xml"), "utf8");
    const text = manifest.replaceAll("ORIGIN", "https://localhost:3000");
    const other = await serveFixture({ "/manifest.xml": text });
    const opened = await openWorkbench(`${other.address}?fresh`);
    await opened.enterAll({ A1: "=FIXTURE.ADD(1,2)" });
    expect((await opened.cell("A1")).value).toBe(3);
    await opened.close();
    await other.close();
  });
});
