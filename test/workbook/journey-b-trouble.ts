import { refreshA7 } from "./journey-b-refresh";
import type { Story } from "./journey-story";

/** The failure branch of B: no licence, and a cell that is being edited. */
export const journeyBTrouble = (told: () => Story): void => {
  test("a licence that is missing is #N/A and one problem, with the way to its cell", async () => {
    const { workbench, hands, stage, during, asked, until, picture } = told();
    await stage.faults({ failures: { every: 1, status: 402, routes: ["listEsgEvents"] } });
    await during(() => refreshA7(told()));
    await stage.faults({});
    expect(asked("/esg/events")).toHaveLength(1);
    const { error } = await workbench.cell("A7");
    expect(error?.code).toBe("#N/A");
    expect(error?.message).toContain("no access");
    await hands.press(workbench.pane().getByRole("tab", { name: "Activity" }));
    await workbench.pane().getByRole("heading", { name: "Problems (1)" }).waitFor();
    await picture("problem");
    await hands.select("D3");
    await hands.press(workbench.pane().getByLabel("Go to Sheet1!A7").first());
    const nameBox = workbench.page.locator('[data-u-comp="defined-name"] input');
    await until(async () => (await nameBox.inputValue()) === "A7");
  });

  test("while a cell is edited nothing is lost: the pane says what it waits for, then goes on by itself", async () => {
    const { workbench, hands, during, button, text, until, picture } = told();
    const waits = workbench.pane().getByText("Finish editing the cell");
    await hands.select("D3");
    await workbench.page.keyboard.type("halfway");
    const calls = await during(async () => {
      await hands.press(button("Try Sheet1!A7 again"));
      await text("Finish editing the cell");
      expect(await waits.count()).toBe(1);
      await picture("editing");
      for (let pressed = 0; pressed < 2; pressed += 1) await workbench.page.keyboard.press("F6");
      await workbench.page.keyboard.press("Enter");
      await until(async () => (await workbench.cell("A7")).error === undefined);
    });
    expect(calls.routes["listEsgEvents"]).toBeGreaterThan(0);
    expect((await workbench.cell("D3")).value).toBe("halfway");
    expect(Number((await workbench.cell("A7")).value)).toBeGreaterThan(40_000);
    expect(await waits.count()).toBe(0);
  });
};
