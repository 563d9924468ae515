import { readFileSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { servePane, type PaneServer } from "./page/serve";

interface Demo {
  readonly client_id: string;
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly { readonly isin: string | null; readonly name: string }[];
}

let server: PaneServer;
let browser: Browser;
let demo: Demo;
const opened: Page[] = [];

beforeAll(async () => {
  server = await servePane(5179, "test");
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  demo = (await (await fetch(`${server.address}/_local/demo`)).json()) as Demo;
}, 60_000);

afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
  await fetch(`${server.address}/_local/faults`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const openPane = async (query = ""): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 320, height: 760 } });
  opened.push(page);
  await page.goto(`${server.address}/?client=${demo.client_id}${query}`);
  return page;
};

const signIn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Use the demo account" }).click();
  await page.getByRole("heading", { name: "Universes" }).waitFor();
};

const euBanks = (): string => demo.universes.find(({ universe_name }) => universe_name === "EU Banks")!.universe_id;

const addUniverse = async (page: Page): Promise<void> => {
  await page.getByLabel("Universe id").fill(euBanks());
  await page.getByLabel("Universe id").press("Enter");
  await page.getByText("Added: EU Banks").waitFor();
};

const resetCalls = (): Promise<unknown> => fetch(`${server.address}/_local/calls`, { method: "DELETE" });
const calls = async (): Promise<Readonly<Record<string, number>>> =>
  ((await (await fetch(`${server.address}/_local/calls`)).json()) as { routes: Record<string, number> }).routes;

const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();

test("sign-in has the focus in the key, asks for what is missing without a call, and makes one call", async () => {
  const page = await openPane();
  await page.getByLabel("API key").waitFor();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("api-key");
  await resetCalls();
  await page.keyboard.press("Enter");
  await page.getByText("Fill this in.").first().waitFor();
  expect(await calls()).toEqual({});
  const [account] = demo.accounts;
  await page.keyboard.type(account!.api_key);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account!.api_secret);
  await page.keyboard.press("Enter");
  await page.getByText("Signed in · 23 h 59 min").waitFor();
  expect(await calls()).toEqual({ createToken: 1 });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test("a lost network keeps what was typed", async () => {
  const page = await openPane();
  await page.route("**/oauth/token", (route) => route.abort());
  await page.getByLabel("API key").fill("a key");
  await page.getByLabel("API secret").fill("a secret");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").or(page.locator("[class*=MessageBar]")).first().waitFor();
  expect(await page.getByLabel("API key").inputValue()).toBe("a key");
  expect(await page.getByLabel("API secret").inputValue()).toBe("a secret");
});

test("a universe is added by its id with two calls, and is there again when the pane is shown again", async () => {
  const page = await openPane();
  await signIn(page);
  await resetCalls();
  await page.getByLabel("Universe id").fill("no id");
  await page.keyboard.press("Enter");
  await page.getByText("An id looks like").waitFor();
  expect(await calls()).toEqual({});
  await addUniverse(page);
  expect(await calls()).toEqual({ listUniverseEntities: 1, listEntityUniverses: 1 });
  await page.getByText("Shared · 60 entities").first().waitFor();
  await tab(page, "Formula");
  await page.getByLabel("Function").selectOption("ESG.EVENTS");
  await page.getByRole("combobox", { name: "minScore" }).fill("4");
  await page.evaluate("pane.hide(); pane.show()");
  await page.getByRole("combobox", { name: "minScore" }).waitFor();
  expect(await page.getByRole("combobox", { name: "minScore" }).inputValue()).toBe("4");
});

test("the desk counts before it calls, resolves in one call, and a candidate is chosen by keyboard", async () => {
  const page = await openPane();
  await signIn(page);
  const isins = demo.entities
    .filter(({ isin }) => isin !== null)
    .slice(0, 20)
    .map(({ isin }) => [isin]);
  const rows = [...isins, [""], isins[0], ["US0378331006"], ["Bank"], ["Zzzqqx"]];
  await page.evaluate((values) => {
    const { workbook } = (
      window as never as { pane: { workbook: { fill: (a: string, v: unknown) => void; select: (a: string) => void } } }
    ).pane;
    workbook.fill("Sheet1!A2", values);
    workbook.select(`Sheet1!A2:A${values.length + 1}`);
  }, rows);
  await resetCalls();
  await tab(page, "Resolve");
  await page.getByText("25 cells · 1 blank · 1 duplicate · 1 invalid ISIN · 22 to search · 1 call").waitFor();
  expect(await calls()).toEqual({});
  await page.getByRole("button", { name: "Resolve", exact: true }).dblclick();
  await page.getByText("Needs attention (3)").waitFor();
  expect(await calls()).toEqual({ searchEntities: 1 });
  await page.getByRole("listbox").getByRole("option").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("Chosen by you").waitFor();
  await page.getByRole("button", { name: "Insert formula" }).click();
  await page.getByText("Inserted in").waitFor();
  expect(await page.evaluate("[...pane.workbook.formulas.values()]")).toEqual([
    '=ENTITY.RESOLVE(A2:A26,,,,"headers=no")',
  ]);
  expect(await calls()).toEqual({ searchEntities: 1 });
});

test("what is in the way is said before anything is written", async () => {
  const page = await openPane();
  await signIn(page);
  await addUniverse(page);
  await page.evaluate("pane.workbook.blocked.problem = { kind: 'table', where: 'Holdings' }");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await page.getByRole("button", { name: "Insert formula" }).click();
  await page.getByText("Holdings is a table").waitFor();
  expect(await page.evaluate("pane.workbook.writes.length")).toBe(0);
  await page.getByRole("button", { name: "Use a new sheet" }).click();
  await page.getByText("Inserted in").waitFor();
  expect(await page.evaluate("pane.workbook.formulas.get('EU Banks!A1')")).toBe('=ESG.EVENTS("EU Banks")');
});

test("a wrong form of an analysis sends nothing, a right one is sent once for two clicks and leaves a recipe", async () => {
  const page = await openPane();
  await signIn(page);
  await tab(page, "Analyses");
  await resetCalls();
  await page.getByRole("button", { name: "Start the analysis" }).click();
  await page.getByText("Name at least one entity.").waitFor();
  expect(await calls()).toEqual({});
  await page.getByRole("textbox", { name: /^Name/ }).fill("EV makers");
  await page.getByLabel("From").first().fill("2026-10-01");
  await page.getByLabel("To").first().fill("2026-10-31");
  await page.getByRole("textbox", { name: /^Entity 1/ }).fill(demo.entities[0]!.name);
  await page.getByRole("button", { name: "Start the analysis" }).dblclick();
  await page.getByText(/^Started: /).waitFor();
  expect(await calls()).toMatchObject({ startAnalysis: 1 });
  expect(await page.evaluate("pane.workbook.tables.get('SpillwayAnalyses').rows.length")).toBe(1);
});

test("nothing secret stands in what the pane keeps or exports", async () => {
  const page = await openPane();
  await signIn(page);
  await addUniverse(page);
  await tab(page, "Activity");
  await tab(page, "Usage");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save diagnostics" }).click();
  const report = readFileSync(await (await download).path(), "utf8");
  const kept = await page.evaluate("JSON.stringify([[...pane.kept], [...pane.settings], [...pane.workbook.cells]])");
  const [account] = demo.accounts;
  for (const text of [report, String(kept)]) {
    expect(text).not.toContain(account!.api_secret);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
  }
  expect(report).toContain("listUniverseEntities");
});

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page, and whether something is wider than the pane. */
const faults = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 160)))",
  )) as string[];
  const wide = await page.evaluate(
    "(() => { const m = document.querySelector('main'); return m.scrollWidth > m.clientWidth; })()",
  );
  return wide === true ? [...found, "wider than the pane"] : found;
};

/** Opens one view after the other, with something in each. */
const walk = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByLabel("API key").waitFor();
  await look("sign-in");
  await signIn(page);
  await addUniverse(page);
  await look("universes");
  for (const panel of ["Insert", "Overview", "Entities", "Edit", "More"]) {
    await page.getByRole("button", { name: panel, exact: true }).click();
    if (panel === "Overview") {
      await page.getByRole("button", { name: "Show the last 12 weeks" }).click();
      await page.getByRole("heading", { name: "Documents by sentiment" }).waitFor();
    }
    if (panel === "Edit") await page.getByRole("button", { name: "Save at the service" }).click();
    await look(panel);
  }
  await tab(page, "Formula");
  await page.getByLabel("Function").selectOption("ESG.EVENTS");
  await page.getByRole("button", { name: "Choose columns" }).click();
  await look("formula");
  await tab(page, "Resolve");
  await page.getByRole("button", { name: "Paste a list" }).click();
  await page.getByLabel("One identifier or name per line").fill("Bank\nZzzqqx\nUS0378331006");
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByText("Needs attention").waitFor();
  await page.getByRole("button", { name: "Request coverage…" }).first().click();
  await look("resolve");
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "Start the analysis" }).click();
  for (const part of await page.locator("summary").all()) await part.click();
  await look("new analysis");
  await tab(page, "Documents");
  await page.getByRole("button", { name: "Translate…" }).click();
  await look("documents");
  await tab(page, "Tasks");
  await page.getByRole("button", { name: "Show tasks" }).click();
  await page.getByText("completed").first().waitFor();
  await look("tasks");
  await tab(page, "Activity");
  for (const part of ["Now", "History", "Calls", "Usage"]) {
    await tab(page, part);
    await look(part);
  }
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Check now" }).click();
  await look("settings");
};

test.each(["light", "dark", "contrast"])(
  "no view has a fault of accessibility in the %s theme, 320 pixels wide",
  async (theme) => {
    const page = await openPane(`&theme=${theme}`);
    const all: string[] = [];
    await walk(page, async (name) => {
      all.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
    });
    expect(all).toEqual([]);
  },
  120_000,
);
