import { until } from "../support/until";
import type { WorkbenchPage } from "./workbench/page";
import { refreshCalls, signIn, startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?open=holdings.json");
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

const rows = 2_000;
const distinct = 700;
const names = (known: readonly string[]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: rows }, (_, row) => [`H${row + 2}`, known[row % distinct] ?? ""]));
const searches = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: rows }, (_, row) => [`J${row + 2}`, `=ENTITY.SEARCH(H${row + 2},,,"name",1,"headers=no")`]),
  );
const noName = ([name]: readonly unknown[]): boolean => typeof name !== "string" || name === "" || name.startsWith("#");

describe("An answer stands until it is refreshed", () => {
  test("2,000 cells over 700 distinct names make 2 calls", async () => {
    const known = await stage.names(distinct);
    expect(known).toHaveLength(distinct);
    await workbench.enterAll(names(known));
    const calls = await stage.during(() => workbench.enterAll(searches()));
    expect(calls.routes).toEqual({ searchEntities: 2 });
    const found = await workbench.values(`J2:J${rows + 1}`);
    expect(found.filter(noName)).toEqual([]);
  }, 300_000);

  test("inserting a row above them calls every function again and the service not once", async () => {
    const before = await workbench.call("invocations");
    const calls = await stage.during(async () => {
      await workbench.call("insertRow", 1);
      await workbench.settled();
    });
    expect(await workbench.call("invocations")).toBeGreaterThanOrEqual(before + rows);
    expect(calls.total).toBe(0);
    expect((await workbench.cell("J3")).value).not.toBe("");
  }, 300_000);

  test("a full recalculation costs nothing either", async () => {
    const calls = await stage.during(async () => {
      await workbench.call("recalculate", "full");
      await workbench.settled();
    });
    expect(calls.total).toBe(0);
  }, 300_000);

  test("refreshing one selected formula fetches exactly that one", async () => {
    await workbench.enterAll({ R1: '=ESG.EVENTS("EU Banks",3,,,,"id,score",1500)' });
    await workbench.call("select", "R1");
    const calls = await stage.during(async () => {
      await workbench.call("runCommand", "refreshSelection");
      await workbench.settled();
    });
    expect(refreshCalls(calls)).toEqual({ listEsgEvents: 2 });
  }, 300_000);

  test("the page reloaded shows its numbers signed out, and asks for nothing", async () => {
    await workbench.settled();
    const before = await workbench.values(`J3:J${rows + 2}`);
    const events = await workbench.values("R1:S3");
    expect(events[1]?.[0]).toMatch(/^\w+-/);
    const calls = await stage.during(reload);
    expect(calls.total).toBe(0);
    expect(await workbench.values(`J3:J${rows + 2}`)).toEqual(before);
    expect(await workbench.values("R1:S3")).toEqual(events);
  }, 300_000);

  test("a workbook opened in another page does so too, and a row inserted there costs nothing", async () => {
    const calls = await stage.during(async () => {
      await workbench.page.close();
      workbench = await stage.open("", { sameBrowserAs: workbench });
      await workbench.call("insertRow", 1);
      await workbench.settled();
    });
    expect(calls.total).toBe(0);
    const values = await workbench.values(`J4:J${rows + 3}`);
    expect(values.filter(noName)).toEqual([]);
  }, 300_000);

  test("signed out, a recalculation delivers what is cached; a formula without memory says what to do and heals", async () => {
    await workbench.pane().getByRole("heading", { name: "Sign in" }).waitFor();
    await workbench.enterAll({ P1: '=ENTITY.SEARCH("a name nobody asked for",,,"name",1,"headers=no")' });
    await workbench.call("recalculate", "full");
    await workbench.settled();
    expect((await workbench.cell("J4")).error).toBeUndefined();
    expect((await workbench.cell("P1")).error?.message).toContain("sign in");
    await signIn(workbench);
    await until("P1 no longer asks to sign in", async () => {
      const { error } = await workbench.cell("P1");
      return !(error?.message ?? "").includes("sign in");
    });
  }, 300_000);

  test("after all that, refreshing one of the 2,000 makes one call", async () => {
    await workbench.settled();
    await workbench.call("select", "J4");
    const calls = await stage.during(async () => {
      await workbench.call("runCommand", "refreshSelection");
      await workbench.settled();
    });
    expect(refreshCalls(calls)).toEqual({ searchEntities: 1 });
  }, 300_000);
});

const reload = async (): Promise<void> => {
  await workbench.page.reload();
  await workbench.page.waitForFunction(() => "workbench" in window, undefined, { timeout: 60_000 });
  await workbench.call("ready");
  await workbench.settled();
};
