import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5191);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, and whether something is wider than the pane. */
const faults = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const tags = "['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']";
  const found: readonly string[] = await page.evaluate(
    `axe.run(document, { runOnly: ${tags} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 160)))`,
  );
  const wide = await page.evaluate(
    "(() => { const m = document.querySelector('main'); return m.scrollWidth > m.clientWidth; })()",
  );
  return wide === true ? [...found, "wider than the pane"] : found;
};

/** An ISIN with two neighbours swapped, so that its check digit is wrong. */
const mistyped = (isin: string): string => {
  const at = Array.from(isin).findLastIndex((digit, place) => place < 11 && digit !== isin[place + 1]);
  return isin.slice(0, at) + (isin[at + 1] ?? "") + (isin[at] ?? "") + isin.slice(at + 2);
};

const isins = (): readonly string[] => stage.demo.entities.flatMap(({ isin }) => isin ?? []);

/** Opens the pane on a list in A1 and below, and resolves it. */
const openList = async (list: readonly string[], query = ""): Promise<Page> => {
  const page = await stage.open(query);
  await signIn(page);
  await page.evaluate(
    ([rows]) => {
      const { workbook } = (
        window as never as {
          pane: { workbook: { fill: (a: string, v: unknown) => void; select: (a: string) => void } };
        }
      ).pane;
      workbook.fill(
        "Sheet1!A1",
        rows!.map((row) => [row]),
      );
      workbook.select(`Sheet1!A1:A${rows!.length}`);
    },
    [list],
  );
  await stage.resetCalls();
  await tab(page, "Resolve");
  return page;
};

/** A screenshot of the whole view, where they are asked for. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return;
  await page.setViewportSize({ width: 320, height: 2600 });
  await page.screenshot({ path: `screenshots/${name}.png` });
  await page.setViewportSize({ width: 320, height: 760 });
};

const resolve = (page: Page): Promise<void> => page.getByRole("button", { name: "Resolve", exact: true }).click();

const cell = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`pane.workbook.cells.get('Sheet1!${address}')`);

const review = (page: Page, text: string): Promise<void> =>
  page.getByRole("button", { name: text, exact: true }).waitFor();

test("headers and n/a are counted as no companies, and only suggestions that exist are offered, in one call", async () => {
  const [first = "", second = ""] = isins();
  const page = await openList(["ISIN", first, "n/a", mistyped(second), "-", "ZA0000000000"]);
  await page.getByText("6 cells · 3 headers or n/a, not searched · 2 invalid ISIN · 1 to search · 1 call").waitFor();
  await resolve(page);
  await review(page, "2 rows need your review");
  expect(await stage.calls()).toEqual({ searchEntities: 1 });
  const rows = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await rows.nth(0).getByText(`Did you mean ${second}?`).waitFor();
  expect(await rows.nth(1).getByText("Did you mean").count()).toBe(0);
  await rows.nth(1).getByText("The check digit is wrong.").waitFor();
});

test("each open row is finished where it is, and the counts show the rows of one status", async () => {
  const [first = "", second = "", third = ""] = isins();
  const page = await openList([first, mistyped(second), "Zzzqqx", "Total of the fund", "Bank"]);
  await resolve(page);
  await review(page, "4 rows need your review");
  const rows = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await stage.resetCalls();
  await rows
    .nth(0)
    .getByRole("button", { name: `Use ${second}` })
    .click();
  await review(page, "3 rows need your review");
  expect(await stage.calls()).toEqual({});
  await rows.nth(1).getByLabel("Another identifier or name for Zzzqqx").fill(third);
  await page.keyboard.press("Enter");
  await review(page, "2 rows need your review");
  expect(await stage.calls()).toEqual({ searchEntities: 1 });
  await rows.nth(2).getByRole("button", { name: "Not a company" }).click();
  await review(page, "1 row needs your review");
  await page.getByRole("button", { name: "1 Not a company" }).click();
  await rows.getByText("Total of the fund").waitFor();
  expect(await rows.count()).toBe(1);
  await rows.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "2 rows need your review" }).click();
  expect(await rows.count()).toBe(4);
  await rows.nth(3).getByRole("option").first().click();
  await page.getByRole("button", { name: "3 Chosen by you" }).click();
  expect(await rows.count()).toBe(3);
});

test("corrections go into the list after a question, a cell that has changed stays, and the search is not repeated", async () => {
  const [first = "", second = "", third = ""] = isins();
  const page = await openList([mistyped(first), second, mistyped(first).toLowerCase(), "Zzzqqx"]);
  await resolve(page);
  await page.getByRole("button", { name: `Use ${first}` }).click();
  await page.getByLabel("Another identifier or name for Zzzqqx").fill(third);
  await page.keyboard.press("Enter");
  await page.getByText("2 corrections are not in the list yet.").waitFor();
  await stage.resetCalls();
  await page.evaluate("pane.workbook.fill('Sheet1!A4', [['by hand']])");
  await page.getByRole("button", { name: "Write into the list…" }).click();
  expect(await cell(page, "A1")).toBe(mistyped(first));
  await page.getByText("Replace 3 cells in Sheet1!A1:A4?").waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("2 cells corrected.").waitFor();
  await page.getByText("1 cell was left as it is").waitFor();
  expect([await cell(page, "A1"), await cell(page, "A3"), await cell(page, "A4")]).toEqual([first, first, "by hand"]);
  await page.getByText("1 correction is not in the list yet.").waitFor();
  await page.getByRole("button", { name: "2 Exact match" }).waitFor();
  expect(await stage.calls()).toEqual({});
});

test("Ctrl+. goes from open row to open row, and Enter or Space finishes each", async () => {
  const [first = "", second = ""] = isins();
  const page = await openList([mistyped(first), "Bank", mistyped(second)]);
  await resolve(page);
  await review(page, "3 rows need your review");
  await page.keyboard.press("Control+.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+.");
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+.");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "3 Chosen by you" }).waitFor();
  await review(page, "0 rows need your review");
});

test("results go to the free columns beside the list, and a header of the list becomes that of the results", async () => {
  const [first = "", second = ""] = isins();
  const page = await openList(["ISIN", first, second]);
  await page.evaluate("pane.workbook.fill('Sheet1!B1', [['Weight'], [0.5], [0.5]])");
  await resolve(page);
  await page.getByRole("button", { name: "2 Exact match" }).waitFor();
  const target = page.getByLabel("Target cell");
  await page.waitForFunction(
    (field) => (field as HTMLInputElement).placeholder === "Sheet1!C1",
    await target.elementHandle(),
  );
  await page.getByRole("button", { name: "Insert formula" }).click();
  await page.getByText("Inserted in").waitFor();
  expect(await page.evaluate("[...pane.workbook.formulas]")).toEqual([
    ["Sheet1!C2", '=ENTITY.RESOLVE(A2:A3,,,,"headers=no")'],
  ]);
  expect(await cell(page, "D1")).toBe("Name");
});

test("a coverage request is filled in with the rows that were not found, and what the columns beside them say", async () => {
  const [first = ""] = isins();
  const page = await openList(["ISIN", first, "XS0000000009", "Zzzqqx", mistyped(first)]);
  const beside = "[['Issuer','Country','Price'],['A','Sweden',1],['Nobody plc','GB',2],['','n/a',3],['B','FR',4]]";
  await page.evaluate(`pane.workbook.fill('Sheet1!B1', ${beside})`);
  await resolve(page);
  await review(page, "3 rows need your review");
  await page.getByRole("button", { name: "Request coverage…" }).click();
  const companies = page.getByLabel("Companies, one identifier per line");
  expect(await companies.inputValue()).toBe("name\tisin\tcountry\nNobody plc\tXS0000000009\tGB\nZzzqqx");
  await page.getByText("external_id: XS0000000009 · name: Nobody plc · isin: XS0000000009").waitFor();
});

test("a universe is made from the companies of the list; Stop keeps it, and it is there when the pane is shown again", async () => {
  const [first = "", second = ""] = isins();
  const page = await openList([first, second, "Zzzqqx"]);
  await resolve(page);
  await page.getByRole("button", { name: "Make a universe…" }).click();
  await page
    .getByText("3 companies · 1 of them was not found and is requested as a new company · 1 request of up to 25")
    .waitFor();
  await page.getByRole("button", { name: "Fill the universe…" }).click();
  await page.getByText("Fill this in.").waitFor();
  await page.getByLabel("Name of the universe").fill("Resolved book");
  await stage.resetCalls();
  await page.getByRole("button", { name: "Fill the universe…" }).click();
  await page.getByText("Add 3 companies to Resolved book?").waitFor();
  expect(await stage.calls()).toEqual({});
  await page.getByRole("button", { name: "Confirm" }).dblclick();
  await page.getByText("Filling Resolved book: 3 of 3").waitFor();
  expect(await stage.calls()).toMatchObject({ createUniverse: 1, extendCoverage: 1 });
  await page.evaluate("pane.hide(); pane.show()");
  await page.getByText("Filling Resolved book: 3 of 3").waitFor();
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.getByText("Resolved book is not filled yet: 3 of 3 companies are requested. Stopped.").waitFor();
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate("JSON.stringify([...pane.persisted])")).toContain("Resolved book");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("Name of the universe").waitFor();
});

test("a portfolio is a table of the companies on a new sheet, and the form of its events says what is read", async () => {
  const [first = "", second = ""] = isins();
  const page = await openList([first, second]);
  await resolve(page);
  await page.getByRole("button", { name: "Make a universe…" }).click();
  await page.getByLabel("Name of the table").fill("1 book");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByText("Begin with a letter").waitFor();
  await page.getByLabel("Name of the table").fill("MyBook");
  await stage.resetCalls();
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByText('=ENTITY.GET(MyBook[ISIN],"country")').waitFor();
  const table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] } =
    await page.evaluate("pane.workbook.tables.get('MyBook')");
  expect(table.header).toEqual(["Name", "ISIN", "LEI", "Country", "Website", "Entity ID"]);
  expect(table.rows.map((row) => row[1])).toEqual([first, second]);
  expect(await stage.calls()).toEqual({});
  await page.getByRole("button", { name: "Show their events" }).click();
  await page.getByText('=ESG.EVENTS(,3,"-90d",,MyBook[ISIN])').waitFor();
  await page
    .getByText("The service cannot filter by company. Everything in the selected universe that matches")
    .first()
    .waitFor();
  expect(await stage.calls()).toEqual({});
  await page
    .getByLabel(/^Universe\s*\*?$/)
    .first()
    .fill("EU Banks");
  await page.getByText("Everything in EU Banks that matches").first().waitFor();
  expect(await page.getByRole("button", { name: "Preview 5 rows" }).isEnabled()).toBe(true);
  await picture(page, "portfolio-events");
});

test.each(["light", "dark", "contrast"])("axe finds nothing in the open rows, %s", async (theme) => {
  const [first = "", second = "", third = ""] = isins();
  // Another unknown name than above: a request for that one may have ended, and then it is a company.
  const page = await openList([first, mistyped(second), "Qqwwvv", "Bank", mistyped(third)], `&theme=${theme}`);
  await resolve(page);
  await review(page, "4 rows need your review");
  await page.getByRole("button", { name: `Use ${second}` }).click();
  expect(await faults(page)).toEqual([]);
  await picture(page, `resolve-${theme}`);
  for (const panel of ["Request coverage…", "Make a universe…", "Insert"]) {
    await page.getByRole("button", { name: panel }).first().click();
    await page.getByRole("button", { name: panel, expanded: true }).waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, `resolve-${theme}-${panel.split(" ").at(-1)?.replace("…", "") ?? ""}`);
  }
});
