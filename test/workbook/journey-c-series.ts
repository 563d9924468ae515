import type { PressStory } from "./journey-c-form";

/** The series of the journey, below the keywords. */
const series = '=ANALYSIS.SERIES(B1,"polarity,volume_document",,"mean","day","wide=entity")';
const header = [
  ...["extract_day", "Acme mean_polarity", "Volta mean_polarity"],
  ...["Acme volume_document", "Volta volume_document"],
];

/** C3, C4 and the rest of C2: what waits for the analysis, and that nothing starts another one. */
export const journeyCSeries = (told: () => PressStory, letPoll: () => Promise<void>): void => {
  test("C3: the id goes into B1, and the status waits for it", async () => {
    const { hands, workbench, until, button, picture } = told();
    await hands.select("B1");
    await hands.press(button("Use EV makers Q3"));
    await hands.press(button("Insert values"));
    await until(async () => /^[0-9a-f-]{36}$/.test(String((await workbench.cell("B1")).value)));
    await hands.enter("B2", "=ANALYSIS.STATUS(B1)");
    await letPoll();
    await until(async () => (await workbench.cell("B2")).value === "in progress");
    await picture("3-in-progress");
  });

  test("C4: a series typed before it is ready spills 93 × 5 by itself when it is; four polls were told to wait", async () => {
    const { hands, workbench, bodies, waits, until, picture } = told();
    await hands.enter("A12", series);
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
