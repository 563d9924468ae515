import { forecast } from "../../../../../../src/addin/taskpane/features/formula/forecast";
import { functions } from "../../../../../../src/formulas/functions";

/** The forecast for a function with these inputs, under a row cap of 50,000. */
const forecastFor = (name: string, inputs: Readonly<Record<string, string>> = {}, total?: number): string => {
  const definition = functions.find((each) => each.name === name);
  if (definition === undefined) throw new Error(`There is no function ${name}`);
  return forecast(definition, inputs, { rowCap: 50_000, total });
};

test("a function that reads a listing takes a call for each page, up to its limit or the row cap", () => {
  expect(forecastFor("UNIVERSE.COUNT")).toBe("Up to 1 call: pages of 1,000 records.");
  expect(forecastFor("UNIVERSE.ENTITIES", { limit: "2500" })).toBe("Up to 3 calls: pages of 1,000 records.");
  for (const limit of ["", "all"])
    expect(forecastFor("UNIVERSE.ENTITIES", { limit })).toBe("Up to 50 calls: pages of 1,000 records.");
  expect(forecastFor("UNIVERSE.ENTITIES", { limit: "=B1" })).toMatch(/^Makes one call per 1,000 records/);
});

test("once the service has said how many records there are, the forecast counts their pages", () => {
  expect(forecastFor("UNIVERSE.ENTITIES", {}, 1_458)).toBe("About 2 calls: 1,458 rows in pages of 1,000.");
  expect(forecastFor("UNIVERSE.ENTITIES", { limit: "20" }, 1_458)).toBe("About 1 call: 20 rows in pages of 1,000.");
});

test("what is filtered, sorted or made distinct here is read to the end, unless the service can sort it", () => {
  const all = "Up to 100 calls: reads all records first, at most 100,000.";
  expect(forecastFor("ESG.DOCUMENTS", { limit: "5", options: "sort=extract_date:desc" })).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", options: "distinct=entity_id" })).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", entities: "=A2:A9" })).toContain(all);
  expect(forecastFor("ESG.SUMMARY")).toContain(all);
  expect(forecastFor("ESG.EVENTS", { limit: "5", options: "headers=no; sort=score:desc" })).toContain("Up to 1 call:");
});

test("a formula for some companies says which universe is read, because events have no filter by company", () => {
  const kept = (universe: string): string =>
    `The service cannot filter by company. Everything in ${universe} that matches the other filters is read, and only what concerns these companies is kept.`;
  expect(forecastFor("ESG.EVENTS", { universe: "EU Banks", entities: "=MyBook[ISIN]" })).toContain(kept("EU Banks"));
  expect(forecastFor("ESG.DOCUMENTS", { universe: "=B1", entities: "Apple" })).toContain(kept("B1"));
  expect(forecastFor("ESG.EVENTS", { entities: "Apple" })).toContain(kept("the selected universe"));
  expect(forecastFor("ESG.EVENTS", { universe: "EU Banks" })).not.toContain("cannot filter");
});

test("a function that looks up companies or documents shares calls of as many items as the contract allows", () => {
  const shared = "Makes one call for up to 500 different inputs. Other cells share the call.";
  for (const name of ["ENTITY.ID", "DOC.CONTENT", "DOC.FIELDS"]) expect(forecastFor(name)).toBe(shared);
});

test("a function whose route answers one question takes a call for each input", () => {
  expect(forecastFor("KG.CANDIDATES")).toBe("Makes one call for each different input.");
});

test("all documents of an analysis take a call for each day, unless one day is given", () => {
  const byDay = "Makes one call for fewer than 500 documents, otherwise 2 calls and one for each day with documents.";
  const single = "Makes one call for each different input.";
  for (const name of ["ANALYSIS.DOCUMENTS", "ANALYSIS.SENTENCES"]) {
    expect(forecastFor(name, { limit: "all" })).toBe(byDay);
    expect(forecastFor(name, { limit: "all", options: "date=2026-09-01" })).toBe(single);
    expect(forecastFor(name, { limit: "20" })).toBe(single);
    expect(forecastFor(name)).toBe(single);
  }
});

test("a function that also looks up companies says so", () => {
  const companies = "Company columns take one more call per 500 companies.";
  expect(forecastFor("ESG.EVENTS")).toBe(`Up to 50 calls: pages of 1,000 records. ${companies}`);
  expect(forecastFor("ESG.DOCUMENT")).toBe(`Makes one call for each different input. ${companies}`);
});

test("a function that reads what is known already makes no call", () => {
  expect(forecastFor("UNIVERSE.LIST")).toBe("Makes no call to the service.");
});
