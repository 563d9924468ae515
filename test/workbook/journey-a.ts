import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { beginJourney, searchesOf, sizes, type Journey } from "./journey-a-begin";
import { journeyAInserts } from "./journey-a-inserts";
import { journeyARequests } from "./journey-a-requests";
import { holdCalls } from "./hold-calls";

/** "Paste 1,200 ISINs": the steps A1 to A11, driven by one kind of hands. */
export const journeyA = (makeHands: (workbench: WorkbenchPage) => Hands): void => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await beginJourney(makeHands);
  }, 240_000);
  afterAll(() => journey.stage.close());

  test("A1: the ribbon opens the pane on the sign-in form, the focus in the key, and nothing is written", async () => {
    const { workbench, hands, stage, picture } = journey;
    const before = await workbench.call("save");
    await hands.ribbon("Open pane");
    await workbench.pane().getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await workbench.page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    expect(await workbench.pane().evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("api-key");
    expect(await workbench.call("save")).toEqual(before);
    expect(before.settings).toEqual({});
    expect(await workbench.page.title()).toBe(`${before.name} – Workbench`);
    expect((await stage.calls()).total).toBe(0);
    await picture("1-sign-in");
  });

  test("A2: key and secret make one token call with the documented body", async () => {
    const { workbench, hands, stage, during, text } = journey;
    const [account] = stage.demo.accounts;
    const pane = workbench.pane();
    const calls = await during(async () => {
      await hands.fill(pane.getByLabel("API key"), account!.api_key);
      await hands.fill(pane.getByLabel("API secret"), account!.api_secret);
      expect(await pane.getByLabel("Remember on this device").isChecked()).toBe(false);
      await workbench.page.keyboard.press("Enter");
      await text("Signed in · 23 h 59 min");
    });
    expect(calls).toEqual([
      {
        method: "POST",
        path: "/oauth/token",
        query: {},
        body: {
          grant_type: "password",
          username: account!.api_key,
          password: account!.api_secret,
          audience: `${stage.origin}/`,
          client_id: stage.demo.client_id,
        },
      },
    ]);
  });

  test("the universe for A11 is added by its id", async () => {
    const { workbench, hands, stage, during, button, text } = journey;
    const universe = stage.demo.universes.find(({ universe_name }) => universe_name === "Holdings")!;
    const calls = await during(async () => {
      await hands.fill(workbench.pane().getByLabel("Universe id"), universe.universe_id);
      await hands.press(button("Add"));
      await text("Shared ·");
    });
    expect(calls.map(({ path }) => path.replace(/[0-9a-f-]{36}/, "{id}"))).toEqual([
      "/v3/universes/{id}/entities",
      "/v3/entities/{id}/universes",
    ]);
  });

  test("A3: the desk counts the selection before anything is sent", async () => {
    const { workbench, hands, during, text } = journey;
    const calls = await during(async () => {
      await hands.select("A2:A1201");
      await hands.press(workbench.pane().getByRole("tab", { name: "Resolve" }));
      await text("1,200 cells · 3 blank · 50 duplicates · 2 invalid ISIN · 1,145 to search · 3 calls");
    });
    expect(calls).toEqual([]);
    expect(await workbench.pane().getByLabel("Read as").locator("option:checked").textContent()).toContain("ISIN");
  });

  test("A4: three balanced calls, progress after each, and Stop meanwhile", async () => {
    const { workbench, hands, during, button, text, picture } = journey;
    const calls = await during(async () => {
      const gate = await holdCalls(workbench, "**/v3/entities/msearch**");
      await hands.press(button("Resolve"));
      await text("0 of 3 calls · 0 of 1,145");
      expect(await button("Stop").first().isEnabled()).toBe(true);
      await gate.release();
      await workbench
        .pane()
        .getByText(/1 of 3 calls · 38[12] of 1,145/)
        .first()
        .waitFor();
      await picture("4-progress");
      await gate.release();
      await workbench
        .pane()
        .getByText(/2 of 3 calls · 76[34] of 1,145/)
        .first()
        .waitFor();
      await gate.release();
      await text("Needs attention (17)");
      await gate.open();
    });
    expect(sizes(calls)).toEqual([382, 382, 381]);
    for (const call of calls) {
      const { method, path, query } = call;
      expect({ method, path, max_candidates: query["max_candidates"] }).toEqual({
        method: "POST",
        path: "/v3/entities/msearch",
        max_candidates: "10",
      });
      const isin = expect.stringMatching(/^eq:[A-Z]{2}\w{9}\d$/) as string;
      expect(searchesOf(call)).toEqual(searchesOf(call).map(() => ({ isin })));
    }
  });

  test("A5: the counters say how the inputs ended, and the list shows those that need a person", async () => {
    const { workbench, text, picture } = journey;
    await text("1,130 exact · 12 ambiguous · 3 none · 2 invalid · 3 blank · duplicates inherit");
    expect(await workbench.pane().getByRole("list", { name: "Results" }).getByRole("listitem").count()).toBe(17);
    await picture("5-counters");
  });

  test("A6: the second of three candidates is chosen in all twelve, and the choices travel with the workbook", async () => {
    const { workbench, hands, during, text, picture } = journey;
    const listboxes = workbench.pane().getByRole("listbox");
    expect(await listboxes.count()).toBe(12);
    const calls = await during(async () => {
      for (let at = 0; at < 12; at += 1) {
        expect(await listboxes.nth(at).getByRole("option").count()).toBe(3);
        await hands.pick(listboxes.nth(at), 1);
      }
      await text("Needs attention (5)");
    });
    expect(calls).toEqual([]);
    expect(await workbench.pane().getByText("Chosen by you").count()).toBe(12);
    expect(await listboxes.getByRole("option", { selected: true }).count()).toBe(12);
    expect(Object.keys((await workbench.call("save")).settings?.["spillway.choices"] ?? {})).toHaveLength(12);
    await picture("6-chosen");
  });

  journeyAInserts(() => journey);
  journeyARequests(() => journey);

  test("the secret scan finds neither secret nor token anywhere", async () => {
    const { watched } = journey;
    expect(await watched.findings()).toEqual([]);
    expect([...watched.searched().keys()]).toEqual(
      expect.arrayContaining(["sheet Holdings", "sheet Resolve exceptions", "document settings", "HAR request body"]),
    );
  }, 180_000);
};
