import { until } from "../support/until";
import { bothHands, type Hands } from "./hands";
import { signIn, startStage, type Calls, type Stage } from "./stage";
import { closeBrowser, type OpenOptions, type WorkbenchPage } from "./workbench/page";

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterEach(async () => {
  await stage.faults({});
  // A page that stays open goes on drawing, and slows the next test.
  await closeBrowser();
});
afterAll(() => stage.close());

/** A signed-in page with companies in A1:A4, and the view of analyses open. */
const begin = async (options: OpenOptions = {}): Promise<WorkbenchPage> => {
  const workbench = await stage.open("?fresh", options);
  await signIn(workbench);
  await workbench.enterAll({ A1: "Company", A2: "Acme", A3: "Volta", A4: "Nowhere Unheard Of" });
  await openAnalyses(workbench);
  return workbench;
};

const openAnalyses = (workbench: WorkbenchPage): Promise<void> =>
  workbench.pane().getByRole("tab", { name: "Analyses" }).first().click();

const button = (workbench: WorkbenchPage, name: string | RegExp) =>
  workbench.pane().getByRole("button", { name, exact: typeof name === "string" });

const text = (workbench: WorkbenchPage, wanted: string | RegExp): Promise<void> =>
  workbench.pane().getByText(wanted).first().waitFor();

/** The calls of an estimate, without its looks: how many there are depends on how fast the service counts. */
const withoutLooks = ({ routes: { getTimeSeries: looks = 0, ...others } }: Calls): Calls["routes"] => {
  if (looks < 1) throw new Error("Nobody looked at the sample.");
  return others;
};

const estimate = async (workbench: WorkbenchPage, hands: Hands): Promise<Calls> =>
  stage.during(async () => {
    await hands.press(button(workbench, "Estimate the documents"));
    await button(workbench, "Start the analysis").waitFor();
  });

/** Starts what was estimated, with two presses in a row, and waits until it is ready. */
const startTwice = async (workbench: WorkbenchPage, hands: Hands): Promise<Calls> => {
  const calls = await stage.during(async () => {
    await hands.pressTwice(button(workbench, "Start the analysis"));
    await button(workbench, "Insert results").waitFor({ timeout: 60_000 });
  });
  return calls;
};

/** Inserts the results and waits until the sheet shows them. */
const insert = async (workbench: WorkbenchPage, hands: Hands, sheet: string): Promise<Calls> =>
  stage.during(async () => {
    await hands.press(button(workbench, "Insert results"));
    await text(workbench, /^Inserted in /);
    await workbench.settled();
    await until("the state is shown", async () =>
      String((await workbench.cell(`'${sheet}'!B7`)).value).startsWith("ready"),
    );
  });

/** The first row of the sheet whose first cell in a column is this text, from 1. */
const rowOf = async (workbench: WorkbenchPage, sheet: string, column: string, wanted: string): Promise<number> => {
  const cells = await workbench.values(`'${sheet}'!${column}1:${column}120`);
  const row = cells.findIndex(([value]) => value === wanted);
  if (row === -1) throw new Error(`No "${wanted}" in column ${column}: ${JSON.stringify(cells.flat())}`);
  return row + 1;
};

const chartsOf = async (workbench: WorkbenchPage, sheet: string) =>
  (await workbench.call("save")).sheets.find(({ name }) => name === sheet)?.charts ?? [];

const isNumber = (value: unknown): value is number => typeof value === "number";

describe.each(bothHands)("Guided analyses %s", (_, makeHands) => {
  test("what is being said: a list from the sheet becomes a sheet with a series, a chart and the newest headlines", async () => {
    const workbench = await begin();
    const hands = makeHands(workbench);
    await hands.select("A1:A4");
    await hands.press(button(workbench, /^What is being said/));
    await hands.press(button(workbench, "Take Sheet1!A1:A4"));
    await text(workbench, "3 companies");
    const counted = await estimate(workbench, hands);
    expect(withoutLooks(counted)).toEqual({ searchEntities: 1, startAnalysis: 1 });
    await text(workbench, /^At least [\d,]+ documents$/);
    await text(workbench, /One company has no document in these 28 days: Nowhere Unheard Of/);
    const started = await startTwice(workbench, hands);
    expect(started.routes["startAnalysis"]).toBe(1);

    const sheet = "Acme Mobility +2 press";
    const inserted = await insert(workbench, hands, sheet);
    expect(inserted.routes).toEqual({ getTimeSeries: 2, downloadAnalysis: 1 });
    const row = await rowOf(workbench, sheet, "A", "Documents by month");
    const series = await workbench.values(`'${sheet}'!A${row + 2}:C${row + 5}`);
    // A month without documents has 0 of them, and no tone.
    expect(series.every(([month, documents]) => isNumber(month) && isNumber(documents))).toBe(true);
    const formula = (await workbench.read(`'${sheet}'!A${row + 2}`))[0]?.[0]?.formula;
    expect(formula).toContain("ANALYSIS.SERIES($B$8,");
    const months = (await workbench.values(`'${sheet}'!B${row + 2}:B${row + 40}`)).flat().filter(isNumber);
    expect(months.length).toBeGreaterThanOrEqual(12);
    expect((await workbench.cell(`'${sheet}'!B6`)).value).toBe(months.reduce((sum, count) => sum + count, 0));
    await rowOf(workbench, sheet, "E", "The 25 newest documents");
    const notes = (await workbench.values(`'${sheet}'!B9:B13`)).flat().join("\n");
    expect(notes).toContain("No document names Nowhere Unheard Of.");
    expect(notes).toContain("Incomplete periods:");
    const [chart, ...more] = await chartsOf(workbench, sheet);
    expect(more).toEqual([]);
    expect(chart).toMatchObject({
      type: "ColumnClustered",
      categoryAxis: { title: expect.stringMatching(/^Month · .*the last one ends on/) as string },
      valueAxis: { title: "Documents" },
      series: [{ values: { formula: expect.stringContaining(`$B$${row + 2}:$B$`) as string } }],
    });
    await workbench.screenshot(`analyses-companies-${hands.name}`);
    await workbench.close();
  });

  test("compare competitors: each has a column in the series and a series in the chart", async () => {
    const workbench = await begin();
    const hands = makeHands(workbench);
    await hands.select("A2:A3");
    await hands.press(button(workbench, /^Compare competitors/));
    await hands.press(button(workbench, "Take Sheet1!A2:A3"));
    await hands.choose(workbench.pane().getByLabel("Which period?"), "Last 3 months");
    expect(withoutLooks(await estimate(workbench, hands))).toEqual({ searchEntities: 1, startAnalysis: 1 });
    expect((await startTwice(workbench, hands)).routes["startAnalysis"]).toBe(1);
    const sheet = "Acme Mobility +1 comparison";
    const inserted = await insert(workbench, hands, sheet);
    expect(inserted.routes).toEqual({ getTimeSeries: 2 });
    const row = await rowOf(workbench, sheet, "A", "Documents by company and week");
    expect((await workbench.values(`'${sheet}'!A${row + 1}:C${row + 1}`))[0]).toEqual([
      "Week from",
      "Acme Mobility plc",
      "Volta Motors AG",
    ]);
    expect((await workbench.values(`'${sheet}'!A${row + 2}:C${row + 10}`)).flat().every(isNumber)).toBe(true);
    await rowOf(workbench, sheet, "A", "Sentiment by company and week (-1 to 1)");
    const [chart] = await chartsOf(workbench, sheet);
    expect(chart?.categoryAxis.title).toMatch(/^Week from/);
    expect(chart?.series).toHaveLength(2);
    await workbench.screenshot(`analyses-competitors-${hands.name}`);
    await workbench.close();
  });

  test("follow a topic: words need no look-up; as values nothing is asked again", async () => {
    const workbench = await begin();
    const hands = makeHands(workbench);
    await hands.press(button(workbench, /^Follow a topic/));
    await hands.fill(workbench.pane().getByRole("textbox", { name: /^Which words/ }), "strike\nunion, wages");
    expect(withoutLooks(await estimate(workbench, hands))).toEqual({ startAnalysis: 1 });
    expect((await startTwice(workbench, hands)).routes["startAnalysis"]).toBe(1);
    await hands.choose(workbench.pane().getByLabel("Insert as"), "values");
    const inserted = await insert(workbench, hands, "strike topic");
    expect(inserted.routes).toEqual({ getTimeSeries: 2, downloadAnalysis: 1 });
    const row = await rowOf(workbench, "strike topic", "A", "Documents by month");
    const cells = (await workbench.read(`'strike topic'!A${row + 2}:C${row + 5}`)).flat();
    expect(cells.every(({ value, formula }) => isNumber(value) && (formula ?? "") === "")).toBe(true);
    expect((await chartsOf(workbench, "strike topic"))[0]?.type).toBe("ColumnClustered");
    await workbench.screenshot(`analyses-topic-${hands.name}`);
    await workbench.close();
  });
});

describe("Guided analyses across a closed workbook", () => {
  const topic = async (workbench: WorkbenchPage, words: string): Promise<void> => {
    await button(workbench, /^Follow a topic/).click();
    await workbench
      .pane()
      .getByRole("textbox", { name: /^Which words/ })
      .fill(words);
  };
  const press = (workbench: WorkbenchPage, name: string | RegExp): Promise<void> => button(workbench, name).click();
  const estimated = async (workbench: WorkbenchPage): Promise<void> => {
    await press(workbench, "Estimate the documents");
    await button(workbench, "Start the analysis").waitFor();
  };

  test("a start without an answer is not sent again unasked, and is named after the workbook was opened again", async () => {
    const workbench = await begin();
    await topic(workbench, "strike");
    await estimated(workbench);
    await workbench.page.route("**/analyze/dataset", (route) => route.abort());
    await press(workbench, "Start the analysis");
    await text(workbench, /^The service did not answer when strike: topic was started/);
    await workbench.page.unroute("**/analyze/dataset");
    const asked = await stage.during(async () => {
      await press(workbench, "Start the analysis");
      await text(workbench, /^The service did not answer the same start/);
      await press(workbench, "Cancel");
    });
    expect(asked.total).toBe(0);
    const reopened = await stage.during(async () => {
      await workbench.page.reload();
      await workbench.page.waitForFunction(() => "workbench" in window);
      await workbench.call("ready");
      await signIn(workbench);
      await openAnalyses(workbench);
      await text(workbench, /^The service did not answer when strike: topic was started/);
    });
    expect(reopened.routes["startAnalysis"]).toBeUndefined();
    await press(workbench, "Dismiss");
    await workbench
      .pane()
      .getByText(/^The service did not answer/)
      .waitFor({ state: "detached" });
    await workbench.close();
  });
});
