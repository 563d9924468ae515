import { holdCalls } from "./hold-calls";
import { days, quarter, type PressStory } from "./journey-c-form";

const fields = "extract_date,title,url,document_polarity,document_entity_polarity.Acme";
const documents = (limit: number, entity: string): string =>
  `=ANALYSIS.DOCUMENTS(B1,"${fields}",${limit},"document_entity_polarity",${entity},"order=ASC")`;

/** C6 to C8: documents by formula and, where a formula cannot, day by day. */
export const journeyCResults = (told: () => PressStory): void => {
  test("C6: sorting by an entity's polarity without the entity is refused before any call", async () => {
    const { hands, workbench, during } = told();
    const calls = await during(() => hands.enter("H5", documents(200, "")));
    expect(calls.total).toBe(0);
    expect((await workbench.cell("H5")).error).toEqual({
      code: "#VALUE!",
      message: "sort: sorting by document_entity_polarity needs the argument entity.",
    });
  });

  test("C7: with the entity it is one call of 200, sorted by its mean, dates as dates", async () => {
    const { hands, workbench, during, bodies, until, picture } = told();
    const calls = await during(async () => {
      await hands.enter("H5", documents(200, '"Acme"'));
      await until(async () => (await workbench.cell("H5")).value === "extract_date");
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
    const { hands, workbench, during } = told();
    const calls = await during(() => hands.enter("H5", documents(1500, '"Acme"')));
    expect(calls.total).toBe(0);
    const { error } = await workbench.cell("H5");
    expect(error?.code).toBe("#VALUE!");
    expect(error?.message).toMatch(/limit .*500.*got 1500/);
    expect(error?.message).toContain("Import by day");
  });

  test("C8, the import: a call a day, progress with Stop, one table with one header", async () => {
    const { hands, workbench, during, bodies, button, text, picture } = told();
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
    const { from, to } = quarter(told());
    expect([new Set(dates).size, dates[0], dates.at(-1)]).toEqual([days, from, to]);
    const rows = await workbench.values("'EV makers Q3'!A1:E1852");
    const header = ["id", "extract_date", "title", "url", "document_polarity"];
    expect(rows[0]).toEqual(header);
    expect(rows.filter(([id]) => id === "id")).toHaveLength(1);
    expect(new Set(rows.slice(1, 1851).map(([id]) => id)).size).toBe(1850);
    expect(rows.slice(1, 1851).every(([, at]) => Number(at) > 40_000)).toBe(true);
    expect(rows[1851]).toEqual(["", "", "", "", ""]);
    const sheet = (await workbench.call("save")).sheets.find(({ name }) => name === "EV makers Q3");
    expect(sheet?.tables).toEqual([{ name: "SpillwayDocuments", address: "A1:E1851" }]);
    await picture("8-imported");
  }, 120_000);
};
