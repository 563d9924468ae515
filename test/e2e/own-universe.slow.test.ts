import { until } from "../support/until";
import { signIn, startStageOfTasks, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;

beforeAll(async () => {
  stage = await startStageOfTasks(40);
}, 240_000);
afterAll(() => stage.close());

/** Runs in each frame: the pauses between two readings of the task list are short. */
const shortPauses = (): void => {
  const post = Worker.prototype.postMessage as (message: unknown) => void;
  Worker.prototype.postMessage = function (this: Worker, message: { milliseconds?: number }) {
    const { milliseconds } = message;
    post.call(this, milliseconds === 20_000 ? { ...message, milliseconds: 150 } : message);
  };
};

const press = (workbench: WorkbenchPage, name: string): Promise<void> =>
  workbench.pane().getByRole("button", { name, exact: true }).last().click();

const shown = (workbench: WorkbenchPage, text: string | RegExp): Promise<void> =>
  workbench
    .pane()
    .getByText(text)
    .first()
    .waitFor({ timeout: 60_000 })
    .catch(async () => {
      throw new Error(`The pane does not show ${String(text)}: ${await workbench.pane().locator("main").innerText()}`);
    });

/** Puts a text on the clipboard and pastes it into a cell, as from a portfolio system. */
const paste = async (workbench: WorkbenchPage, cell: string, text: string): Promise<void> => {
  const { page } = workbench;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await workbench.call("select", cell);
  await page.bringToFront();
  await page.locator("canvas").first().focus();
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press("ControlOrMeta+V");
  await workbench.settled();
};

test("1,200 holdings become a universe of their own: pasted, found, requested in parts, also across a closed workbook", async () => {
  const first = await stage.open("?fresh", { initScript: shortPauses });
  await signIn(first);
  const holdings = ["ISIN", ...stage.demo.holdings];
  expect(holdings).toHaveLength(1_201);
  await paste(first, "A1", holdings.join("\n"));
  expect((await first.values("A1:A1201")).flat()).toEqual(holdings);
  const begun = await stage.during(async () => {
    await press(first, "From my list");
    await press(first, "Use the selected cells");
    await shown(first, /1,201 cells/);
    await press(first, "Resolve");
    await first.pane().getByLabel("Name of the universe").fill("My 1,200 holdings");
    await press(first, "Fill the universe…");
    await press(first, "Confirm");
    await shown(first, /Filling My 1,200 holdings: [1-9]/);
    await first.screenshot("own-universe-filling");
    await first.close();
  });
  expect(begun.routes).toMatchObject({ searchEntities: 3, createUniverse: 1 });
  const done = begun.routes["extendCoverage"] ?? 0;
  expect(done).toBeGreaterThan(0);

  // Another window takes over a minute after the last step.
  const later = await stage.open("?fresh", { sameBrowserAs: first, now: Date.now() + 120_000 });
  const companies = new Set(stage.demo.holdings).size;
  const rest = await stage.during(async () => {
    await signIn(later);
    await press(later, "From my list");
    await shown(later, /My 1,200 holdings is filled: 1,\d{3} companies\./);
  });
  await later.screenshot("own-universe-filled");
  expect(rest.routes["createUniverse"]).toBeUndefined();
  // The request that was on its way when the workbook was closed is sent again.
  const requests = Math.ceil(companies / 25);
  expect([requests, requests + 1]).toContain(done + (rest.routes["extendCoverage"] ?? 0));
  await later.enterAll({ A1: '=UNIVERSE.COUNT("My 1,200 holdings")' });
  await until("the universe has its companies", async () => Number((await later.cell("A1")).value) > 1_000);
}, 300_000);

test("one cell of a result stands for the whole result, ids of events are no companies, and each company is taken once", async () => {
  const workbench = await stage.open("?fresh", { initScript: shortPauses });
  await signIn(workbench);
  await workbench.enterAll({
    A1: '=ESG.EVENTS("EU Banks",4,,,,"id,entity.name,entity.isin,score",40)',
  });
  const rows = (await workbench.values("C2:C41")).flat();
  await workbench.call("select", "D9");
  await press(workbench, "From my list");
  await press(workbench, "Use the selected cells");
  await shown(workbench, /!C1:C41/);
  await shown(workbench, "1 header or n/a, not searched");
  await press(workbench, "Resolve");
  await shown(workbench, new RegExp(`^${new Set(rows).size} companies · 2 requests of up to 25`));
  await workbench.screenshot("own-universe-spill");
}, 120_000);
