import type { Database } from "../../../src/data/sql/database";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies } from "../../../src/data/sql/write";
import type { DataSource } from "../../../src/service/data/source";
import { createSqlSource } from "../../../src/service/data/sql-source";
import { createAccounts } from "../../../src/service/world/accounts";
import { sampleCompany } from "../data/sql/records";

const [account] = createAccounts(1);
if (account === undefined) throw new Error("there is no account");

const names = [
  "NIKE, Inc.",
  "Nikeisha Foods Corp.",
  "Air Nike Holdings Ltd",
  "Nikon Corporation",
  "Nestlé S.A.",
  "Société Générale SA",
  "Apple Inc.",
  "Apple Hospitality REIT, Inc.",
  "Deutsche Telekom AG",
  "Müller & Söhne GmbH",
  "Berkshire Hathaway Inc",
  "A.P. Møller - Mærsk A/S",
  "Nike",
];

let database: Database;
let statements = 0;
let data: DataSource;
beforeAll(async () => {
  database = await openData(undefined);
  await database.transaction((queries) =>
    writeCompanies(
      queries,
      names.map((name, number) => sampleCompany(number, { name, aliases: [], isins: [`ISIN${number}`] })),
    ),
  );
  data = createSqlSource({
    ...database,
    query: (sql, values) => {
      statements += 1;
      return database.query(sql, values);
    },
  });
}, 60_000);
afterAll(() => database.close());

const search = async (texts: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const attributes = { texts: new Map(), numbers: new Map() };
  const queries = texts.map((text) => ({
    identifiers: [{ key: "name", condition: { operator: "ilike", values: [text] } as const }],
    attributes,
  }));
  const results: string[][] = [];
  for await (const { best } of data.searchCompanies(queries, account, 10)) results.push(best.map(({ name }) => name));
  return results;
};

test("a name is found without its legal form: first the equal name, then without legal form, prefixes and parts", async () => {
  expect((await search(["Nike"]))[0]).toEqual(["Nike", "NIKE, Inc.", "Nikeisha Foods Corp.", "Air Nike Holdings Ltd"]);
});

test.each([
  ["Nike Incorporated", "NIKE, Inc."],
  ["nestle", "Nestlé S.A."],
  ["SOCIETE GENERALE", "Société Générale SA"],
  ["Muller & Sohne", "Müller & Söhne GmbH"],
  ["muller and sohne", "Müller & Söhne GmbH"],
  ["AP Moller Maersk", "A.P. Møller - Mærsk A/S"],
  ["Deutche Telekom", "Deutsche Telekom AG"],
  ["Deutsche Telekmo", "Deutsche Telekom AG"],
  ["Aple Inc", "Apple Inc."],
  ["Berkshyre Hatthaway", "Berkshire Hathaway Inc"],
])("%s finds %s first", async (text, name) => {
  expect((await search([text]))[0]?.[0]).toBe(name);
});

test("a text finds the names that contain it, and none where it resembles no name", async () => {
  expect(await search(["Qwertz Uiop", "&", "%qq%"])).toEqual([[], ["Müller & Söhne GmbH"], []]);
});

test("500 names need at most three statements for each 50", async () => {
  statements = 0;
  const results = await search(Array.from({ length: 500 }, (_, number) => (number % 2 === 0 ? "Aple" : "Qwertz Uiop")));
  expect(results.filter(([first]) => first === "Apple Inc.").length).toBe(250);
  expect(statements).toBeLessThanOrEqual(30);
});
