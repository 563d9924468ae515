// What test/pane cannot prove, because jsdom has no layout and moves no focus when a control is switched off.
import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until";
import type { PanePage } from "./page";
import { addUniverse, argumentInput, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5184);
}, 240_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

/** Work that is neither the button's nor the view's: a formula's, say. It ends when the page's `end` is called. */
const begin = `(() => {
  const entry = pane.runtime.requestLog.open({ what: "ESG.EVENTS", query: "", address: "Sheet1!Z1" });
  window.end = () => entry.done(0);
})()`;

test.each([
  ["begins", false],
  ["ends", true],
])("a press counts where work elsewhere %s while the button is down", async (_, running) => {
  const page = await stage.open();
  await signIn(page);
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "All settings" }).click();
  const status = page.getByText("1 running");
  if (running) await page.evaluate(begin);
  if (running) await status.waitFor();
  const button = page.getByRole("button", { name: "Start the analysis" });
  await button.scrollIntoViewIfNeeded();
  await page.locator("main").evaluate((body) => body.scrollTo(0, body.scrollHeight));
  const place = (await button.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.evaluate(running ? "end()" : begin);
  await (running ? page.getByText("Ready", { exact: true }) : status).waitFor();
  expect(await button.boundingBox()).toEqual(place);
  await page.mouse.up();
  await page.getByText("Enter at least one entity.").waitFor();
});

test("the formula form says in view what was inserted; a field that has the keyboard stays in view", async () => {
  const page = await stage.open();
  await signIn(page);
  await addUniverse(page, stage);
  const select = (address: string): Promise<void> =>
    page.evaluate((at) => (window as never as { pane: PanePage }).pane.workbook.select(at), address);
  await select("Sheet1!C3");
  await tab(page, "Build");
  await page.setViewportSize({ width: 320, height: 480 });
  const isInView = (element: Locator): Promise<boolean> =>
    element.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top >= 0 && bottom <= (node.closest("main")?.getBoundingClientRect().bottom ?? 0);
    });
  await page.getByLabel("Search functions, questions and columns").fill("controversy");
  await page.keyboard.press("Enter");
  const score = argumentInput(page, "Lowest score minScore");
  await score.click();
  await page.keyboard.type("3");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Inserted in Sheet1!C3.").waitFor();
  expect(await isInView(score)).toBe(true);
  await select("Sheet1!C9");
  const insert = page.getByRole("button", { name: "Insert formula" });
  await insert.evaluate((node) => node.scrollIntoView({ block: "end" }));
  await insert.click();
  const message = page.getByText("Inserted in Sheet1!C9.");
  await message.waitFor();
  expect(await isInView(message)).toBe(true);
});

/** Opens the analyses, three of which are known. */
const openAnalyses = async (): Promise<Page> => {
  const page = await stage.open();
  await signIn(page);
  await page.evaluate(() => {
    const { runtime } = (window as never as { pane: PanePage }).pane;
    for (const at of [1, 2, 3])
      runtime.analyses.add({
        instance: `a3975255-be9f-4899-9af9-cae6864770e${at}`,
        name: `Analysis ${at}`,
        started_at: Date.UTC(2026, 9, 9) - at,
        state: "ready",
        request: { start_date: "2026-09-01", end_date: "2026-09-02" },
      } as never);
  });
  await tab(page, "Analyses");
  await page.getByRole("button", { name: "Use Analysis 1" }).waitFor();
  return page;
};

/** Waits until the focus is on something that only holds controls, and not on the whole pane. */
const focusIsOnHolder = (page: Page): Promise<void> =>
  until("the focus is on what holds the control", () =>
    page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && activeElement?.matches("button, input, main") === false;
    }),
  );

test("a removed line leaves the focus at its place: Tab goes on with the next line", async () => {
  const page = await openAnalyses();
  await page.getByRole("button", { name: "Remove Analysis 2" }).press("Enter");
  await page.getByRole("button", { name: "Use Analysis 2" }).waitFor({ state: "detached" });
  await focusIsOnHolder(page);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Use Analysis 3");
});

test("a control that is switched off while it has the focus hands it to what holds it", async () => {
  const page = await openAnalyses();
  await page.getByRole("button", { name: "Use Analysis 1" }).evaluate((button) => {
    button.focus();
    button.setAttribute("disabled", "");
  });
  await focusIsOnHolder(page);
});

test("what has the focus by keyboard shows it by an outline or a border, in every theme", async () => {
  const page = await stage.open();
  await signIn(page);
  for (const theme of ["light", "dark", "contrast"] as const) {
    await page.evaluate((next) => (window as never as { pane: PanePage }).pane.theme.set(next), theme);
    await page.getByRole("tab", { name: "Companies" }).focus();
    await page.keyboard.press("Shift+Tab");
    for (let at = 0; at < 6; at += 1) {
      const isVisible = await page.evaluate(() => {
        const control = document.activeElement!;
        // Fluent draws the ring of some controls around them, and that of others by a part of theirs.
        const looks = [control, control.parentElement!].flatMap((element) =>
          [undefined, "::after", "::before"].map((part) => getComputedStyle(element, part)),
        );
        return looks.some(
          ({ outlineStyle, outlineWidth, borderBottomWidth, boxShadow }) =>
            (outlineStyle !== "none" && outlineWidth !== "0px") || borderBottomWidth === "2px" || boxShadow !== "none",
        );
      });
      expect([theme, await page.evaluate(() => document.activeElement?.textContent), isVisible]).toEqual([
        theme,
        expect.any(String) as string,
        true,
      ]);
      await page.keyboard.press("Tab");
    }
  }
});
