import type { ReadCell } from "../../src/workbench/read-cells";
import { otherFormulas, serialNow } from "./journey-b-sheet";
import type { Story } from "./journey-story";
import { holdCalls } from "./hold-calls";

/** Runs in every frame from the next page on: the clock is ahead by as many days as the window says. */
const laterBy = (days: number): string => `
  (() => {
    const Real = Date;
    top.daysAhead ??= ${days};
    const now = () => Real.now() + top.daysAhead * 86400000;
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
      static now() { return now(); }
    };
  })();`;

/** Refreshes the formula in A7, from the ribbon. */
export const refreshA7 = async ({ hands }: Story): Promise<void> => {
  await hands.select("A7");
  await hands.ribbon("Refresh");
  await hands.ribbon("Refresh selection");
};

const place = "A7:F1346";

/** B7, B8, B5 and B6: one formula, a stop, a week later, the whole workbook. */
export const journeyBRefresh = (told: () => Story): void => {
  let rows: ReadCell["value"][][];

  test("B7: one selected formula is fetched anew, page by page, even while all forty are calculated again", async () => {
    const { workbench, during, asked } = told();
    rows = await workbench.values(place);
    await workbench.enterAll(otherFormulas);
    const before = await workbench.call("invocations");
    const calls = await during(async () => {
      await refreshA7(told());
      await workbench.call("recalculate", "full");
    });
    expect(await workbench.call("invocations")).toBeGreaterThanOrEqual(before + 40);
    expect(calls.routes).toEqual({ listEsgEvents: 2 });
    expect(asked("/esg/events").map((page) => new URL(page.url()).searchParams.get("size"))).toEqual(["1000", "500"]);
    expect(await workbench.values(place)).toEqual(rows);
  });

  test("B8: Stop while the second page loads aborts it; the cell keeps its rows and says so", async () => {
    const { workbench, hands, during, asked, text, picture } = told();
    const gate = await holdCalls(workbench, "**/esg/events**");
    const calls = await during(async () => {
      const second = workbench.page.waitForRequest((request) => request.url().includes("search_after"));
      await refreshA7(told());
      await gate.release();
      await second;
      await text("under way");
      await picture("8-under-way");
      await hands.ribbon("Stop");
    });
    await workbench.page.unroute("**/esg/events**");
    expect(calls.routes).toEqual({ listEsgEvents: 1 });
    expect(asked("search_after").map((request) => request.failure()?.errorText)).toEqual(["net::ERR_ABORTED"]);
    expect(await workbench.values(place)).toEqual(rows);
    await hands.enter("H3", '=QUERY.INFO(A7,"source")');
    await workbench.settled();
    expect((await workbench.cell("H3")).value).toBe("stale");
    await hands.press(workbench.pane().getByRole("tab", { name: "Activity" }));
    await hands.press(workbench.pane().getByRole("tab", { name: "History" }));
    await text(/older rows kept · as of /);
    await picture("8-stopped");
  });

  test("B5: seven days later the file shows its numbers, asks for none, and nobody has to sign in", async () => {
    const { workbench, during, text, picture } = told();
    await refreshA7(told());
    await workbench.settled();
    await workbench.page.context().addInitScript(laterBy(7));
    const calls = await during(async () => {
      await workbench.page.reload();
      await workbench.page.waitForFunction(() => "workbench" in window);
      await workbench.call("ready");
      await workbench.pane().getByText("Signed in ·").first().waitFor();
    });
    // The remembered account has its token before the first formula asks; nothing else is sent.
    expect(calls.routes).toEqual({ createToken: 1 });
    expect(await workbench.call("invocations")).toBe(0);
    expect(await workbench.values(place)).toEqual(rows);
    expect(await workbench.pane().getByRole("heading", { name: "Sign in" }).count()).toBe(0);
    await text("as of 7 days ago");
    await picture("5-a-week-later");
  });

  test("B6: with a token that ran out, forty formulas take one token, and each different thing is fetched once", async () => {
    const { workbench, hands, stage, during, text, picture } = told();
    const ahead = 8.5;
    await workbench.page.evaluate((daysAhead) => Object.assign(window, { daysAhead }), ahead);
    await stage.faults({ latencyMs: 500 });
    const calls = await during(async () => {
      await hands.ribbon("Refresh");
      await hands.ribbon("Refresh workbook");
      await text("under way");
    });
    await stage.faults({});
    // Thirty days back from then: of the rows of last week the older ones are gone.
    const since = Math.floor(serialNow(ahead)) - 30;
    const left = rows.filter(([at]) => Number(at) >= since);
    expect(calls.routes).toEqual({
      createToken: 1,
      listEsgEvents: 4 + Math.ceil(left.length / 1_000),
      listUniverseEntities: 4,
    });
    expect(await workbench.values(`A7:F${left.length + 6}`)).toEqual(left);
    expect((await workbench.cell(`A${left.length + 7}`)).value).toBe("");
    expect((await workbench.cell("H3")).value).toBe("live");
    await picture("6-refreshed");
  });
};
