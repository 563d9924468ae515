import {
  families,
  rankFunctions,
  searchFunctions,
} from "../../../../../../src/addin/taskpane/features/formula/function-search";
import { renderFunctionHelp } from "../../../../../../scripts/generate/generate-functions";
import { functions } from "../../../../../../src/formulas/functions";

const found = (search: string): readonly string[] => searchFunctions(functions, search).map(({ name }) => name);

test.each([
  ["controversy", "ESG.EVENTS"],
  ["controversies", "ESG.EVENTS"],
  ["incident severity", "ESG.EVENTS"],
  ["resolve", "ENTITY.RESOLVE"],
  ["headcount", "ENTITY.GET"],
  ["country employees", "ENTITY.GET"],
  ["sentiment", "ANALYSIS.SENTIMENT"],
  ["sentiment over time", "ANALYSIS.SERIES"],
  ["revenue", "ENTITY.REVENUE"],
  ["constituents", "UNIVERSE.ENTITIES"],
  ["esg.sum", "ESG.SUMMARY"],
  ["goals grid", "SDG.MATRIX"],
])("a search for %s finds %s first", (search, first) => {
  expect(found(search)[0]).toBe(first);
});

test("a search for isin finds the functions that take or give one", () => {
  expect(found("ISIN")).toEqual(expect.arrayContaining(["ENTITY.RESOLVE", "ENTITY.SEARCH", "ENTITY.IDENTIFIERS"]));
});

test("each function is found by its name, by its synonyms, and is in exactly one family", () => {
  for (const { name, synonyms } of functions) {
    expect(found(name)[0]).toBe(name);
    for (const synonym of synonyms.split(", ")) expect([name, synonym, found(synonym).includes(name)]).toContain(true);
  }
  const inFamilies = families.flatMap((family) => rankFunctions(functions, family).map(({ name }) => name));
  expect(inFamilies.toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
});

test("every word must fit; a blank search and an unknown word find nothing", () => {
  expect(found("controversy zzzqqx")).toEqual([]);
  expect(found("  ")).toEqual([]);
});

test("in another language its own words find a function, with or without accents, and so do English ones", () => {
  const help = renderFunctionHelp("fr").functions;
  const french = functions.map((definition) => ({ ...definition, ...help[definition.name] }));
  const names = (search: string): readonly string[] => searchFunctions(french, search).map(({ name }) => name);
  expect(names("employes")[0]).toBe("ENTITY.GET");
  expect(names("employés")[0]).toBe("ENTITY.GET");
  expect(names("headcount")[0]).toBe("ENTITY.GET");
});

test("every argument has a label in words", () => {
  const without = functions.flatMap(({ name, parameters }) =>
    parameters.filter(({ label }) => label === "").map((parameter) => `${name} ${parameter.name}`),
  );
  expect(without).toEqual([]);
});
