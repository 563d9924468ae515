import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());

/** Letters of full width, as Japanese keyboards write them. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

/** The ways in which the same text arrives: pasted, typed with another keyboard, decomposed, in other case. */
const ways: readonly (readonly [string, (text: string) => string])[] = [
  ["with invisible marks", (text) => `\u200e${text.slice(0, 1)}\u200b${text.slice(1)}\ufeff`],
  ["in letters of full width", wide],
  ["decomposed", (text) => text.normalize("NFD")],
  ["with marked spaces", (text) => `\u00a0${text.replaceAll(" ", "\u00a0")}\u3000`],
  ["in other case", (text) => text.toUpperCase()],
];

const formulas: readonly (readonly [string, (write: (text: string) => string) => readonly unknown[]])[] = [
  ["universe", (write) => ["ESG.EVENTS", write("eu banks"), 3, null, null, null, "title", 5]],
  ["fields", (write) => ["ESG.EVENTS", "EU Banks", 3, null, null, null, write("title,entity.name"), 5]],
  ["options", (write) => ["ESG.EVENTS", "EU Banks", 3, null, null, null, "title", 5, write("headers=no")]],
  ["category", (write) => ["ESG.EVENTS", "EU Banks", 3, null, null, null, "title", 5, [["category", write("e")]]]],
  ["date", (write) => ["ESG.EVENTS", "EU Banks", null, write("2026-01-31"), null, null, "title", 5]],
  ["limit", (write) => ["ESG.EVENTS", "EU Banks", 3, null, null, null, "title", write("5")]],
  ["country", (write) => ["UNIVERSE.ENTITIES", "Demo Portfolio", null, write("france"), "name", 5]],
  ["sector", (write) => ["ESG.DOCUMENTS", "EU Banks", null, null, null, null, "title", 5, [["sector", write("k")]]]],
  ["grouping", (write) => ["ESG.SUMMARY", "EU Banks", 3, null, null, null, write("category")]],
  ["status", (write) => ["TASKS.LIST", write("pending"), null, 5]],
  ["name of a company", (write) => ["ENTITY.GET", write("wendilund bank"), "name,country"]],
  ["key of a search", (write) => ["ENTITY.ID", "SE0ZZ0000012", write("isin")]],
];

describe.each(formulas)("a text of %s", (_, formula) => {
  test.each(ways)("%s gives the same result without a further call", async (way, write) => {
    const [name, ...values] = formula((text) => text);
    const usual = await office.run(name as string, ...values);
    const [, ...written] = formula(write);
    office.forget();
    expect(await office.run(name as string, ...written)).toEqual(usual);
    // The service is asked for a name as it is written, and finds it in any case.
    if (name !== "ENTITY.GET" || way !== "in other case") expect(office.sent).toEqual([]);
  });
});

test("a universe whose name the service wrote decomposed is found", async () => {
  office.runtime.universes.add({
    universe_id: office.universe("EU Banks"),
    name: "Cre\u0301dit Sélection",
    type: "PRIVATE",
  });
  expect(await office.run("UNIVERSE.ID", "crédit SÉLECTION")).toEqual([[office.universe("EU Banks")]]);
});
