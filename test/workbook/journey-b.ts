import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { journeyBRefresh } from "./journey-b-refresh";
import { addUniverse, daysAgo, eventsFormula, header, serialNow, typedCells } from "./journey-b-sheet";
import { journeyBTrouble } from "./journey-b-trouble";
import { beginStory, type Story } from "./journey-story";

/** "Monday refresh": what of the journey is there (the dossier, the diff and freezing come later), driven by one kind of hands. */
export const journeyB = (makeHands: (workbench: WorkbenchPage) => Hands): void => {
  let story: Story;
  beforeAll(async () => {
    story = await beginStory("b", makeHands, { remember: true });
  }, 240_000);
  afterAll(() => story.stage.close());

  test("B1: a universe added by its id is two calls, and has its name, type and size", async () => {
    const { during, asked, picture } = story;
    let universe = "";
    const calls = await during(async () => {
      universe = await addUniverse(story);
    });
    expect(calls.routes).toEqual({ listUniverseEntities: 1, listEntityUniverses: 1 });
    const [listed] = asked(`/v3/universes/${universe}/entities`);
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
    const { hands, workbench, during, asked, until, picture } = story;
    const { keyboard } = workbench.page;
    const calls = await during(async () => {
      await hands.select("A7");
      await keyboard.type("=ESG.");
      await workbench.page.getByText("ESG.EVENTS", { exact: true }).first().waitFor();
      await picture("3-completion");
      for (let pressed = 0; pressed < 2; pressed += 1) await keyboard.press("Escape");
      await hands.enter("A7", eventsFormula);
      await until(async () => !["", "#BUSY!"].includes(String((await workbench.cell("A7")).value)));
    });
    expect((await workbench.cell("A7")).formula).toBe(eventsFormula);
    expect(calls.routes).toEqual({ listEsgEvents: 2 });
    const pages = asked("/esg/events").map((request) => new URL(request.url()).searchParams);
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

  journeyBRefresh(() => story);
  journeyBTrouble(() => story);

  test("the secret scan finds neither secret nor token anywhere, though the account was remembered", async () => {
    const { watched } = story;
    expect(await watched.findings()).toEqual([]);
    expect([...watched.searched().keys()]).toEqual(
      expect.arrayContaining(["sheet Sheet1", "document settings", "localStorage", "HAR request body", "URL"]),
    );
  }, 60_000);
};
