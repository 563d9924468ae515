import { forecast } from "../../../../../../src/addin/taskpane/features/formula/forecast";
import { functions } from "../../../../../../src/formulas/functions";

/** The forecast for a function with these inputs, under a row cap of 50,000. */
const forecastFor = (name: string, inputs: Readonly<Record<string, string>> = {}, total?: number): string => {
  const definition = functions.find((each) => each.name === name);
  if (definition === undefined) throw new Error(`There is no function ${name}`);
  return forecast(definition, inputs, { rowCap: 50_000, total });
};

test("a listing says its calls where they are more than ten: one for each page, up to its limit or the row cap", () => {
  for (const limit of ["", "all"]) expect(forecastFor("UNIVERSE.ENTITIES", { limit })).toBe("Up to 50 calls.");
  expect(forecastFor("UNIVERSE.ENTITIES", { limit: "11000" })).toBe("Up to 11 calls.");
  for (const limit of ["10000", "20", "=B1"]) expect(forecastFor("UNIVERSE.ENTITIES", { limit })).toBe("");
  expect(forecastFor("UNIVERSE.COUNT")).toBe("");
});

test("once the service has said how many records there are, the forecast counts their pages", () => {
  expect(forecastFor("UNIVERSE.ENTITIES", {}, 12_458)).toBe("About 13 calls: 12,458 rows in pages of 1,000.");
  expect(forecastFor("UNIVERSE.ENTITIES", {}, 1_458)).toBe("");
  expect(forecastFor("ESG.SUMMARY", {}, 4_000)).toBe("");
});

test("what is filtered, sorted or made distinct here is read to the end, unless the service can sort it", () => {
  const all = "Up to 100 calls: reads all records first, at most 100,000.";
  expect(forecastFor("ESG.DOCUMENTS", { limit: "5", options: "sort=extract_date:desc" })).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", options: "distinct=entity_id" })).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", entities: "=A2:A9" })).toContain(all);
  expect(forecastFor("ESG.SUMMARY")).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", options: "headers=no; sort=score:desc" })).toBe("");
});

test("a formula for some companies says which universe is read, because events have no filter by company", () => {
  const kept = (universe: string): string =>
    `The service cannot filter by company. Everything in ${universe} that matches the other filters is read, and only what concerns these companies is kept.`;
  expect(forecastFor("ESG.EVENTS", { universe: "EU Banks", entities: "=MyBook[ISIN]" })).toContain(kept("EU Banks"));
  expect(forecastFor("ESG.DOCUMENTS", { universe: "=B1", entities: "Apple" })).toContain(kept("B1"));
  expect(forecastFor("ESG.EVENTS", { entities: "Apple" })).toContain(kept("the selected universe"));
  expect(forecastFor("ESG.EVENTS", { universe: "EU Banks" })).not.toContain("cannot filter");
});

test("a look-up says no cost, and a translation says that it counts as usage", () => {
  for (const name of ["ENTITY.ID", "DOC.CONTENT", "KG.CANDIDATES", "ESG.DOCUMENT", "UNIVERSE.LIST"])
    expect(forecastFor(name)).toBe("");
  expect(forecastFor("DOC.TEXT", { options: "translate=fr" })).toBe("The service counts translations as usage.");
});

test("all documents of an analysis take a call for each day, unless one day is given", () => {
  const byDay = "For 500 documents or more, one call for each day with documents.";
  for (const name of ["ANALYSIS.DOCUMENTS", "ANALYSIS.SENTENCES"]) {
    expect(forecastFor(name, { limit: "all" })).toBe(byDay);
    expect(forecastFor(name, { limit: "all", options: "date=2026-09-01" })).toBe("");
    expect(forecastFor(name, { limit: "20" })).toBe("");
    expect(forecastFor(name)).toBe("");
  }
});
