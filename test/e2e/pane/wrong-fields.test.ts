import type { Page } from "playwright-core";
import { addUniverse, argumentInput, openFunction, openStage, signIn, tab, type PaneStage } from "./stage";
import { until } from "../../support/until";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5182);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** The label of what has the focus, whether it is marked as wrong, and the sentence tied to it. */
const focused = (page: Page): Promise<{ label: string; sentence: string }> =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    const group = field.closest('[role="group"]');
    const described = (group ?? field).getAttribute("aria-describedby") ?? "";
    const sentences = described.split(" ").map((id) => document.getElementById(id)?.textContent ?? "");
    const wrong = group?.hasAttribute("data-wrong") ?? field.getAttribute("aria-invalid") === "true";
    const label = group?.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
    return { label: wrong ? label : `${label} (not wrong)`, sentence: sentences.join(" ") };
  });

/** Presses a button as somebody does who only has keys. */
const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).last().focus();
  await page.keyboard.press("Enter");
};

/** Waits until the focus is in a field of this name, and looks at its sentence. */
const becomes = async (page: Page, expected: { label: RegExp; sentence: string | RegExp }): Promise<void> => {
  await until(`the focus is in ${String(expected.label)}`, async () =>
    expected.label.test((await focused(page)).label),
  );
  expect(await focused(page)).toEqual({
    label: expect.stringMatching(expected.label) as string,
    sentence: expect.stringMatching(expected.sentence) as string,
  });
};

const open = async (): Promise<Page> => {
  const page = await stage.open();
  page.setDefaultTimeout(10_000);
  await signIn(page);
  return page;
};

describe("A press that is refused puts the focus into the first wrong field, whose sentence is tied to it", () => {
  test("in the form of an analysis, one field after the other, also into a fold that was closed again", async () => {
    const page = await open();
    await tab(page, "Analyses");
    await press(page, "All settings");
    await stage.resetCalls();
    await press(page, "Start the analysis");
    await becomes(page, { label: /^Name/, sentence: "Fill this in." });
    await page.keyboard.type("EV makers");
    await press(page, "Start the analysis");
    await becomes(page, { label: /^From/, sentence: /date/i });
    await page.getByLabel("From").first().fill("2026-10-01");
    await page.getByLabel("To").first().fill("2026-10-31");
    await press(page, "Start the analysis");
    await becomes(page, { label: /^Entity 1/, sentence: "Enter at least one entity." });
    await page.keyboard.type("Acme");
    const method = page.locator("summary", { hasText: "Method" });
    await method.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Minimum quality score").fill("101");
    await method.focus();
    await page.keyboard.press("Enter");
    await press(page, "Start the analysis");
    await becomes(page, { label: /^Minimum quality score/, sentence: /0.*100/ });
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("50");
    await page.getByRole("checkbox", { name: "Find keywords" }).focus();
    await page.keyboard.press("Space");
    await press(page, "Start the analysis");
    await becomes(page, { label: /^Steps of the analysis/, sentence: /“Recognize companies”/ });
    expect(await stage.calls()).toEqual({});
  });

  test("in the form of a universe, new or changed", async () => {
    const page = await open();
    await press(page, "Add");
    await becomes(page, { label: /^Universe id/, sentence: "Fill this in." });
    await addUniverse(page, stage);
    await stage.resetCalls();
    await press(page, "Edit");
    await press(page, "Save changes");
    await becomes(page, { label: /^Name/, sentence: /./ });
    await page.getByLabel("Owner").first().fill("nobody");
    await press(page, "Save changes");
    await becomes(page, { label: /Owner/, sentence: /id looks like/ });
    await press(page, "More");
    await page.getByLabel("Nickname (this computer only)").fill("");
    await press(page, "Save nickname");
    await becomes(page, { label: /^Nickname \(this/, sentence: "Fill this in." });
    expect(await stage.calls()).toEqual({});
  });

  test("in the form of a translation", async () => {
    const page = await open();
    await tab(page, "Analyses");
    await tab(page, "Documents");
    await press(page, "Translate…");
    await becomes(page, { label: /^Documents/, sentence: "Fill this in." });
    await page.keyboard.type("no date here");
    await press(page, "Translate…");
    await becomes(page, { label: /^Documents/, sentence: /no date here/ });
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("abc 2026-01-01");
    await page.getByRole("checkbox", { name: "Title" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "Text" }).focus();
    await page.keyboard.press("Space");
    await press(page, "Translate…");
    await becomes(page, { label: /^Parts/, sentence: "Choose at least one part." });
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe("checkbox");
  });

  test("in the request for coverage; a group without a box to tick takes the focus itself", async () => {
    const page = await open();
    await tab(page, "Analyses");
    await tab(page, "Tasks");
    const title = page.locator("summary").last();
    await title.focus();
    await page.keyboard.press("Enter");
    await press(page, "Request coverage…");
    await becomes(page, { label: /^Companies/, sentence: "Fill this in." });
    await page.keyboard.type("Zzzqqx");
    await press(page, "Request coverage…");
    await becomes(page, { label: /^Add them to these universes/, sentence: "Choose at least one universe." });
  });

  test("before a formula is looked at, and in a target cell that is none", async () => {
    const page = await open();
    await tab(page, "Formula");
    await openFunction(page, "ENTITY.SEARCH");
    await stage.resetCalls();
    await press(page, "Preview 5 rows");
    await becomes(page, { label: /query/, sentence: "Fill this in." });
    await page.keyboard.type("bank");
    await page.getByLabel("Target cell").fill("nowhere");
    await press(page, "Insert formula");
    await becomes(page, { label: /^Target cell/, sentence: /^Enter one cell/ });
    expect(await stage.calls()).toEqual({});
  });

  test("in an argument that the function would refuse, by its own sentence; nothing is inserted", async () => {
    const page = await open();
    await tab(page, "Formula");
    await openFunction(page, "ESG.EVENTS");
    await stage.resetCalls();
    for (const [name, wrong, right, sentence] of [
      [
        "Lowest score minScore",
        "9",
        "3",
        'minScore must be a whole number from 1 to 5, or an operator such as "in:3;5", got 9.',
      ],
      ["From", "yesterday", "-30d", /^from must be a date, .*, got "?yesterday"?\.$/],
      ["Number of rows limit", "-1", "100", /^limit must be a whole number of at least 1, or "all", got -1\.$/],
      [
        "More settings options",
        "ordr=score:desc",
        "order=score:desc",
        'options: there is no option "ordr". Did you mean order?',
      ],
    ] as const) {
      const field = argumentInput(page, name);
      await field.fill(wrong);
      await press(page, "Insert formula");
      await becomes(page, { label: new RegExp(`^${name}`), sentence });
      await field.fill(right);
    }
    expect(await page.evaluate("[...pane.workbook.formulas.values()]")).toEqual([]);
    await press(page, "Insert formula");
    await page.getByText("Inserted in").waitFor();
    expect(await stage.calls()).toEqual({});
  });

  test("in signing in", async () => {
    const page = await stage.open();
    await page.getByLabel("API key").fill("a key");
    await press(page, "Sign in");
    await becomes(page, { label: /^API secret/, sentence: "Fill this in." });
  });

  test("in the settings", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Most rows per formula").fill("0");
    await page.keyboard.press("Enter");
    await becomes(page, { label: /^Most rows per formula/, sentence: /1.*100,000/ });
    await page.getByLabel("Sign-in address").fill("nowhere");
    await press(page, "Save");
    await becomes(page, { label: /^Sign-in address/, sentence: /^Use an address/ });
  });
});
