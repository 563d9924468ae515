import type { Page } from "playwright-core";
import { axeFindings, colorRules } from "../axe";
import { openView } from "../open-view";
import type { PanePage } from "./page";
import { addUniverse, argumentInput, openFunction, openStage, signIn, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5180);
}, 240_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** Structure, names and roles are the same in every theme, and test/pane proves them; what only a browser knows is proved in each theme. */
const rules = [...colorRules, "target-size", "scrollable-region-focusable"];
const themes = ["dark", "contrast", "light"] as const;

/** What axe finds on the page in each theme, and whether something is wider than the pane. */
const faults = async (page: Page): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const theme of themes) {
    await page.evaluate((next) => (window as never as { pane: PanePage }).pane.theme.set(next), theme);
    // What was pressed just now has its colors with the next frame only, or when a transition has ended.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const violations = await axeFindings(page, undefined, rules);
    const isWide = await page.evaluate(
      "(() => { const m = document.querySelector('main'); return m.scrollWidth > m.clientWidth; })()",
    );
    all.push(
      ...[...violations, ...(isWide === true ? ["wider than the pane"] : [])].map((fault) => `${theme}: ${fault}`),
    );
  }
  return all;
};

/** Opens one view after the other, with something in each. */
const forEachView = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByLabel("API key").waitFor();
  await look("sign-in");
  await signIn(page);
  await page.getByRole("button", { name: "Start" }).click();
  await look("start");
  await openView(page, "Universes");
  await addUniverse(page, stage);
  await look("universes");
  for (const panel of ["Insert", "Companies", "Edit", "More"]) {
    await page.getByRole("button", { name: panel, exact: true }).click();
    if (panel === "Companies") await page.getByRole("button", { name: "Show companies" }).click();
    if (panel === "Edit") await page.getByRole("button", { name: "Save changes" }).click();
    await look(panel);
  }
  for (const way of ["By id", "Through a company", "From my list", "Create"]) {
    await page.getByRole("button", { name: way, exact: true }).click();
    await look(way);
  }
  await openView(page, "Build");
  await page.locator("summary", { hasText: "Portfolio" }).click();
  await look("questions");
  await page.getByRole("button", { name: /weighted score/ }).click();
  await look("question");
  await page.getByRole("button", { name: "All functions and questions" }).click();
  await page.getByLabel("Search functions, questions and columns").fill("controversy");
  await look("search for a function");
  await openFunction(page, "ESG.EVENTS");
  await look("form with the first arguments");
  await page.locator("summary", { hasText: /^More \(/ }).click();
  await page.locator("summary", { hasText: /^Filters and layout/ }).click();
  await look("form with all options");
  await page.getByRole("button", { name: "Choose columns" }).click();
  await argumentInput(page, "From").click();
  await page.getByRole("option", { name: "last 30 days" }).waitFor();
  await look("formula");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Preview 5 rows" }).click();
  await page.getByRole("region", { name: "5 rows" }).waitFor();
  await look("preview");
  await openView(page, "Resolve");
  await page.getByRole("button", { name: "Paste a list" }).click();
  await page.getByLabel("One identifier or name per line").fill("Bank\nZzzqqx\nUS0378331006");
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("button", { name: /rows? needs? your review/ }).waitFor();
  for (const use of ["Insert", "Exceptions", "Make a universe…", "Request coverage…"]) {
    await page.getByRole("button", { name: use, exact: true }).first().click();
    await look(`resolve ${use}`);
  }
  await openView(page, "Analyses");
  await page.getByRole("button", { name: /^What is being said/ }).waitFor();
  await look("analyses");
  for (const task of [/^What is being said/, /^Compare competitors/, /^Follow a topic/]) {
    await page.getByRole("button", { name: task }).click();
    await page.getByRole("button", { name: "Estimate the documents" }).click();
    await page.getByText(/Choose at least|Enter at least/).waitFor();
    await look(`guided ${task.source}`);
    if (task.source.includes("said")) {
      await page.getByRole("button", { name: "Paste a list" }).click();
      await page.getByLabel("One company per line").fill("Acme\nVolta\nNowhere Unheard Of");
      await page.getByRole("button", { name: "Add these companies" }).click();
      await page.getByRole("button", { name: "Estimate the documents" }).click();
      await page.getByRole("button", { name: "Start the analysis" }).click();
      await look("analysis in progress");
      await page.getByRole("button", { name: "Insert results" }).waitFor();
      await look("analysis with results");
      for (const panel of ["One formula", "Import by day", "Files", "Run again"]) {
        await page.getByRole("button", { name: panel, exact: true }).first().click();
        await look(panel);
      }
    } else await page.getByRole("button", { name: "Back", exact: true }).click();
  }
  await page.getByRole("button", { name: "Recipes" }).click();
  await look("recipes");
  await page.getByRole("button", { name: "Add by id" }).click();
  await look("analysis by id");
  await page.getByRole("button", { name: "All settings" }).click();
  await page.getByRole("button", { name: "Start the analysis" }).click();
  for (const part of await page.locator("summary").all()) await part.click();
  await look("new analysis");
  await openView(page, "Status");
  await page.getByRole("button", { name: "Show tasks" }).click();
  await page.getByText("completed").first().waitFor();
  for (const view of ["Status", "Changes", "Where from", "Editions", "Support"]) {
    await openView(page, view);
    await look(view);
  }
  await page.evaluate(
    (isin) => {
      const { workbook } = (window as never as { pane: PanePage }).pane;
      workbook.fill("Sheet1!B3", [[isin]]);
      workbook.select("Sheet1!B3");
    },
    stage.demo.entities.find(({ isin }) => isin !== null)?.isin ?? "",
  );
  await openView(page, "Company file");
  await page.getByRole("button", { name: "Open the company of Sheet1!B3" }).click();
  await page.getByRole("heading", { name: /^SDG by goal \(/ }).waitFor();
  await page.getByRole("list", { name: "Events" }).getByRole("button").first().click();
  await page.getByRole("list", { name: "Time line of the case" }).waitFor();
  await look("company");
  await openView(page, "Support");
  await page.getByRole("button", { name: "Check now" }).click();
  await look("Support after its check");
  await openView(page, "Settings");
  await look("settings");
};

/** Views that show ids or names of code on purpose: an example of an id, columns as a formula names them, and diagnostics. */
const showsCode = new Set([
  "search for a function",
  "form with all options",
  "formula",
  "question",
  "preview",
  "One formula",
  "analysis by id",
  "By id",
  "new analysis",
  "resolve Request coverage…",
  "Support",
  "Support after its check",
]);

/** Ids, paths and names of the service that a person reads in the view; what is folded away is not read. */
const codeIn = async (page: Page, name: string): Promise<readonly string[]> => {
  if (showsCode.has(name)) return [];
  const text = await page.evaluate(() => document.body.innerText);
  return text.match(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\/v\d\/|\b[a-z]+_[a-z_]+\b/g) ?? [];
};

test("no view has too little contrast in any theme, is wider than 320 pixels, or shows an id or a name of code", async () => {
  const page = await stage.open();
  const all: string[] = [];
  await forEachView(page, async (name) => {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    all.push(...[...(await faults(page)), ...(await codeIn(page, name))].map((fault) => `${name}: ${fault}`));
    if (process.env["SCREENSHOTS"] !== undefined)
      await page.screenshot({ path: `screenshots/view-${name.replaceAll(" ", "-").toLowerCase()}.png` });
  });
  expect(all).toEqual([]);
}, 300_000);
