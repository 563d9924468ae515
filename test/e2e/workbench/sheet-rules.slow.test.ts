import type { DataValidation } from "../../../src/ooxml/data-validation";
import type { CellContent } from "../../../src/workbench/univer/entry";
import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("data validation", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  /** Opens a workbook with these cells and rules. */
  const open = async (
    cells: Readonly<Record<string, CellContent>>,
    ...rules: readonly (Pick<DataValidation, "type" | "formulas" | "ranges"> & Partial<DataValidation>)[]
  ): Promise<void> => {
    const dataValidations = rules.map((rule, index) => ({
      id: `rule-${index}`,
      ignoreBlanks: true,
      alert: { shown: true, style: "stop", title: "", message: "" },
      prompt: { shown: true, title: "", message: "" },
      ...rule,
    }));
    await bench.call("open", { name: "Book", sheets: [{ name: "Sheet1", cells, dataValidations }] });
    await bench.settled();
  };
  /** Types into a cell as a user does. */
  const type = async (address: string, text: string): Promise<void> => {
    await bench.call("select", address);
    await bench.page.keyboard.type(text);
    await bench.page.keyboard.press("Enter");
  };
  /** The engine selects the next cell after it has checked an entry. */
  const active = (address: string): Promise<void> =>
    until(`${address} is the active cell`, async () => {
      const box = bench.page.locator('#sheet [data-u-comp="defined-name"] input');
      return (await box.inputValue()) === address;
    });
  const dialog = () => bench.page.locator("dialog.question");

  it("refuses what a rule does not accept, with the rule's message, and asks if the rule only warns", async () => {
    await open(
      {},
      {
        type: "whole",
        operator: "between",
        formulas: ["1", "9"],
        ranges: ["A1:A9"],
        alert: { shown: true, style: "stop", title: "Score", message: "Only 1 to 9." },
      },
      {
        type: "textLength",
        operator: "lessThan",
        formulas: ["3"],
        ranges: ["B1"],
        alert: { shown: true, style: "warning", title: "", message: "Long." },
      },
    );
    await type("A1", "12");
    await dialog().waitFor();
    expect(await dialog().innerText()).toMatch(/^Score\s+Only 1 to 9\./);
    await bench.screenshot("validation-stop");
    await bench.page.keyboard.press("Escape");
    await bench.shows("A1", "");
    await type("A1", "7");
    await bench.shows("A1", 7);
    expect(await dialog().count()).toBe(0);
    await type("B1", "long");
    await dialog().getByRole("button", { name: "Yes" }).click();
    await active("B2");
    await bench.shows("B1", "long");
    // The caret is in the sheet again.
    await bench.page.keyboard.type("no");
    await bench.page.keyboard.press("Enter");
    await bench.shows("B2", "no");
    // Also what is typed before the engine has selected the next cell.
    await type("B1", "longer");
    await dialog().getByRole("button", { name: "Yes" }).click();
    await bench.page.keyboard.type("now");
    await bench.page.keyboard.press("Enter");
    await bench.shows("B2", "now");
    await bench.shows("B1", "longer");
    // What a program writes is not checked, as in Excel.
    await bench.enterAll({ A3: 12 });
    await bench.shows("A3", 12);
  });

  it("offers the cells of a list, by the keyboard too, and enters their values", async () => {
    await open(
      { D1: "low", D2: "high", D3: 7 },
      {
        type: "list",
        formulas: ["$D$1:$D$3"],
        ranges: ["A1:A9"],
        prompt: { shown: true, title: "Level", message: "Choose one." },
      },
    );
    await bench.call("select", "A2");
    expect(await bench.page.locator("#cell-note").innerText()).toMatch(/^Level\s+Choose one\.$/);
    await bench.page.keyboard.press("Alt+ArrowDown");
    const items = bench.page.locator("[data-u-comp=sheets-dropdown-list] > div:last-child > div");
    expect(await items.allInnerTexts()).toEqual(["low", "high", "7"]);
    await bench.screenshot("validation-list");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await bench.page.keyboard.press(key);
    await bench.shows("A2", 7);
    expect(await items.count()).toBe(0);
    await bench.page.keyboard.press("Alt+ArrowDown");
    await items.first().waitFor();
    await bench.page.keyboard.press("Escape");
    await items.first().waitFor({ state: "detached" });
    await type("A3", "HIGH");
    await bench.shows("A3", "HIGH");
    await type("A4", "none");
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await bench.shows("A4", "");
  });

  it("offers a refused text for another try, and a warned one after No; Cancel restores the cell", async () => {
    const rules = (["stop", "warning", "information"] as const).map((style, column) => ({
      type: "whole" as const,
      operator: "between" as const,
      formulas: ["1", "9"],
      ranges: [["A1:A2", "B1:B2", "C1:C2"][column] ?? ""],
      alert: { shown: true, style, title: "", message: "Only 1 to 9." },
    }));
    await open({ A1: 5, B1: 6, C1: 7 }, ...rules);
    const answer = (name: string): Promise<void> => dialog().getByRole("button", { name }).click();
    await type("A1", "12");
    await answer("Retry");
    await dialog().waitFor({ state: "detached" });
    // The text is edited at its end.
    for (const key of ["Backspace", "Backspace", "8", "Enter"]) await bench.page.keyboard.press(key);
    await bench.shows("A1", 8);
    await type("A1", "=6*7");
    await dialog().waitFor();
    await bench.page.keyboard.press("Enter");
    await dialog().waitFor({ state: "detached" });
    for (const key of ["Backspace", "1", "Enter"]) await bench.page.keyboard.press(key);
    await bench.shows("A1", 6);
    expect((await bench.cell("A1")).formula).toBe("=6*1");
    await type("A1", "=6*7");
    await answer("Cancel");
    await until("the cell is as before", async () => (await bench.cell("A1")).formula === "=6*1");
    await type("B1", "12");
    await answer("No");
    await dialog().waitFor({ state: "detached" });
    for (const key of ["Backspace", "Enter"]) await bench.page.keyboard.press(key);
    await bench.shows("B1", 1);
    await type("B1", "12");
    await answer("Cancel");
    await bench.shows("B1", 1);
    await type("C1", "12");
    await answer("Cancel");
    await bench.shows("C1", 7);
    await type("C1", "12");
    await bench.screenshot("validation-information");
    await answer("OK");
    await active("C2");
    await bench.shows("C1", 12);
  });

  it("goes away with what Range.clear takes, and only there", async () => {
    await open({}, { type: "list", formulas: ['"a,b"'], ranges: ["A1:A3"] });
    await runBatch(
      bench,
      async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A3").select();
        await context.sync();
        sheet.getRange("A1").clear();
        await context.sync();
      },
      {},
    );
    const left = await bench.call("save");
    expect(left.sheets[0]?.dataValidations?.map(({ ranges }) => ranges)).toEqual([["A2:A3"]]);
    await bench.call("undo");
    const restored = await bench.call("save");
    expect(restored.sheets[0]?.dataValidations?.map(({ ranges }) => ranges)).toEqual([["A1:A3"]]);
  });
});
