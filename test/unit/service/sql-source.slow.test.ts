import type { Database } from "../../../src/data/sql/database";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies, writeDocuments, writeEvents } from "../../../src/data/sql/write";
import { selectDocuments } from "../../../src/service/analyses/download";
import { createPlan } from "../../../src/service/analyses/plan";
import { defaultLimits } from "../../../src/service/common/limits";
import type { DataSource, DocumentFilter, EventFilter } from "../../../src/service/data/source";
import { createSqlSource } from "../../../src/service/data/sql-source";
import type { Slice, SliceRequest } from "../../../src/service/listing/page";
import { openSqlUniverses } from "../../../src/service/store/sql-state";
import type { Universe, Universes } from "../../../src/service/store/universes";
import { createAccounts } from "../../../src/service/world/accounts";
import { sampleCompany, sampleDocument, sampleEvent, uuid } from "../data/sql/records";

const [account] = createAccounts(1);
if (account === undefined) throw new Error("there is no account");

let database: Database;
let data: DataSource;
let universes: Universes;
let universe: Universe;
beforeEach(async () => {
  database = await openData(undefined);
  data = createSqlSource(database);
  universes = openSqlUniverses(database);
  const { user: owner, company } = account;
  const made = await universes.create({ name: "All", type: "SHARED", description: "Everything", owner, company });
  if (made === undefined) throw new Error("the universe was not made");
  universe = made;
  await database.transaction(async (queries) => {
    await writeCompanies(
      queries,
      [1, 2, 3, 4, 5].map((number) => sampleCompany(number)),
    );
    for (const number of [1, 2, 3, 4, 5]) await writeDocuments(queries, [sampleDocument(`d${number}`, [number])]);
    await writeEvents(
      queries,
      [1, 2, 3, 4, 5].map((number) => sampleEvent(number, number)),
    );
    await queries.query("INSERT INTO universe_members SELECT $1::bigint, ordinal FROM companies", [universe.ordinal]);
  });
});
afterEach(() => database.close());

const noFilter = { score: [], cases: [], categories: [], sector: [] };
const documentFilter: DocumentFilter = { ...noFilter, time: [], events: [] };
const unfiltered = { start: [], last: [], subCategories: [], classifications: [], principles: [], content: [] };
const eventFilter: EventFilter = { ...noFilter, ...unfiltered };
const conditions = { texts: new Map(), numbers: new Map() };

type Read = (page: SliceRequest) => Promise<Slice<string>>;

const withIds = <T>(slice: Slice<T>, read: (item: T) => string): Slice<string> => ({
  ...slice,
  items: slice.items.map(read),
});

/** Each listing, and the statement that removes a record of it. */
const listings: readonly (readonly [name: string, read: Read, remove: string])[] = [
  [
    "companies",
    async (page) =>
      withIds(
        await data.listCompanies({ key: "", universe, account, conditions, descending: false }, page),
        ({ id }) => id,
      ),
    "DELETE FROM companies WHERE id = $1",
  ],
  [
    "ESG documents",
    async (page) =>
      withIds(
        await data.listEsgDocuments({ key: "", universe, filter: documentFilter }, page),
        ({ signal }) => signal.id,
      ),
    "DELETE FROM signals WHERE id = $1",
  ],
  [
    "events",
    async (page) =>
      withIds(await data.listEvents({ key: "", universe, filter: eventFilter, order: [] }, page), ({ id }) => id),
    "DELETE FROM events WHERE id = $1",
  ],
  [
    "events by classification",
    async (page) => {
      const order = ["ungc_classification:asc", "score:desc"];
      return withIds(await data.listEvents({ key: "", universe, filter: eventFilter, order }, page), ({ id }) => id);
    },
    "DELETE FROM events WHERE id = $1",
  ],
];

test.each(listings)(
  "%s: a listing goes on behind a record that was removed between two pages",
  async (_, read, remove) => {
    const all = await read({ size: 10, after: undefined });
    expect([all.items.length, all.hasNext]).toEqual([5, false]);
    const first = await read({ size: 2, after: undefined });
    expect(first).toMatchObject({ items: all.items.slice(0, 2), hasNext: true });
    await database.query(remove, [first.items[1] ?? ""]);
    const second = await read({ size: 2, after: first.end });
    expect(second).toMatchObject({ items: all.items.slice(2, 4), hasNext: true });
    expect(await read({ size: 2, after: second.end })).toMatchObject({ items: all.items.slice(4), hasNext: false });
  },
);

test("two changes of a universe that were read together keep both", async () => {
  expect(await universes.update(universe, { description: "Mine" }, account, false)).toBe(true);
  expect(await universes.update(universe, { name: "Renamed" }, account, true)).toBe(true);
  expect(await universes.byId(universe.id)).toMatchObject({ name: "Renamed", description: "Mine" });
});

test("a download leaves out a document that changed after the analysis, and the next takes its place", async () => {
  const plan = await createPlan(
    {
      start_date: "2026-01-01",
      end_date: "2026-12-31",
      entities: [{ keywords: ["fined"] }],
      workers: ["raw-matcher"],
      languages: ["english"],
      min_match: 1,
      min_repeat: 1,
      qscore: 0,
      search_in: ["title", "text"],
      similarity_threshold: 0,
      site_type: ["standard_news"],
    },
    data.companyByExactName,
  );
  const rows = await database.query<{ ordinal: number }>("SELECT ordinal FROM documents ORDER BY ordinal");
  const documents = rows.map(({ ordinal }) => ordinal);
  const { source, enrichment } = sampleDocument("d1", [1]);
  const changed = { source, enrichment: enrichment === null ? null : { ...enrichment, sentences: [] } };
  await database.transaction((queries) => writeDocuments(queries, [changed]));
  const ready = { plan, matched: { documents, times: documents.map(() => Date.parse(source.time)) } };
  const request = { instance: uuid(1), limit: 2, fields: ["id"] };
  const selection = await selectDocuments(ready, request, { data, limits: defaultLimits, language: "eng" });
  expect(selection.documents.map(selection.record)).toEqual([{ id: "d2" }, { id: "d3" }]);
});
