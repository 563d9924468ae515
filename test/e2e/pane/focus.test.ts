import type { Page } from "playwright-core";
import { openStage, signIn, tab, type PaneStage } from "./stage";
import { until } from "../../support/until";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5183);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

const analysis = (at: number): object => ({
  instance: `a3975255-be9f-4899-9af9-cae6864770e${at}`,
  name: `Analysis ${at}`,
  started_at: Date.UTC(2026, 9, 9) - at,
  state: "ready",
  request: { start_date: "2026-09-01", end_date: "2026-09-02" },
});

/** Opens the analyses, three of which are known. */
const open = async (): Promise<Page> => {
  const page = await stage.open();
  page.setDefaultTimeout(10_000);
  await signIn(page);
  await page.evaluate((analyses) => {
    const { runtime } = (window as never as { pane: { runtime: { analyses: { add: (one: object) => void } } } }).pane;
    for (const one of analyses) runtime.analyses.add(one);
  }, [1, 2, 3].map(analysis));
  await tab(page, "Analyses");
  return page;
};

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).last().focus();
  await page.keyboard.press("Enter");
};

/** The name of what has the focus: its label, or that it is something which only holds controls. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "lost";
    const isControl = element.matches("button, input, select, textarea, a, summary");
    return isControl ? (element.getAttribute("aria-label") ?? element.textContent) : "holder";
  });

const becomes = (page: Page, name: string): Promise<void> =>
  until(`the focus is on ${name}`, async () => (await focused(page)) === name);

describe("The focus stays where the work is when a control goes", () => {
  test("a removed line leaves it at its place: Tab goes on with the next line, and a second Enter removes nothing", async () => {
    const page = await open();
    await press(page, "Remove Analysis 2");
    await page.getByRole("button", { name: "Use Analysis 2" }).waitFor({ state: "detached" });
    await becomes(page, "holder");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await becomes(page, "Use Analysis 3");
  });

  test("the last line removed leaves it in the list's place, not at the top of the page", async () => {
    const page = await open();
    for (const name of ["Remove Analysis 1", "Remove Analysis 2", "Remove Analysis 3"]) await press(page, name);
    await page.getByText("Started on this device (0)").waitFor();
    await becomes(page, "holder");
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("MAIN");
  });

  test("a question answered with Cancel gives it back to the button that asked", async () => {
    const page = await open();
    await press(page, "Recipes");
    await tab(page, "Documents");
    await page.getByRole("textbox", { name: /^Documents/ }).fill("abc 2026-01-01");
    await press(page, "Translate…");
    await becomes(page, "Cancel");
    await page.keyboard.press("Enter");
    await becomes(page, "Translate…");
  });

  test("files written, it is still on the button, and every control before it is reached by Shift and Tab", async () => {
    const page = await open();
    await press(page, "Use Analysis 1");
    await press(page, "Files");
    await page.route("**/analyze/**", (route) => route.fulfill({ status: 200, body: "{}" }));
    const download = page.waitForEvent("download");
    await press(page, "Documents as JSON lines");
    await download;
    await becomes(page, "Documents as JSON lines");
    for (let pressed = 0; pressed < 40 && (await focused(page)) !== "All settings"; pressed += 1)
      await page.keyboard.press("Shift+Tab");
    await becomes(page, "All settings");
  });

  test("a control that is switched off while it has the focus hands it to what holds it", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Use Analysis 1" }).evaluate((button) => {
      button.focus();
      button.setAttribute("disabled", "");
    });
    await becomes(page, "holder");
  });
});
