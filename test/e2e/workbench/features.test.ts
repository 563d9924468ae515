import { readFileSync } from "node:fs";
import path from "node:path";
import type { DataValidation } from "../../../src/ooxml/data-validation";
import { until } from "../../support/until";
import { hostFindings } from "../axe";
import { freshWorkbench } from "./fresh-workbench";
import { runBatch } from "./run-batch";
import { withThreads } from "./with-threads";

// One short test for each feature of the workbench that has its own file in `npm run test:slow`.

const sheetOf = { name: "Test", sheets: [{ name: "Sheet1", cells: {} }] };

describe("what the workbench offers beside formulas", () => {
  const bench = freshWorkbench();

  const run = async (batch: (context: Excel.RequestContext) => Promise<void>): Promise<void> => {
    expect(await runBatch(bench(), batch, {})).toBeUndefined();
  };
  const sheet = async () => (await bench().call("save")).sheets[0]!;
  const grid = () => bench().page.locator("canvas[id^=univer-sheet-main]");
  const tool = (name: string) =>
    bench().page.locator("#sheet [data-u-comp=headerbar]").getByLabel(name, { exact: true }).first();
  const item = (name: string) => bench().page.getByText(name, { exact: true }).locator("visible=true").first();
  const titleBar = (name: string): Promise<void> =>
    bench().page.locator("#title-bar").getByRole("button", { name, exact: true }).click();

  it("a chart is drawn, with the names of its series", async () => {
    await bench().enterAll({ A1: "Company", B1: "'2025", A2: "Acme", B2: 3, A3: "Beta", B3: 5 });
    await run(async (context) => {
      const active = context.workbook.worksheets.getActiveWorksheet();
      active.charts.add("ColumnClustered", active.getRange("A1:B3")).title.text = "Weights";
      await context.sync();
    });
    const texts = bench()
      .page.getByRole("group", { name: /Weights/ })
      .locator("svg text");
    await until("the chart names its companies", async () => (await texts.allTextContents()).includes("Acme"));
    expect(await texts.allTextContents()).toEqual(expect.arrayContaining(["Weights", "Acme", "Beta"]));
  });

  it("a conditional format colours a cell by its value", async () => {
    await bench().enterAll({ A1: 5, A2: 50 });
    await run(async (context) => {
      const range = context.workbook.worksheets.getActiveWorksheet().getRange("A1:A2");
      const low = range.conditionalFormats.add(Excel.ConditionalFormatType.cellValue);
      low.cellValue.rule = { formula1: "10", operator: "LessThan" };
      low.cellValue.format.fill.color = "#ffc7ce";
      await context.sync();
    });
    const fill = async (address: string) => (await bench().call("conditionalLook", address)).fill;
    await until("A1 is coloured", async () => (await fill("A1")) === "#ffc7ce");
    expect(await fill("A2")).toBeUndefined();
  });

  it("names, hidden ones too, work in formulas, and custom XML parts are kept", async () => {
    await bench().enterAll({ A1: 1, A2: 20 });
    await run(async (context) => {
      const { names, customXmlParts } = context.workbook;
      names.add("Rates", "=Sheet1!$A$1:$A$2");
      names.add("Hidden_place", "=Sheet1!$A$2").visible = false;
      customXmlParts.add("<note xmlns='urn:test'>kept</note>");
      await context.sync();
    });
    await bench().enterAll({ C1: "=SUM(Rates)", C2: "=Hidden_place" });
    expect(await bench().values("C1:C2")).toEqual([[21], [20]]);
    await bench().call("openXlsx", await bench().call("saveXlsx"), "Again");
    await bench().settled();
    expect((await bench().call("save")).names.map(({ name, hidden }) => [name, hidden])).toEqual([
      ["Rates", undefined],
      ["Hidden_place", true],
    ]);
    const parts = await runBatch(
      bench(),
      async (context) => {
        const count = context.workbook.customXmlParts.getByNamespace("urn:test").getCount();
        await context.sync();
        return count.value;
      },
      {},
    );
    expect(parts).toBe(1);
  });

  it("links, notes and typed values come back from an .xlsx file", async () => {
    const notes = [{ cell: "A2", text: "Ask Ann", width: 144, height: 80 }];
    await bench().call("open", {
      ...sheetOf,
      sheets: [{ name: "Sheet1", cells: { A1: "site", A2: "'007", A3: "TRUE" }, notes }],
    });
    await run(async (context) => {
      const active = context.workbook.worksheets.getActiveWorksheet();
      active.getRange("A1").hyperlink = { address: "https://example.com/", textToDisplay: "site" };
      await context.sync();
    });
    await bench().call("openXlsx", await bench().call("saveXlsx"), "Again");
    await bench().settled();
    const { notes: saved, links } = await sheet();
    expect(saved).toMatchObject(notes);
    expect(JSON.stringify(links)).toContain("https://example.com/");
    expect(await bench().values("A1:A3")).toEqual([["site"], ["007"], [true]]);
    await bench().call("select", "A1");
    await until("the link is said below the sheet", async () =>
      ((await bench().page.locator("#cell-note").textContent()) ?? "").includes("example.com"),
    );
  });

  it("a thread of comments is shown below the sheet", async () => {
    await bench().call("openXlsx", withThreads(await bench().call("saveXlsx")), "Threads");
    await bench().call("select", "B2");
    await bench().page.locator("#cell-note").getByText("Is this <final>?").waitFor();
  });

  it("a rule of data validation refuses what it does not accept", async () => {
    const rule: DataValidation = {
      id: "score",
      type: "whole",
      operator: "between",
      formulas: ["1", "9"],
      ranges: ["A1"],
      ignoreBlanks: true,
      alert: { shown: true, style: "stop", title: "Score", message: "Only 1 to 9." },
      prompt: { shown: true, title: "", message: "" },
    };
    await bench().call("open", { ...sheetOf, sheets: [{ name: "Sheet1", cells: {}, dataValidations: [rule] }] });
    await bench().settled();
    const { page } = bench();
    await bench().call("select", "A1");
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await page.locator("dialog.question").getByText("Only 1 to 9.").waitFor();
    await page.keyboard.press("Escape");
    await bench().shows("A1", "");
  });

  it("rows are sorted with their formulas, and undo brings them back", async () => {
    await bench().enterAll({ A1: "b", A2: "a", B1: "=FIXTURE.ADD(1,1)", B2: "=FIXTURE.ADD(2,2)" });
    await bench().call("select", "A1:B2");
    await tool("Sort").click();
    await item("Ascending").click();
    await bench().shows("A1", "a");
    await bench().settled();
    expect(await bench().values("A1:B2")).toEqual([
      ["a", 4],
      ["b", 2],
    ]);
    await bench().call("undo");
    await bench().shows("A1", "b");
  });

  it("a filter hides rows, and find opens", async () => {
    await bench().enterAll({ A1: "Number", A2: "=SEQUENCE(3)" });
    await bench().call("select", "A1:A4");
    await tool("Toggle Filter").click();
    await until("the range is filtered", async () => (await sheet()).filter?.range === "A1:A4");
    await grid().click({ position: { x: 46 + 88 - 9, y: 31 } });
    const panel = bench().page.locator("[data-u-comp=sheets-filter-panel]").first();
    await panel.waitFor();
    await panel.locator("[data-u-comp=sheets-filter-panel-values-virtual] [data-u-comp=checkbox]").nth(1).click();
    await panel.getByText("Confirm").click();
    await until("a row is hidden", async () => (await sheet()).filter?.hiddenRows?.length === 1);
    await tool("Find & Replace").click();
    await bench().page.getByPlaceholder("Find in this Sheet").waitFor();
    await bench().page.keyboard.press("Escape");
  });

  it("a number that is wider than its column is shown as ####, and stays in its cell", async () => {
    await bench().page.evaluate(() => {
      const page = window as unknown as { drawn: string[] };
      page.drawn = [];
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        page.drawn.push(text);
        draw.call(this, text, ...place);
      };
    });
    await bench().call("open", {
      ...sheetOf,
      sheets: [{ name: "Sheet1", cells: { A1: 1_234_567.89 }, widths: { A: 30 } }],
    });
    const drawn = () => bench().page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
    await until("#### is drawn", async () => (await drawn()).some((text) => /^#+$/.test(text)));
    expect(await bench().values("A1")).toEqual([[1_234_567.89]]);
  });

  it("a fault of the host drops a result until the cell is calculated again", async () => {
    await bench().call("switchOnFault", { kind: "drop-result", function: "FIXTURE.ONE", cells: "A1" });
    await bench().enterAll({ A1: "=FIXTURE.ONE(1)" });
    expect(await bench().values("A1")).toEqual([["#BUSY!"]]);
    await bench().call("switchOffFault");
    await bench().call("recalculate", "full");
    await bench().settled();
    expect(await bench().values("A1")).toEqual([["[1,null]"]]);
  });

  it("a file of another program is opened, and saved with its values", async () => {
    const { page } = bench();
    const file = path.join(__dirname, "../../unit/ooxml/files/openpyxl-table.xlsx");
    await page.getByLabel("Workbook file").setInputFiles(file);
    await page.waitForFunction(() => document.title === "openpyxl-table – Workbench");
    await bench().settled();
    const before = await bench().values("A1:B3");
    const downloading = page.waitForEvent("download");
    await titleBar("Save");
    const bytes = readFileSync(await (await downloading).path());
    await bench().call("openXlsx", bytes.toString("base64"), "Again");
    await bench().settled();
    expect(await bench().values("A1:B3")).toEqual(before);
  });

  it("a reload shows the saved values without calling a function", async () => {
    await bench().enterAll({ A1: "=FIXTURE.ROWS(2,2)" });
    const { page } = bench();
    await page.reload();
    await page.waitForFunction(() => "workbench" in window);
    await bench().call("ready");
    await bench().settled();
    expect(await bench().values("A1:B2")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
    expect(await bench().call("invocations")).toBe(0);
  });

  it("asks before an edit is discarded", async () => {
    await bench().enterAll({ A1: "mine" });
    await titleBar("New");
    await bench()
      .page.getByRole("dialog", { name: /Save the changes to/ })
      .waitFor();
    await bench().page.keyboard.press("Escape");
    expect((await bench().cell("A1")).value).toBe("mine");
  });

  it("axe finds nothing on the host page, nor in a menu and a panel", async () => {
    const { page, enterAll, call } = bench();
    await enterAll({ A1: "Name", B1: "Score", A2: "Acme", B2: 7 });
    expect(await hostFindings(page)).toEqual([]);
    await titleBar("Open");
    expect(await hostFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await call("select", "B2");
    await tool("Conditional Formatting").click();
    await page.getByRole("menuitem", { name: "Data Bar", exact: true }).click();
    await page.locator("[data-u-comp=sidebar]").getByRole("button", { name: "Submit" }).waitFor();
    expect(await hostFindings(page)).toEqual([]);
  });
});
