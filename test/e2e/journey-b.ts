import type { ReadCell } from "../../src/workbench/functions/read-cells";
import { waysTo } from "./open-view";
import type { Way } from "./hands";
import { holdCalls } from "./hold-calls";
import { beginStory, type Story } from "./journey";
import { refreshCalls } from "./stage";

/** The header row of the journey, in A6:F6: the columns wanted. */
const header = ["last_activity", "score", "title", "entity_id", "ungc_classification", "dashboard_url"];

const options = "headers=no; order=score:desc,last_activity:desc; ungc_classification=violator,watchlist";

/** The formula of A7. */
const eventsFormula = `=ESG.EVENTS(B1,B2,B3,,,A6:F6,1500,"${options}")`;

/** What is typed before it. */
const typedCells: Readonly<Record<string, string>> = {
  ...{ B1: "EU Banks", B2: "3", B3: "-30d" },
  ...Object.fromEntries(header.map((name, at) => [`${"ABCDEF"[at] ?? ""}6`, name])),
};

/** Thirty-nine more formulas of the monitor, which ask for eight different things. */
const otherFormulas: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 39 }, (_, at) => [
    `K${at + 1}`,
    at % 8 < 4
      ? `=ESG.EVENTS(B1,${(at % 4) + 1},"-60d",,,"title",1,"headers=no")`
      : `=UNIVERSE.COUNT(B1,"${["a", "b", "c", "d"][at % 4] ?? ""}")`,
  ]),
);

const day = 86_400_000;

/** Now as an Excel serial, so many days ahead. */
const serialNow = (ahead = 0): number => Date.now() / day + 25_569 + ahead;

/** The day so many days ago, as the service reads it. */
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** Adds EU Banks by its id. */
const addUniverse = async ({ stage, hands, workbench, button, text }: Story): Promise<string> => {
  const { universe_id } = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")!;
  await hands.fill(workbench.pane().getByLabel("Universe id"), universe_id);
  await hands.press(button("Add"));
  await text("Added: EU Banks · Shared · 60 companies");
  return universe_id;
};

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
const refreshA7 = async ({ hands }: Story): Promise<void> => {
  await hands.select("A7");
  await hands.ribbon("Refresh part");
  await hands.ribbon("Refresh selection");
};

const place = "A7:F1346";

/** B7, B8, B5 and B6: one formula, a stop, a week later, the whole workbook. */
const refresh = (getStory: () => Story): void => {
  let rows: ReadCell["value"][][];

  test("B7: one selected formula is fetched anew, page by page, even while all forty are calculated again", async () => {
    const { workbench, during, requestsTo } = getStory();
    rows = await workbench.values(place);
    await workbench.enterAll(otherFormulas);
    const before = await workbench.call("invocations");
    const calls = await during(async () => {
      await refreshA7(getStory());
      await workbench.call("recalculate", "full");
    });
    expect(await workbench.call("invocations")).toBeGreaterThanOrEqual(before + 40);
    expect(requestsTo("/esg/events").map((page) => new URL(page.url()).searchParams.get("size"))).toEqual([
      "1000",
      "500",
    ]);
    expect(refreshCalls(calls)).toEqual({ listEsgEvents: 2 });
    expect(await workbench.values(place)).toEqual(rows);
  });

  test("B8: Stop while the second page loads aborts it; the cell keeps its rows and says so", async () => {
    const { workbench, hands, during, requestsTo, text, picture } = getStory();
    const gate = await holdCalls(workbench, "**/esg/events**");
    const calls = await during(async () => {
      const second = workbench.page.waitForRequest((request) => request.url().includes("search_after"));
      await refreshA7(getStory());
      await gate.release();
      await second;
      await text("running");
      await picture("8-under-way");
      await hands.ribbon("Stop");
    });
    await workbench.page.unroute("**/esg/events**");
    expect(refreshCalls(calls)).toEqual({ listEsgEvents: 1 });
    expect(requestsTo("search_after").map((request) => request.failure()?.errorText)).toEqual(["net::ERR_ABORTED"]);
    expect(await workbench.values(place)).toEqual(rows);
    await hands.enter("H3", '=QUERY.INFO(A7,"source")');
    // H3 had this formula before; it is calculated after A7 has its answer.
    await workbench.shows("H3", "stale");
    for (const control of waysTo(workbench.pane(), "Support")) await hands.press(control);
    await text(/not refreshed: values of /);
    await picture("8-stopped");
  });

  test("B5: seven days later the file shows its numbers, asks for none, and nobody has to sign in", async () => {
    const { workbench, during, text, picture } = getStory();
    await refreshA7(getStory());
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
    const { workbench, hands, stage, during, text, picture } = getStory();
    const ahead = 8.5;
    await workbench.page.evaluate((daysAhead) => Object.assign(window, { daysAhead }), ahead);
    await stage.faults({ latencyMs: 500 });
    const calls = await during(async () => {
      await hands.ribbon("Refresh");
      await text("running");
    });
    await stage.faults({});
    // Thirty days back from then: of the rows of last week the older ones are gone.
    const since = Math.floor(serialNow(ahead)) - 30;
    const left = rows.filter(([at]) => Number(at) >= since);
    expect(refreshCalls(calls)).toEqual({
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

/** The failure branch of B: no licence, and a cell that is being edited. */
const trouble = (getStory: () => Story): void => {
  test("a licence that is missing is #N/A and one problem, with the way to its cell", async () => {
    const { workbench, hands, stage, during, requestsTo, until, picture } = getStory();
    await stage.faults({ failures: { every: 1, status: 402, routes: ["listEsgEvents"] } });
    await during(() => refreshA7(getStory()));
    await stage.faults({});
    expect(requestsTo("/esg/events")).toHaveLength(1);
    const { error } = await workbench.cell("A7");
    expect(error?.code).toBe("#N/A");
    expect(error?.message).toContain("no access");
    for (const control of waysTo(workbench.pane(), "Status")) await hands.press(control);
    await workbench.pane().getByRole("heading", { name: "Problems (1)" }).waitFor();
    await picture("problem");
    await hands.select("D3");
    await hands.press(workbench.pane().getByLabel("Go to Sheet1!A7").first());
    const nameBox = workbench.page.locator('[data-u-comp="defined-name"] input');
    await until("the name box shows A7", async () => (await nameBox.inputValue()) === "A7");
  });

  test("while a cell is edited nothing is lost: the pane says what it waits for, then goes on by itself", async () => {
    const { workbench, hands, during, button, text, until, picture } = getStory();
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
      await until("A7 has no error", async () => (await workbench.cell("A7")).error === undefined);
    });
    expect(calls.routes["listEsgEvents"]).toBeGreaterThan(0);
    expect((await workbench.cell("D3")).value).toBe("halfway");
    expect(Number((await workbench.cell("A7")).value)).toBeGreaterThan(40_000);
    expect(await waits.count()).toBe(0);
  });
};

// The dossier, the diff and freezing come later.
/** Journey B, "Monday refresh", as tests. */
export const describeJourneyB = ([way, makeHands]: Way): void => {
  describe(`Journey B, "Monday refresh", ${way}`, () => {
    let story: Story;
    beforeAll(async () => {
      story = await beginStory("b", makeHands, { remember: true });
    }, 240_000);
    afterAll(() => story.stage.close());

    test("B1: a universe added by its id is two calls, and has its name, type and size", async () => {
      const { during, requestsTo, picture } = story;
      let universe = "";
      const calls = await during(async () => {
        universe = await addUniverse(story);
      });
      expect(calls.routes).toEqual({ listUniverseEntities: 1, listEntityUniverses: 1 });
      const [listed] = requestsTo(`/v3/universes/${universe}/entities`);
      expect(new URL(listed!.url()).searchParams.get("size")).toBe("1");
      await picture("1-universe");
    });

    test("B2: arguments and headers are typed, and nothing is sent", async () => {
      const { hands, workbench, during } = story;
      const calls = await during(async () => {
        for (const [cell, text] of Object.entries(typedCells)) await hands.enter(cell, text);
      });
      expect(calls.total).toBe(0);
      expect(await workbench.values("A6:F6")).toEqual([header]);
      expect(await workbench.values("B1:B3")).toEqual([["EU Banks"], [3], ["-30d"]]);
    });

    test("B3: the formula is completed while it is typed, reads two pages and spills 1,340 rows", async () => {
      const { hands, workbench, during, requestsTo, until, picture } = story;
      const { keyboard } = workbench.page;
      const calls = await during(async () => {
        await hands.select("A7");
        await keyboard.type("=ESG.");
        await workbench.page.getByText("ESG.EVENTS", { exact: true }).first().waitFor();
        await picture("3-completion");
        for (let pressed = 0; pressed < 2; pressed += 1) await keyboard.press("Escape");
        await hands.enter("A7", eventsFormula);
        await until(
          "A7 shows a result",
          async () => !["", "#BUSY!"].includes(String((await workbench.cell("A7")).value)),
        );
      });
      expect((await workbench.cell("A7")).formula).toBe(eventsFormula);
      expect(calls.routes).toEqual({ listEsgEvents: 2 });
      const pages = requestsTo("/esg/events").map((request) => new URL(request.url()).searchParams);
      expect(pages.map((page) => page.get("size"))).toEqual(["1000", "500"]);
      expect(pages.map((page) => page.has("search_after"))).toEqual([false, true]);
      for (const page of pages) {
        expect(page.get("score")).toBe("gte:3");
        expect(page.get("last_activity")).toMatch(new RegExp(`^gte:${daysAgo(30)}`));
        expect(page.getAll("order").join()).toBe("score:desc,last_activity:desc");
        expect(page.getAll("ungc_classification").join()).toBe("violator,watchlist");
        expect(page.getAll("fields").join().split(",")).toEqual(expect.arrayContaining(header));
      }
    });

    test("B3, its cells: every row is there, dates are dates, the order is the one asked for", async () => {
      const { hands, workbench, picture } = story;
      const rows = await workbench.values("A7:F1347");
      expect(rows.slice(0, 1340).every((row) => row.every((cell) => cell !== ""))).toBe(true);
      expect(rows[1340]).toEqual(["", "", "", "", "", ""]);
      const found = rows.slice(0, 1340).map(([at, score]) => [Number(at), Number(score)] as const);
      expect(found.every(([at, score]) => at > serialNow(-31) && at < serialNow(1) && score >= 3)).toBe(true);
      expect(found).toEqual(found.toSorted(([at, score], [otherAt, other]) => other - score || otherAt - at));
      await hands.enter("I1", "=A7>TODAY()-31");
      await workbench.settled();
      expect((await workbench.cell("I1")).value).toBe(true);
      await picture("3-events");
    });

    test("B9: QUERY.INFO says whether it was cut and when it was fetched, without a call", async () => {
      const { hands, workbench, during } = story;
      const calls = await during(async () => {
        await hands.enter("H1", '=QUERY.INFO(A7,"truncated")');
        await hands.enter("H2", '=QUERY.INFO(A7,"fetched_at")');
        await hands.enter("H3", '=QUERY.INFO(A7,"source")');
      });
      expect(calls.total).toBe(0);
      const [[cut], [at], [source]] = (await workbench.values("H1:H3")) as [[unknown], [unknown], [unknown]];
      expect([cut, source]).toEqual([false, "live"]);
      expect(Math.abs(Number(at) - serialNow())).toBeLessThan(1);
      expect((await workbench.cell("H2")).text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    });

    refresh(() => story);
    trouble(() => story);

    test("the secret scan finds neither secret nor token anywhere, though the account was remembered", async () => {
      const { scanned } = story;
      expect(await scanned.findings()).toEqual([]);
      expect([...scanned.searched().keys()]).toEqual(
        expect.arrayContaining(["sheet Sheet1", "document settings", "localStorage", "HAR request body", "URL"]),
      );
    }, 60_000);
  });
};
