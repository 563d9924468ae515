/** A body that the service accepts and that costs it much. */
export interface WorstBody {
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

const times = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));

/** The documents that the content routes are asked for. */
export interface DocumentKey {
  readonly datamarts_document_id: string;
  readonly extract_date: string;
}

/** Without an identifier the whole catalogue is a candidate. */
const attributesOnly = (index: number): object => ({
  country: "Germany",
  sector: "in:A;B;C;K",
  isic4: [`neq:${index}`, "ilike:%1%"],
  industry_code: "ilike:%a%",
  unspsc: "ilike:%a%",
  city: "ilike:%e%",
  region: `neq:region ${index}`,
  employee_count: [`gt:${index}`, "lt:1000000"],
  revenue: `gt:${index}`,
});

/** For each route with a body, the accepted body that keeps the service busy longest or is largest. */
export const worstBodies = (documents: readonly DocumentKey[], instance: string): readonly WorstBody[] => {
  const legacy = documents.map(({ datamarts_document_id: id, extract_date: extracted }) => ({ id, extracted }));
  const days = { start_date: "2020-01-01", end_date: "2035-01-01" };
  const series = { instance, pivots: ["extract_day", "entity", "site", "country"], time_granularity: "minute" };
  return [
    {
      name: "msearch, 500 patterns of 990 wildcards",
      path: "/v3/entities/msearch",
      body: { entities: times(500, () => ({ name: `ilike:${"%a".repeat(490)}` })) },
    },
    {
      name: "msearch, 500 names of 990 characters",
      path: "/v3/entities/msearch",
      body: { entities: times(500, (i) => ({ name: `ilike:${`bank ${i} `.repeat(120).slice(0, 990)}` })) },
    },
    {
      name: "msearch, 500 objects of attributes only",
      path: "/v3/entities/msearch",
      body: { entities: times(500, attributesOnly) },
    },
    {
      name: "msearch, 500 patterns that fit most names",
      path: "/v3/entities/msearch",
      body: { entities: times(500, (i) => ({ name: `ilike:%${"aeiou"[i % 5] ?? ""}%` })) },
    },
    {
      name: "msearch, 500 objects with 100 mistakes each",
      path: "/v3/entities/msearch",
      body: { entities: times(500, () => Object.fromEntries(times(100, (i) => [`m${i}`, 1]))) },
    },
    { name: "content of 500 documents, translated", path: "/v3/documents?translate=fr", body: { documents } },
    {
      name: "legacy documents, 500 with all fields",
      path: "/api/2.0/documents",
      body: { documents: legacy, fields: ["title", "text", "summary", "url", "site"] },
    },
    {
      name: "translation of 25 documents",
      path: "/api/2.0/documents/translate",
      body: { documents: legacy.slice(0, 25), fields: ["title", "text", "summary"], language: "french" },
    },
    {
      name: "dataset, 2,000 entities, 20,000 keywords",
      path: "/api/2.0/analyze/dataset",
      body: {
        ...days,
        workers: ["raw-matcher", "entity-similarity"],
        entities: times(2_000, (i) => ({ keywords: times(10, (j) => `the ${i} word ${j}`) })),
      },
    },
    {
      name: "download of 500 documents, all fields, sorted",
      path: "/api/2.0/analyze/download",
      body: { instance, limit: 2_000, sort: { field: "document_polarity" } },
    },
    { name: "time series by minute, site and entity", path: "/api/2.0/analyze/timeserie", body: series },
    {
      name: "kg candidates, 1,000 characters",
      path: "/api/2.0/kg/candidates",
      body: { keyword_of_interest: "a bank ".repeat(140), max_results: 1_000 },
    },
    {
      name: "a universe with a description of 10,000 characters",
      path: "/v3/universes",
      body: { name: "The same name each time", type: "PRIVATE", description: "x".repeat(10_000) },
    },
  ];
};
