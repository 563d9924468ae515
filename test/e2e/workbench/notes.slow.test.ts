import { hostFindings } from "../axe";
import { until } from "../../support/until";
import type { CellContent } from "../../../src/workbench/univer/entry";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";

describe("notes", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const savedNotes = async () => (await bench.call("save")).sheets[0]?.notes ?? [];
  /** Opens a workbook with these cells and notes. */
  const open = async (
    cells: Readonly<Record<string, CellContent>>,
    texts: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const notes = Object.entries(texts).map(([cell, text]) => ({ cell, text, width: 144, height: 80 }));
    await bench.call("open", { name: "Book", sheets: [{ name: "Sheet1", cells, notes }] });
    await bench.settled();
  };
  const clickCell = (column: number, row: number, button: "left" | "right" = "left"): Promise<void> =>
    bench.page
      .locator("canvas[id^=univer-sheet-main]")
      .click({ position: { x: 46 + column * 88 + 30, y: 20 + row * 22 - 8 }, button });
  const box = () =>
    bench.page.locator("[data-u-comp=note-textarea] textarea, textarea[data-u-comp=note-textarea]").first();

  it("show when their cell is selected, are written by hand, and axe finds nothing in any theme", async () => {
    await bench.enterAll({ A1: "Score", A2: 3 });
    await clickCell(0, 2, "right");
    await bench.page.getByText("Add Note", { exact: true }).click();
    await box().fill("Ask Ann");
    await until("the note is kept", async () => (await savedNotes())[0]?.text === "Ask Ann");
    await clickCell(4, 9);
    await box().waitFor({ state: "hidden" });
    await clickCell(0, 2);
    await box().waitFor();
    expect(await box().inputValue()).toBe("Ask Ann");
    for (const theme of ["light", "dark", "contrast"] as const) {
      await bench.call("theme", theme);
      const violations = await hostFindings(bench.page, theme);
      if (process.env["SCREENSHOTS"] !== undefined)
        await bench.page.screenshot({ path: `screenshots/notes-${theme}.png` });
      expect([theme, violations]).toEqual([theme, []]);
    }
    await bench.call("theme", "light");
    await bench.call("openXlsx", await bench.call("saveXlsx"), "Again");
    await bench.settled();
    expect(await savedNotes()).toMatchObject([{ cell: "A2", text: "Ask Ann" }]);
  });

  it("move with their cells when they are sorted, and back with undo", async () => {
    await open({ A1: 3, A2: 1, A3: 2 }, { A1: "three", A2: "one", B2: "beside" });
    const places = async () => (await savedNotes()).map(({ cell, text }) => `${cell} ${text}`);
    await bench.call("select", "A1:A3");
    await bench.page.locator("#sheet [data-u-comp=headerbar]").getByLabel("Sort", { exact: true }).first().click();
    await bench.page.getByText("Ascending", { exact: true }).locator("visible=true").first().click();
    await bench.shows("A1", 1);
    expect(await places()).toEqual(["A1 one", "B2 beside", "A3 three"]);
    await bench.call("undo");
    await bench.shows("A1", 3);
    expect(await places()).toEqual(["A1 three", "A2 one", "B2 beside"]);
  });

  it("are copied with their cells, and replace those of the cells they are pasted to", async () => {
    await open({ A1: 1, A2: 2 }, { A1: "one", G1: "lost", G2: "lost too" });
    const places = async () => (await savedNotes()).map(({ cell, text }) => `${cell} ${text}`);
    await bench.call("select", "A1:A2");
    await clickCell(0, 1);
    await bench.page.keyboard.press("Shift+ArrowDown");
    await bench.page.keyboard.press("Control+c");
    // Beside the box of the note.
    await clickCell(6, 1);
    await bench.page.keyboard.press("Control+v");
    await bench.shows("G2", 2);
    expect(await places()).toEqual(["A1 one", "G1 one"]);
    await bench.call("undo");
    await bench.shows("G2", "");
    expect(await places()).toEqual(["A1 one", "G1 lost", "G2 lost too"]);
  });

  it("are cleared with all of a range, and stay when its contents or formats are cleared", async () => {
    const clear = (applyTo: "All" | "Contents" | "Formats"): Promise<unknown> =>
      bench.pane().evaluate(
        (what) =>
          Excel.run(async (context) => {
            context.workbook.worksheets.getActiveWorksheet().getRange("A1:A9").clear(what);
            await context.sync();
          }),
        applyTo,
      );
    await open({}, { A1: "note", B1: "note" });
    for (const applyTo of ["Contents", "Formats"] as const) await clear(applyTo);
    expect((await savedNotes()).map(({ cell }) => cell)).toEqual(["A1", "B1"]);
    await clear("All");
    expect((await savedNotes()).map(({ cell }) => cell)).toEqual(["B1"]);
    await bench.call("undo");
    expect((await savedNotes()).map(({ cell }) => cell)).toEqual(["A1", "B1"]);
  });
});
