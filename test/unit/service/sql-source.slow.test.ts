import type { Database } from "../../../src/data/sql/database";
import { openData } from "../../../src/data/sql/open";
import { tidyTables } from "../../../src/data/sql/tidy";
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

/**
 * Adds ESG documents of companies, `each` for the first half of them and one for each other, in an order that is not
 * that of the table. Few have category G, and many the same reliability.
 */
const addSignals = async (companies: number, each: number): Promise<void> => {
  await database.transaction((queries) =>
    writeCompanies(
      queries,
      Array.from({ length: companies }, (_, number) => sampleCompany(100 + number, { isins: [] })),
    ),
  );
  await database.query(
    `INSERT INTO signals (id, kind, document, company, time, score, categories, reliability, record)
     SELECT b.id, 'esg', d.ordinal, c.ordinal, '2026-01-01T00:00:00Z'::timestamptz + make_interval(mins => (n * 89) % 1013),
       1 + n % 5, CASE WHEN n % 10 = 3 THEN '{G}'::text[] ELSE '{E}' END, 1000 * (1 + n % 5) + (n * 31) % 3,
       s.record || jsonb_build_object('id', b.id)
     FROM companies c CROSS JOIN LATERAL generate_series(1, CASE WHEN c.ordinal % 2 = 0 THEN $1 ELSE 1 END) AS number
     CROSS JOIN LATERAL (SELECT (c.ordinal * 5000 + number)::integer AS n) a
     CROSS JOIN LATERAL (SELECT md5(n::text)::uuid AS id) b
     CROSS JOIN documents d JOIN signals s ON s.document = d.ordinal WHERE d.content_id = 'd1' AND s.id = $2::uuid`,
    [each, uuid(91)],
  );
  await database.query(
    `INSERT INTO events (id, case_id, company, start, last, score, principles, categories, sub_categories, stems, record)
     SELECT s.id, s.id, s.company, s.time, s.time, s.score, '{}', s.categories, '{}', '{}', e.record || jsonb_build_object('id', s.id)
     FROM signals s CROSS JOIN events e WHERE e.id = $1::uuid AND s.id <> ALL(SELECT id FROM events)`,
    [uuid(1)],
  );
  await database.query(
    "INSERT INTO universe_members SELECT $1::bigint, ordinal FROM companies WHERE ordinal % 3 > 0 ON CONFLICT DO NOTHING",
    [universe.ordinal],
  );
  await tidyTables(database);
};

/** All items of a listing, in pages. */
const readAll = async (size: number, read: Read): Promise<readonly string[]> => {
  const items: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await read({ size, after });
    items.push(...page.items);
    if (!page.hasNext) return items;
    after = page.end;
  }
};

test.each([
  ["few", 30, 60],
  ["more than a thousand", 1_600, 3],
])(
  "the pages of a universe of %s companies are those of its records in order",
  async (_, companies, each) => {
    await addSignals(companies, each);
    const members = `company IN (SELECT company FROM universe_members WHERE universe = ${universe.ordinal})`;
    const since = "2026-01-01T04:00:00Z";
    const time = [{ operator: "gte", values: [Date.parse(since)] }] as const;
    const select = async (rest: string): Promise<readonly string[]> =>
      (await database.query<{ readonly id: string }>(`SELECT id FROM ${rest}`)).map(({ id }) => id);
    const documents = await select(
      `signals WHERE kind = 'esg' AND ${members} AND time >= '${since}' AND categories && '{G}' ORDER BY reliability DESC, time DESC, id`,
    );
    const events = await select(`events WHERE ${members} AND last >= '${since}' AND score >= 4 ORDER BY last DESC, id`);
    expect(documents.length).toBeGreaterThan(50);
    for (const size of [7, 50]) {
      const filter = { ...documentFilter, time, categories: ["G"] };
      expect(
        await readAll(size, async (page) =>
          withIds(await data.listEsgDocuments({ key: "", universe, filter }, page), ({ signal }) => signal.id),
        ),
      ).toEqual(documents);
      const recent = { ...eventFilter, last: time, score: [{ operator: "gte", values: [4] }] as const };
      expect(
        await readAll(size, async (page) =>
          withIds(await data.listEvents({ key: "", universe, filter: recent, order: [] }, page), ({ id }) => id),
        ),
      ).toEqual(events);
    }
  },
  60_000,
);

interface PlanNode extends Readonly<Record<string, unknown>> {
  readonly Plans?: readonly PlanNode[];
}

/** The rows of a table that a plan read, with those that it passed over. */
const readRows = (node: PlanNode, table: string): number => {
  const own = (node["Actual Rows"] as number) + ((node["Rows Removed by Filter"] as number | undefined) ?? 0);
  const rest = (node.Plans ?? []).reduce((sum, each) => sum + readRows(each, table), 0);
  return rest + (node["Relation Name"] === table ? own * (node["Actual Loops"] as number) : 0);
};

test("a page reads few records of companies that have many, also behind a thousand others", async () => {
  await addSignals(20, 4_900);
  // Those of other companies come first in the order of all.
  const others = "company NOT IN (SELECT company FROM universe_members)";
  await database.run(`UPDATE signals SET reliability = reliability + 10000 WHERE ${others}`);
  await database.run(`UPDATE events SET last = last + interval '1 year' WHERE ${others}`);
  await tidyTables(database);
  let read = 0;
  const explained = createSqlSource({
    ...database,
    query: async (sql, values) => {
      const [row] = await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
      const [{ Plan }] = row?.["QUERY PLAN"] as [{ Plan: PlanNode }];
      read += readRows(Plan, "signals") + readRows(Plan, "events");
      return database.query(sql, values);
    },
  });
  const listings = [
    (page: SliceRequest) => explained.listEsgDocuments({ key: "", universe, filter: documentFilter }, page),
    (page: SliceRequest) => explained.listEvents({ key: "", universe, filter: eventFilter, order: [] }, page),
  ];
  for (const list of listings) {
    const { end } = await list({ size: 1_000, after: undefined });
    for (const after of [undefined, end]) {
      read = 0;
      expect((await list({ size: 10, after })).items).toHaveLength(10);
      expect(read).toBeLessThan(7_000);
    }
  }
}, 60_000);

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
