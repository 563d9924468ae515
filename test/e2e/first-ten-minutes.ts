import { until } from "../support/until";
import type { Hands, Way } from "./hands";
import { startStageWithReport, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

/** What a newcomer does first, as tests. */
export const describeFirstTenMinutes = ([way, makeHands]: Way): void => {
  describe(`The first ten minutes of a newcomer, ${way}`, () => {
    let stage: Stage;
    let workbench: WorkbenchPage;
    let hands: Hands;
    const button = (name: string | RegExp) =>
      workbench
        .pane()
        .getByRole("button", { name, exact: typeof name === "string" })
        .first();
    const sees = (text: string | RegExp): Promise<void> => workbench.pane().getByText(text).first().waitFor();
    const press = async (...names: readonly (string | RegExp)[]): Promise<void> => {
      for (const name of names) {
        await hands.press(button(name));
        await workbench.settled();
      }
    };
    const isShown = (cell: string, value: (shown: unknown) => boolean): Promise<void> =>
      until(`${cell} is shown`, async () => {
        const [row] = await workbench.values(cell).catch(() => []);
        return value(row?.[0]);
      });

    beforeAll(async () => {
      stage = await startStageWithReport();
      workbench = await stage.open("");
      hands = makeHands(workbench);
    }, 240_000);
    afterAll(() => stage.close());

    test("a finished report is open; one press signs in, one more fetches the values of today", async () => {
      expect((await workbench.cell("Report!B1")).value).toBe("Controversies in Holdings");
      await press("Use the demo account");
      await workbench.pane().getByRole("heading", { name: "Start" }).waitFor();
      await press(/^Refresh this workbook/);
      await isShown("Report!B2", (text) => /^Values of [\d-]+ [\d:]+ UTC$/.test(String(text)));
      await workbench.screenshot(`ten-minutes-${hands.name}-report`);
    }, 120_000);

    test("Start says what an event and a score are, and the reference is one press away", async () => {
      await sees("An event is a controversy of one company. Its score says how severe it is, from 1 to 5.");
      const help = workbench.pane().getByRole("link", { name: "All functions with examples" });
      const { href, target } = await help.evaluate((link) => {
        const { href: address, target: where } = link as HTMLAnchorElement;
        return { href: address, target: where };
      });
      expect(target).toBe("_blank");
      expect(await (await fetch(href)).text()).toContain("ESG.EVENTS");
    });

    test("a list: two presses resolve a sample, a third writes names, ids and status beside it", async () => {
      const calls = await stage.during(async () => {
        await press(/^Resolve my list/);
        await sees("'Sample list'!A1:A21");
        await press("Resolve", "Insert formula");
        await isShown("'Sample list'!C2", (text) => text !== "" && text !== undefined);
      });
      expect(calls.routes).toEqual({ searchEntities: 1 });
      const rows = await workbench.values("'Sample list'!A1:E21");
      expect(rows.slice(1).every(([isin, ...beside]) => isin !== "" && beside.includes("exact"))).toBe(true);
    }, 120_000);

    test("events: two presses put those of the portfolio on a sheet of their own, and the view says what a universe is", async () => {
      const calls = await stage.during(async () => {
        await press("Start", /^See a portfolio/);
        await sees(/^A universe is a list of companies, such as a portfolio\./);
        await press("Use a new sheet");
        await isShown("'Demo Portfolio'!A2", (date) => typeof date === "number");
        await workbench.settled();
      });
      const dates = (await workbench.values("'Demo Portfolio'!A2:A9999")).filter(([date]) => typeof date === "number");
      expect(calls.routes["listEsgEvents"]).toBe(Math.ceil(dates.length / 1_000));
      expect((await workbench.values("'Demo Portfolio'!A1:C1"))[0]).toEqual(["Last activity", "Entity name", "Score"]);
      await workbench.screenshot(`ten-minutes-${hands.name}-events`);
    }, 120_000);

    test("a formula: found by a word, five rows before it is inserted, and no call for what is in memory", async () => {
      const calls = await stage.during(async () => {
        await press("Start", /^Build a formula/);
        await hands.fill(workbench.pane().getByLabel("Search functions, questions and columns"), "controversy");
        await press(/^ESG\.EVENTS/);
        const rows = workbench.pane().getByRole("region", { name: /rows/ }).first().getByRole("row");
        await rows.first().waitFor();
        expect(await rows.count()).toBe(6);
        await press("Use a new sheet");
        await isShown("'ESG.EVENTS'!A2", (date) => typeof date === "number");
      });
      expect(calls.total).toBe(0);
    }, 120_000);
  });
};
