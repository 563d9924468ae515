import { until } from "../../support/until";
import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

const sample = { name: "Holdings", sheets: [{ name: "Holdings", cells: { A1: "ISIN" } }] };

describe("the title bar", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;

  beforeAll(async () => {
    server = await serveFixture({ "/workbench/holdings.json": JSON.stringify(sample) });
  }, 180_000);
  beforeEach(async () => {
    bench = await openWorkbench(`${server.address}?fresh`);
  });
  afterEach(() => bench.leave());
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  const press = (name: string | RegExp): Promise<void> =>
    bench.page.locator("#title-bar").getByRole("button", { name, exact: true }).click();
  const item = (name: string) => bench.page.locator("#title-bar").getByRole("menu").getByText(name, { exact: true });
  const question = () => bench.page.getByRole("dialog", { name: /Save the changes to/ });
  const answer = (name: string): Promise<void> => question().getByRole("button", { name, exact: true }).click();
  const named = (name: string): Promise<void> =>
    until(`the workbook is ${name}`, async () => (await bench.page.title()) === `${name} – Workbench`);

  it("makes a new workbook without a question while nothing was edited", async () => {
    await press("Open");
    await item("Holdings").click();
    await bench.shows("A1", "ISIN");
    await press("New");
    await named("Book1");
    await bench.shows("A1", "");
  });

  it("asks before it discards an edit: Cancel and Escape keep it, Don't save discards it", async () => {
    await bench.enterAll({ A1: "mine" });
    await press("New");
    expect(await question().locator("strong").textContent()).toBe('Save the changes to "Book1"?');
    await answer("Cancel");
    await press("New");
    await bench.page.keyboard.press("Escape");
    await question().waitFor({ state: "detached" });
    expect((await bench.cell("A1")).value).toBe("mine");
    await press("New");
    await answer("Don't save");
    await bench.shows("A1", "");
    await press("New");
    expect(await question().count()).toBe(0);
  });

  it("asks before it discards a custom XML part", async () => {
    await bench.pane().evaluate(() =>
      Excel.run(async (context) => {
        context.workbook.customXmlParts.add("<note xmlns='urn:test'/>");
        await context.sync();
      }),
    );
    await press("New");
    await answer("Don't save");
    await press("New");
    expect(await question().count()).toBe(0);
  });

  it("still asks after a reload, and no more after the edit was saved", async () => {
    await bench.enterAll({ A1: "mine" });
    await bench.page.goto(server.address);
    await bench.page.waitForFunction(() => "workbench" in window);
    await bench.call("ready");
    await bench.shows("A1", "mine");
    await press("New");
    const downloading = bench.page.waitForEvent("download");
    await answer("Save");
    expect((await downloading).suggestedFilename()).toBe("Book1.xlsx");
    await bench.shows("A1", "");
    await press("New");
    expect(await question().count()).toBe(0);
  });

  it("opens what was saved from the recent workbooks, without what was edited since", async () => {
    await press("Open");
    await item("Workbooks that you open or save appear here").waitFor();
    await bench.page.keyboard.press("Escape");
    await press("Open");
    await item("Holdings").click();
    await bench.shows("A1", "ISIN");
    await bench.enterAll({ A2: "saved" });
    const downloading = bench.page.waitForEvent("download");
    await press("Save");
    await downloading;
    await bench.enterAll({ A2: "not saved" });
    await press("New");
    await answer("Don't save");
    await named("Book1");
    await press("Open");
    await bench.page
      .getByRole("group", { name: "Recent, kept in this browser" })
      .getByRole("menuitem", { name: "Holdings" })
      .click();
    await bench.shows("A2", "saved");
  });

  it("tells recent workbooks of the same name apart by their sheets, and keeps eight", async () => {
    const recent = bench.page.getByRole("group", { name: "Recent, kept in this browser" }).getByRole("menuitem");
    const save = async (name: string, sheet: string, text: string): Promise<void> => {
      await bench.call("open", { name, sheets: [{ name: sheet, cells: { A1: text } }] });
      await bench.settled();
      const downloading = bench.page.waitForEvent("download");
      await press("Save");
      await downloading;
    };
    const labels = async (): Promise<string[]> => {
      await press("Open");
      await recent.first().waitFor();
      const found = await recent.allInnerTexts();
      await bench.page.keyboard.press("Escape");
      return found;
    };
    await save("Fund", "Banks", "first");
    await save("Fund", "Cars", "second");
    await save("Fund", "Cars", "third");
    await until("two are kept", async () => (await labels()).length === 2);
    expect((await labels()).map((label) => /Banks|Cars/.exec(label)?.[0])).toEqual(["Cars", "Banks"]);
    await press("Open");
    await recent.filter({ hasText: "Banks" }).click();
    await bench.shows("A1", "first");
    for (let count = 1; count <= 7; count += 1) await save(`Book ${count}`, "Sheet1", "");
    await until("the newest is first", async () => (await labels())[0]?.includes("Book 7") === true);
    const last = await labels();
    expect(last).toHaveLength(8);
    // One Fund is left, the one that was opened last, and needs no sheets.
    expect(last[7]).toMatch(/^Fund/);
    expect(last[7]).not.toMatch(/Banks|Cars/);
  });

  it("says that a sample is missing, and the open workbook stays", async () => {
    await press("Open");
    await item("Tasks").click();
    await bench.page.locator("#cell-note").getByText("The workbook is no longer there.").waitFor();
    expect(await bench.page.title()).toBe("Book1 – Workbench");
  });

  it("says in its menu that calculation is manual", async () => {
    await bench.call("calculationMode", "manual");
    await press("Formulas (manual)");
    await item("Automatic").click();
    await press("Formulas");
    expect(await bench.page.getByRole("menuitemradio", { checked: true }).textContent()).toContain("Automatic");
  });

  it("keeps what differs between versions of Excel in the Developer menu", async () => {
    await bench.enterAll({ B1: "=FIXTURE.ONE(A1)" });
    const first = (await bench.cell("B1")).value;
    await press("Developer");
    await item("0, as Excel for the desktop").click();
    await bench.call("recalculate", "full");
    await until("the argument is 0", async () => (await bench.cell("B1")).value !== first);
    await press("Developer");
    const cached = bench.page.getByRole("menuitemcheckbox", { name: "Cached for a day" });
    expect(await cached.getAttribute("aria-checked")).toBe("false");
    await item("Cached for a day, as in Excel").click();
    await press("Developer");
    expect(await cached.getAttribute("aria-checked")).toBe("true");
  });

  it("has menus for the keyboard: arrows move and go round, Escape gives the focus back", async () => {
    const focused = (): Promise<string | undefined> =>
      bench.page.evaluate(() => document.activeElement?.textContent.replace(/^✓/, ""));
    await bench.page.getByRole("button", { name: "View", exact: true }).focus();
    await bench.page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Light");
    await bench.page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("High contrast");
    await bench.page.keyboard.press("Home");
    await bench.page.keyboard.press("ArrowDown");
    await bench.page.keyboard.press("Enter");
    expect(await bench.page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    expect(await focused()).toBe("View");
    await bench.page.keyboard.press("Enter");
    await bench.page.keyboard.press("Escape");
    expect(await focused()).toBe("View");
    expect(await bench.page.getByRole("menu").count()).toBe(0);
  });

  const menus = {
    "en-US": ["New", "Open", "Save", "Formulas", "View", "Developer"],
  } as const;
  /** What the engine's own menu of a cell calls Copy. */
  const copy = { "en-US": "Copy" } as const;

  it.each(Object.entries(menus) as [keyof typeof menus, readonly string[]][])(
    "fits into 640 pixels in %s, which is 200 %% zoom of a usual window, and the sheet's menus speak it too",
    async (language, labels) => {
      const shown = await openWorkbench(`${server.address}?fresh&language=${language}`, { width: 640, height: 500 });
      await shown.call("calculationMode", "manual");
      await shown.call("open", { name: "A workbook with a rather long name of its own", sheets: [sample.sheets[0]] });
      const buttons = shown.page.locator("#title-bar button:visible");
      const texts = await buttons.allTextContents();
      expect(texts.map((text) => text.replace(/ \(.*\)$/, ""))).toEqual(labels);
      for (const button of await buttons.all()) {
        const { x, width } = (await button.boundingBox())!;
        expect(x >= 0 && x + width <= 640).toBe(true);
      }
      expect((await shown.page.locator("#workbook-name").boundingBox())!.width).toBeGreaterThan(30);
      await shown.call("showPane", false);
      await shown.page.mouse.click(120, 320, { button: "right" });
      await shown.page.getByText(copy[language], { exact: true }).first().waitFor({ timeout: 10_000 });
      await shown.leave();
    },
  );
});
