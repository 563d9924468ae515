import type { WorkbenchPage } from "./workbench/page";
import type { Hands, Way } from "./hands";
import { holdCalls, type Gate } from "./hold-calls";
import { beginStory, signInTyped, type Story } from "./journey";
import { movableTime, timeOf, type PassTime } from "./pane-time";

/** The keywords as they stand in A2:A9. */
const keywords = [
  ...["Acme", "Acme Mobility", "Acme Cars", "Acme EV"],
  ...["Volta", "Volta Motors", "Volta Cars", "Volta EV"],
];

/** How many days the analysis takes in. */
const days = 92;

const before = (today: string, count: number): string =>
  new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10);

/** The last 92 days of the service's world, for the quarter of the journey. */
const quarter = ({ stage }: Story): { readonly from: string; readonly to: string } => ({
  from: before(stage.demo.today, days),
  to: before(stage.demo.today, 1),
});

/** Says how the next analysis goes. */
const wish = async ({ stage }: Story, how: object): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await fetch(`${stage.origin}/_local/analyses`, { method: "POST", headers, body: JSON.stringify(how) });
};

const entity = async ({ hands, workbench, button }: Story, number: 1 | 2): Promise<void> => {
  await hands.fill(
    workbench.pane().getByRole("textbox", { name: new RegExp(`^Entity ${number}`) }),
    number === 1 ? "Acme" : "Volta",
  );
  await hands.select(number === 1 ? "A2:A5" : "A6:A9");
  await hands.press(button(`Keywords of entity ${number} from the selection`));
};

/** Fills the form of a new analysis of Acme and Volta with keywords from the cells. */
const fillForm = async (story: Story, name: string): Promise<void> => {
  const { hands, workbench, button } = story;
  const pane = workbench.pane();
  const { from, to } = quarter(story);
  await hands.fill(pane.getByRole("textbox", { name: /^Name/ }), name);
  await hands.fill(pane.getByLabel("From").first(), from);
  await hands.fill(pane.getByLabel("To").first(), to);
  await entity(story, 1);
  await hands.press(button("Add an entity"));
  await entity(story, 2);
};

interface PressStory extends Story {
  readonly passTime: PassTime;
  /** Lets the add-in's time pass until a cell shows this value and nothing moves. */
  readonly shows: (address: string, value: string) => Promise<void>;
  /** What the add-in sent to a route. */
  readonly bodies: (route: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** How often an analysis answered that it is still running (202). */
  readonly waits: () => number;
}

/**
 * Lets polls go one by one until a cell says that its analysis is in progress. The first one may be the pane's, made before
 * the formula asked: then the formula's own is held, and needs another release.
 */
const releaseUntilInProgress = async (story: Story, polls: Gate, address: string): Promise<void> => {
  const secondsEach = 3;
  let last = 0;
  await story.until(`${address} shows in progress`, async () => {
    if ((await story.workbench.cell(address)).value === "in progress") return true;
    if (Date.now() - last < secondsEach * 1_000) return false;
    await polls.release();
    last = Date.now();
    return false;
  });
};

/** Begins the story with the keywords in their cells. */
const beginPressStory = async (makeHands: (workbench: WorkbenchPage) => Hands): Promise<PressStory> => {
  const story = await beginStory("c", makeHands, { initScript: movableTime });
  const { workbench, scanned } = story;
  const passTime = timeOf(workbench);
  let waits = 0;
  workbench.page.on("response", (response) => {
    if (/\/analyze\/(?:download|timeserie)/.test(response.url()) && response.status() === 202) waits += 1;
  });
  await workbench.enterAll(Object.fromEntries(keywords.map((word, at) => [`A${at + 2}`, word])));
  return {
    ...story,
    passTime,
    shows: (address, value) =>
      story.until(`${address} shows ${value}`, async () => {
        await passTime(1_000);
        return (await workbench.cell(address)).value === value;
      }),
    waits: () => waits,
    bodies: async (route) =>
      (await scanned.sent.all())
        .filter(({ path }) => path.endsWith(route))
        .map(({ body }) => body as Readonly<Record<string, unknown>>),
  };
};

/** The series of the journey, below the keywords. */
const series = '=ANALYSIS.SERIES(B1,"polarity,volume_document",,"mean","day","wide=entity")';
const header = [
  ...["Extract day (UTC)", "Acme mean polarity", "Volta mean polarity"],
  ...["Acme volume document", "Volta volume document"],
];

/** C3, C4 and the rest of C2: what waits for the analysis, and that nothing starts another one. */
const seriesSteps = (getStory: () => PressStory, polls: () => Gate): void => {
  test("C3: the id goes into B1, and the status waits for it", async () => {
    const { hands, workbench, until, button, picture } = getStory();
    await hands.select("B1");
    await hands.press(button("Use EV makers Q3"));
    await hands.press(button("One formula"));
    await hands.choose(workbench.pane().getByLabel("What to show"), "Id");
    await hands.press(button("Insert values"));
    await until("B1 holds an id", async () => /^[0-9a-f-]{36}$/.test(String((await workbench.cell("B1")).value)));
    await hands.enter("B2", "=ANALYSIS.STATUS(B1)");
    // No more is let through: the analysis runs until C4 has seen what it wants.
    await releaseUntilInProgress(getStory(), polls(), "B2");
    await picture("3-in-progress");
  });

  test("C4: a series typed before it is ready is busy for a while, then says that the analysis is still running", async () => {
    const { hands, workbench, shows, waits, picture } = getStory();
    const before = waits();
    await hands.enter("A12", series);
    await workbench.shows("A12", "#BUSY!");
    await shows("A12", "#N/A");
    expect((await workbench.cell("A12")).error).toEqual({ code: "#N/A", message: "The analysis is still running." });
    // Its own question was told to wait once; asking again is left to the polls.
    expect(waits()).toBe(before + 1);
    await picture("4-still-running");
  }, 150_000);

  test("C4, its end: it spills 93 × 5 by itself when the analysis is ready; four questions were told to wait", async () => {
    const { workbench, bodies, waits, picture, shows } = getStory();
    await polls().open();
    await shows("A12", "Extract day (UTC)");
    await shows("B2", "ready");
    const bodiesSent = await bodies("/analyze/timeserie");
    const body = { operands: ["mean"], pivots: ["extract_day", "entity"], time_granularity: "day" };
    expect(bodiesSent).toEqual(bodiesSent.map(() => expect.objectContaining(body) as unknown));
    expect(waits()).toBe(4);
    const rows = await workbench.values("A12:E105");
    expect(rows[0]).toEqual(header);
    const figures = rows.slice(1, 93);
    expect(
      figures.every(([at, ...others]) => Number(at) > 40_000 && others.every((one) => typeof one === "number")),
    ).toBe(true);
    expect(new Set(figures.map(([at]) => at)).size).toBe(92);
    expect(rows[93]).toEqual(["", "", "", "", ""]);
    await picture("4-series");
  }, 90_000);

  test("C3, its end: once it is ready nobody asks again", async () => {
    const { during, passTime } = getStory();
    const calls = await during(() => passTime(17_000));
    expect(calls.total).toBe(0);
  }, 60_000);

  test("C2, afterwards: recalculating and a copy of the recipes start nothing", async () => {
    const { workbench, during } = getStory();
    const [, row] = await workbench.values("Analyses!A1:D2");
    const copied = Object.fromEntries(
      ["A", "B", "C", "D"].map((column, at) => [`Analyses!${column}9`, String(row?.[at])]),
    );
    const calls = await during(async () => {
      await workbench.enterAll(copied);
      await workbench.call("recalculate", "full");
    });
    expect(calls.total).toBe(0);
  });
};

const fields = "extract_date,title,url,document_polarity,document_entity_polarity.Acme";
const documents = (limit: number, entity: string): string =>
  `=ANALYSIS.DOCUMENTS(B1,"${fields}",${limit},"document_entity_polarity",${entity},"order=ASC")`;

/** C6 to C8: documents by formula and, where a formula cannot, day by day. */
const resultSteps = (getStory: () => PressStory): void => {
  test("C6: sorting by an entity's polarity without the entity is refused before any call", async () => {
    const { hands, workbench, during } = getStory();
    const calls = await during(() => hands.enter("H5", documents(200, "")));
    expect(calls.total).toBe(0);
    expect((await workbench.cell("H5")).error).toEqual({
      code: "#VALUE!",
      message: "sort: sorting by document_entity_polarity needs the argument entity.",
    });
  });

  test("C7: with the entity it is one call of 200, sorted by its mean, dates as dates", async () => {
    const { hands, workbench, during, bodies, picture } = getStory();
    const calls = await during(async () => {
      await hands.enter("H5", documents(200, '"Acme"'));
      // In real time: seconds that pass while the answer is read would count as a service that does not answer.
      await workbench.shows("H5", "Extract date");
    });
    expect(calls.routes).toEqual({ downloadAnalysis: 1 });
    expect((await bodies("/analyze/download")).at(-1)).toMatchObject({
      limit: 200,
      entity: "Acme",
      sort: { field: "document_entity_polarity", order: "ASC" },
    });
    const rows = await workbench.values("H5:L206");
    const found = rows.slice(1, 201);
    expect(found.every(([at, title]) => Number(at) > 40_000 && title !== "")).toBe(true);
    const polarities = found.map((row) => Number(row[4]));
    expect(polarities).toEqual(polarities.toSorted((one, other) => one - other));
    expect(rows[201]).toEqual(["", "", "", "", ""]);
    await picture("7-documents");
  });

  test("C8: 1,500 at once is refused, and the sentence names the way that there is", async () => {
    const { hands, workbench, during } = getStory();
    const calls = await during(() => hands.enter("H5", documents(1500, '"Acme"')));
    expect(calls.total).toBe(0);
    const { error } = await workbench.cell("H5");
    expect(error?.code).toBe("#VALUE!");
    expect(error?.message).toMatch(/limit .*500.*got 1500/);
    expect(error?.message).toContain('"all"');
  });

  test("C8, the import: a call a day, progress with Stop, one table with one header", async () => {
    const { hands, workbench, during, bodies, button, text, picture } = getStory();
    const calls = await during(async () => {
      const gate = await holdCalls(workbench, "**/analyze/download**");
      await hands.press(button("Import by day").first());
      await hands.press(button("Import by day").last());
      await text(`of ${days}`);
      expect(await button("Stop").first().isEnabled()).toBe(true);
      await picture("8-importing");
      await gate.open();
      await text("1,850 documents imported.");
    });
    expect(calls.routes).toEqual({ downloadAnalysis: days });
    const dates = (await bodies("/analyze/download")).map(({ date }) => date).filter((date) => date !== undefined);
    const { from, to } = quarter(getStory());
    expect([new Set(dates).size, dates[0], dates.at(-1)]).toEqual([days, from, to]);
    const rows = await workbench.values("'EV makers Q3'!A1:E1852");
    const header = ["ID", "Extract date", "Title", "URL", "Document polarity"];
    expect(rows[0]).toEqual(header);
    expect(rows.filter(([id]) => id === "ID")).toHaveLength(1);
    expect(new Set(rows.slice(1, 1851).map(([id]) => id)).size).toBe(1850);
    expect(rows.slice(1, 1851).every(([, at]) => Number(at) > 40_000)).toBe(true);
    expect(rows[1851]).toEqual(["", "", "", "", ""]);
    const sheet = (await workbench.call("save")).sheets.find(({ name }) => name === "EV makers Q3");
    expect(sheet?.tables).toEqual([{ name: "SpillwayDocuments", range: "A1:E1851" }]);
    await picture("8-imported");
  }, 120_000);
};

/** C2, its reopening: the file is closed while an analysis runs, and opened again. */
const reopenedSteps = (getStory: () => PressStory): void => {
  test("C2, reopened in mid-analysis: cells show what they did, and the pane goes on watching; nothing starts again", async () => {
    const { hands, workbench, during, button, until, picture, shows, passTime } = getStory();
    const running = () => workbench.pane().getByText("in progress", { exact: true });
    await wish(getStory(), { pollsUntilReady: 3 });
    const polls = await holdCalls(workbench, "**/analyze/download**");
    await hands.press(button("Run again").last());
    await during(async () => {
      await hands.press(button("Run EV makers Q3 again"));
      await shows("Analyses!A3", "EV makers Q3");
    });
    const [, , [instance] = []] = await workbench.values("Analyses!B1:B3");
    await hands.enter("P1", String(instance));
    await hands.enter("P2", "=ANALYSIS.STATUS(P1)");
    await releaseUntilInProgress(getStory(), polls, "P2");
    const before = await workbench.values("A12:E105");
    const opened = await during(async () => {
      await workbench.page.reload();
      await workbench.page.waitForFunction(() => "workbench" in window);
      await workbench.call("ready");
    });
    expect([opened.total, await workbench.call("invocations")]).toEqual([0, 0]);
    expect((await workbench.cell("P2")).value).toBe("in progress");
    expect(await workbench.values("A12:E105")).toEqual(before);
    await signInTyped(getStory());
    const counts = await during(async () => {
      await hands.press(workbench.pane().getByRole("tab", { name: "Analyses" }));
      await running().waitFor();
      await picture("2-reopened");
      await polls.open();
      await until("the pane shows no running analysis", async () => {
        await passTime(500);
        return (await running().count()) === 0;
      });
    });
    expect(counts.routes["startAnalysis"]).toBeUndefined();
    expect(counts.routes["downloadAnalysis"]).toBeGreaterThan(0);
    await hands.ribbon("Refresh");
    await shows("P2", "ready");
    await hands.press(button("All settings"));
  }, 240_000);
};

/** C9 to C11: withheld text, an analysis that fails, a formula that is only looked at. */
const troubleSteps = (getStory: () => PressStory): void => {
  test("C9: a sentence that the licence withholds is marked and never shown as a sentence", async () => {
    const { hands, workbench, picture, shows } = getStory();
    const instance = await startPremium(getStory());
    await hands.enter("H5", `=ANALYSIS.SENTENCES("${instance}",50,"EU banks")`);
    await shows("H5", "ID");
    const texts = (await workbench.values("K6:K60")).flat().filter((text) => text !== "");
    expect(texts.length).toBeGreaterThan(0);
    expect([...new Set(texts)]).toEqual(["licensed text not available"]);
    await picture("9-withheld");
    await hands.enter("H5", "");
  }, 90_000);

  test("C10: an analysis that fails says so in both cells, nothing tries again, and the pane offers another run", async () => {
    const { hands, workbench, during, button, text, until, picture, shows, passTime } = getStory();
    await fillForm(getStory(), "EV makers again");
    await wish(getStory(), { outcome: "failed" });
    await hands.press(button("Start the analysis"));
    await text(/^Started: /);
    await hands.select("N1");
    await hands.press(button("Use EV makers again"));
    await hands.press(button("One formula"));
    await hands.choose(workbench.pane().getByLabel("What to show"), "Id");
    await hands.press(button("Insert values"));
    await until("N1 holds an id", async () => /^[0-9a-f-]{36}$/.test(String((await workbench.cell("N1")).value)));
    await hands.enter("N2", "=ANALYSIS.STATUS(N1)");
    await hands.enter("N5", '=ANALYSIS.SERIES(N1,"polarity")');
    await shows("N2", "stopped or failed");
    await until("N5 has an error", async () => (await workbench.cell("N5")).error !== undefined);
    expect((await workbench.cell("N5")).error).toEqual({
      code: "#N/A",
      message: expect.stringContaining("stopped or failed") as string,
    });
    const calls = await during(() => passTime(5_000));
    expect(calls.total).toBe(0);
    await hands.press(button("Run again").first());
    expect(await button("Run EV makers again again").isEnabled()).toBe(true);
    await picture("10-failed");
  }, 90_000);

  test("C11: a formula that is only looked at shows what is cached, or that it is a preview, without a call", async () => {
    const { workbench, during } = getStory();
    const instance = String((await workbench.cell("B1")).value);
    const shown: unknown[] = [];
    const calls = await during(async () => {
      const series = `=ANALYSIS.SERIES("${instance}","polarity,volume_document",,"mean","day","wide=entity")`;
      shown.push(await workbench.call("preview", series));
      shown.push(await workbench.call("preview", `=ANALYSIS.SENTENCES("${instance}",7)`));
    });
    expect(calls.total).toBe(0);
    expect((shown[0] as unknown[][])[0]?.slice(0, 2)).toEqual(["Extract day (UTC)", "Acme mean polarity"]);
    expect(shown[1]).toEqual([["(preview)"]]);
  });
};

/** An analysis of premium news about the banks, started by a colleague who may read it. */
const startPremium = async (story: Story): Promise<string> => {
  const { stage } = story;
  const { origin, demo } = stage;
  const account = demo.accounts.find(({ name }) => name === "premium")!;
  const post = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const answer = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const { client_id } = demo;
  const credentials = { username: account.api_key, password: account.api_secret };
  const grant = { grant_type: "password", ...credentials, audience: `${origin}/`, client_id };
  const { access_token } = await post("/oauth/token", grant);
  const { from, to } = quarter(story);
  const request = {
    start_date: from,
    end_date: to,
    entities: [{ entity_of_interest: "EU banks", keywords: demo.entities.slice(0, 60).map(({ name }) => name) }],
    workers: ["raw-matcher"],
    site_type: ["premium_news"],
  };
  const { instance } = await post("/api/2.0/analyze/dataset", request, {
    authorization: `Bearer ${access_token ?? ""}`,
  });
  return instance ?? "";
};

// Its chart comes later.
/** Journey C, "What is the press saying?", as tests. */
export const describeJourneyC = ([way, makeHands]: Way): void => {
  describe(`Journey C, "What is the press saying?", ${way}`, () => {
    let story: PressStory;
    let polls: Gate;
    beforeAll(async () => {
      story = await beginPressStory(makeHands);
    }, 240_000);
    afterAll(() => story.stage.close());

    test("C1: the form takes the keywords from the cells, and nothing is sent", async () => {
      const { hands, workbench, during } = story;
      const pane = workbench.pane();
      await hands.press(pane.getByRole("tab", { name: "Analyses" }));
      await hands.press(story.button("All settings"));
      const calls = await during(() => fillForm(story, "EV makers Q3"));
      expect(calls.total).toBe(0);
      expect(await pane.getByRole("textbox", { name: "Keywords of entity 1" }).inputValue()).toBe(
        keywords.slice(0, 4).join("\n"),
      );
      expect(await pane.getByRole("textbox", { name: "Keywords of entity 2" }).inputValue()).toBe(
        keywords.slice(4).join("\n"),
      );
    });

    test("C1, its rules: recognizing companies takes search_in away, quality keeps 50, concepts are one or the other, news is not offered", async () => {
      const { hands, workbench, text, picture } = story;
      const pane = workbench.pane();
      const box = (name: string) => pane.getByRole("checkbox", { name, exact: true });
      await hands.press(pane.locator("summary", { hasText: "Method" }));
      expect(await box("Title").isEnabled()).toBe(true);
      await hands.tick(box("Recognize companies"));
      for (const worker of ["Rate the quality of documents", "Find keywords", "Recognize companies"])
        expect(await box(worker).isChecked()).toBe(true);
      expect(await box("Title").isEnabled()).toBe(false);
      await text("Not available with “Recognize companies”.");
      expect(await pane.getByLabel("Minimum quality score").inputValue()).toBe("50");
      expect(await pane.getByLabel("Minimum quality score").isEnabled()).toBe(true);
      await picture("1-method");
      await hands.press(pane.locator("summary", { hasText: "Sources" }));
      const sites = pane.getByRole("group", { name: "Site types" }).locator("label");
      expect(await sites.allTextContents()).toEqual(["News", "Blogs", "Discussions", "Licensed news", "Premium news"]);
      await hands.press(pane.locator("summary", { hasText: "Words and concepts" }));
      expect(await pane.getByLabel("Use of concepts").locator("option").count()).toBe(2);
      await hands.press(pane.locator("summary", { hasText: "Diagnostics" }));
      await text('"entity_of_interest": "Acme"');
      await picture("1-request");
    });

    test("C2: Start, pressed twice, is one call with the body shown, and one row of recipes", async () => {
      const { hands, workbench, during, bodies, button, text, picture } = story;
      await wish(story, { pollsUntilReady: 4 });
      // Questions after its state wait until C3 and C4 have typed their formulas, however long that takes.
      polls = await holdCalls(workbench, "**/analyze/download**");
      const calls = await during(async () => {
        await hands.pressTwice(button("Start the analysis"));
        await text(/^Started: /);
      });
      expect(calls.routes["startAnalysis"]).toBe(1);
      const { from, to } = quarter(story);
      expect(await bodies("/analyze/dataset")).toEqual([
        {
          start_date: from,
          end_date: to,
          entities: [
            { entity_of_interest: "Acme", keywords: keywords.slice(0, 4) },
            { entity_of_interest: "Volta", keywords: keywords.slice(4) },
          ],
          workers: ["quality-score", "raw-matcher", "ner-linking"],
          qscore: 50,
        },
      ]);
      const [header, row, next] = await workbench.values("Analyses!A1:D3");
      expect(header).toEqual(["name", "instance", "started", "request"]);
      expect(row?.[0]).toBe("EV makers Q3");
      expect(next).toEqual(["", "", "", ""]);
      await picture("2-started");
    });

    seriesSteps(
      () => story,
      () => polls,
    );
    resultSteps(() => story);
    reopenedSteps(() => story);
    troubleSteps(() => story);

    test("the secret scan finds neither secret nor token anywhere", async () => {
      const { scanned } = story;
      expect(await scanned.findings()).toEqual([]);
      expect([...scanned.searched().keys()]).toEqual(
        expect.arrayContaining(["sheet Sheet1", "sheet Analyses", "document settings", "HAR request body", "URL"]),
      );
    }, 60_000);
  });
};
