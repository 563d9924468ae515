import { until } from "../../support/until";
import { hostFindings } from "../axe";
import { freshWorkbench } from "./fresh-workbench";

describe("the sheet's own tools", () => {
  const workbench = freshWorkbench();

  /** A list with a header; the last column has formulas of a custom function. */
  const list: Readonly<Record<string, string | number>> = {
    ...{ A1: "Name", A2: "Delta", A3: "alpha", A4: "Charlie", A5: "Bravo" },
    ...{ B1: "Score", B2: 7, B3: 3, B4: 9, B5: 1 },
    ...{ C1: "Twice", C2: "=FIXTURE.ADD(B2,B2)", C3: "=FIXTURE.ADD(B3,B3)" },
    ...{ C4: "=FIXTURE.ADD(B4,B4)", C5: "=FIXTURE.ADD(B5,B5)" },
  };

  const grid = () => workbench().page.locator("canvas[id^=univer-sheet-main]");
  /** Clicks a cell near the top left corner. */
  const click = (column: number, row: number, button: "left" | "right" = "left"): Promise<void> =>
    grid().click({ position: { x: 46 + column * 88 + 30, y: 20 + row * 22 - 8 }, button });
  const tool = (name: string) =>
    workbench().page.locator("#sheet [data-u-comp=headerbar]").getByLabel(name, { exact: true }).first();
  const item = (name: string) => workbench().page.getByText(name, { exact: true }).locator("visible=true").first();

  /** Opens find or replace. A key that comes while the page is still busy may do nothing. */
  const openDialog = (keys: "Control+f" | "Control+h"): Promise<void> =>
    until(`${keys} opens its dialog`, async () => {
      const shown = workbench().page.getByPlaceholder(
        keys === "Control+f" ? "Find in this Sheet" : "Input Replace String",
      );
      if (await shown.isVisible()) return true;
      await click(3, 9);
      await workbench().page.keyboard.press(keys);
      return shown.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });

  it.each(["light", "dark", "contrast"] as const)(
    "has nothing on the host page that axe objects to, theme %s",
    async (theme) => {
      await workbench().call("theme", theme);
      await workbench().enterAll(list);
      expect(await hostFindings(workbench().page, theme)).toEqual([]);
      await openDialog("Control+h");
      expect(await hostFindings(workbench().page, theme)).toEqual([]);
      await workbench().page.keyboard.press("Escape");
      await workbench().call("theme", "light");
    },
  );

  it("sorts the cells around the selected one below their header, with the formulas of custom functions", async () => {
    const { page, enterAll, values, read, settled } = workbench();
    await enterAll(list);
    await click(0, 3);
    await tool("Sort").click();
    await item("Ascending").click();
    await until("the list is sorted", async () => (await values("A2:A2"))[0]?.[0] === "alpha");
    await settled();
    expect(await values("A1:C5")).toEqual([
      ["Name", "Score", "Twice"],
      ["alpha", 3, 6],
      ["Bravo", 1, 2],
      ["Charlie", 9, 18],
      ["Delta", 7, 14],
    ]);
    expect((await read("C2:C5")).map(([cell]) => cell?.formula)).toEqual([
      "=FIXTURE.ADD(B2,B2)",
      "=FIXTURE.ADD(B3,B3)",
      "=FIXTURE.ADD(B4,B4)",
      "=FIXTURE.ADD(B5,B5)",
    ]);
    await page.keyboard.press("Control+z");
    await until("the order is undone", async () => (await values("A2:A2"))[0]?.[0] === "Delta");
  });

  it("sorts numbers before texts, truths and errors, and empty cells last, from the context menu", async () => {
    const { enterAll, values, call, page } = workbench();
    await enterAll({ A1: 30, A2: "b", A3: "=1/0", A4: "TRUE", A5: 10, A6: "'9", A8: "A" });
    await call("select", "A1:A8");
    await click(0, 2, "right");
    await item("Sort").hover();
    await item("Ascending").click();
    await until("the cells are sorted", async () => (await values("A1:A1"))[0]?.[0] === 10);
    expect((await values("A1:A8")).flat()).toEqual([10, 30, "9", "A", "b", true, "#DIV/0!", ""]);
    await page.keyboard.press("Escape");
  });

  it("sorts formulas as soon as the page is open", async () => {
    const { call, page, enterAll, values, settled } = workbench();
    await enterAll(list);
    await settled();
    await page.reload();
    await page.waitForFunction(() => "workbench" in window);
    await call("ready");
    await call("select", "A3");
    await tool("Sort").click();
    await item("Descending").click();
    await until("the list is sorted", async () => (await values("A3:A3"))[0]?.[0] === "Charlie");
    await settled();
    expect(await values("A2:C5")).toEqual([
      ["Delta", 7, 14],
      ["Charlie", 9, 18],
      ["Bravo", 1, 2],
      ["alpha", 3, 6],
    ]);
  });

  it("refuses to sort a part of a spill, and says why", async () => {
    const { enterAll, values, call, page } = workbench();
    await enterAll({ A1: "=SEQUENCE(4,1,9,-1)" });
    await call("select", "A1:A4");
    await tool("Sort").click();
    await item("Ascending").click();
    const refusal = page.getByRole("dialog").filter({ hasText: "array formulas and cannot be sorted." });
    await refusal.getByText("Sort", { exact: true }).waitFor();
    await workbench().screenshot("workbench-sort-refused");
    await page.keyboard.press("Escape");
    expect((await values("A1:A4")).flat()).toEqual([9, 8, 7, 6]);
  });

  it("filters by the values that are ticked, also those of a spill, and the rows come back", async () => {
    const { enterAll, call, page } = workbench();
    await enterAll({ A1: "Number", A2: "=SEQUENCE(4)", B1: "Kind", B2: "x", B3: "y", B4: "x", B5: "y" });
    await call("select", "A1:B5");
    await tool("Toggle Filter").click();
    const saved = async () => (await call("save")).sheets[0]?.filter;
    await until("the range is filtered", async () => (await saved())?.range === "A1:B5");
    // The button of column A stands at the right end of its header cell.
    await grid().click({ position: { x: 46 + 88 - 9, y: 20 + 11 } });
    const panel = page.locator("[data-u-comp=sheets-filter-panel]").first();
    await panel.waitFor();
    const values = panel.locator("[data-u-comp=sheets-filter-panel-values-virtual] [data-u-comp=checkbox]");
    await values.nth(1).click();
    await workbench().screenshot("workbench-filter");
    await panel.getByText("Confirm").click();
    await until("row 3 is hidden", async () => (await saved())?.hiddenRows?.join() === "2");
    expect(await saved()).toEqual({
      range: "A1:B5",
      columns: [{ column: 0, values: ["1", "3", "4"] }],
      hiddenRows: [2],
    });
    await call("undo");
    await until("the rows are back", async () => (await saved())?.hiddenRows === undefined);
  });

  it("keeps a filter over a reload of the page", async () => {
    const { call, page, settled } = workbench();
    const filter = { columns: [{ column: 1, values: ["7", "9"] }], hiddenRows: [2, 4] };
    await call("open", {
      name: "Test",
      sheets: [{ name: "Sheet1", cells: list, filter: { address: "A1:C5", ...filter } }],
    });
    await workbench().enter("E1", "edited");
    await settled();
    await page.reload();
    await page.waitForFunction(() => "workbench" in window);
    await call("ready");
    expect((await call("save")).sheets[0]?.filter).toEqual({ range: "A1:C5", ...filter });
  });

  it("finds with Ctrl+F, and offers to replace with Ctrl+H", async () => {
    const { enterAll, page } = workbench();
    await enterAll(list);
    await openDialog("Control+f");
    await page.getByPlaceholder("Find in this Sheet").fill("Charlie");
    await page.getByText("1/1").waitFor();
    await workbench().screenshot("workbench-find");
    await page.keyboard.press("Escape");
    await openDialog("Control+h");
    await page.keyboard.press("Escape");
  });

  /** Fills the dialog and replaces all matches. */
  const startReplacing = async (find: string, replacement: string, by: "value" | "formula"): Promise<void> => {
    const { page } = workbench();
    await openDialog("Control+h");
    if (by === "formula") {
      await item("Find by Value").click();
      await item("Find Formula").click();
    }
    await page.getByPlaceholder("Find in this Sheet").fill(find);
    await page.getByPlaceholder("Input Replace String").fill(replacement);
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("button", { name: "Replace All", exact: true }).click();
  };

  /** Replaces all matches, and closes the dialog. */
  const replaceAll = async (find: string, replacement: string, by: "value" | "formula" = "value"): Promise<void> => {
    const { page } = workbench();
    await startReplacing(find, replacement, by);
    await page
      .getByText(/^Replaced all/)
      .last()
      .waitFor();
    await page.getByPlaceholder("Input Replace String").press("Escape");
    await page.getByPlaceholder("Input Replace String").waitFor({ state: "detached" });
    await workbench().settled();
  };

  it("replaces what cells have, and leaves formulas, also filled ones, and spilled cells alone", async () => {
    const { call, page, read, values, settled } = workbench();
    const cells = {
      A1: 5,
      A2: 6,
      A3: 7,
      B1: "=A1*2",
      C1: 15,
      C2: "x-5",
      C3: "'05",
      C4: "=SEQUENCE(2,1,5)",
      D1: "TRUE",
    };
    // A spilled cell with a format of its own.
    await call("open", { name: "Test", sheets: [{ name: "Sheet1", cells, formats: { C5: { bold: true } } }] });
    await settled();
    await call("select", "B1");
    await grid().hover({ position: { x: 46 + 2 * 88, y: 20 + 22 } });
    await page.mouse.down();
    await grid().hover({ position: { x: 46 + 2 * 88 - 20, y: 20 + 3 * 22 - 8 } });
    await page.mouse.up();
    await until("the formula is filled down", async () => (await values("B3:B3"))[0]?.[0] === 14);
    await replaceAll("1", "7");
    await replaceAll("5", "12");
    await replaceAll("6", "9");
    await replaceAll("x", "$&");
    const formulas = async () => (await read("B1:B3")).map(([cell]) => cell?.formula);
    expect(await formulas()).toEqual(["=A1*2", "=A2*2", "=A3*2"]);
    expect(await values("A1:D5")).toEqual([
      [12, 24, 712, true],
      [9, 18, "$&-12", ""],
      [7, 14, "012", ""],
      ["", "", 5, ""],
      ["", "", 6, ""],
    ]);
    await replaceAll("A1", "A3", "formula");
    expect(await formulas()).toEqual(["=A3*2", "=A2*2", "=A3*2"]);
    await replaceAll("*2", "*3", "formula");
    expect(await formulas()).toEqual(["=A3*3", "=A2*3", "=A3*3"]);
    expect((await values("B1:B3")).flat()).toEqual([21, 27, 21]);
    await call("undo");
    await settled();
    expect(await formulas()).toEqual(["=A3*2", "=A2*2", "=A3*2"]);
  });

  it("replaces nothing on a protected sheet, says so, and goes on afterwards", async () => {
    const { enterAll, call, page, values, settled } = workbench();
    await enterAll(list);
    await call("protect", "Sheet1", true);
    await startReplacing("Delta", "Echo", "value");
    await page.locator("#cell-note").getByText("The sheet is protected.").waitFor();
    await page.getByText("Replace failed").waitFor();
    await page.keyboard.press("Escape");
    expect((await values("A2:A2")).flat()).toEqual(["Delta"]);
    await call("protect", "Sheet1", false);
    await replaceAll("a", "o");
    expect((await values("A1:A5")).flat()).toEqual(["Nome", "Delto", "olpho", "Chorlie", "Brovo"]);
    await call("undo");
    await settled();
    expect((await values("A1:A5")).flat()).toEqual(["Name", "Delta", "alpha", "Charlie", "Bravo"]);
  });

  it("copies what a filter shows, and pastes nothing into a protected sheet", async () => {
    const { call, page, values, settled, shows } = workbench();
    const filter = { columns: [{ column: 1, values: ["7", "9"] }], hiddenRows: [2, 4] };
    await call("open", {
      name: "Test",
      sheets: [{ name: "Sheet1", cells: list, filter: { address: "A1:C5", ...filter } }],
    });
    await settled();
    await call("select", "A1");
    await click(0, 1);
    // Two rows are hidden.
    await grid().click({ position: { x: 46 + 88 + 30, y: 20 + 3 * 22 - 8 }, modifiers: ["Shift"] });
    await page.keyboard.press("Control+c");
    // Row 7.
    await click(4, 5);
    await page.keyboard.press("Control+v");
    await shows("F9", 9);
    expect(await values("E7:G10")).toEqual([
      ["Name", "Score", ""],
      ["Delta", 7, ""],
      ["Charlie", 9, ""],
      ["", "", ""],
    ]);
    await call("protect", "Sheet1", true);
    await click(7, 5);
    await page.keyboard.press("Control+v");
    await page.locator("#cell-note").getByText("The sheet is protected.").waitFor();
    expect(await values("H7:H7")).toEqual([[""]]);
  });

  it("neither sorts nor filters a protected sheet, and says so below the sheet", async () => {
    const { enterAll, call, page, values } = workbench();
    await enterAll(list);
    await call("protect", "Sheet1", true);
    await click(0, 3);
    await tool("Sort").click();
    await item("Ascending").click();
    await page.locator("#cell-note").getByText("The sheet is protected.").waitFor();
    await click(0, 2);
    await tool("Toggle Filter").click();
    await page.locator("#cell-note").getByText("The sheet is protected.").waitFor();
    expect((await values("A2:A5")).flat()).toEqual(["Delta", "alpha", "Charlie", "Bravo"]);
    expect((await call("save")).sheets[0]?.filter).toBeUndefined();
  });

  it("enters what is typed with Enter, never a suggestion", async () => {
    const { page, cell, call, shows } = workbench();
    const suggested = (): Promise<void> => item("Adds two numbers.").waitFor();
    await call("select", "A1");
    await click(0, 1);
    await page.keyboard.type("=FIXTURE.AD");
    await suggested();
    await page.keyboard.press("Enter");
    await until("the text is entered", async () => (await cell("A1")).formula === "=FIXTURE.AD");
    await shows("A1", "#NAME?");
  });

  it("takes a suggestion with Tab", async () => {
    const { page, cell } = workbench();
    const suggested = (): Promise<void> => item("Adds two numbers.").waitFor();
    await click(0, 3);
    await page.keyboard.type("=FIXTURE.AD");
    await suggested();
    await page.keyboard.press("Tab");
    // The engine inserts it at once, and sets the caret 30 ms later.
    await page.waitForTimeout(200);
    await page.keyboard.type("1,2)");
    await page.keyboard.press("Enter");
    await until("the suggestion is entered", async () => (await cell("A3")).formula === "=FIXTURE.ADD(1,2)");
  });

  it("names what is in the way of a result", async () => {
    const { enterAll, call, page } = workbench();
    const says = (sentence: string): Promise<void> =>
      page.locator("#cell-note").getByText(sentence, { exact: true }).waitFor();
    await enterAll({ A1: "=SEQUENCE(3,2)", B3: "mine" });
    await call("select", "A1");
    await says("B3 is in the way. The result needs A1:B3: empty its other cells.");
    await call("open", {
      name: "Test",
      sheets: [
        {
          name: "Sheet1",
          cells: { A1: "=SEQUENCE(3)", C1: "=SEQUENCE(3)", C3: "Head" },
          merged: ["A3:B3"],
          tables: [{ name: "Weights", address: "C3:D4" }],
        },
      ],
    });
    await workbench().settled();
    await call("select", "C1");
    await says("The table Weights is in the way. The result needs C1:C3.");
    await call("select", "A1");
    await says("The merged cells A3:B3 are in the way. The result needs A1:A3.");
  });
});
