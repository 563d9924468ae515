import { until } from "../support/until";
import { openView } from "./open-view";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

test("after a change of account, values of the earlier account stay with a sign until they are refreshed", async () => {
  const workbench = await stage.open();
  const pane = workbench.pane();
  await signIn(workbench);
  const { universe_id } = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")!;
  await workbench.enterAll({
    A1: `=UNIVERSE.COUNT("${universe_id}")`,
    B1: '=QUERY.INFO(A1,"source")',
    A3: '=ENTITY.SEARCH("Acme",,,"name",1,"headers=no")',
  });
  const before = await workbench.values("A1:A3");
  expect((await workbench.cell("B1")).value).toBe("live");
  expect(typeof before[0]?.[0]).toBe("number");

  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("button", { name: "Sign out…" }).click();
  await pane.getByRole("button", { name: "Sign out", exact: true }).click();
  await pane.getByText("Signed out").first().waitFor();
  await openView(pane, "Universes");
  const colleague = stage.demo.accounts.find(({ name }) => name === "colleague")!;
  const calls = await stage.during(async () => {
    await pane.getByLabel("API key").fill(colleague.api_key);
    await pane.getByLabel("API secret").fill(colleague.api_secret);
    await pane.getByLabel("API secret").press("Enter");
    await pane.getByText("2 formulas show values of the account that was signed in before.").waitFor();
  });
  expect(Object.keys(calls.routes).filter((route) => /universe|entit/i.test(route))).toEqual([]);
  expect(await workbench.values("A1:A3")).toEqual(before);
  await until("QUERY.INFO says so", async () => (await workbench.cell("B1")).value === "stale");
  await workbench.screenshot("other-account");
  await pane.getByRole("button", { name: "Show", exact: true }).click();
  await pane.getByText("Older values", { exact: true }).first().waitFor();
  await workbench.screenshot("other-account-activity");

  await pane.getByRole("button", { name: "Refresh", exact: true }).first().click();
  await pane.getByRole("status").getByText("2 formulas refreshed at").waitFor();
  expect(await pane.getByText("values of the account that was signed in before", { exact: false }).count()).toBe(0);
  expect((await workbench.values("A1:A3"))[0]?.[0]).toBe(before[0]?.[0]);
}, 240_000);
