import { holdCalls } from "./hold-calls";
import { movableTime, timeOf, type PassTime } from "./pane-time";
import { startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

const quarterOfAnHour = 15 * 60_000 + 1_000;
const title = "A newer version of Spillway is ready.";
let stage: Stage;
let workbench: WorkbenchPage;
let passTime: PassTime;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh", { initScript: movableTime });
  passTime = timeOf(workbench);
  const [account] = stage.demo.accounts;
  await workbench.pane().getByLabel("API key").fill(account!.api_key);
  await workbench.pane().getByLabel("API secret").fill(account!.api_secret);
  await workbench
    .pane()
    .getByRole("checkbox", { name: /Remember/ })
    .check();
  await workbench.pane().getByRole("button", { name: "Sign in" }).click();
  await workbench.pane().getByText("Signed in ·").first().waitFor();
}, 240_000);
afterAll(() => stage.close());

const notice = () => workbench.pane().getByText(title);
const reload = () => workbench.pane().getByRole("button", { name: "Reload" });

/** Says which release the gateway serves from now on. */
const serveRelease = (release: string) =>
  workbench.page.route("**/release.json", (route) => route.fulfill({ json: { release } }));

describe("A page that stays open while a newer release is deployed", () => {
  test("says nothing while the gateway serves the release of the page", async () => {
    const looked = workbench.page.waitForResponse("**/release.json");
    await passTime(quarterOfAnHour);
    const served = (await (await looked).json()) as { release: string };
    const own = await workbench.pane().locator('meta[name="release"]').getAttribute("content");
    expect(own).toMatch(/^[0-9a-f]{16}$/);
    expect(served.release).toBe(own);
    expect(await notice().count()).toBe(0);
  });

  test("says within a quarter of an hour that there is a newer one, and waits with the offer while a call runs", async () => {
    await workbench.enterAll({ A1: '=ENTITY.SEARCH("acme")' });
    await serveRelease("0123456789abcdef");
    const looked = workbench.page.waitForResponse("**/release.json");
    await passTime(quarterOfAnHour);
    await looked;
    await reload().waitFor();
    const gate = await holdCalls(workbench, "**/v3/entities/msearch**");
    await workbench.enter("A200", '=ENTITY.SEARCH("volta")');
    await workbench.pane().getByText("When the running requests have ended, you can reload here.").waitFor();
    expect(await reload().count()).toBe(0);
    await gate.open();
    await reload().waitFor();
    await workbench.screenshot("newer-release");
  }, 120_000);

  test("reloads when asked: cells keep their values, the sign-in is remembered, and no record is fetched again", async () => {
    await workbench.settled();
    const both = async () => [await workbench.cell("A1"), await workbench.cell("A200")];
    const before = await both();
    expect(before.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(before.map(({ value }) => value)).not.toContain("");
    await workbench.page.unroute("**/release.json");
    const calls = await stage.during(async () => {
      await reload().click();
      await notice().waitFor({ state: "detached" });
      await workbench.pane().getByText("Signed in ·").first().waitFor();
    });
    expect(calls.routes).toEqual({ createToken: 1 });
    expect(await both()).toEqual(before);
    await workbench.enterAll({ A400: '=ENTITY.SEARCH("acme")' });
    expect((await workbench.cell("A400")).value).toEqual(before[0]?.value);
  }, 120_000);
});
