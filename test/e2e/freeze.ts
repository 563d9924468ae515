import { readFileSync } from "node:fs";
import { OoxmlPackage } from "../../src/ooxml/package";
import { openView } from "./open-view";
import { byKeyboard, type Way } from "./hands";
import { holdCalls } from "./hold-calls";
import { listOfEvents, openEditionsWithEvents, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

/** Freeze and thaw, as tests. */
export const describeFreeze = (way: Way): void => {
  const [title, makeHands] = way;
  let stage: Stage;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await openEditionsWithEvents(stage, "A2");
  }, 240_000);
  afterAll(() => stage.close());

  const button = (name: string | RegExp) =>
    workbench.pane().getByRole("button", { name, exact: typeof name === "string" });

  test(`${title}, formulas become the values they show, rows are inserted, and thaw puts the formulas where they are now; no call is made`, async () => {
    const hands = makeHands(workbench);
    const before = await workbench.values("A1:F6");
    const froze = await stage.during(async () => {
      await hands.press(button("Freeze workbook"));
      await workbench.pane().getByText("2 formulas are frozen.").waitFor();
      await workbench.settled();
    });
    expect(froze.total).toBe(0);
    expect(await workbench.values("A1:F6")).toEqual(before);
    expect((await workbench.cell("A2")).formula).toBeUndefined();
    expect((await workbench.cell("F1")).formula).toBe("=ROWS(A2:C6)");
    await workbench.screenshot(`freeze-frozen-${hands.name}`);
    await hands.insertRowAbove(1);
    await workbench.settled();
    const thawed = await stage.during(async () => {
      await hands.press(button("Thaw all"));
      await workbench.pane().getByText("2 formulas are back.").waitFor();
      await workbench.settled();
    });
    // What is in memory makes no call.
    expect(thawed.total).toBe(0);
    expect(await workbench.values("A2:F7")).toEqual(before);
    expect((await workbench.cell("A3")).formula).toBe(listOfEvents);
    expect((await workbench.cell("F2")).formula).toBe("=ROWS(A3#)");
    await workbench.screenshot(`freeze-thawed-${hands.name}`);
    await workbench.call("deleteRow", 1);
    await workbench.settled();
  });

  if (way === byKeyboard) {
    test("a refresh leaves frozen formulas alone and says so", async () => {
      await button("Freeze workbook").click();
      await workbench.pane().getByText("2 formulas are frozen.").waitFor();
      await workbench.enterAll({ H1: '=ENTITY.SEARCH("bank",,,"name",1,"headers=no")' });
      await workbench.call("runCommand", "refreshWorkbook");
      await workbench
        .pane()
        .getByText(/1 formula refreshed.*2 frozen formulas left alone/)
        .first()
        .waitFor();
      expect((await workbench.cell("A2")).formula).toBeUndefined();
      await button("Thaw all").click();
      await workbench.pane().getByText("2 formulas are back.").waitFor();
    });

    test("undo takes a freeze back in one step, and then nothing is listed as frozen", async () => {
      await button("Freeze workbook").click();
      await workbench.pane().getByText("3 formulas are frozen.").waitFor();
      await workbench.call("undo");
      await workbench.settled();
      expect((await workbench.cell("A2")).formula).toBe(listOfEvents);
      expect((await workbench.cell("F1")).formula).toBe("=ROWS(A2#)");
      await openView(workbench.pane(), "Status");
      await openView(workbench.pane(), "Editions");
      await workbench.pane().getByText("Spillway formulas become the values they show").waitFor();
      expect(await button("Thaw all").count()).toBe(0);
    });

    test("a formula that still loads is named, and the others wait for an answer", async () => {
      const gate = await holdCalls(workbench, "**/esg/**");
      await workbench.call("enterCells", { A20: '=ESG.EVENTS("EU Banks",4,,,,"title",3)' });
      await workbench.shows("A20", "#BUSY!");
      await button("Freeze workbook").click();
      await workbench.pane().getByText("1 formula cannot be frozen").first().waitFor();
      await workbench.pane().getByText("Still loading.").waitFor();
      await workbench.screenshot("freeze-left");
      expect((await workbench.cell("A2")).formula).toBe(listOfEvents);
      await button("Freeze 3 formulas").click();
      await workbench.pane().getByText("3 formulas are frozen.").waitFor();
      await gate.open();
      await workbench.settled();
      expect((await workbench.cell("A20")).formula).toContain("ESG.EVENTS");
    });

    test("what somebody typed into frozen values is shown, and is lost only if they say so", async () => {
      await workbench.enterAll({ B4: "mine" });
      await openView(workbench.pane(), "Status");
      await openView(workbench.pane(), "Editions");
      await workbench
        .pane()
        .getByText(/Changed since: .*A4:C4/)
        .waitFor();
      await workbench.screenshot("freeze-changed");
      await button("Thaw all").click();
      await workbench.pane().getByText("1 formula is not as it was").first().waitFor();
      expect((await workbench.cell("B4")).value).toBe("mine");
      await button("Replace my changes with the formula").click();
      await workbench.pane().getByText("1 formula is back.").waitFor();
      await workbench.settled();
      expect((await workbench.cell("A2")).formula).toBe(listOfEvents);
      expect((await workbench.cell("B4")).value).not.toBe("mine");
    });

    test("a copy for others lists what is frozen, and has neither the formulas that are kept nor their names", async () => {
      await button("Freeze workbook").click();
      await workbench
        .pane()
        .getByText(/formulas are frozen\./)
        .waitFor();
      await button("Hand out: Now").click();
      await button("Make a copy").click();
      const coming = workbench.page.waitForEvent("download");
      await button("Download").click();
      const parts = OoxmlPackage.read(new Uint8Array(readFileSync(await (await coming).path())));
      const all = parts.names.map((name) => parts.text(name)).join("\n");
      expect(all).toContain("Frozen on ");
      expect(all).not.toContain("_Spillway.");
      expect(all).not.toContain("urn:spillway:frozen");
    });
  }
};
