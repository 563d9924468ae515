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

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});
  /** Runs a batch that answers with nothing, unless it fails. */
  const change = async (batch: (context: Excel.RequestContext) => Promise<void>): Promise<void> => {
    expect(await run(batch)).toBeUndefined();
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
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const stop = sheet.getRange("A1:A9").dataValidation;
      stop.rule = { wholeNumber: { formula1: 1, formula2: 9, operator: Excel.DataValidationOperator.between } };
      stop.errorAlert = { message: "Only 1 to 9.", showAlert: true, style: "Stop", title: "Score" };
      const warning = sheet.getRange("B1").dataValidation;
      warning.rule = { textLength: { formula1: 3, operator: "LessThan" } };
      warning.errorAlert = { message: "Long.", showAlert: true, style: "Warning", title: "" };
      await context.sync();
    });
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
    await bench.enterAll({ D1: "low", D2: "high", D3: 7 });
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:A9").dataValidation.rule = { list: { inCellDropDown: true, source: sheet.getRange("D1:D3") } };
      sheet.getRange("A1:A9").dataValidation.prompt = { message: "Choose one.", showPrompt: true, title: "Level" };
      await context.sync();
    });
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
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:C1").values = [[5, 6, 7]];
      const styles = ["Stop", "Warning", "Information"] as const;
      styles.forEach((style, column) => {
        const { dataValidation } = sheet.getRange("A1:A2").getOffsetRange(0, column);
        dataValidation.rule = { wholeNumber: { formula1: 1, formula2: 9, operator: "Between" } };
        dataValidation.errorAlert = { message: "Only 1 to 9.", showAlert: true, style, title: "" };
      });
      await context.sync();
    });
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

  it("is what Office documents of it, with its errors", async () => {
    const found = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:A3").values = [[5], ["x"], [""]];
      const rules: Excel.DataValidationRule[] = [
        { decimal: { formula1: 1.5, formula2: "=B1*2", operator: "NotBetween" } },
        { date: { formula1: "2024-01-02", operator: "GreaterThan" } },
        { time: { formula1: "09:30", operator: "LessThan" } },
        { list: { inCellDropDown: false, source: "low,high" } },
        { custom: { formula: "=LEN(A1)>2" } },
      ];
      const read: unknown[] = [];
      for (const rule of rules) {
        const { dataValidation } = sheet.getRange("A1:A3");
        dataValidation.rule = rule;
        dataValidation.load("rule,type");
        await context.sync();
        read.push([dataValidation.type, dataValidation.rule]);
      }
      sheet.getRange("A1:A3").dataValidation.rule = { wholeNumber: { formula1: 1, operator: "GreaterThan" } };
      const names = ["A1", "A2", "A1:A3", "C1", "A3:A4"];
      const states = names.map((name) =>
        sheet.getRange(name).dataValidation.load("type,valid,ignoreBlanks,errorAlert"),
      );
      await context.sync();
      for (const { type, valid, ignoreBlanks, errorAlert } of states)
        read.push([type, valid, ignoreBlanks, errorAlert as unknown]);
      const { dataValidation } = sheet.getRange("A1:A3");
      dataValidation.clear();
      dataValidation.load("type");
      await context.sync();
      return [...read, dataValidation.type];
    });
    const alert = { message: "", showAlert: true, style: "Stop", title: "" };
    expect(found).toEqual([
      ["Decimal", { decimal: { formula1: "=1.5", formula2: "=B1*2", operator: "NotBetween" } }],
      ["Date", { date: { formula1: "=45293", operator: "GreaterThan" } }],
      ["Time", { time: { formula1: "=0.3958333333333333", operator: "LessThan" } }],
      ["List", { list: { inCellDropDown: false, source: "low,high" } }],
      ["Custom", { custom: { formula: "=LEN(A1)>2" } }],
      ["WholeNumber", true, true, alert],
      ["WholeNumber", false, true, alert],
      ["WholeNumber", null, true, alert],
      ["None", true, true, alert],
      ["MixedCriteria", true, null, null],
      "None",
    ]);
    const failures = await Promise.all([
      run(async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange("A1").dataValidation.rule = {};
        await context.sync();
      }),
      run(async (context) => {
        const rule = { decimal: { formula1: 1, operator: "Between" } } as const;
        context.workbook.worksheets.getActiveWorksheet().getRange("A1").dataValidation.rule = rule;
        await context.sync();
      }),
      run(async (context) => {
        const prompt = { message: "x".repeat(256), showPrompt: true, title: "" };
        context.workbook.worksheets.getActiveWorksheet().getRange("A1").dataValidation.prompt = prompt;
        await context.sync();
      }),
      run(async (context) => {
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.protection.protect();
        sheet.getRange("A1").dataValidation.clear();
        await context.sync();
      }),
    ]);
    expect(failures.map((failure) => String(failure).split(":")[0])).toEqual([
      "InvalidArgument",
      "InvalidArgument",
      "InvalidArgument",
      "AccessDenied",
    ]);
  });

  it("goes away with what Range.clear takes, and only there", async () => {
    await change(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.getRange("A1:A3").dataValidation.rule = { list: { inCellDropDown: true, source: "a,b" } };
      sheet.getRange("A3").select();
      await context.sync();
      sheet.getRange("A1").clear();
      await context.sync();
    });
    const left = await bench.call("save");
    expect(left.sheets[0]?.dataValidations?.map(({ ranges }) => ranges)).toEqual([["A2:A3"]]);
    await bench.call("undo");
    const restored = await bench.call("save");
    expect(restored.sheets[0]?.dataValidations?.map(({ ranges }) => ranges)).toEqual([["A1:A3"]]);
  });
});
