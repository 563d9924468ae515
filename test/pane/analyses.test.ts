import {
  button,
  faultsOfView,
  field,
  fill,
  focusIsOn,
  openStage,
  openView,
  press,
  says,
  screen,
  toggleFold,
  type,
  user,
  waitFor,
  within,
  wrongFieldHasFocus,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

/** The form with all settings of a new analysis. */
const openSettings = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await openView("Analyses");
  await press("All settings");
  await stage.resetCalls();
  return pane;
};

/** Fills in everything that an analysis must have but its entities. */
const fillPeriod = async (): Promise<void> => {
  await fill("Name", "EV makers");
  await fill("From", "2026-10-01");
  await fill("To", "2026-10-31");
};

const entity = async (name: RegExp): Promise<HTMLElement> => screen.findByRole("textbox", { name });

describe("All settings of an analysis", () => {
  test("wrong settings send nothing, right ones are sent once for two presses and leave a recipe", async () => {
    const { workbook } = await openSettings();
    await press("Start the analysis");
    await says("Enter at least one entity.");
    expect(await stage.calls()).toEqual({});
    await fillPeriod();
    await fill(await entity(/^Entity 1/), stage.demo.entities[0]!.name);
    await user.dblClick(await button("Start the analysis"));
    await says("Started: ");
    expect(await stage.calls()).toMatchObject({ startAnalysis: 1 });
    expect(workbook.tables.get("SpillwayAnalyses")?.rows).toHaveLength(1);
    await openView("Support");
    const entries = await screen.findAllByRole("listitem");
    const [entry] = entries.filter(({ textContent }) => textContent.includes("Start the analysis"));
    expect(entry?.textContent).toContain("1 row");
  });

  test("the label of every box ticks that box and no other", async () => {
    await openSettings();
    await toggleFold("Method");
    const steps = within(await screen.findByRole("group", { name: "Steps of the analysis" }));
    const ticked = (): readonly (string | undefined)[] =>
      steps.getAllByRole<HTMLInputElement>("checkbox", { checked: true }).map(({ labels }) => labels?.[0]?.textContent);
    expect(ticked()).toEqual(["Rate the quality of documents", "Find keywords"]);
    await user.click(steps.getByText("Recognize companies"));
    expect(ticked()).toEqual(["Rate the quality of documents", "Find keywords", "Recognize companies"]);
    expect(screen.getAllByRole("checkbox", { name: "Recognize companies" })).toHaveLength(1);
  });

  test("keywords without a name are refused with the number of their entity, and not dropped", async () => {
    await openSettings();
    await fillPeriod();
    await fill(await entity(/^Entity 1/), "Acme");
    await press("Add an entity");
    await fill(await entity(/^Keywords.*2|2.*eywords/), "battery");
    await press("Start the analysis");
    await says("Entity 2 has no name.");
    expect(await stage.calls()).toEqual({});
  });

  test("a press that is refused puts the focus into one wrong field after the other, also into a fold that was closed", async () => {
    await openSettings();
    await press("Start the analysis");
    await wrongFieldHasFocus(/^Name/, "Fill this in.");
    await type("EV makers");
    await press("Start the analysis");
    await wrongFieldHasFocus(/^From/, /date/i);
    await fillPeriod();
    await press("Start the analysis");
    await wrongFieldHasFocus(/^Entity 1/, "Enter at least one entity.");
    await type("Acme");
    await toggleFold("Method");
    await fill("Minimum quality score", "101");
    await toggleFold("Method");
    await press("Start the analysis");
    await wrongFieldHasFocus(/^Minimum quality score/, /0.*100/);
    await fill("Minimum quality score", "50");
    await user.click(screen.getByRole("checkbox", { name: "Find keywords" }));
    await press("Start the analysis");
    await wrongFieldHasFocus(/^Steps of the analysis/, /“Recognize companies”/);
    expect(await stage.calls()).toEqual({});
    expect(await faultsOfView("all settings", "showsCode")).toEqual([]);
  });
});

/** The analyses, three of which are known. */
const openKnown = async (answer?: (request: Request) => Response | undefined): Promise<ShownPane> => {
  const pane = await stage.openSignedIn(answer === undefined ? {} : { answer });
  for (const at of [1, 2, 3])
    pane.runtime.analyses.add({
      instance: `a3975255-be9f-4899-9af9-cae6864770e${at}`,
      name: `Analysis ${at}`,
      started_at: Date.UTC(2026, 9, 9) - at,
      state: "ready",
      request: { start_date: "2026-09-01", end_date: "2026-09-02" },
    } as never);
  await openView("Analyses");
  return pane;
};

describe("The focus stays where the work is when a control goes", () => {
  test("a removed line leaves it at its place: Tab goes on with the next line, and a second Enter removes nothing", async () => {
    await openKnown();
    await press("Remove Analysis 2");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Use Analysis 2" })).toBeNull());
    await focusIsOn("holder");
    await user.keyboard("{Enter}");
    await user.tab();
    await focusIsOn("Use Analysis 3");
  });

  test("the last line removed leaves it in the list's place, not at the top of the page", async () => {
    await openKnown();
    for (const name of ["Remove Analysis 1", "Remove Analysis 2", "Remove Analysis 3"]) await press(name);
    await says("Started on this device (0)");
    await focusIsOn("holder");
    expect(document.activeElement?.tagName).not.toBe("MAIN");
  });

  test("files written, it is still on the button, and every control before it is reached by Shift and Tab", async () => {
    const { saved } = await openKnown((request) =>
      request.url.includes("/analyze/") ? new Response("{}", { status: 200 }) : undefined,
    );
    await press("Use Analysis 1");
    await press("Files");
    await press("Documents as JSON lines");
    await waitFor(() => expect(saved).toHaveLength(1));
    await focusIsOn("Documents as JSON lines");
    for (let pressed = 0; pressed < 40 && document.activeElement?.textContent !== "All settings"; pressed += 1)
      await user.tab({ shift: true });
    await focusIsOn("All settings");
  });

  test("a control that is switched off while it has the focus hands it to what holds it", async () => {
    await openKnown();
    const use = await button("Use Analysis 1");
    use.focus();
    use.setAttribute("disabled", "");
    await focusIsOn("holder");
  });
});

test("an entry that cannot be shown is one line of its list", async () => {
  const { runtime } = await stage.openSignedIn();
  for (const name of ["First", { odd: true }, "Third"])
    runtime.analyses.add({ instance: crypto.randomUUID(), name, started_at: 0, state: "ready", request: {} } as never);
  jest.spyOn(console, "error").mockReturnValue();
  await openView("Analyses");
  await says("This entry cannot be shown");
  await says("Third");
  jest.restoreAllMocks();
});

/** How the service treats the analysis that is started next. */
const setNext = (how: object): Promise<unknown> =>
  stage.service.fastify.inject({ method: "POST", url: "/_local/analyses", payload: how });

/** The form that follows a topic, with these words. */
const openTopic = async (words: string, answer?: (request: Request) => Response | undefined): Promise<ShownPane> => {
  const pane = await stage.openSignedIn(answer === undefined ? {} : { answer });
  await openView("Analyses");
  await press(/^Follow a topic/);
  await fill(await screen.findByRole("textbox", { name: /^Which words/ }), words);
  await stage.resetCalls();
  return pane;
};

const estimate = async (): Promise<void> => {
  await press("Estimate the documents");
  await button("Start the analysis");
};

describe("Guided analyses", () => {
  test("a list from the sheet is looked up and estimated with one search and one analysis, and started once for two presses", async () => {
    const { workbook, setSpeed } = await stage.openSignedIn();
    setSpeed(20);
    workbook.fill("Sheet1!A1", [["Company"], ["Acme"], ["Volta"], ["Nowhere Unheard Of"]]);
    workbook.select("Sheet1!A1:A4");
    await openView("Analyses");
    await press(/^What is being said/);
    await press("Take Sheet1!A1:A4");
    await says("3 companies");
    await stage.resetCalls();
    await estimate();
    const { getTimeSeries: looks, ...counting } = await stage.calls();
    expect(looks).toBeGreaterThan(0);
    expect(counting).toEqual({ searchEntities: 1, startAnalysis: 1 });
    await says(/At least [\d,]+ documents/);
    await says("One company has no document in these 28 days: Nowhere Unheard Of");
    await stage.resetCalls();
    await user.dblClick(await button("Start the analysis"));
    await button("Insert results");
    expect((await stage.calls())["startAnalysis"]).toBe(1);
    expect(await faultsOfView("analyses")).toEqual([]);
    await press("Insert results");
    await says("Inserted in ");
    expect(workbook.writes.at(-1)).toBe("Acme Mobility +2: press formulas");
    const faults: string[] = [];
    for (const panel of ["One formula", "Import by day", "Files", "Run again"]) {
      await press(panel);
      // A formula has the id of its analysis.
      faults.push(...(await faultsOfView("analyses", panel === "One formula" ? "showsCode" : undefined)));
    }
    expect(faults).toEqual([]);
    await press("Import by day");
    await says("Columns: ID, Extract date, Title, URL, Document polarity");
    await press("Choose columns");
    await user.click(await screen.findByRole("checkbox", { name: /^ID\s*text/ }));
    await says("Columns: Extract date, Title, URL, Document polarity");
    expect(within(await field("Company or topic")).getAllByRole("option")).toHaveLength(4);
    await stage.resetCalls();
    await press("Run again");
    await says("Start a new analysis with the same settings?");
    await user.dblClick(await screen.findByRole("button", { name: /^Run .* again$/ }));
    await waitFor(async () => expect((await stage.calls())["startAnalysis"]).toBe(1));
  });

  test("an account that may not start analyses reads why, after one call that is not repeated", async () => {
    let sent = 0;
    await openTopic("strike", (request) => {
      if (!request.url.endsWith("/analyze/dataset")) return undefined;
      sent += 1;
      return Response.json({ message: "Forbidden", code: 403 }, { status: 403 });
    });
    await press("Estimate the documents");
    await says("Your account lacks a permission");
    expect(sent).toBe(1);
    expect(screen.queryByRole("button", { name: "Start the analysis" })).toBeNull();
    await says("No analysis was started on this device yet.");
    expect(screen.queryByText(/^The service did not answer/)).toBeNull();
  });

  test("an estimate of nothing, and one of too much, say what to change", async () => {
    await openTopic("zzqqxxyy");
    await estimate();
    await says("No document in the last 28 days");
    await says(/The whole period of 365 days may still have a few. Check the spelling/);
    await fill(await screen.findByRole("textbox", { name: /^Which words/ }), "the, a report, said, company");
    expect(screen.queryByRole("button", { name: "Start the analysis" })).toBeNull();
    await user.selectOptions(await field("Which period?"), "Other dates");
    await fill("From", "1700-01-01");
    await estimate();
    await says("More than 100,000 documents take long");
  });

  test("a start without an answer is not sent again unasked", async () => {
    let isLost = false;
    await openTopic("strike", (request) => {
      if (isLost && request.url.endsWith("/analyze/dataset")) throw new TypeError("Failed to fetch");
      return undefined;
    });
    await estimate();
    isLost = true;
    await press("Start the analysis");
    await says("The service did not answer when strike: topic was started");
    isLost = false;
    await stage.resetCalls();
    await press("Start the analysis");
    await says("The service did not answer the same start");
    await press("Cancel");
    expect(await stage.calls()).toEqual({});
  });

  test("one that the service stopped has no results, and says so", async () => {
    await openTopic("strike");
    await estimate();
    await setNext({ outcome: "failed" });
    await press("Start the analysis");
    await says("The service stopped this analysis or it failed, and gives no reason");
    expect(screen.queryByRole("button", { name: "Insert results" })).toBeNull();
  });

  test("one goes on while the pane is closed, and is ready when it is opened", async () => {
    const pane = await openTopic("strike");
    await estimate();
    pane.setSpeed(20);
    await setNext({ pollsUntilReady: 2 });
    await stage.resetCalls();
    await press("Start the analysis");
    await says("It goes on while the pane or the workbook is closed.");
    pane.hide();
    await waitFor(async () => expect((await stage.calls())["downloadAnalysis"] ?? 0).toBeGreaterThan(1));
    pane.show();
    await button("Insert results");
    expect((await stage.calls())["startAnalysis"]).toBe(1);
  });

  test("one known by its id alone is in the list and gives a sheet; an unknown id is refused", async () => {
    const { workbook, setSpeed } = await stage.openSignedIn();
    setSpeed(20);
    await openView("Analyses");
    await press("Add by id");
    expect(await faultsOfView("by id", "showsCode")).toEqual([]);
    const id = await screen.findByRole("textbox", { name: /^Id of the analysis/ });
    const { analyses } = stage.demo as unknown as { readonly analyses: readonly { readonly instance: string }[] };
    await fill(id, "11111111-1111-4111-8111-111111111111");
    await user.keyboard("{Enter}");
    await says("The service has no analysis with this id for your company.");
    await fill(id, analyses[0]!.instance);
    await fill(await screen.findByRole("textbox", { name: /^Name/ }), "EV makers");
    await user.keyboard("{Enter}");
    await press("Insert results");
    await says("Inserted in ");
    expect(workbook.sheets).toContain("EV makers");
  });

  const isTranslation = (path: string): boolean => path.endsWith("/documents/translate");
  const openTranslation = async (options: Parameters<typeof stage.openSignedIn>[0] = {}) => {
    const pane = await stage.openSignedIn(options);
    pane.setSpeed(20);
    await openView("Analyses");
    await press("Add by id");
    const { analyses } = stage.demo as unknown as { readonly analyses: readonly { readonly instance: string }[] };
    await fill(await screen.findByRole("textbox", { name: /^Id of the analysis/ }), analyses[0]!.instance);
    await user.keyboard("{Enter}");
    await button("Insert results");
    await press("Translate");
    return pane;
  };

  test("keeps the translations that came before a call that failed, because they were paid for", async () => {
    let calls = 0;
    const refusal = { message: "The quota is used up." };
    const { workbook } = await openTranslation({
      answer: ({ url }) =>
        isTranslation(new URL(url).pathname) && ++calls > 1 ? Response.json(refusal, { status: 403 }) : undefined,
    });
    await fill("Number of documents", "30");
    await press("Translate…");
    await press("Translate");
    await says("The quota is used up.");
    expect(calls).toBe(2);
    await press("Insert values");
    await says("Inserted in");
    expect(workbook.writes.at(-1)).toMatch(/ 26x5$/);
  });

  test("names a document that was not translated by its original title", async () => {
    await openTranslation({
      answer: ({ url }) => (isTranslation(new URL(url).pathname) ? Response.json([]) : undefined),
    });
    await fill("Number of documents", "3");
    await press("Translate…");
    await press("Translate");
    const list = await screen.findByRole("list", { name: /^Translated/ });
    const texts = within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).toMatch(/^\S.{10,}failed/);
  });

  test("has its newest documents translated after a question about the quota, without an id or a date", async () => {
    const { workbook, sent } = await openTranslation();
    await fill("Number of documents", "0");
    await press("Translate…");
    await wrongFieldHasFocus(/^Number of documents/, "Use a whole number from 1 to 500.");
    await fill("Number of documents", "30");
    await press("Translate…");
    await says("Use 30 documents of the quota?");
    const translations = () => sent.filter(({ path }) => isTranslation(path));
    expect(translations()).toEqual([]);
    await press("Translate");
    await says("Translated");
    const bodies = translations().map(({ body }) => JSON.parse(body) as { documents: unknown[]; language: string });
    expect(bodies.map(({ documents, language }) => [documents.length, language])).toEqual([
      [25, "french"],
      [5, "french"],
    ]);
    await press("Insert values");
    await says("Inserted in");
    expect(workbook.writes.at(-1)).toMatch(/ 31x5$/);
    expect(await faultsOfView("translation")).toEqual([]);
  });

  test("each form and the list of recipes have no fault of structure, also with what is wrong", async () => {
    await stage.openSignedIn();
    await openView("Analyses");
    const faults: string[] = [];
    for (const task of [/^What is being said/, /^Compare competitors/, /^Follow a topic/]) {
      await press(task);
      await press("Estimate the documents");
      await says(/Choose at least|Enter at least/);
      faults.push(...(await faultsOfView("analyses")));
      await press("Back");
    }
    await press("Recipes");
    faults.push(...(await faultsOfView("analyses")));
    expect(faults).toEqual([]);
  });
});
