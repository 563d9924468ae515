import { readFileSync } from "node:fs";
import path from "node:path";
import { hashOfFunctions } from "../../scripts/build/build";
import type { FunctionsFile } from "../../src/workbench/functions/metadata";
import { until } from "../support/until";
import { startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

const setting = "Office.ForceRefreshCustomFunctionsCache";
const title = "Excel may still have the functions of the version before.";
const newFunction = "ENTITY.SEARCH";
let stage: Stage;
let workbench: WorkbenchPage;
/** How often the host has fetched functions.json. */
let fetched = 0;

/** From now on the gateway serves a release without the new function: another list, and a script that has the hash of that list. */
const serveOldRelease = async (): Promise<void> => {
  const context = workbench.page.context();
  const script = readFileSync(path.join(__dirname, "../../dist/functions.js"), "utf8");
  expect(script).toContain(hashOfFunctions());
  await context.route("**/functions.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script.replaceAll(hashOfFunctions(), "0123456789abcdef") }),
  );
  await context.route("**/functions.json", async (route) => {
    const list = (await (await route.fetch()).json()) as FunctionsFile;
    await route.fulfill({ json: { ...list, functions: list.functions.filter(({ name }) => name !== newFunction) } });
  });
};
const deployNewRelease = (): Promise<void> => workbench.page.context().unrouteAll();

/** Makes the device one on which this release has never started. */
const forgetRelease = (): Promise<void> =>
  workbench.pane().evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("spillway");
        opening.onerror = () => reject(new Error("The database cannot be opened."));
        opening.onsuccess = () => {
          const change = opening.result.transaction("memory", "readwrite");
          change.objectStore("memory").delete("function-list");
          change.oncomplete = () => resolve();
        };
      }),
  );

/** Closes the workbook and opens it again, or another one. */
const reopen = async (query = ""): Promise<void> => {
  await workbench.settled();
  const before = workbench;
  // A window that opens beside another one gets a copy of its workbook.
  await before.close();
  workbench = await stage.open(query, { sameBrowserAs: before });
  await workbench.pane().getByText("Signed in ·").first().waitFor();
};
const calculate = async (): Promise<unknown> => {
  await workbench.call("recalculate", "full");
  await workbench.settled();
  return (await workbench.cell("A1")).value;
};
const calculates = (): Promise<void> =>
  until("the new function calculates", async () => /^[^#]/.test(String(await calculate())), 20);
const notice = () => workbench.pane().getByText(title);
const isAskedFor = async (): Promise<unknown> => (await workbench.call("save")).settings[setting];

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
  workbench.page.context().on("request", (request) => {
    if (request.url().endsWith("/functions.json")) fetched += 1;
  });
  const [account] = stage.demo.accounts;
  await workbench.pane().getByLabel("API key").fill(account!.api_key);
  await workbench.pane().getByLabel("API secret").fill(account!.api_secret);
  await workbench
    .pane()
    .getByRole("checkbox", { name: /Remember/ })
    .check();
  await workbench.pane().getByRole("button", { name: "Sign in" }).click();
  await workbench.pane().getByText("Signed in ·").first().waitFor();
  await serveOldRelease();
  await forgetRelease();
  await workbench.call("functionsFile", "cached");
  await reopen("?fresh");
  await workbench.enterAll({ A1: `=${newFunction}("acme")` });
}, 240_000);
afterAll(() => stage.close());

describe("A release with a new function, in a host that keeps functions.json for a day", () => {
  test("the old release says nothing, and does not know the function", async () => {
    expect(await calculate()).toBe("#NAME?");
    expect(await notice().count()).toBe(0);
    expect(await isAskedFor()).toBeUndefined();
  });

  test("the new release notices at its start that the host may have the old list, and says what to do", async () => {
    await deployNewRelease();
    fetched = 0;
    await reopen();
    expect(fetched).toBe(0);
    await notice().waitFor();
    await workbench.pane().getByText("Save this workbook, close it and open it again").waitFor();
    expect(await calculate()).toBe("#NAME?");
    expect(await isAskedFor()).toBe(true);
    await workbench.screenshot("stale-functions");
  });

  test("another workbook is not written to: the pane says when Excel will know and how to have it sooner", async () => {
    await workbench.settled();
    const other = await stage.open("?fresh", { sameBrowserAs: workbench });
    await other.pane().getByText("Excel takes the new list within a day.", { exact: false }).waitFor();
    expect((await other.call("save")).settings[setting]).toBeUndefined();
    await other.pane().getByRole("button", { name: "Dismiss" }).click();
    expect(await other.pane().getByText(title).count()).toBe(0);
    // The workbench keeps one workbook for the next visit: the first one again.
    const file = await workbench.call("save");
    await other.call("open", file);
    await other.settled();
    await other.close();
  });

  test("when the workbook is opened again, the host has the list and the function calculates", async () => {
    await reopen();
    expect(fetched).toBe(1);
    await calculates();
    expect(await notice().count()).toBe(0);
  });

  test("it is healed once: the next openings take the kept list and ask for nothing", async () => {
    await reopen();
    expect(await isAskedFor()).toBe(false);
    const before = fetched;
    for (let opening = 0; opening < 2; opening += 1) {
      await reopen();
      await calculates();
      expect([await isAskedFor(), await notice().count()]).toEqual([false, 0]);
    }
    expect(fetched).toBe(before);
  });
});
