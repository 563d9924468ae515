import type { Route } from "playwright-core";
import { until } from "../support/until";
import type { WorkbenchPage } from "./workbench/page";
import { startStage, type Stage } from "./stage";

let stage: Stage;
let remembering: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  remembering = await stage.open();
  const pane = remembering.pane();
  const [account] = stage.demo.accounts;
  await pane.getByLabel("API key").fill(account!.api_key);
  await pane.getByLabel("API secret").fill(account!.api_secret);
  await pane.getByLabel("Remember on this device").check();
  await pane.getByRole("button", { name: "Sign in", exact: true }).click();
  await pane.getByText("Signed in", { exact: false }).first().waitFor();
}, 240_000);
afterEach(() => remembering.page.context().unroute(scripts()));
afterAll(() => stage.close());

/** The page says that it is hidden, as the runtime of a closed pane does. */
const hidden = (): void => {
  if (window !== window.top) Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
};

/** What a first answer waits for: the script of its definitions, and the timers. */
const needed = /\/chunks\/(first-answer|src_addin_timer-worker_ts)\.js$/;
const further = /\/chunks\/later-functions\.js$/;

/** The add-in's scripts; those of the workbench are elsewhere. */
const scripts = (): string => `${stage.origin}/chunks/*.js`;

/** Opens the workbook with a closed pane; `others` decides about every script that no first answer needs. */
const openWith = async (others: (route: Route) => Promise<void> | void): Promise<WorkbenchPage> => {
  await remembering.page
    .context()
    .route(scripts(), (route) => (needed.test(route.request().url()) ? route.continue() : others(route)));
  return stage.open("?fresh", { sameBrowserAs: remembering, initScript: hidden });
};

const lists = (universe: string): Readonly<Record<string, string>> => ({
  A1: `=ESG.EVENTS("${universe}",3,,,,"title",1,"headers=no")`,
  A2: `=ESG.DOCUMENTS("${universe}",3,,,,"title",1,"headers=no")`,
  A3: `=ENTITY.SEARCH("bank",,,"name",1,"headers=no")`,
  A4: `=UNIVERSE.ENTITIES("${universe}",,,"name",1,"headers=no")`,
});
const summary = (universe: string): string => `=INDEX(ESG.SUMMARY("${universe}",,,,,"score"),1,1)`;

const isText = async (workbench: WorkbenchPage, address: string): Promise<boolean> => {
  const { value, error } = await workbench.cell(address);
  return error === undefined && typeof value === "string" && value !== "" && !value.startsWith("#");
};

test("lists answer with one script of definitions, and a summary waits for the script of the others", async () => {
  const universe = stage.demo.universes[0]!.universe_id;
  const held: Route[] = [];
  // The host waits for the scripts that a page asks for while it opens, so those fail instead of waiting.
  let opening = true;
  const workbench = await openWith((route) => (opening ? route.abort() : void held.push(route)));
  opening = false;
  await workbench.call("enterCells", { ...lists(universe), C1: summary(universe) });
  for (const address of Object.keys(lists(universe)))
    await until(`${address} answers`, () => isText(workbench, address));
  expect(await isText(workbench, "C1")).toBe(false);
  expect(held.map((route) => route.request().url())).toContainEqual(expect.stringMatching(further));
  await Promise.all(held.map((route) => route.continue()));
  await workbench.shows("C1", "Score");
  await workbench.close();
}, 120_000);

test("the script of the other definitions is loaded again by the next formula, when it could not be loaded", async () => {
  const universe = stage.demo.universes[0]!.universe_id;
  let failing = true;
  const workbench = await openWith((route) =>
    failing && route.request().url().endsWith("/chunks/later-functions.js") ? route.abort() : route.continue(),
  );
  await workbench.enterAll({ ...lists(universe), C1: summary(universe) });
  expect(await isText(workbench, "A1")).toBe(true);
  expect((await workbench.cell("C1")).error).toBeDefined();
  failing = false;
  await workbench.enterAll({ C1: summary(universe) });
  await workbench.shows("C1", "Score");
  await workbench.close();
}, 120_000);
