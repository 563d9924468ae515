import { readFileSync } from "node:fs";
import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";
import { cellFormats, enteredCells } from "../../support/sheet-cells";

const sample = {
  name: "Holdings",
  sheets: [
    {
      name: "Holdings",
      cells: { A1: "ISIN", A2: "FR0000131104", B2: "'0012", C1: "=LEN(A2)" },
      widths: { A: 150 },
      formats: { "A1:C1": { bold: true, fill: "#e3f1f2" }, "D:D": { numberFormat: "yyyy-mm-dd" } },
    },
    {
      name: "EU Banks",
      cells: { A1: "Name", B1: "Weight", A2: "Acme", B2: 0.5 },
      tables: [{ name: "Banks", address: "A1:B2" }],
    },
  ],
  settings: { universe: "u-1" },
};

describe("workbook files", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;
  const open = async (query: string): Promise<WorkbenchPage> =>
    (bench = await openWorkbench(`${server.address}${query}`));
  const setting = (name: string): Promise<unknown> =>
    bench.pane().evaluate((key) => Office.context.document.settings.get(key) as unknown, name);
  const reload = async (): Promise<void> => {
    await bench.page.reload();
    await bench.page.waitForFunction(() => "workbench" in window);
    await bench.call("ready");
    await bench.settled();
  };

  beforeAll(async () => {
    server = await serveFixture({
      "/workbench/holdings.json": JSON.stringify(sample),
      "/assets/workbooks/other.json": JSON.stringify({ ...sample, name: "Other" }),
    });
  }, 180_000);
  afterEach(() => bench.leave());
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  it("opens the sample at the first visit, with formats, widths, tables and settings", async () => {
    await open("");
    expect(await bench.values("Holdings!A1:C2")).toEqual([
      ["ISIN", "", 12],
      ["FR0000131104", "0012", ""],
    ]);
    expect(await bench.call("sheets")).toEqual(["Holdings", "EU Banks"]);
    expect(await setting("universe")).toBe("u-1");
    await bench.enterAll({ E1: "=SUM(Banks[Weight])" });
    expect((await bench.cell("E1")).value).toBe(0.5);
    expect(await bench.page.title()).toBe("Holdings – Workbench");
  });

  it("opens a named file, beside the page or from the site's root", async () => {
    await open("?open=assets/workbooks/other.json");
    expect(await bench.page.title()).toBe("Other – Workbench");
    expect(new URL(bench.page.url()).search).toBe("");
  });

  it("saves what it opens: the same cells, formats, tables and settings", async () => {
    await open("?open=holdings.json");
    const saved = await bench.call("save");
    expect(saved).toMatchObject({ name: "Holdings", active: 0, settings: { universe: "u-1" } });
    const [sheet = { cells: [], columns: [] }, other] = saved.sheets;
    expect(enteredCells(sheet)).toEqual({ ...sample.sheets[0]?.cells, B2: "0012" });
    expect(cellFormats(sheet)["B1"]).toEqual({ bold: true, fill: "#e3f1f2" });
    expect(sheet.columns).toMatchObject([
      { start: 0, width: 150 },
      { start: 3, format: { numberFormat: "yyyy-mm-dd" } },
    ]);
    expect(other).toMatchObject({ tables: [{ name: "Banks", range: "A1:B2" }] });
  });

  it("shows saved values after a reload without calling a function, with errors' sentences, and goes on from there", async () => {
    await open("?fresh");
    await bench.enterAll({
      A1: "3",
      B1: "=FIXTURE.ROWS(A1,2)",
      D1: "=SUM(INDEX(B1#,,2))",
      E1: '=FIXTURE.FAIL("notAvailable","sign in first")',
      E2: "=IFERROR(FIXTURE.ADD(1,1),0)*10",
    });
    await bench.pane().evaluate(() => {
      Office.context.document.settings.set("universe", "u-2");
      Office.context.document.settings.saveAsync();
    });
    await bench.settled();
    await reload();
    expect(await bench.call("invocations")).toBe(0);
    expect(await bench.values("B1:D3")).toEqual([
      ["row 1", 1, 6],
      ["row 2", 2, ""],
      ["row 3", 3, ""],
    ]);
    expect((await bench.cell("E1")).error).toEqual({ code: "#N/A", message: "sign in first" });
    expect((await bench.cell("E2")).value).toBe(20);
    expect(await setting("universe")).toBe("u-2");
    await bench.enterAll({ G1: "elsewhere" });
    expect(await bench.call("invocations")).toBe(0);
    await bench.enterAll({ A1: "2" });
    expect(await bench.call("invocations")).toBe(1);
    expect(await bench.values("B1:B3")).toEqual([["row 1"], ["row 2"], [""]]);
  });

  it("opens what it saved in another browser, values included", async () => {
    await open("?fresh");
    await bench.enterAll({ A1: "=FIXTURE.ROWS(2,2)" });
    const saved = await bench.call("save");
    await bench.leave();
    await open("?fresh");
    await bench.call("open", JSON.parse(JSON.stringify(saved)));
    await bench.settled();
    expect(await bench.values("A1:B2")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
    expect(await bench.call("invocations")).toBe(0);
  });

  it("starts the add-in's page anew with each workbook, and ends the one before", async () => {
    await open("?fresh");
    await bench.enterAll({ A1: "=FIXTURE.ADD(1,2)" });
    await bench.pane().evaluate(() => {
      const { settings } = Office.context.document;
      setInterval(() => {
        settings.set("late", true);
        settings.saveAsync();
      }, 1);
    });
    const entries = await bench.page.evaluate(() => history.length);
    const cells = { A1: "=FIXTURE.ADD(2,3)", A2: "=FIXTURE.ROWS(1,1)" };
    await bench.call("open", { name: "Next", sheets: [{ name: "Sheet1", cells }] });
    await bench.settled();
    expect(await bench.values("A1:A2")).toEqual([[5], ["row 1"]]);
    const calls = await bench
      .pane()
      .evaluate(() => (window as unknown as { fixture: { calls: object } }).fixture.calls);
    expect(calls).toEqual({ "FIXTURE.ADD": 1, "FIXTURE.ROWS": 1 });
    expect(await setting("late")).toBeNull();
    // Back of the browser does not lead to the page before.
    expect(await bench.page.evaluate(() => history.length)).toBe(entries);
  });

  it("starts anew with ?fresh", async () => {
    await open("?fresh");
    expect(await bench.call("sheets")).toEqual(["Sheet1"]);
    expect((await bench.cell("A1")).value).toBe("");
  });

  it("keeps a workbook of the last visit that it may not open, says why, and offers to save it", async () => {
    await open("?fresh");
    const hostile = { name: "Hostile", sheets: [{ name: "S", cells: { A1: "=SUM(A2:XFD1048576)" } }] };
    await bench.page.evaluate(
      (file) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open("workbench");
          opening.onsuccess = () => {
            const change = opening.result.transaction("workbooks", "readwrite");
            change.objectStore("workbooks").put(file, "open");
            change.oncomplete = () => resolve();
          };
        }),
      hostile,
    );
    await reload();
    await bench.enterAll({ A1: "typed" });
    await reload();
    expect((await bench.cell("A1")).value).toBe("typed");
    const notice = bench.page.locator("#refused-workbooks");
    expect(await notice.textContent()).toMatch(
      /"Hostile" of your last visit was not opened\. A1 of .* 5,000,000 cells/,
    );
    const downloading = bench.page.waitForEvent("download");
    await notice.getByRole("button", { name: "Save as a file" }).click();
    const download = await downloading;
    expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toEqual(hostile);
    await notice.getByRole("button", { name: "Delete" }).click();
    await notice.waitFor({ state: "detached" });
    await reload();
    expect(await notice.count()).toBe(0);
  });

  it("says what is wrong with a file it cannot open, and keeps the open workbook", async () => {
    await open("?fresh");
    await bench.enterAll({ A1: "kept" });
    await expect(bench.call("open", { sheets: [] })).rejects.toThrow(/needs "name" and at least one sheet/);
    expect((await bench.cell("A1")).value).toBe("kept");
  });
});
