import type { Locator } from "playwright-core";
import { waysTo } from "./open-view";
import type { WorkbenchPage } from "./workbench/page";
import type { Hands, Way } from "./hands";
import { holdCalls } from "./hold-calls";
import { openScanned, type ScannedWorkbench } from "./secret-scan";
import { searchesOf, type SentCall } from "./sent-calls";
import { startStageOfTasks, type Stage } from "./stage";

const rows = 1_200;

/** Everything the steps of journey A stand on. */
interface Journey {
  readonly stage: Stage;
  readonly scanned: ScannedWorkbench;
  readonly workbench: WorkbenchPage;
  readonly hands: Hands;
  readonly during: (action: () => Promise<unknown>) => Promise<readonly SentCall[]>;
  readonly button: (name: string) => Locator;
  readonly text: (text: string) => Promise<void>;
  readonly picture: (name: string) => Promise<void>;
}

/** Starts a stage of its own and opens the 1,200 holdings. */
const beginJourney = async (makeHands: (workbench: WorkbenchPage) => Hands): Promise<Journey> => {
  // No task ends during the journey, so a queue that A11 fills stays full.
  const stage = await startStageOfTasks(1_800_000);
  const secrets = stage.demo.accounts.map(({ api_secret: secret }) => secret);
  const scanned = await openScanned(stage, "?open=holdings-1200.json", { secrets });
  const { workbench, sent } = scanned;
  const hands = makeHands(workbench);
  workbench.page.setDefaultTimeout(20_000);
  return {
    ...{ stage, scanned, workbench, hands },
    during: sent.during,
    button: (name) => workbench.pane().getByRole("button", { name, exact: true }),
    text: (text) => workbench.pane().getByText(text).first().waitFor(),
    picture: (name) => workbench.screenshot(`journey-a-${hands.name}-${name}`),
  };
};

/** How many search objects each call has, most first. */
const sizes = (calls: readonly SentCall[]): readonly number[] =>
  calls.map((call) => searchesOf(call).length).toSorted((one, other) => other - one);

/** The steps A7 to A9: what goes into the sheet, and what moves there. */
const inserts = (the: () => Journey): void => {
  test("A7: headers and one formula are inserted, 1,200 aligned rows spill, and nothing is asked again", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const calls = await during(async () => {
      await hands.fill(workbench.pane().getByLabel("Target cell"), "C1");
      await hands.press(button("Insert formula"));
      await text("Inserted in Holdings!C2.");
    });
    expect(calls).toEqual([]);
    expect(await workbench.values("C1:G1")).toEqual([["Entity ID", "Name", "Status", "Candidates", "Matched on"]]);
    expect((await workbench.cell("C2")).formula).toBe('=ENTITY.RESOLVE(A2:A1201,,,,"headers=no")');
    const spilled = await workbench.values(`C2:G${rows + 2}`);
    expect(spilled[rows]).toEqual(["", "", "", "", ""]);
    const byStatus = new Map<string, Set<string>>();
    stage.demo.holdings.forEach((isin, row) => {
      const [id, , status] = spilled[row] ?? [];
      byStatus.set(String(status), (byStatus.get(String(status)) ?? new Set()).add(isin));
      expect(["none", "invalid", "blank"].includes(String(status))).toBe(id === "");
    });
    expect(Object.fromEntries([...byStatus].map(([status, isins]) => [status, isins.size]))).toEqual({
      exact: 1_130,
      chosen: 12,
      none: 3,
      invalid: 2,
      blank: 1,
    });
    const rowsChosen = spilled.filter(([, , status]) => status === "chosen");
    expect(
      rowsChosen.every(([, name, , candidates, matched]) => name !== "" && candidates === 1 && matched === "isin"),
    ).toBe(true);
    const choices = Object.values((await workbench.call("save")).settings["spillway.choices"] as object);
    expect(new Set(rowsChosen.map(([id]) => id))).toEqual(new Set(choices));
    await picture("7-formula");
  }, 180_000);

  test("A8: fields of the 1,142 companies come in three calls; revenue is numbers, and what is missing is blank", async () => {
    const { workbench, hands, during, picture } = the();
    const fields = '"country, revenue, revenue.currency, isic4.section"';
    const calls = await during(async () => {
      await hands.enter("H2", `=ENTITY.GET(INDEX(C2#,,1),${fields})`);
      await workbench.settled();
      await hands.enter("M1", "=SUM(I2:I1201)");
    });
    expect(calls.map(({ path }) => path)).toEqual(Array(3).fill("/v3/entities/msearch"));
    expect(sizes(calls)).toEqual([381, 381, 380]);
    expect(calls.flatMap(searchesOf).flatMap((search) => Object.keys(search))).toEqual(Array(1_142).fill("entity_id"));
    const found = await workbench.values(`C2:K${rows + 1}`);
    const unknown = found.filter(([id]) => id === "");
    expect(unknown.every((row) => row.slice(5).every((value) => value === ""))).toBe(true);
    const revenues = found.map(([, , , , , , revenue]) => revenue);
    const numbers = revenues.filter((revenue) => typeof revenue === "number");
    expect(numbers.length).toBeGreaterThan(900);
    expect(revenues.every((revenue) => revenue === "" || (typeof revenue === "number" && revenue !== 0))).toBe(true);
    expect(revenues.filter((revenue) => revenue === "").length).toBeGreaterThan(unknown.length);
    const sum = numbers.reduce((total, revenue) => total + revenue, 0);
    expect((await workbench.cell("M1")).value).toBeCloseTo(sum, 0);
    await picture("8-fields");
  }, 180_000);

  test("A9: a row inserted above and an edit elsewhere ask for nothing", async () => {
    const { workbench, hands, stage, during } = the();
    const before = await workbench.values("C1:K1201");
    const calls = await during(async () => {
      await hands.insertRowAbove(1);
      await workbench.settled();
      await hands.enter("B5", "a note");
    });
    expect(calls).toEqual([]);
    expect((await workbench.cell("A3")).value).toBe(stage.demo.holdings[0]);
    expect((await workbench.cell("C3")).formula).toBe('=ENTITY.RESOLVE(A3:A1202,,,,"headers=no")');
    expect(await workbench.values("C2:K1202")).toEqual(before);
  }, 180_000);
};

/** A token of the first demo account, as another program of the same user would get it. */
const issueToken = async ({ origin, demo }: Stage): Promise<string> => {
  const [account] = demo.accounts;
  const answer = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: `${origin}/`,
      client_id: demo.client_id,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** Queues coverage requests of the same user until the service takes no more. */
const fillQueue = async (stage: Stage, universe: string): Promise<void> => {
  const authorization = `Bearer ${await issueToken(stage)}`;
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ universe_ids: [universe], entities: [{ external_id: "US0378331005" }] });
  const send = async (): Promise<number> =>
    (await fetch(`${stage.origin}/v3/coverage-extension`, { method: "POST", headers, body })).status;
  for (let sent = 0; sent < 5; sent += 1) {
    const status = await send();
    if (status === 429) return;
    if (status >= 300) throw new Error(`The service refused to queue a task: ${status}.`);
  }
  throw new Error("The queue never filled.");
};

/** The steps A10 and A11: what nobody could resolve. */
const requests = (the: () => Journey): void => {
  test("A10: the five that nobody could resolve go onto a sheet of their own, with where they stand now", async () => {
    const { workbench, hands, during, button, picture } = the();
    const calls = await during(async () => {
      await hands.press(button("Exceptions"));
      await hands.press(button("New sheet"));
      await workbench.pane().getByText("Inserted in Resolve exceptions").waitFor();
    });
    expect(calls).toEqual([]);
    const [header, ...exceptions] = await workbench.values("'Resolve exceptions'!A1:E7");
    expect(header).toEqual(["Input", "Cell", "Status", "Candidates", "Suggestion"]);
    expect(exceptions.map(([, , status]) => status).toSorted()).toEqual([
      "",
      "invalid",
      "invalid",
      "none",
      "none",
      "none",
    ]);
    for (const [input, cell, status, , suggestion] of exceptions.slice(0, 5)) {
      expect((await workbench.cell(String(cell))).value).toBe(input);
      const isProven = /^[A-Z]{2}[A-Z\d]{9}\d$/.test(String(input));
      const missing = isProven ? `"${String(input)}" is a valid ISIN, but no company in the loaded data has it.` : "";
      if (status === "none") expect(suggestion).toBe(missing);
      else expect(suggestion).not.toBe("");
    }
    // Columns are as wide as what they hold, up to a width that a screen has room for: a longer text in the last one runs over it.
    const { sheets } = await workbench.call("save");
    const columns = sheets.find(({ name }) => name === "Resolve exceptions")?.columns ?? [];
    const texts = [header ?? [], ...exceptions].map((row) => row.map(String));
    for (let at = 0; at < 5; at += 1) {
      const width = columns.find(({ start }) => start === at)?.width;
      const longest = Math.max(...texts.map((row) => (row[at] ?? "").length));
      expect(width).toBeGreaterThanOrEqual(Math.min(6 * longest, 420));
      expect(width).toBeLessThanOrEqual(10 * longest + 24);
    }
    await picture("10-exceptions");
  });

  test("A11: coverage is requested once, however often one presses, and the task is pending", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const pane = workbench.pane();
    const missing = (await workbench.values("'Resolve exceptions'!A2:C6")).filter(([, , status]) => status === "none");
    const calls = await during(async () => {
      await hands.press(button("Request coverage…").first());
      await hands.tick(pane.getByRole("checkbox", { name: "Holdings" }));
      await hands.press(button("Request coverage…").last());
      await text("Send 1 request to add 3 companies to 1 universe?");
      await picture("11-confirm");
      await hands.pressTwice(button("Confirm"));
      await pane.getByRole("list", { name: "Requested from here" }).getByText("pending").waitFor();
    });
    // The state of the request is read from then on.
    expect(calls.filter(({ method }) => method === "POST")).toEqual([
      {
        method: "POST",
        path: "/v3/coverage-extension",
        query: {},
        body: {
          universe_ids: [universeOf(stage)],
          entities: missing.map(([isin]) => ({ external_id: isin, isin })),
        },
      },
    ]);
    for (const control of waysTo(pane, "Status")) await hands.press(control);
    await hands.press(button("Show tasks"));
    const lines = pane.getByRole("listitem").filter({ hasText: String(missing[0]?.[0]) });
    await lines
      .filter({ hasText: /pending|running/ })
      .first()
      .waitFor();
    await picture("11-tasks");
  }, 180_000);

  test("A11: where three tasks wait, the pane says so and offers to send when there is a place", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const pane = workbench.pane();
    for (const control of waysTo(pane, "Resolve")) await hands.press(control);
    await hands.fill(pane.getByLabel("Companies, one identifier per line"), "US0000000000");
    await hands.press(button("Request coverage…").last());
    await fillQueue(stage, universeOf(stage));
    const refused = await during(async () => {
      await hands.press(button("Confirm"));
      await text("3 tasks are already waiting in the queue.");
    });
    // It is said once: no second notice tells the refusal in other words.
    expect(await pane.getByText("3 tasks are already waiting in the queue.").count()).toBe(1);
    expect(await pane.getByRole("main").locator(".fui-MessageBar").count()).toBe(1);
    // The task of the step before is polled at times of its own.
    const requested = refused.filter(({ path }) => path !== "/v3/tasks");
    expect(requested.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v3/coverage-extension"]);
    await picture("11-queue");
    const waited = await during(async () => {
      await hands.press(button("Send when the queue has space"));
      await text("Waiting for space in the queue…");
      await hands.press(button("Stop").first());
      await text("Stopped.");
    });
    expect(new Set(waited.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(["GET /v3/tasks"]));
    // The task of the step before is polled too, at times of its own.
    expect(waited.length).toBeLessThanOrEqual(2);
  }, 180_000);
};

const universeOf = ({ demo }: Journey["stage"]): string =>
  demo.universes.find(({ universe_name }) => universe_name === "Holdings")?.universe_id ?? "";

/** Journey A, "Paste 1,200 ISINs", as tests. */
export const describeJourneyA = ([way, makeHands]: Way): void => {
  describe(`Journey A, "Paste 1,200 ISINs", ${way}`, () => {
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
        await text("Signed in · 23 h 59 min left");
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
        for (const control of waysTo(workbench.pane(), "Universes")) await hands.press(control);
        await hands.fill(workbench.pane().getByLabel("Universe id"), universe.universe_id);
        await hands.press(button("Add"));
        await text("Shared ·");
      });
      expect(calls.map(({ path }) => path.replace(/[0-9a-f-]{36}/, "{id}"))).toEqual([
        "/v3/universes/{id}/entities",
        "/v3/entities/{id}/universes",
      ]);
    });

    test("A3: the resolve form counts the selection before anything is sent", async () => {
      const { workbench, hands, during, text } = journey;
      const calls = await during(async () => {
        await hands.select("A2:A1201");
        for (const control of waysTo(workbench.pane(), "Resolve")) await hands.press(control);
        await text("1,200 cells · 3 blank · 50 duplicates · 2 invalid ISIN · 1,145 to search");
      });
      expect(calls).toEqual([]);
      expect(await workbench.pane().getByLabel("Type of input").locator("option:checked").textContent()).toContain(
        "ISIN",
      );
    });

    test("A4: three balanced calls, progress after each, and Stop meanwhile", async () => {
      const { workbench, hands, during, button, text, picture } = journey;
      const calls = await during(async () => {
        const gate = await holdCalls(workbench, "**/v3/entities/msearch**");
        await hands.press(button("Resolve"));
        await text("0 of 1,145");
        expect(await button("Stop").first().isEnabled()).toBe(true);
        await gate.release();
        await workbench
          .pane()
          .getByText(/ 3[89]\d of 1,145/)
          .first()
          .waitFor();
        await picture("4-progress");
        await gate.release();
        await workbench
          .pane()
          .getByText(/ 7[78]\d of 1,145/)
          .first()
          .waitFor();
        await gate.release();
        await button("17 rows need your review").waitFor();
        await gate.open();
      });
      // Suggestions for the two invalid ISINs travel with the inputs, up to twelve for each.
      const sent = sizes(calls);
      expect(sent).toHaveLength(3);
      expect(sent[0]! - sent[2]!).toBeLessThanOrEqual(1);
      const suggestions = sent.reduce((sum, size) => sum + size, 0) - 1_145;
      expect(suggestions).toBeGreaterThan(0);
      expect(suggestions).toBeLessThanOrEqual(24);
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
      const { workbench, button, text, picture } = journey;
      for (const count of ["1,130 exact", "12 ambiguous", "3 none", "2 invalid"]) await button(count).waitFor();
      await text("3 blank · duplicates take the same result");
      expect(await workbench.pane().getByRole("list", { name: "Results" }).getByRole("listitem").count()).toBe(17);
      await picture("5-counters");
    });

    test("A6: the second of three candidates is chosen in all twelve, and the choices travel with the workbook", async () => {
      const { workbench, hands, during, button, picture } = journey;
      const listboxes = workbench.pane().getByRole("listbox");
      expect(await listboxes.count()).toBe(12);
      const calls = await during(async () => {
        for (let at = 0; at < 12; at += 1) {
          expect(await listboxes.nth(at).getByRole("option").count()).toBe(3);
          await hands.pick(listboxes.nth(at), 1);
        }
        await button("5 rows need your review").waitFor();
      });
      expect(calls).toEqual([]);
      await button("12 chosen").waitFor();
      expect(await listboxes.getByRole("option", { selected: true }).count()).toBe(12);
      expect(Object.keys((await workbench.call("save")).settings["spillway.choices"] ?? {})).toHaveLength(12);
      await picture("6-chosen");
    });

    inserts(() => journey);
    requests(() => journey);

    test("the secret scan finds neither secret nor token anywhere", async () => {
      const { scanned } = journey;
      expect(await scanned.findings()).toEqual([]);
      expect([...scanned.searched().keys()]).toEqual(
        expect.arrayContaining(["sheet Holdings", "sheet Resolve exceptions", "document settings", "HAR request body"]),
      );
    }, 180_000);
  });
};
