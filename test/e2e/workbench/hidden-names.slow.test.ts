import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("hidden names", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;

  beforeEach(async () => {
    bench = opened();
    await bench.enterAll({ A1: 1, A2: 20, A3: 300, C1: "=SUM(Frozen_place)" });
    await runBatch(
      bench,
      async (context) => {
        const { names } = context.workbook;
        names.add("Frozen_place", "=Sheet1!$A$2:$A$3").visible = false;
        names.add("Fresh", "=Sheet1!$A$3");
        context.workbook.worksheets.getActiveWorksheet().names.add("Frozen_local", "=Sheet1!$A$1").visible = false;
        await context.sync();
      },
      {},
    );
    await bench.shows("C1", 320);
  });

  const nameBox = () => bench.page.locator("[data-u-comp=defined-name] input");
  const shownNames = (): Promise<string[]> => bench.page.locator("li > div > [title]:first-child").allTextContents();
  const formulaOf = async (name: string): Promise<string | undefined> =>
    (await bench.call("save")).names.find((one) => one.name === name)?.formula;

  it("are not in the name box, its list, the list of names and the suggestions for formulas", async () => {
    const { page } = bench;
    await bench.call("select", "A1");
    await until("the name box shows the address", async () => (await nameBox().inputValue()) === "A1");
    await nameBox().click();
    await nameBox().fill("fr");
    await until("the list has the other name", async () => (await shownNames()).length > 0);
    expect(await shownNames()).toEqual(["Fresh"]);
    await nameBox().fill("froz");
    await page.getByText("Fresh", { exact: true }).waitFor({ state: "hidden" });
    await nameBox().fill("Frozen_place");
    await page.keyboard.press("Enter");
    const selected = (): Promise<unknown> =>
      runBatch(
        bench,
        async (context) => {
          const range = context.workbook.getSelectedRange().load("address");
          await context.sync();
          return range.address;
        },
        {},
      );
    await until("a hidden name that is typed is selected", async () => (await selected()) === "Sheet1!A2:A3");
    expect(await nameBox().inputValue()).not.toContain("Frozen");
    await bench.call("select", "A3");
    await until("the other name is shown", async () => (await nameBox().inputValue()) === "Fresh");

    await bench.call("select", "E5");
    await page
      .locator("canvas[id^=univer-sheet-main]")
      .click({ position: { x: 46 + 4 * 88 + 30, y: 20 + 5 * 22 - 8 } });
    await page.keyboard.type("=Fr");
    await page.getByText("Fresh", { exact: true }).first().waitFor();
    expect(await page.getByText(/^Frozen_/).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    await nameBox().click();
    await nameBox().fill("fr");
    await page.getByText("Manager named").click();
    const sidebar = page.locator("[data-u-comp=defined-name-container]");
    await sidebar.getByText("Fresh", { exact: true }).waitFor();
    expect(await sidebar.textContent()).not.toContain("Frozen_");
    expect((await bench.call("save")).names).toHaveLength(3);
  });

  it("follow inserted and deleted rows and renamed sheets, in formulas, in the object model and in files", async () => {
    await bench.call("insertRow", 2);
    await bench.settled();
    expect(await formulaOf("Frozen_place")).toBe("Sheet1!$A$3:$A$4");
    await bench.call("deleteRow", 1);
    await bench.settled();
    expect(await formulaOf("Frozen_place")).toBe("Sheet1!$A$2:$A$3");
    expect(await formulaOf("Frozen_local")).toBe("#REF!");
    await bench.enterAll({ D1: "=SUM(Frozen_place)" });
    await bench.shows("D1", 320);
    const told = await runBatch(
      bench,
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.name = "Q3 'final'";
        await context.sync();
        const place = context.workbook.names.getItem("Frozen_place").load("formula,visible");
        await context.sync();
        return [place.formula, place.visible] as unknown[];
      },
      {},
    );
    expect(told).toEqual(["='Q3 ''final'''!$A$2:$A$3", false]);
    await bench.call("openXlsx", await bench.call("saveXlsx"), "Again");
    await bench.settled();
    const names = (await bench.call("save")).names;
    expect(names.find(({ name }) => name === "Frozen_place")).toEqual({
      name: "Frozen_place",
      formula: "'Q3 ''final'''!$A$2:$A$3",
      hidden: true,
    });
    await bench.call("insertRow", 1);
    await bench.settled();
    expect(await formulaOf("Frozen_place")).toBe("'Q3 ''final'''!$A$3:$A$4");
    await bench.shows("D2", 320);
  });
});
