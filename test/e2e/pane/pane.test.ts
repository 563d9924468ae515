import { readFileSync } from "node:fs";
import type { PanePage } from "./page";
import { addUniverse, openFunction, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5179);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

test("sign-in has the focus in the key, asks for what is missing without a call, and makes one call", async () => {
  const page = await stage.open();
  await page.getByLabel("API key").waitFor();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("api-key");
  await stage.resetCalls();
  await page.keyboard.press("Enter");
  await page.getByText("Fill this in.").first().waitFor();
  expect(await stage.calls()).toEqual({});
  const [account] = stage.demo.accounts;
  await page.keyboard.type(account!.api_key);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account!.api_secret);
  await page.keyboard.press("Enter");
  await page.getByText("Signed in · 23 h 59 min").waitFor();
  expect(await stage.calls()).toEqual({ createToken: 1 });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test("a lost network keeps what was typed", async () => {
  const page = await stage.open();
  await page.route("**/oauth/token", (route) => route.abort());
  await page.getByLabel("API key").fill("a key");
  await page.getByLabel("API secret").fill("a secret");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").or(page.locator("[class*=MessageBar]")).first().waitFor();
  expect(await page.getByLabel("API key").inputValue()).toBe("a key");
  expect(await page.getByLabel("API secret").inputValue()).toBe("a secret");
});

test("a universe is added by its id with two calls, and is there again when the pane is shown again", async () => {
  const page = await stage.open();
  await signIn(page);
  await stage.resetCalls();
  await page.getByLabel("Universe id").fill("no id");
  await page.keyboard.press("Enter");
  await page.getByText("An id looks like").waitFor();
  expect(await stage.calls()).toEqual({});
  await addUniverse(page, stage);
  expect(await stage.calls()).toEqual({ listUniverseEntities: 1, listEntityUniverses: 1 });
  await page.getByText("Shared · 40 companies").first().waitFor();
  await tab(page, "Formula");
  await openFunction(page, "ESG.EVENTS");
  await page.getByRole("combobox", { name: "minScore" }).fill("4");
  await page.evaluate("pane.hide(); pane.show()");
  await page.getByRole("combobox", { name: "minScore" }).waitFor();
  expect(await page.getByRole("combobox", { name: "minScore" }).inputValue()).toBe("4");
});

test("the resolve form counts before it calls, resolves in one call, and a candidate is chosen by keyboard", async () => {
  const page = await stage.open();
  await signIn(page);
  const isins = stage.demo.entities
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
  await stage.resetCalls();
  await tab(page, "Resolve");
  await page.getByText("25 cells · 1 blank · 1 duplicate · 1 invalid ISIN · 22 to search · 1 call").waitFor();
  expect(await stage.calls()).toEqual({});
  await page.getByRole("button", { name: "Resolve", exact: true }).dblclick();
  await page.getByRole("button", { name: "3 rows need your review" }).waitFor();
  expect(await stage.calls()).toEqual({ searchEntities: 1 });
  await page.getByRole("listbox").getByRole("option").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "1 Chosen by you" }).waitFor();
  await page.getByRole("button", { name: "Insert formula" }).click();
  await page.getByText("Inserted in").waitFor();
  expect(await page.evaluate("[...pane.workbook.formulas.values()]")).toEqual([
    '=ENTITY.RESOLVE(A2:A26,,,,"headers=no")',
  ]);
  expect(await stage.calls()).toEqual({ searchEntities: 1 });
});

test("what is in the way is said before anything is written", async () => {
  const page = await stage.open();
  await signIn(page);
  await addUniverse(page, stage);
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
  const page = await stage.open();
  await signIn(page);
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "All settings" }).click();
  await stage.resetCalls();
  await page.getByRole("button", { name: "Start the analysis" }).click();
  await page.getByText("Enter at least one entity.").waitFor();
  expect(await stage.calls()).toEqual({});
  await page.getByRole("textbox", { name: /^Name/ }).fill("EV makers");
  await page.getByLabel("From").first().fill("2026-10-01");
  await page.getByLabel("To").first().fill("2026-10-31");
  await page.getByRole("textbox", { name: /^Entity 1/ }).fill(stage.demo.entities[0]!.name);
  await page.getByRole("button", { name: "Start the analysis" }).dblclick();
  await page.getByText(/^Started: /).waitFor();
  expect(await stage.calls()).toMatchObject({ startAnalysis: 1 });
  expect(await page.evaluate("pane.workbook.tables.get('SpillwayAnalyses').rows.length")).toBe(1);
  await tab(page, "Activity");
  await tab(page, "History");
  const entry = page.getByRole("listitem").filter({ hasText: "Start the analysis" });
  expect(await entry.textContent()).toContain("1 row · 1 call");
});

test("the label of every box ticks that box and no other", async () => {
  const page = await stage.open();
  await signIn(page);
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "All settings" }).click();
  await page.locator("summary", { hasText: "Method" }).click();
  const ticked = (): Promise<readonly string[]> =>
    page
      .getByRole("group", { name: "Steps of the analysis" })
      .getByRole("checkbox", { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ""));
  expect(await ticked()).toEqual(["Rate the quality of documents", "Find keywords"]);
  await page.locator("label", { hasText: "Recognize companies" }).click();
  expect(await ticked()).toEqual(["Rate the quality of documents", "Find keywords", "Recognize companies"]);
  expect(await page.getByRole("checkbox", { name: "Recognize companies", exact: true }).count()).toBe(1);
});

test("nothing secret stands in what the pane keeps or exports", async () => {
  const page = await stage.open();
  await signIn(page);
  await addUniverse(page, stage);
  await tab(page, "Activity");
  await tab(page, "Diagnostics");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the file" }).click();
  const report = readFileSync(await (await download).path(), "utf8");
  const persisted = await page.evaluate(
    "JSON.stringify([[...pane.persisted], [...pane.settings], [...pane.workbook.cells]])",
  );
  const [account] = stage.demo.accounts;
  for (const text of [report, String(persisted)]) {
    expect(text).not.toContain(account!.api_secret);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
  }
  expect(report).toContain("listUniverseEntities");
});

test("diagnostics leave out keys and tokens that a formula has by mistake, and keep the rest of it", async () => {
  const page = await stage.open();
  await signIn(page);
  const mistakes = {
    gatewayKey: `spw_0123456789abcdef_${"A".repeat(43)}`,
    token: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl",
    secret: "api_secret=hunter2hunter2",
    header: "Authorization: Basic YWRhOmxvdmVsYWNl",
  };
  await page.evaluate((texts) => {
    const { runtime } = (window as never as { pane: PanePage }).pane;
    for (const text of texts)
      runtime.requestLog
        .open({ what: "ENTITY.SEARCH", query: `=ENTITY.SEARCH("${text}","kept")`, address: "Sheet1!A1" })
        .done(1);
  }, Object.values(mistakes));
  await tab(page, "Activity");
  await tab(page, "Diagnostics");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the file" }).click();
  const report = readFileSync(await (await download).path(), "utf8");
  for (const shown of ["0123456789abcdef", "eyJ", "c2lnbmF0dXJl", "hunter2", "YWRhOmxvdmVsYWNl"])
    expect(report).not.toContain(shown);
  expect(report.match(/\[removed\]/g)).toHaveLength(4);
  expect(report.match(/kept/g)).toHaveLength(4);
});

test("what the health check found of one account is not shown after signing out", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("The service answers.").waitFor();
  await page.getByRole("button", { name: "Sign out…" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByText("Signed out").first().waitFor();
  await page.getByText("The service answers.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("The service answers.").waitFor();
});
