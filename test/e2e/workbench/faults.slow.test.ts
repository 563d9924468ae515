import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

/** What Excels do wrong, as src/workbench/faults imitates it: the symptom while a fault is on, and its end. */
describe("faults of the host", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });
  afterEach(async () => {
    await bench.call("switchOffFault");
    await bench.call("showPane", true);
    await bench.settled();
  });

  const calculate = (address: string): Promise<unknown> =>
    runBatch(
      bench,
      async (context) => {
        const range = context.workbook.worksheets.getActiveWorksheet().getRange("A1");
        range.calculate();
        await context.sync();
      },
      {},
    ).then(() => address);
  const write = (options: object = {}): Promise<unknown> =>
    runBatch(
      bench,
      async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange("E1").values = [["written"]];
        await context.sync();
        return "done";
      },
      options,
    );
  const value = async (address: string): Promise<unknown> => (await bench.cell(address)).value;

  it("drops a result: the cell and its dependents stay #BUSY! until it is calculated again (office-js #6662)", async () => {
    await bench.call("switchOnFault", { kind: "drop-result", function: "FIXTURE.ONE", cells: "A1" });
    await bench.enterAll({ A1: "=FIXTURE.ONE(1)", A2: "=FIXTURE.ONE(2)", B1: "=LEN(A1)" });
    expect(await bench.values("A1:B2")).toEqual([
      ["#BUSY!", "#BUSY!"],
      ["[2,null]", ""],
    ]);
    expect(await bench.call("faults")).toMatchObject([{ hits: 1 }]);
    await bench.call("switchOffFault");
    await bench.settled();
    expect(await value("A1")).toBe("#BUSY!");
    await calculate("A1");
    await bench.settled();
    expect(await bench.values("A1:B1")).toEqual([["[1,null]", 8]]);
  });

  it("drops as many results as asked, also of functions that answer at once", async () => {
    await bench.call("switchOnFault", { kind: "drop-result", times: 1 });
    await bench.enterAll({ A1: "=FIXTURE.ADD(1,2)" });
    await bench.enterAll({ A2: "=FIXTURE.ADD(3,4)" });
    expect(await bench.values("A1:A2")).toEqual([["#BUSY!"], [7]]);
  });

  it("holds a late result until the fault ends, and drops it if the cell was overwritten (office-js #3215)", async () => {
    await bench.call("switchOnFault", { kind: "late-result", function: "FIXTURE.ROWS" });
    await bench.call("enterCells", { A1: "=FIXTURE.ROWS(2,2)", A5: "=FIXTURE.ROWS(1,1)" });
    await until("both results are held", async () => (await bench.call("faults"))[0]?.hits === 2);
    // A call that begins now is shown before them.
    await bench.enter("C1", "=FIXTURE.ONE(1)");
    await bench.shows("C1", "[1,null]");
    expect(await bench.values("A1:A5")).toEqual([["#BUSY!"], [""], [""], [""], ["#BUSY!"]]);
    await bench.enter("A5", "typed");
    await bench.call("switchOffFault");
    await bench.settled();
    expect(await bench.values("A1:B5")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
      ["", ""],
      ["", ""],
      ["typed", ""],
    ]);
  });

  it("delivers a result so many milliseconds late", async () => {
    await bench.call("switchOnFault", { kind: "late-result", milliseconds: 1_500 });
    await bench.call("enterCells", { A1: "=FIXTURE.ONE(1)" });
    await until("the result is held", async () => (await bench.call("faults"))[0]?.hits === 1);
    expect(await value("A1")).toBe("#BUSY!");
    await bench.shows("A1", "[1,null]");
    expect(await bench.call("faults")).toMatchObject([{ hits: 1 }]);
  });

  it("keeps old values although new results have arrived, in one cell, a spill and their dependents (office-js #6930)", async () => {
    await bench.enterAll({
      D1: "1",
      A1: "=FIXTURE.ONE(D1)",
      A3: "=FIXTURE.ROWS(D1+1,2)",
      F1: "=LEN(A1)",
      F3: "=SUM(A3#)",
    });
    const before = await bench.values("A1:F4");
    await bench.call("switchOnFault", { kind: "old-value" });
    const calls = await bench.call("invocations");
    await bench.enterAll({ D1: "20" });
    expect(await bench.call("invocations")).toBe(calls + 2);
    const after = await bench.values("A1:F4");
    expect(after[0]![3]).toBe(20);
    expect(after.map((row) => row.toSpliced(3, 1))).toEqual(before.map((row) => row.toSpliced(3, 1)));
    await bench.call("switchOffFault");
    await bench.call("recalculate", "full");
    await bench.settled();
    expect(await bench.values("A1:F1")).toEqual([["[20,null]", "", "", 20, "", 9]]);
    expect(await value("A23")).toBe("row 21");
    expect(await value("F3")).toBe(231);
  });

  it("shows #NAME? and _xldudf_ for the formulas of a loaded workbook until Excel knows the names again (office-js #6935)", async () => {
    const cells = {
      A1: "=FIXTURE.ONE(1)",
      A2: '=LEN(FIXTURE.ONE("FIXTURE.ONE(2)"))',
      A3: "=1+1",
      A4: "=FIXTURE.ADD(1,2)",
    };
    await bench.call("switchOnFault", { kind: "unknown-name", function: "FIXTURE.ONE" });
    await bench.call("open", { name: "Test", sheets: [{ name: "Sheet1", cells }] });
    await bench.settled();
    const read = (await bench.read("A1:A4")).map(([cell]) => [cell?.value, cell?.formula]);
    expect(read).toEqual([
      ["#NAME?", "=_xldudf_FIXTURE_ONE(1)"],
      ["#NAME?", '=LEN(_xldudf_FIXTURE_ONE("FIXTURE.ONE(2)"))'],
      [2, "=1+1"],
      [3, "=FIXTURE.ADD(1,2)"],
    ]);
    await bench.enterAll({ A5: "=FIXTURE.ONE(5)" });
    expect(await value("A5")).toBe("[5,null]");
    await bench.call("undo");
    expect((await bench.cell("A1")).formula).toBe("=_xldudf_FIXTURE_ONE(1)");
    await bench.call("switchOffFault");
    await bench.settled();
    expect((await bench.read("A1:A2")).map(([cell]) => [cell?.value, cell?.formula])).toEqual([
      ["[1,null]", cells.A1],
      [23, cells.A2],
    ]);
  });

  it("forgets the names of the open workbook too, in as many cells as asked", async () => {
    await bench.enterAll({ A1: "=FIXTURE.ADD(1,2)", A2: "=FIXTURE.ADD(3,4)" });
    await bench.call("switchOnFault", { kind: "unknown-name", times: 1 });
    await bench.settled();
    expect(await bench.values("A1:A2")).toEqual([["#NAME?"], [7]]);
  });

  it("loses calls in flight with the runtime, and starts it again when a function is called", async () => {
    const calls = await bench.call("invocations");
    await bench.enter("A1", "=FIXTURE.ROWS(1,1,60000)");
    await until("the function is called", async () => (await bench.call("invocations")) > calls);
    await bench.call("switchOnFault", { kind: "dead-runtime" });
    await bench.settled();
    expect(await value("A1")).toBe("#BUSY!");
    expect(bench.pane()).toBeUndefined();
    await bench.enterAll({ A2: "=FIXTURE.ONE(2)" });
    expect(await bench.values("A1:A2")).toEqual([["#BUSY!"], ["[2,null]"]]);
    expect(bench.pane().url()).toContain("taskpane.html");
  });

  /** Whether the add-in's page has ended. */
  const hasNoRuntime = (): Promise<boolean> =>
    bench.page
      .locator("iframe[name=pane]")
      .evaluate(
        (frame: HTMLIFrameElement) =>
          frame.contentDocument?.URL === "about:blank" && frame.contentDocument.readyState === "complete",
      );

  it("starts a runtime only with the pane where Excel does no better (office-js #4004)", async () => {
    const calls = await bench.call("invocations");
    await bench.call("switchOnFault", { kind: "dead-runtime", restart: "pane" });
    await bench.call("enterCells", { A1: "=FIXTURE.ONE(1)", C1: "=1+1" });
    await bench.shows("C1", 2);
    await until("no page of the add-in is there", hasNoRuntime);
    expect(await value("A1")).toBe("#BUSY!");
    expect(await bench.call("invocations")).toBe(calls);
    await bench.call("showPane", true);
    await bench.shows("A1", "[1,null]");
    expect(await bench.call("invocations")).toBe(calls + 1);
  });

  it("starts the runtime when its fault is switched off", async () => {
    await bench.call("switchOnFault", { kind: "dead-runtime", restart: "pane" });
    await bench.call("enterCells", { A1: "=FIXTURE.ONE(1)", C1: "=1+1" });
    await bench.shows("C1", 2);
    await until("no page of the add-in is there", hasNoRuntime);
    expect(await value("A1")).toBe("#BUSY!");
    await bench.call("switchOffFault");
    await bench.shows("A1", "[1,null]");
    expect(bench.pane().url()).toContain("taskpane.html");
  });

  it("takes no batch in cell-edit mode, and those that may wait when it ends (office-js #3019)", async () => {
    await bench.call("switchOnFault", { kind: "cell-edit" });
    expect(await write()).toMatch(/^InvalidOperationInCellEditMode/);
    const waiting = write({ delayForCellEdit: true });
    expect(await write()).toMatch(/^InvalidOperationInCellEditMode/);
    expect(await value("E1")).toBe("");
    await bench.call("switchOffFault");
    expect(await waiting).toBe("done");
    expect(await value("E1")).toBe("written");
  });

  it("protects a sheet, and calculates on demand only", async () => {
    const sheet = await bench.call("switchOnFault", { kind: "protected-sheet", sheet: "Sheet1" });
    expect(await write()).toMatch(/^AccessDenied/);
    await bench.call("switchOffFault", sheet);
    expect(await write()).toBe("done");
    await bench.enterAll({ A1: "1", B1: "=A1+1" });
    await bench.call("switchOnFault", { kind: "manual-calculation" });
    await bench.enterAll({ A1: "5" });
    expect(await value("B1")).toBe(2);
    await bench.call("switchOffFault");
    await bench.settled();
    expect(await value("B1")).toBe(6);
  });

  it("lets a co-author edit cells, insert rows and save settings", async () => {
    await bench.pane().evaluate(async () => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      await Excel.run(async (context) => {
        context.workbook.worksheets.onChanged.add((event) => {
          seen.push([event.source, event.changeType, event.address]);
          return Promise.resolve();
        });
        await context.sync();
      });
      Office.context.document.settings.set("mine", 1);
      Office.context.document.settings.addHandlerAsync("settingsChanged" as never, () => seen.push("settingsChanged"));
    });
    await bench.enterAll({ A1: "mine" });
    await bench.call("coAuthor", { cells: { B1: "theirs" }, insertRows: { above: 1 }, settings: { theirs: 2 } });
    await bench.settled();
    expect(await bench.values("A2:B2")).toEqual([["mine", "theirs"]]);
    const seen = await bench.pane().evaluate(() => (window as never as { seen: unknown[] }).seen);
    expect(seen).toEqual([
      ["Local", "RangeEdited", "A1"],
      "settingsChanged",
      ["Remote", "RangeEdited", "B1"],
      ["Remote", "RowInserted", "1:1"],
    ]);
    const settings = (): Promise<unknown[]> =>
      bench.pane().evaluate(() => ["mine", "theirs"].map((key): unknown => Office.context.document.settings.get(key)));
    expect(await settings()).toEqual([1, null]);
    await bench.pane().evaluate(
      () =>
        new Promise<void>((resolve) => {
          Office.context.document.settings.refreshAsync(() => resolve());
        }),
    );
    expect(await settings()).toEqual([null, 2]);
    await bench.call("undo");
    await bench.settled();
    expect(await value("B2")).toBe("theirs");
  });

  describe("in the Developer menu", () => {
    const choose = async (item: string): Promise<void> => {
      await bench.page.getByRole("button", { name: "Developer" }).click();
      await bench.page
        .getByRole("group", { name: /What goes wrong|Co-author/ })
        .getByText(item, { exact: true })
        .click();
    };

    it.each([
      ["Results of functions are lost", "drop-result"],
      ["Results are held back", "late-result"],
      ["Cells keep their old values", "old-value"],
      ["Names of functions are unknown", "unknown-name"],
      ["End the add-in's page", "dead-runtime"],
      ["Cell-edit mode does not end", "cell-edit"],
      ["Protect the active sheet", "protected-sheet"],
    ])("%s: is switched on and off", async (item, kind) => {
      await choose(item);
      expect((await bench.call("faults")).map(({ fault }) => fault)).toEqual([{ kind }]);
      await choose(item);
      expect(await bench.call("faults")).toEqual([]);
    });

    it("delivers what was held back when it is switched off", async () => {
      await choose("Results are held back");
      await bench.call("enterCells", { A1: "=FIXTURE.ONE(1)" });
      await until("the result is held", async () => (await bench.call("faults"))[0]?.hits === 1);
      expect(await value("A1")).toBe("#BUSY!");
      await choose("Results are held back");
      await bench.shows("A1", "[1,null]");
    });

    it("protects the active sheet until it is switched off", async () => {
      await choose("Protect the active sheet");
      expect(await write()).toMatch(/^AccessDenied/);
      await choose("Protect the active sheet");
      expect(await write()).toBe("done");
    });

    it("lets a co-author write and insert rows, which undo leaves alone", async () => {
      await bench.enterAll({ A1: "mine" });
      await bench.call("select", "C3");
      await choose("Write into the active cell");
      await bench.shows("C3", "by a co-author");
      await choose("Insert a row above the active cell");
      await bench.shows("C4", "by a co-author");
      await bench.call("undo");
      await bench.settled();
      expect([await value("A1"), await value("C4")]).toEqual(["", "by a co-author"]);
    });
  });

  it("names what is wrong with a fault that does not exist", async () => {
    await expect(bench.call("switchOnFault", { kind: "gremlin" } as never)).rejects.toThrow(
      'There is no fault "gremlin".',
    );
    await expect(bench.call("switchOnFault", { kind: "drop-result", cells: "everywhere" })).rejects.toThrow(
      '"everywhere" is neither a cell nor a range.',
    );
  });
});
