import fc, { type Arbitrary } from "fast-check";
import { id, operand, type Known } from "./fuzz-values";

const word = fc.constantFrom("bank", "court", "fine", "Banco", "%", "a b", "日本", "é", "=1+1");
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const some = <T>(...values: T[]): Arbitrary<T[]> => fc.subarray(values, { minLength: 1 });

const dataset = fc.record(
  {
    start_date: fc.constantFrom("2026-05-01", "2026-06-15"),
    end_date: fc.constantFrom("2026-06-29", "2026-06-30"),
    entities: fc.array(fc.record({ entity_of_interest: word, keywords: words }), { minLength: 1, maxLength: 3 }),
    workers: some("quality-score", "concept", "entity-similarity", "ner-linking").map((list) => [
      ...list,
      "raw-matcher",
    ]),
    keywords_exclude: words,
    co_mentions: words,
    concepts_filter: fc.dictionary(fc.uuid(), words, { maxKeys: 3 }),
    min_match: fc.integer({ min: 1, max: 3 }),
    min_repeat: fc.integer({ min: 1, max: 3 }),
    qscore: fc.double({ min: 0, max: 100, noNaN: true }),
    similarity_threshold: fc.double({ min: 0, max: 1, noNaN: true }),
    site_type: some("standard_news", "blogs", "discussions"),
    sites: words,
  },
  { requiredKeys: ["start_date", "end_date", "entities", "workers"] },
);

const fields = some(
  "title",
  "sentences",
  "summary",
  "mentions",
  "entities",
  "document_entity_polarity",
  "qscore",
  "the service",
);
const sortFields = [
  "extract_date",
  "qscore",
  "language",
  "title",
  "url",
  "id",
  "document_polarity",
  "document_negative",
];
const download = (instance: string): Arbitrary<unknown> =>
  fc.record(
    {
      instance: fc.constant(instance),
      limit: fc.constantFrom<unknown>(1, 20, 2001, 1e9, { a: 1 }),
      sort: fc.record({ field: fc.constantFrom(...sortFields), order: fc.constantFrom("ASC", "DESC") }),
      date: fc.constantFrom("2026-06-28", "2026-06-29", "2026-06-30"),
      fields: fields.map((list) => [...list, "summary"]),
      translate: fc.constantFrom("fr", "ger", "english", "japanese", "pl"),
    },
    { requiredKeys: ["instance", "limit"] },
  );

const series = (instance: string): Arbitrary<unknown> =>
  fc.record(
    {
      instance: fc.constant(instance),
      operands: some("min", "max", "mean", "median"),
      pivots: fc.subarray(["extract_day", "language", "entity", "site", "site_type", "country"]),
      time_granularity: fc.constantFrom("day", "hour", "minute"),
      volume_only: fc.boolean(),
    },
    { requiredKeys: ["instance"] },
  );

const texts = [
  "name",
  "alias",
  "duns",
  "figi",
  "isin",
  "ticker",
  "lei",
  "website",
  "registration_code",
  "client_code",
  "city",
];
const search = fc.record({
  entities: fc.array(
    fc.record(
      Object.fromEntries(
        texts.map((key) => [
          key,
          fc.tuple(fc.constantFrom("eq:", "neq:", "ilike:", "in:", "nin:", ""), word).map((parts) => parts.join("")),
        ]),
      ),
      { requiredKeys: ["name"] },
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

const documents = (known: Known, key: string, date: string): Arbitrary<unknown> =>
  fc.record({
    documents: fc.array(
      fc
        .oneof(
          fc.constantFrom(...known.contents),
          fc.record({ id: id(known), date: fc.constant("2026-06-20T10:00:00Z") }),
        )
        .map((each) => ({ [key]: each.id, [date]: each.date })),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  });

/** Bodies a client might send, by operation; the fuzz changes members of them. */
export const sensibleBodies = (known: Known): Readonly<Record<string, Arbitrary<unknown>>> => ({
  createToken: fc.constant(known.grant),
  startAnalysis: dataset,
  downloadAnalysis: download(known.instance),
  getTimeSeries: series(known.instance),
  searchEntities: search,
  translateDocuments: documents(known, "id", "extracted"),
  getDocuments: documents(known, "datamarts_document_id", "extract_date"),
  createUniverse: fc.record({ name: fc.uuid(), type: fc.constantFrom("PRIVATE", "SHARED") }),
  updateUniverse: fc.record({ name: fc.uuid(), description: operand }, { requiredKeys: [] }),
  extendCoverage: fc.record({
    universe_ids: fc.constant([known.universe]),
    entities: fc.array(fc.record({ external_id: fc.oneof(fc.uuid(), word), name: word }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
});
