import type { Gate } from "./hold-calls";
import type { PressStory } from "./journey-c-form";

/** The series of the journey, below the keywords. */
const series = '=ANALYSIS.SERIES(B1,"polarity,volume_document",,"mean","day","wide=entity")';
const header = [
  ...["extract_day", "Acme mean_polarity", "Volta mean_polarity"],
  ...["Acme volume_document", "Volta volume_document"],
];

/** Waits until a cell shows this, also while its function is still being calculated. */
const shows = async ({ workbench }: PressStory, cell: string, value: string): Promise<void> => {
  const end = Date.now() + 60_000;
  while ((await workbench.cell(cell)).value !== value) {
    if (Date.now() > end) throw new Error(`${cell} never showed ${value}.`);
    await workbench.page.waitForTimeout(50);
  }
};

/** C3, C4 and the rest of C2: what waits for the analysis, and that nothing starts another one. */
export const journeyCSeries = (told: () => PressStory, polls: () => Gate): void => {
  test("C3: the id goes into B1, and the status waits for it", async () => {
    const { hands, workbench, until, button, picture } = told();
    await hands.select("B1");
    await hands.press(button("Use EV makers Q3"));
    await hands.press(button("Insert values"));
    await until(async () => /^[0-9a-f-]{36}$/.test(String((await workbench.cell("B1")).value)));
    await hands.enter("B2", "=ANALYSIS.STATUS(B1)");
    // One poll is let through: the analysis runs until C4 has seen what it wants.
    await polls().release();
    await until(async () => (await workbench.cell("B2")).value === "in progress");
    await picture("3-in-progress");
  });

  test("C4: a series typed before it is ready is busy for a while, then says that the analysis is still running", async () => {
    const { hands, workbench, waits, picture } = told();
    const before = waits();
    await hands.enter("A12", series);
    await shows(told(), "A12", "#BUSY!");
    await shows(told(), "A12", "#N/A");
    expect((await workbench.cell("A12")).error).toEqual({ code: "#N/A", message: "The analysis is still running." });
    // Its own question was told to wait once; asking again is left to the polls.
    expect(waits()).toBe(before + 1);
    await picture("4-still-running");
  }, 150_000);

  test("C4, its end: it spills 93 × 5 by itself when the analysis is ready; four questions were told to wait", async () => {
    const { workbench, bodies, waits, until, picture } = told();
    await polls().open();
    await until(async () => (await workbench.cell("A12")).value === "extract_day");
    await until(async () => (await workbench.cell("B2")).value === "ready");
    const asked = await bodies("/analyze/timeserie");
    const body = { operands: ["mean"], pivots: ["extract_day", "entity"], time_granularity: "day" };
    expect(asked).toEqual(asked.map(() => expect.objectContaining(body) as unknown));
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
    const { workbench, during } = told();
    const calls = await during(() => workbench.page.waitForTimeout(17_000));
    expect(calls.total).toBe(0);
  }, 60_000);

  test("C2, afterwards: recalculating and a copy of the recipes start nothing", async () => {
    const { workbench, during } = told();
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
