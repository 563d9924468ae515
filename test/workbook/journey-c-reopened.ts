import { holdCalls } from "./hold-calls";
import { wish, type PressStory } from "./journey-c-form";
import { signInTyped } from "./journey-story";

/** C2, its reopening: the file is closed while an analysis runs, and opened again. */
export const journeyCReopened = (told: () => PressStory): void => {
  test("C2, reopened in mid-analysis: cells show what they did, and the pane goes on watching; nothing starts again", async () => {
    const { hands, workbench, during, button, until, picture } = told();
    const running = () => workbench.pane().getByText("in progress", { exact: true });
    await wish(told(), { pollsUntilReady: 3 });
    const polls = await holdCalls(workbench, "**/analyze/download**");
    await hands.press(button("Run again").last());
    await hands.press(button("Run EV makers Q3 again"));
    await during(async () => {
      await hands.press(button("Run again").last());
      await until(async () => (await workbench.values("Analyses!A1:A3"))[2]?.[0] === "EV makers Q3");
    });
    const [, , [instance] = []] = await workbench.values("Analyses!B1:B3");
    await hands.enter("P1", String(instance));
    await hands.enter("P2", "=ANALYSIS.STATUS(P1)");
    await polls.release();
    await until(async () => (await workbench.cell("P2")).value === "in progress");
    const before = await workbench.values("A12:E105");
    const opened = await during(async () => {
      await workbench.page.reload();
      await workbench.page.waitForFunction(() => "workbench" in window);
      await workbench.call("ready");
    });
    expect([opened.total, await workbench.call("invocations")]).toEqual([0, 0]);
    expect((await workbench.cell("P2")).value).toBe("in progress");
    expect(await workbench.values("A12:E105")).toEqual(before);
    await signInTyped(told());
    const watched = await during(async () => {
      await hands.press(workbench.pane().getByRole("tab", { name: "Analyses" }));
      await running().waitFor();
      await picture("2-reopened");
      await polls.open();
      await running().waitFor({ state: "detached" });
    });
    expect(watched.routes["startAnalysis"]).toBeUndefined();
    expect(watched.routes["downloadAnalysis"]).toBeGreaterThan(0);
    await hands.ribbon("Refresh");
    await hands.ribbon("Refresh workbook");
    await until(async () => (await workbench.cell("P2")).value === "ready");
    await hands.press(button("New analysis"));
  }, 240_000);
};
