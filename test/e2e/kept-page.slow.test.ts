import { startStage, signIn, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// Test files share one page of the browser, one after the other: what a visit leaves must be gone at the next.

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

/** Runs in the page: leaves something in each of its stores. */
const leaveTraces = async (): Promise<void> => {
  localStorage.setItem("trace", "1");
  sessionStorage.setItem("trace", "1");
  document.cookie = "trace=1";
  await caches.open("trace");
  await new Promise((resolve) => {
    indexedDB.open("trace").onsuccess = resolve;
  });
  Object.assign(window, { trace: 1 });
};

/** Runs in the page: what of it is there. */
const findTraces = async (): Promise<readonly unknown[]> => [
  localStorage.getItem("trace"),
  sessionStorage.getItem("trace"),
  document.cookie,
  await caches.has("trace"),
  (await indexedDB.databases()).some(({ name }) => name === "trace"),
  "trace" in window,
  "initTrace" in window,
  "bindingTrace" in window,
];

const leaveMuch = async ({ page, call, enterAll }: WorkbenchPage): Promise<void> => {
  await enterAll({ A1: "a trace" });
  await call("theme", "dark");
  await page.context().addInitScript("window.initTrace = 1");
  await page.exposeBinding("bindingTrace", () => undefined);
  await page.route("**/deployment.json", (route) => route.abort());
  await page.context().route("**/functions.json", (route) => route.abort());
  await page.emulateMedia({ forcedColors: "active" });
  await page.evaluate(leaveTraces);
  await page.context().setOffline(true);
};

test("a visit of a page that was used before finds nothing of the visit before", async () => {
  const first = await stage.open();
  await signIn(first);
  await leaveMuch(first);
  await first.leave();
  const second = await stage.open("", { width: 900, height: 700 });
  expect(second.page).toBe(first.page);
  expect(await second.page.evaluate(findTraces)).toEqual([null, null, "", false, false, false, false, false]);
  expect((await second.cell("A1")).value).toBe("");
  expect(await second.page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(false);
  expect(await second.page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700]);
  await second.pane().getByRole("button", { name: "Use the demo account" }).waitFor();
  await second.leave();
}, 120_000);

test("a second visit beside the first has a browser of its own, and so has one after a visit that hangs", async () => {
  const first = await stage.open();
  const beside = await stage.open();
  expect(beside.page.context()).not.toBe(first.page.context());
  await beside.leave();
  expect(beside.page.isClosed()).toBe(true);
  const endless = first.page.evaluate(() => {
    for (;;);
  });
  endless.catch(() => undefined);
  await first.leave();
  const next = await stage.open();
  expect(next.page).not.toBe(first.page);
  await next.leave();
}, 120_000);

test("a service opened again has its first universes, no faults and no calls", async () => {
  await stage.faults({ hang: true });
  await stage.close();
  const { origin } = stage;
  stage = await startStage();
  expect(stage.origin).toBe(origin);
  expect(await stage.calls()).toEqual({ total: 0, routes: {} });
  expect((await stage.names(3)).length).toBe(3);
}, 120_000);
