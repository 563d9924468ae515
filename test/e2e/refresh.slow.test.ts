import { until } from "../support/until";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

const cells = Array.from({ length: 400 }, (_, index) => `J${index + 2}`);

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh");
  await signIn(workbench);
  const names = await stage.names(400);
  await workbench.enterAll(Object.fromEntries(names.map((name, index) => [`H${index + 2}`, name])));
  await workbench.enterAll(
    Object.fromEntries(cells.map((cell) => [cell, `=ENTITY.SEARCH(H${cell.slice(1)},,,"name",1,"headers=no")`])),
  );
}, 240_000);
afterAll(() => stage.close());

const values = (): Promise<unknown[][]> => workbench.values("J2:J401");

/** Runs a refresh of the workbook and waits until the pane shows this text. */
const refreshed = async (text: string): Promise<void> => {
  await workbench.call("runCommand", "refreshWorkbook");
  await workbench.pane().getByText(text).first().waitFor();
};

test("a refresh tells how many formulas it fetched and what changed", async () => {
  expect((await values()).filter(([value]) => String(value).startsWith("#"))).toEqual([]);
  await refreshed("400 formulas refreshed at");
  await workbench.pane().getByText("no changes", { exact: false }).waitFor();
}, 120_000);

test("a refresh that the service refuses keeps 400 values, says of when they are, and heals with Retry", async () => {
  const before = await values();
  await stage.faults({ failures: { rate: 1, status: 503 } });
  await refreshed("400 of 400 formulas were not refreshed.");
  await workbench.pane().getByText("They show values from", { exact: false }).waitFor();
  await workbench.screenshot("refresh-missed");
  expect(await values()).toEqual(before);
  await workbench.enterAll({ L2: '=QUERY.INFO(J2,"source")' });
  expect((await workbench.cell("L2")).value).toBe("stale");
  await workbench.enterAll({ L2: "" });
  await workbench.pane().getByRole("button", { name: "Show", exact: true }).click();
  await workbench.pane().getByText("Older values", { exact: true }).first().waitFor();
  await workbench.screenshot("refresh-stale");
  await stage.faults({});
  await workbench.pane().getByRole("button", { name: "Try again", exact: true }).first().click();
  await workbench.pane().getByRole("status").getByText("400 formulas refreshed at").waitFor();
}, 240_000);

test("a refresh without a network touches no cell and makes no call: one banner, and Retry works", async () => {
  const before = await values();
  await workbench.page.context().setOffline(true);
  await workbench.pane().getByText("No connection", { exact: false }).waitFor();
  const calls = await stage.during(() => refreshed("All 400 formulas keep their values."));
  expect(calls.total).toBe(0);
  await workbench.screenshot("refresh-offline");
  expect(await values()).toEqual(before);
  await workbench.page.context().setOffline(false);
  await workbench.pane().getByRole("button", { name: "Try again", exact: true }).first().click();
  await workbench.pane().getByRole("status").getByText("400 formulas refreshed at").waitFor();
}, 240_000);

test("a refresh while signed out leaves all 400 good values, makes no call and offers to sign in", async () => {
  const pane = workbench.pane();
  const before = await values();
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("button", { name: "Sign out…" }).click();
  await pane.getByRole("button", { name: "Sign out", exact: true }).click();
  await pane.getByText("Signed out").first().waitFor();
  const calls = await stage.during(() => refreshed("You are signed out. All 400 formulas keep their values."));
  expect(calls.total).toBe(0);
  expect(await values()).toEqual(before);
  await workbench.screenshot("refresh-signed-out");
  await signIn(workbench);
  await until("the banner is gone", async () => (await pane.getByText("You are signed out.").count()) === 0);
}, 240_000);

test("a refresh from the ribbon that cannot load a part of the add-in says so, and Try again runs it", async () => {
  const context = workbench.page.context();
  await context.route(/formula-cells/, (route) => route.abort());
  const other = await stage.open("?fresh", { sameBrowserAs: workbench });
  const pane = other.pane();
  await signIn(other);
  await other.enterAll({ A1: '=ENTITY.SEARCH("Acme",,,"name",1,"headers=no")' });
  await other.call("runCommand", "refreshWorkbook");
  await pane.getByText("Nothing was refreshed.").waitFor();
  await pane.getByText("Spillway could not load a part of itself", { exact: false }).waitFor();
  await other.screenshot("refresh-failed");
  await context.unroute(/formula-cells/);
  await pane.getByRole("button", { name: "Try again", exact: true }).first().click();
  await pane.getByRole("status").getByText("1 formula refreshed at").waitFor();
  expect(await pane.getByText("Nothing was refreshed.").count()).toBe(0);
}, 120_000);
