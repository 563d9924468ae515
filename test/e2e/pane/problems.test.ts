import { argumentInput, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5189);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** Lets formulas of 300 cells fail with one message and one cell with another. */
const fail = `for (let row = 1; row <= 301; row += 1) {
  const address = "Sheet1!A" + row;
  pane.workbook.formulas.set(address, "=ESG.EVENTS()");
  const failure = new Error(row === 301 ? "Something else." : "No universe is selected.");
  pane.runtime.requestLog.open({ what: "ESG.EVENTS", query: "ESG.EVENTS()", address }).failed(failure);
}`;

test("problems of 300 cells with one cause are one card with its number of cells and links to the first of them", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.evaluate(fail);
  await tab(page, "Activity");
  const list = page.getByRole("list", { name: "Problems (301)" });
  await list.getByText("300 cells").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(2);
  await list.getByText("and 295 more").waitFor();
  // In the order of the sheet, each once.
  const links = await list.getByRole("listitem").filter({ hasText: "300 cells" }).getByRole("button").allTextContents();
  expect(links.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((row) => `Sheet1!A${row}`));
  await page.getByRole("button", { name: "Try 300 cells again" }).click();
  expect(await page.evaluate("pane.refreshed.at(-1).length")).toBe(300);
});

/** Ends requests of cells with errors, given as cell, function, code and sentence. */
const failures = (given: readonly (readonly [cell: string, what: string, code: string, sentence: string])[]): string =>
  `for (const [cell, what, code, sentence] of ${JSON.stringify(given)}) {
    const address = "Sheet1!" + cell;
    pane.workbook.formulas.set(address, "=" + what + "()");
    const error = Object.assign(new Error(sentence), { code, details: {} });
    pane.runtime.requestLog.open({ what, query: "EU Banks", address }).failed(error);
  }`;

test("one cause over several functions is one card, which names the functions and shows no values", async () => {
  const page = await stage.open();
  await signIn(page);
  const [code, sentence] = ["unavailable", "The service cannot be reached."];
  await page.evaluate(
    failures([
      ["A1", "ESG.EVENTS", code, sentence],
      ["B1", "SDG.DOCUMENTS", code, sentence],
    ]),
  );
  await tab(page, "Activity");
  const card = page.getByRole("list", { name: "Problems (2)" }).getByRole("listitem");
  await card.getByText("SDG.DOCUMENTS").waitFor();
  expect(await card.count()).toBe(1);
  expect(await card.textContent()).toContain("ESG.EVENTS");
  expect(await card.textContent()).not.toContain("EU Banks");
});

test("a wrong argument is repaired in the formula: the button goes to the cell and opens its formula in the form", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.evaluate(failures([["C7", "ESG.EVENTS", "invalid-argument", "minScore must be 1 to 5, got 9."]]));
  await page.evaluate(`pane.workbook.formulas.set("Sheet1!C7", '=ESG.EVENTS("EU Banks",9)')`);
  await tab(page, "Activity");
  expect(await page.getByRole("button", { name: /^Try .* again$/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit the formula in Sheet1!C7" }).click();
  await page.getByRole("heading", { name: "Formula", level: 1 }).waitFor();
  await page.getByText("Editing the formula in Sheet1!C7").waitFor();
  expect(await argumentInput(page, "Lowest score minScore").inputValue()).toBe("9");
});

test("what runs is counted from the start of the recalculation, and Stop ends it", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.evaluate(`{
    const open = (address) => pane.runtime.requestLog.open({ what: "ESG.EVENTS", query: "", address });
    const [first, second, third] = ["Sheet1!A1", "Sheet1!A2", "Sheet1!A3"].map(open);
    first.done(1);
    second.done(1);
    window.running = [third, open("Sheet1!A4")];
  }`);
  await tab(page, "Activity");
  await page.getByText("2 of 4 done").waitFor();
  await page.getByRole("region", { name: "Running (2)" }).getByRole("button", { name: "Stop" }).click();
  expect(await page.evaluate("running.every(({ signal }) => signal.aborted)")).toBe(true);
});

test("a problem goes with its formula, as when another workbook is opened", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.evaluate(fail);
  await page.evaluate("pane.workbook.formulas.clear(); pane.workbook.formulas.set('Sheet1!A301', '=ESG.EVENTS()')");
  await tab(page, "Activity");
  await page.getByRole("list", { name: "Problems (1)" }).getByText("Something else.").waitFor();
  expect(await page.getByText("No universe is selected.").count()).toBe(0);
});

test("a refusal of the sign-in goes with the first change of what was typed", async () => {
  const page = await stage.open();
  await page.getByLabel("API key").fill("a key");
  await page.getByLabel("API secret").fill("a secret");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const refusal = page.locator("[class*=MessageBar]").first();
  await refusal.waitFor();
  await page.getByLabel("API secret").fill("another secret");
  await refusal.waitFor({ state: "detached" });
});

test("keywords without a name are refused with the number of their entity, and not dropped", async () => {
  const page = await stage.open();
  await signIn(page);
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "All settings" }).click();
  await stage.resetCalls();
  await page.getByRole("textbox", { name: /^Name/ }).fill("EV makers");
  await page.getByLabel("From").first().fill("2026-10-01");
  await page.getByLabel("To").first().fill("2026-10-31");
  await page.getByRole("textbox", { name: /^Entity 1/ }).fill("Acme");
  await page.getByRole("button", { name: "Add an entity" }).click();
  await page.getByRole("textbox", { name: /^Keywords.*2|2.*eywords/ }).fill("battery");
  await page.getByRole("button", { name: "Start the analysis" }).click();
  await page.getByText("Entity 2 has no name.").waitFor();
  expect(await stage.calls()).toEqual({});
});
