import { until } from "../support/until";
import { openView } from "./open-view";
import { holdCalls } from "./hold-calls";
import { movableTime, timeOf, type PassTime } from "./pane-time";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;
let passTime: PassTime;
const events = '=ESG.EVENTS("EU Banks",3,,,,"entity.name,score,title",4)';
const search = '=ENTITY.SEARCH("bank",,,"name",1,"headers=no")';

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open("?fresh", { initScript: movableTime });
  passTime = timeOf(workbench);
  await signIn(workbench);
  // From here on the data is on this device.
  await workbench.enterAll({ A2: events, E2: search });
  expect((await workbench.cell("A3")).value).not.toBe("");
}, 240_000);
afterEach(async () => {
  await workbench.call("switchOffFault");
  await workbench.call("showPane", true);
  await workbench.settled();
});
afterAll(() => stage.close());

const button = (name: string | RegExp) =>
  workbench.pane().getByRole("button", { name, exact: typeof name === "string" });
const value = async (address: string): Promise<unknown> => (await workbench.cell(address)).value;
const openStatus = (): Promise<void> => openView(workbench.pane(), "Status");

const isPaneBack = (): boolean =>
  workbench.page.frames().some((frame) => frame !== workbench.page.mainFrame() && frame.url().startsWith("http"));

/** The values of both results, once nothing is missing. */
const whole = async (): Promise<readonly unknown[]> => [await workbench.values("A2:C6"), await value("E2")];

test("a dropped result is shown again without a call, and the status of the workbook lists the cells", async () => {
  const before = await whole();
  await workbench.call("switchOnFault", { kind: "drop-result", times: 2 });
  const { total } = await stage.during(async () => {
    await workbench.enterAll({ A2: events, E2: search });
    expect([await value("A2"), await value("E2")]).toEqual(["#BUSY!", "#BUSY!"]);
    await until(
      "both cells are repaired",
      async () => (await value("A2")) !== "#BUSY!" && (await value("E2")) !== "#BUSY!",
    );
  });
  expect(await whole()).toEqual(before);
  expect(total).toBe(0);
  await openStatus();
  await workbench.pane().getByRole("heading", { name: "Repaired: 2 cells" }).waitFor();
  await workbench.screenshot("repair-repaired");
}, 60_000);

test("an old value that stands is replaced without a call", async () => {
  await workbench.enterAll({ G1: "2", A2: events.replace(",4)", ",G1)") });
  expect(await value("A5")).toBe("");
  await workbench.call("switchOnFault", { kind: "old-value", cells: "A2", times: 1 });
  const { total } = await stage.during(async () => {
    await workbench.enterAll({ G1: "3" });
    expect(await value("A5")).toBe("");
    await until("the third row is there", async () => (await value("A5")) !== "");
  });
  expect(total).toBe(0);
}, 60_000);

test("a result that arrives late is shown without a call, and nothing stays reported", async () => {
  await workbench.call("switchOnFault", { kind: "late-result", cells: "E3" });
  const { total } = await stage.during(async () => {
    await workbench.call("enterCells", { E3: search });
    await workbench.pane().getByText("1 cell does not show its result").first().waitFor();
    await workbench.screenshot("repair-failed");
    await workbench.call("switchOffFault");
    await until("the result is there", async () => (await value("E3")) !== "#BUSY!");
    await until("nothing is reported", async () => {
      await passTime(1_000);
      return (await workbench.pane().getByText("does not show its result").count()) === 0;
    });
  });
  expect(total).toBe(0);
}, 90_000);

test("names that Excel lost are listed by the check, and put right by keyboard as one step of undo", async () => {
  await workbench.enterAll({ A2: events, E3: "" });
  const before = await whole();
  await workbench.call("switchOnFault", { kind: "unknown-name" });
  await workbench.settled();
  expect([await value("A2"), await value("E2")]).toEqual(["#NAME?", "#NAME?"]);
  await openView(workbench.pane(), "Support");
  await button("Check now").click();
  await workbench.pane().getByText("2 formulas do not show their results. See This workbook › Status.").waitFor();
  await button("Show").click();
  await workbench.pane().getByText(events, { exact: true }).waitFor();
  await workbench.screenshot("repair-names");
  const { total } = await stage.during(async () => {
    await button("Enter these 2 formulas again").focus();
    await workbench.page.keyboard.press("Enter");
    await until("the names are right", async () => (await workbench.cell("A2")).formula === events);
    await workbench.settled();
    await until("the list is gone", async () => (await button(/^Enter these/).count()) === 0);
  });
  expect(await whole()).toEqual(before);
  expect(total).toBe(0);
  await workbench.call("undo");
  expect([(await workbench.cell("A2")).formula, (await workbench.cell("E2")).formula]).toEqual([
    "=_xldudf_ESG_EVENTS(" + events.slice("=ESG.EVENTS(".length),
    "=_xldudf_ENTITY_SEARCH(" + search.slice("=ENTITY.SEARCH(".length),
  ]);
}, 90_000);

test("cells that waited when Excel ended the add-in are found by its next run: from memory, or with a button", async () => {
  const other = '=ENTITY.SEARCH("insurance",,,"name",1,"headers=no")';
  const gate = await holdCalls(workbench, "**/v3/**");
  await workbench.call("enterCells", { E4: other });
  await until("the cell waits", async () => (await value("E4")) === "#BUSY!");
  await workbench.call("switchOnFault", { kind: "dead-runtime" });
  await gate.open();
  await workbench.call("switchOffFault");
  await workbench.call("showPane", true);
  await until("the pane is back", isPaneBack);
  const notice = workbench.pane().getByText("1 formula was waiting when Excel stopped the add-in");
  const { total } = await stage.during(() => notice.waitFor());
  expect({ total, shown: await value("E4") }).toEqual({ total: 0, shown: "#N/A" });
  await workbench.screenshot("repair-interrupted");
  await signIn(workbench);
  await button("Refresh").first().click();
  await until("the cell has its result", async () => !String(await value("E4")).startsWith("#"));
}, 90_000);

test("a runtime that Excel started again behind a closed pane repairs what the lost one left, without a call", async () => {
  const [[first = ""] = []] = await workbench.values("E2");
  await workbench.call("switchOnFault", { kind: "drop-result", cells: "E10:E11" });
  await workbench.enterAll({ E10: search, E11: events.replace(",4)", ",2)") });
  expect((await workbench.values("E10:E11")).flat()).toEqual(["#BUSY!", "#BUSY!"]);
  await workbench.call("switchOnFault", { kind: "dead-runtime" });
  await until("the add-in's page is gone", () => !isPaneBack());
  for (const { id, fault } of await workbench.call("faults"))
    if (fault.kind === "drop-result") await workbench.call("switchOffFault", id);
  const isPaneOpen = (): Promise<boolean> => workbench.page.locator("iframe[name=pane]").isVisible();
  const { total } = await stage.during(async () => {
    // The user enters a formula whose answer is on the device: Excel starts the add-in again, and opens no pane.
    await workbench.call("enterCells", { E14: search });
    await until(
      "the cells of the lost runtime are repaired",
      async () => (await value("E10")) === first && (await value("E11")) === "Entity name",
    );
    expect(await value("E14")).toBe(first);
    expect(await isPaneOpen()).toBe(false);
    expect(await workbench.values("E11:G13")).toEqual(await workbench.values("A2:C4"));
    await workbench.call("showPane", true);
    await openStatus();
    await workbench.pane().getByRole("heading", { name: "Repaired: 2 cells" }).waitFor();
  });
  expect(total).toBe(0);
  await workbench.screenshot("repair-behind-pane");
}, 90_000);

test("while a cell is edited nothing is touched, and afterwards the cell is repaired without a call", async () => {
  await workbench.call("switchOnFault", { kind: "drop-result", cells: "E6", times: 1 });
  const { total } = await stage.during(async () => {
    await workbench.enterAll({ E6: search });
    await workbench.call("switchOnFault", { kind: "cell-edit" });
    await passTime(4_000);
    expect(await value("E6")).toBe("#BUSY!");
    await workbench.call("switchOffFault");
    await until("the cell is repaired", async () => (await value("E6")) !== "#BUSY!");
  });
  expect(total).toBe(0);
}, 90_000);

test.each(["protected-sheet", "manual-calculation"] as const)(
  "with the fault %s a dropped result is repaired by calculating the cell, without a call",
  async (kind) => {
    const cell = kind === "protected-sheet" ? "E7" : "E8";
    await workbench.call("switchOnFault", { kind: "drop-result", cells: cell, times: 1 });
    await workbench.enterAll({ [cell]: search });
    await workbench.call("switchOnFault", { kind });
    const { total } = await stage.during(() =>
      until("the cell is repaired", async () => (await value(cell)) !== "#BUSY!"),
    );
    expect(total).toBe(0);
  },
  90_000,
);

test("a result without room is a problem in the status line, with the cell in the way, and none when the way is free", async () => {
  await workbench.call("addSheet", "Room");
  await workbench.call("activate", "Room");
  await workbench.enterAll({ B3: "in the way" });
  await workbench.enterAll({ A2: events });
  expect(await value("A2")).toBe("#SPILL!");
  const status = workbench.pane().locator("footer");
  await status.getByText(/\b1 problem\b/).waitFor();
  await status.getByRole("button", { name: "Show problems" }).click();
  await workbench.pane().getByText("In the way: Room!B3").waitFor();
  await workbench.screenshot("blocked-spill");
  await workbench.enterAll({ B3: "" });
  await workbench.call("select", "D9");
  await status.getByText("problem").first().waitFor({ state: "detached" });
}, 60_000);
