import { enrichData } from "../../../../src/data/enrich/enrich-data";
import { replaceRules } from "../../../../src/data/enrich/generation";
import { importFile } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import type { Signal } from "../../../../src/data/records";
import type { Database } from "../../../../src/data/sql/database";
import { openData } from "../../../../src/data/sql/open";
import { writeCompanies } from "../../../../src/data/sql/write";
import { createFiles } from "../import/files";
import { sampleCompany, uuid } from "../sql/records";

const files = createFiles();
let database: Database;

beforeAll(async () => {
  database = await openData(undefined);
});
afterAll(async () => {
  await database.close();
  files.remove();
});
beforeEach(async () => {
  await database.run(
    "TRUNCATE import_files, companies, company_names, documents, signals, events, settings, enrichment_queue",
  );
});

interface Item {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly date: string;
}

const addCompanies = (...names: readonly string[]): Promise<void> =>
  database.transaction((queries) =>
    writeCompanies(
      queries,
      names.map((name, position) => sampleCompany(position + 1, { name, aliases: [] })),
    ),
  );

const addDocuments = async (name: string, ...items: readonly Item[]): Promise<void> => {
  const file = files.write(`${name}.jsonl`, items.map((item) => JSON.stringify(item)).join("\n"));
  await importFile(database, findKind("documents"), file, {});
};

const signals = async (): Promise<readonly Signal[]> => {
  const rows = await database.query<{ readonly record: Signal }>(
    "SELECT record FROM signals WHERE kind = 'esg' ORDER BY time, id",
  );
  return rows.map(({ record }) => record);
};

const events = () =>
  database.query("SELECT id, record->>'title' AS title, record->'documents' AS documents FROM events ORDER BY start");

const item = (number: number, day: number, text: string): Item => ({
  url: `https://news.example/${number}`,
  title: `Report ${number}`,
  text,
  date: `2026-03-${String(day).padStart(2, "0")}`,
});

const leak = "Zetaron AG stopped its plant after an oil spill reached the river on Monday morning.";

it("documents of a company become events, with the rule behind the score and what each says that is new", async () => {
  await addCompanies("Zetaron AG", "Acme Industries Inc.");
  await addDocuments(
    "news",
    item(1, 1, leak),
    item(2, 3, `${leak} The mayor asked for a hearing of the council about the cleaning of the harbour.`),
    item(3, 4, leak),
    item(4, 4, "Acme Industries Inc. opened a new office in the capital."),
  );
  expect(await enrichData(database)).toMatchObject({ documents: 4 });
  expect(await signals()).toMatchObject([
    { company: uuid(1), score: 4, rule: "oil-spill: oil spill", evidence: leak, novelty: leak },
    { novelty: "The mayor asked for a hearing of the council about the cleaning of the harbour." },
    { novelty: null },
  ]);
  const [event, ...others] = await events();
  expect([event, others]).toMatchObject([{ title: "Oil spill: Report 1", documents: 3 }, []]);
  expect(new Set((await signals()).map((signal) => signal.event))).toEqual(new Set([event?.["id"]]));
});

it("a second run reads nothing; a later document joins the event and changes no other", async () => {
  await addCompanies("Zetaron AG");
  await addDocuments("first", item(1, 1, leak));
  await enrichData(database);
  const before = await signals();
  expect(await enrichData(database)).toEqual({ documents: 0, groups: 0 });
  await addDocuments("second", item(2, 2, leak));
  expect(await enrichData(database)).toMatchObject({ documents: 1 });
  const [first, second] = await signals();
  expect([first]).toEqual(before);
  expect(second).toMatchObject({ event: first?.event, novelty: null });
  expect(await events()).toMatchObject([{ documents: 2 }]);
});

it("documents are read again for companies that come later, and with other rules", async () => {
  await addDocuments("news", item(1, 1, leak));
  await enrichData(database);
  expect(await signals()).toEqual([]);
  await addCompanies("Zetaron AG");
  expect(await enrichData(database)).toMatchObject({ documents: 1 });
  expect(await signals()).toMatchObject([{ score: 4 }]);
  const [before] = await events();
  await replaceRules(database, "rule,category,sub_category,score,phrases\nours,E,oil spill,2,reached the river");
  expect(await enrichData(database)).toMatchObject({ documents: 1 });
  expect(await signals()).toMatchObject([{ score: 2, rule: "ours: reached the river" }]);
  expect(await events()).toMatchObject([{ id: before?.["id"] }]);
});

it("an event ends with its documents: a text that changes takes back what it said", async () => {
  await addCompanies("Zetaron AG");
  await addDocuments("news", item(1, 1, leak));
  await enrichData(database);
  await addDocuments("corrected", item(1, 1, "Zetaron AG opened a new office in the capital."));
  await enrichData(database);
  expect([await signals(), await events()]).toEqual([[], []]);
});

it("near-duplicates of one day are counted, those of another day are not", async () => {
  await addCompanies("Zetaron AG");
  const long = `${leak} Workers closed the valve and the company said that birds were washed by volunteers at the shore.`;
  await addDocuments("news", item(1, 1, long), item(2, 1, `${long} More follows.`), item(3, 2, long));
  await enrichData(database);
  expect((await signals()).map(({ clusterSize }) => clusterSize)).toEqual([2, 2, 1]);
  const clusters = await database.query(
    "SELECT count(DISTINCT enrichment->>'cluster') AS clusters FROM documents WHERE enrichment->>'quality' IS NULL",
  );
  expect(clusters).toEqual([{ clusters: 2 }]);
});

it("filings are read again when a company gets the number that they have", async () => {
  await addCompanies("Zetaron AG");
  const filing = {
    ...{ cik: "0000000777", company: "Formerly Otherwise Corp", form: "8-K", items: ["1.03"] },
    ...{ filing_date: "2026-03-01", url: "https://www.sec.gov/777", text: "The registrant filed for bankruptcy." },
  };
  await importFile(database, findKind("edgar"), files.write("filings.jsonl", JSON.stringify(filing)), {});
  await enrichData(database);
  expect(await signals()).toEqual([]);
  await database.transaction((queries) =>
    writeCompanies(queries, [sampleCompany(1, { name: "Zetaron AG", aliases: [], cik: "777" })]),
  );
  await enrichData(database);
  expect(await signals()).toMatchObject([{ company: uuid(1) }]);
});
