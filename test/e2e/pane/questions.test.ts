import type { Page } from "playwright-core";
import { until } from "../../support/until";
import type { PanePage } from "./page";
import { addUniverse, argumentInput, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5199);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** Opens the formula form with five banks in A2:A6 selected, and the weights beside them. */
const open = async (query = ""): Promise<Page> => {
  const page = await stage.open(query);
  page.setDefaultTimeout(10_000);
  await signIn(page);
  await addUniverse(page, stage);
  const isins = stage.demo.entities.slice(0, 5).map(({ isin }) => isin ?? "");
  await page.evaluate((values) => {
    const { workbook } = (window as never as { pane: PanePage }).pane;
    workbook.fill(
      "Sheet1!A2",
      values.map((isin) => [isin, 0.2]),
    );
    workbook.select("Sheet1!A2:A6");
  }, isins);
  await tab(page, "Formula");
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  return page;
};

const select = (page: Page, address: string): Promise<void> =>
  page.evaluate((at) => (window as never as { pane: PanePage }).pane.workbook.select(at), address);

const formulaIn = (page: Page, address: string): Promise<string | undefined> =>
  page.evaluate((at) => (window as never as { pane: PanePage }).pane.workbook.formulas.get(at), address);

const search = (page: Page, words: string): Promise<void> =>
  page.getByLabel("Search functions and questions").fill(words);

/** Searches and chooses by keyboard alone. */
const choose = async (page: Page, words: string, question: RegExp): Promise<void> => {
  await search(page, words);
  await page.getByRole("button", { name: question }).press("Enter");
  await page.getByRole("button", { name: "All functions and questions" }).waitFor();
};

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] !== undefined) await page.screenshot({ path: `screenshots/${name}.png` });
};

describe("What do you want to know?", () => {
  test("questions stand in groups, and a search shows those that contain its words", async () => {
    const page = await open();
    for (const group of ["Portfolio", "Sector", "Time", "Change", "Content", "Sentiment", "Goals", "Coverage"])
      await page.locator("summary", { hasText: group }).first().waitFor();
    await page.locator("summary", { hasText: "Coverage" }).click();
    await page.getByRole("list", { name: "Coverage" }).getByRole("button").first().waitFor();
    await search(page, "severe list");
    await until("only matching questions are shown", async () => {
      const shown = await page.getByRole("list").getByRole("button").allTextContents();
      return shown.length > 0 && shown.length < 6 && shown.every((text) => /severe|list/i.test(text));
    });
    await search(page, "zzzqqx");
    await page.getByText("No function or question contains these words.").waitFor();
  });

  test("the chosen question has the person's universe and selected list, is previewed, and inserted into the active cell", async () => {
    const page = await open();
    await choose(page, "how many events list", /How many events does each company of my list/);
    expect(await page.getByLabel("Universe", { exact: true }).inputValue()).toBe("EU Banks");
    expect(await page.getByLabel("List of companies").inputValue()).toBe("Sheet1!A2:A6");
    await page.getByRole("button", { name: "Preview 5 rows" }).press("Enter");
    const table = page.getByRole("region", { name: "5 rows" });
    await table.waitFor();
    expect(await table.locator("tr").count()).toBe(5);
    await select(page, "Sheet1!E2");
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByText("Inserted in Sheet1!E2.").waitFor();
    expect(await formulaIn(page, "Sheet1!E2")).toBe(
      '=ESG.SUMMARY("EU Banks",,"-1y",,A2:A6,,"align=yes; show=events,highest_score; empty=zero")',
    );
  });

  test("a formula inside functions of Excel is previewed by its call, with the weights beside the list", async () => {
    const page = await open();
    await choose(page, "weighted", /weighted score of my portfolio/);
    expect(await page.getByLabel("Weights").inputValue()).toBe("Sheet1!B2:B6");
    await page.getByRole("button", { name: "Preview 5 rows" }).press("Enter");
    await page.getByText("The preview shows ESG.SUMMARY alone.").waitFor();
    await page.getByRole("region", { name: "5 rows" }).waitFor();
    await page.getByLabel("Target cell").fill("Answer!A1");
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByText("Inserted in Answer!A1.").waitFor();
    expect(await formulaIn(page, "Answer!A1")).toBe(
      '=SUMPRODUCT(Sheet1!B2:B6,ESG.SUMMARY("EU Banks",,"-1y",,Sheet1!A2:A6,,"align=yes; show=highest_score; empty=zero"))/SUM(Sheet1!B2:B6)',
    );
  });

  test("a result that stands beside the list is previewed without a header, five rows of it", async () => {
    const page = await open();
    const isins = stage.demo.entities.slice(0, 8).map(({ isin }) => [isin ?? ""]);
    await page.evaluate((values) => {
      const { workbook } = (window as never as { pane: PanePage }).pane;
      workbook.fill("Sheet1!D2", values);
      workbook.select("Sheet1!D2:D9");
    }, isins);
    const table = page.getByRole("region", { name: "5 rows" });
    for (const [words, question] of [
      ["latest severe", /latest severe event of each company/],
      ["who are", /Who are the companies of my list/],
    ] as const) {
      await choose(page, words, question);
      await page.getByRole("button", { name: "Preview 5 rows" }).press("Enter");
      await table.waitFor();
      expect([await table.locator("tr").count(), await table.locator("th").count()]).toEqual([5, 0]);
      await page.getByRole("button", { name: "All functions and questions" }).press("Enter");
    }
    await choose(page, "most severe events", /Which companies of my list have the most severe events/);
    await page.getByRole("button", { name: "Preview 5 rows" }).press("Enter");
    const headed = page.getByRole("region", { name: /rows?$/ });
    await headed.waitFor();
    expect(await headed.locator("tr:first-child th").allTextContents()).toContain("Entity name");
    expect(await headed.locator("tr:not(:first-child) th").count()).toBe(0);
  });

  test("another question shows neither what was inserted for the one before nor why that failed", async () => {
    const page = await open();
    await choose(page, "who are", /Who are the companies of my list/);
    await page.getByLabel("Target cell").fill("F2");
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByText("Inserted in Sheet1!F2.").waitFor();
    await page.getByRole("button", { name: "All functions and questions" }).press("Enter");
    await choose(page, "weighted", /weighted score of my portfolio/);
    expect(await page.getByText("Inserted in").count()).toBe(0);
    expect(await page.getByLabel("Target cell").inputValue()).toBe("");
    await page.getByLabel("List of companies").fill("H50:H60");
    await page.getByRole("button", { name: "Preview 5 rows" }).press("Enter");
    await page.getByText("is empty.").waitFor();
    await page.getByRole("button", { name: "All functions and questions" }).press("Enter");
    await choose(page, "violate", /violate the UN Global Compact/);
    expect(await page.getByText("is empty.").count()).toBe(0);
  });

  test("a question about an analysis says where to start one where there is none", async () => {
    const page = await open();
    await choose(page, "sentiment week", /sentiment develop by week/);
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByRole("alert").getByText("Start an analysis in Analyses first.").waitFor();
    expect(await page.getByText("Fill this in.").count()).toBe(0);
  });

  test("a missing list is told beside its field, and nothing is inserted", async () => {
    const page = await open();
    await select(page, "Sheet1!C1");
    await choose(page, "revenue", /latest revenue/);
    await stage.resetCalls();
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByText("Fill this in.").waitFor();
    await page.getByLabel("List of companies").fill("no address");
    await page.getByText("This is not a cell address. Enter a range such as A2:A41.").waitFor();
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    expect(await formulaIn(page, "Sheet1!C1")).toBeUndefined();
    await page.getByLabel("List of companies").fill("A2:A6");
    await page.getByRole("button", { name: "Insert formula" }).press("Enter");
    await page.getByText("Inserted in Sheet1!C1.").waitFor();
    expect(await formulaIn(page, "Sheet1!C1")).toBe('=ENTITY.GET(A2:A6,"name,revenue,revenue.currency,revenue.date")');
    expect(Object.keys(await stage.calls())).toEqual([]);
  });

  test("a formula that is one call opens in the form, from where the questions can be reached again", async () => {
    const page = await open();
    await choose(page, "violate", /violate the UN Global Compact/);
    await page.getByRole("button", { name: "Change the arguments in the form" }).press("Enter");
    await page.getByText("ESG.SUMMARY", { exact: true }).waitFor();
    expect(await argumentInput(page, "Count for each by").inputValue()).toBe("sector");
    expect(await argumentInput(page, "Universe").inputValue()).toBe("EU Banks");
    await page.getByRole("button", { name: "All functions and questions" }).press("Enter");
    await page.getByLabel("Search functions and questions").waitFor();
  });

  test.each(["light", "dark", "contrast"])("looks right in the %s theme", async (theme) => {
    const page = await open(`&theme=${theme}`);
    if (theme === "contrast") await page.emulateMedia({ forcedColors: "active" });
    await page.locator("summary", { hasText: "Portfolio" }).click();
    await shot(page, `questions-${theme}`);
    await search(page, "severe");
    await shot(page, `questions-search-${theme}`);
    await choose(page, "weighted", /weighted score of my portfolio/);
    await page.getByRole("button", { name: "Preview 5 rows" }).click();
    await page.getByRole("region", { name: "5 rows" }).waitFor();
    await shot(page, `question-${theme}`);
    const wide = await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('main'))",
    );
    expect(wide).toBe(false);
  });
});
