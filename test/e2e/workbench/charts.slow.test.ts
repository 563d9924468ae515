import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import type { ChartModel } from "../../../src/ooxml/chart-model";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { until } from "../../support/until";
import { partsOf } from "../../unit/ooxml/compare-parts";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

const weights = {
  ...{ A1: "Company", B1: "'2024", C1: "'2025" },
  ...{ A2: "Acme", B2: 0.3, C2: 0.2 },
  ...{ A3: "Beta", B3: 0.5, C3: 0.35 },
  ...{ A4: "Gamma", B4: 0.1, C4: 0.6 },
};

describe("charts in the sheet", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(async () => {
    bench = opened();
    await bench.enterAll(weights);
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});
  const addColumns = (): Promise<unknown> =>
    run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4"));
      chart.title.text = "Weights";
      chart.setPosition("E3", "J15");
      await context.sync();
    });
  const frame = (name: string): Locator => bench.page.getByRole("group", { name });
  const saved = async (): Promise<readonly ChartModel[]> => (await bench.call("save")).sheets[0]?.charts ?? [];
  const drawn = async (name: string): Promise<{ x: number; y: number; width: number; height: number }> => {
    const box = await frame(name).boundingBox();
    if (box === null) throw new Error(`${name} is not drawn.`);
    return box;
  };

  it("are added by the object model with the series and names that Excel finds, and are drawn", async () => {
    const answer = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4"), "Auto");
      chart.axes.valueAxis.numberFormat = "0%";
      chart.axes.categoryAxis.title.text = "Company";
      chart.legend.position = "Right";
      chart.name = "Weights";
      chart.title.text = "By year";
      chart.series.getItemAt(0).setXAxisValues(sheet.getRange("A2:A4"));
      chart.load("name,chartType,title/text,legend/position,axes/valueAxis/numberFormat");
      chart.series.load("items/name");
      const count = sheet.charts.getCount();
      await context.sync();
      return [
        [chart.name, chart.chartType, chart.title.text, chart.legend.position],
        chart.series.items.map(({ name }) => name),
        count.value,
      ] as unknown[];
    });
    expect(answer).toEqual([["Weights", "ColumnClustered", "By year", "Right"], ["2024", "2025"], 1]);
    const chart = frame("Weights: By year");
    await chart.waitFor();
    const texts = await chart.locator("svg text").allTextContents();
    expect(texts).toEqual(expect.arrayContaining(["By year", "Acme", "Gamma", "2024", "Company"]));
  });

  it.each<[string, (context: Excel.RequestContext) => Promise<void>]>([
    [
      "InvalidArgument",
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.charts.add("Line", sheet.getRange("A1:C4")).series.getItemAt(7);
        await context.sync();
      },
    ],
    [
      "NotImplemented",
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.charts.add("Radar", sheet.getRange("A1:B4"));
        await context.sync();
      },
    ],
    [
      "NotImplemented",
      async (context) => {
        context.workbook.worksheets.getActiveWorksheet().charts.getItem("Chart 1");
        await context.sync();
      },
    ],
    [
      "AccessDenied",
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.protection.protect();
        sheet.charts.add("Line", sheet.getRange("A1:B4"));
        await context.sync();
      },
    ],
  ])("answer with %s where an argument is wrong, or the workbench lacks a member", async (code, batch) => {
    expect(await run(batch)).toMatch(new RegExp(`^${code}: `));
    await bench.call("protect", "Sheet1", false);
  });

  it("follow their cells: values, hidden rows and moved rows; a range does not grow with a spill", async () => {
    await addColumns();
    await bench.enterAll({ F20: 3, E20: "=SEQUENCE(F20)" });
    await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const chart = sheet.charts.add("Line", sheet.getRange("E20:E22"));
      chart.name = "Spill";
      chart.setPosition("E24", "H30");
      await context.sync();
    });
    const description = (name: string): Promise<string | null> => frame(name).locator("p[hidden]").textContent();
    await until(
      "the spill is drawn",
      async () => (await description("Spill"))?.includes("3 values from 1 to 3") === true,
    );
    await bench.enterAll({ F20: 6, B3: 0.9 });
    await until(
      "the new value is drawn",
      async () => (await description("Chart 1: Weights"))?.includes("2024: 3 values from 0.1 to 0.9") === true,
    );
    expect(await description("Spill")).toContain("3 values from 1 to 3");
    const before = await saved();
    const place = await drawn("Chart 1: Weights");
    await bench.call("insertRow", 2);
    await until("the chart has moved", async () => (await drawn("Chart 1: Weights")).y > place.y);
    const [moved] = await saved();
    expect([moved?.from.row, moved?.to.row, moved?.series[0]?.values?.formula]).toEqual([3, 16, "Sheet1!$B$3:$B$5"]);
    await bench.call("undo");
    expect(await saved()).toEqual(before);
    await bench.call("deleteRow", 4);
    await bench.call("deleteRow", 3);
    expect((await saved())[0]?.series[0]?.values?.formula).toBe("Sheet1!$B$2");
    await bench.call("undo");
    await bench.call("undo");
    expect(await saved()).toEqual(before);
  });

  it("are moved, sized, deleted and brought back by keyboard", async () => {
    await addColumns();
    const chart = frame("Chart 1: Weights");
    const before = await drawn("Chart 1: Weights");
    await chart.press("ArrowRight");
    await chart.press("ArrowDown");
    await until("the chart has moved", async () => (await drawn("Chart 1: Weights")).x === before.x + 8);
    await chart.press("Shift+ArrowDown");
    await until("the chart is higher", async () => (await drawn("Chart 1: Weights")).height === before.height + 8);
    expect(await drawn("Chart 1: Weights")).toEqual({
      x: before.x + 8,
      y: before.y + 8,
      width: before.width,
      height: before.height + 8,
    });
    await chart.press("Delete");
    await chart.waitFor({ state: "detached" });
    expect((await bench.cell("A1")).value).toBe("Company");
    await bench.call("undo");
    await chart.waitFor();
    await chart.focus();
    await chart.press("Escape");
    expect(await chart.evaluate((element) => element === document.activeElement)).toBe(false);
  });

  it("are moved and sized with the mouse, and stay in place over their cells when the sheet scrolls", async () => {
    await addColumns();
    await frame("Chart 1: Weights").waitFor();
    const { x, y, width, height } = await drawn("Chart 1: Weights");
    const { mouse } = bench.page;
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.down();
    await mouse.move(x + width / 2 + 40, y + height / 2 + 30, { steps: 3 });
    await mouse.up();
    await until("the chart has moved", async () => Math.abs((await drawn("Chart 1: Weights")).x - x - 40) < 1);
    await mouse.move(x + 40 + width - 4, y + 30 + height - 4);
    await mouse.down();
    await mouse.move(x + 40 + width + 46, y + 30 + height + 16, { steps: 3 });
    await mouse.up();
    await until("the chart is wider", async () => Math.abs((await drawn("Chart 1: Weights")).width - width - 50) < 1);
    const placed = await drawn("Chart 1: Weights");
    await mouse.move(placed.x + 60, placed.y + 60);
    await mouse.wheel(0, 120);
    await until("the chart has scrolled", async () => (await drawn("Chart 1: Weights")).y < placed.y);
  });

  it("come back from an .xlsx file and from what the browser keeps", async () => {
    await addColumns();
    const before = await bench.call("save");
    const base64 = await bench.call("saveXlsx");
    expect(Object.keys(partsOf(Buffer.from(base64, "base64")))).toContain("xl/charts/chart1.xml");
    await bench.call("openXlsx", base64, "Again");
    await bench.settled();
    await frame("Chart 1: Weights").waitFor();
    const again = await saved();
    expect(again.map((chart) => ({ ...chart, part: undefined }))).toEqual(before.sheets[0]?.charts);
    expect(await bench.call("saveXlsx")).toBe(base64);
    await bench.call("open", before);
    await frame("Chart 1: Weights").waitFor();
    expect((await bench.call("save")).sheets[0]?.charts).toEqual(before.sheets[0]?.charts);
  });

  it("of other programs are drawn, with a sign if they are simplified", async () => {
    const file = readFileSync(path.join(__dirname, "../../unit/ooxml/files/openpyxl-chart.xlsx"));
    const parts = OoxmlPackage.read(new Uint8Array(file));
    const xml = parts.text("xl/charts/chart1.xml");
    parts.set("xl/charts/chart1.xml", xml.replaceAll("barChart>", "bar3DChart>"));
    await bench.call("openXlsx", file.toString("base64"), "plain");
    const chart = bench.page.locator("#charts .chart");
    await chart.locator("svg").waitFor();
    expect(await chart.getByText("Simplified").count()).toBe(0);
    await bench.call("openXlsx", Buffer.from(parts.write()).toString("base64"), "3-D");
    await chart.getByText("Simplified").waitFor();
    expect(await chart.locator("p[hidden]").textContent()).toContain(
      "The chart in the file also has: three dimensions.",
    );
  });

  it("have a place in the order of the page's keys, a name and no finding of axe", async () => {
    await addColumns();
    await frame("Chart 1: Weights").waitFor();
    expect(await frame("Chart 1: Weights").getAttribute("tabindex")).toBe("0");
    await bench.page.addScriptTag({ content: readFileSync(require.resolve("axe-core"), "utf8") });
    for (const theme of ["light", "dark", "contrast"] as const) {
      await bench.call("theme", theme);
      const violations = await bench.page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: (scope: string) => Promise<{ violations: { id: string }[] }> };
        };
        return (await axe.run("#charts")).violations.map(({ id }) => id);
      });
      expect([theme, violations]).toEqual([theme, []]);
    }
    await bench.call("theme", "light");
  });
});
