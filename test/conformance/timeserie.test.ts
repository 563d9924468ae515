import { dataset, download, settled, start, subjects, type Subject } from "./analysis";
import { proves } from "./proves";
import type { Answer } from "./request";
import { startClient } from "./service-client";
import type { AnalysisDocument } from "./shapes";

type Row = Readonly<Record<string, number | string>>;
const client = startClient();
let some: Subject[] = [];
let instance = "";
let documents: AnalysisDocument[] = [];
beforeAll(async () => {
  some = (await subjects(client)).slice(0, 3);
  instance = await start(client, dataset(some, { workers: ["quality-score", "raw-matcher", "entity-similarity"] }));
  documents = (
    await download(client, {
      instance,
      limit: 500,
      fields: ["extract_date", "the service", "language", "mentions", "sentences"],
    })
  ).body;
});
const ask = <T = Row[]>(body: object = {}, query = ""): Promise<Answer<T>> =>
  settled(() => client.post<T>(`/api/2.0/analyze/timeserie${query}`, { instance, ...body }));
const series = async (body: object = {}): Promise<Row[]> => {
  const { status, body: found } = await ask(body);
  expect(status).toBe(200);
  return found;
};
const metrics = [
  "anger",
  "anticipation",
  "fear",
  "joy",
  "negative",
  "neutral",
  "polarity",
  "polarity_exp",
  "positive",
  "sadness",
  "similarity",
  "surprise",
  "trust",
];
const membersOf = (operands: readonly string[]): string[] =>
  operands.flatMap((operand) => metrics.map((metric) => `${operand}_${metric}`));
const volumes = ["volume_document", "volume_sentence"];

proves(
  [
    "series.row",
    "series.metrics",
    "series.volumes",
    "timeserie.200",
    "timeserie.operands",
    "timeserie.pivots",
    "purpose.1",
  ],
  "by default a row holds extract_day, entity, 52 metrics and two volumes",
  async () => {
    const rows = await series();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(
        ["extract_day", "entity", ...membersOf(["min", "max", "mean", "median"]), ...volumes].sort(),
      );
      for (const volume of volumes) expect(Number.isInteger(row[volume])).toBe(true);
      expect(row["extract_day"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  },
);

proves(["series.row"], "there is one row per combination of the pivots", async () => {
  for (const pivots of [
    ["extract_day"],
    ["entity"],
    ["site", "language"],
    ["extract_day", "entity", "site", "site_type", "language", "country"],
  ]) {
    const keys = (await series({ pivots })).map((row) => JSON.stringify(pivots.map((pivot) => row[pivot])));
    expect(new Set(keys).size).toBe(keys.length);
  }
});

for (const pivot of ["language", "site", "site_type", "country"] as const) {
  proves(
    ["timeserie.pivots", "series.row", "series.volumes"],
    `pivot ${pivot} alone counts the documents of each ${pivot}`,
    async () => {
      const rows = await series({ pivots: [pivot], volume_only: true });
      const of = (document: AnalysisDocument): string =>
        String(pivot === "language" ? document.language : document["the service"]?.[pivot]);
      const counts = new Map<string, number>();
      for (const document of documents) counts.set(of(document), (counts.get(of(document)) ?? 0) + 1);
      expect(new Map(rows.map((row) => [String(row[pivot]), row["volume_document"]]))).toEqual(counts);
    },
  );
}

proves(
  ["timeserie.pivots", "series.volumes"],
  "pivot extract_day counts the documents and sentences of each day",
  async () => {
    const rows = await series({ pivots: ["extract_day"], volume_only: true });
    const counts = new Map<string, number>();
    for (const { extract_date = "" } of documents)
      counts.set(extract_date.slice(0, 10), (counts.get(extract_date.slice(0, 10)) ?? 0) + 1);
    expect(new Map(rows.map((row) => [row["extract_day"], row["volume_document"]]))).toEqual(counts);
    expect(rows.reduce((sum, row) => sum + Number(row["volume_sentence"]), 0)).toBe(
      documents.flatMap(({ sentences }) => sentences ?? []).length,
    );
  },
);

proves(["series.metrics", "timeserie.operands"], "min, median, mean, max are what they are called", async () => {
  for (const row of await series())
    for (const metric of metrics) {
      const [min, median, mean, max] = ["min", "median", "mean", "max"].map((operand) => row[`${operand}_${metric}`]);
      if (min == null || median == null || mean == null || max == null) continue;
      expect(Number(min) <= Number(median) && Number(median) <= Number(max)).toBe(true);
      expect(Number(mean)).toBeGreaterThanOrEqual(Number(min) - 1e-6);
      expect(Number(mean)).toBeLessThanOrEqual(Number(max) + 1e-6);
    }
});

const total = async (metric: string): Promise<Row> => {
  const rows = await series({ pivots: ["language"] });
  const row = rows.find(({ language }) => language === "english");
  if (!row) throw new Error(`no English row for ${metric}`);
  return row;
};
proves(["series.metrics"], "the metrics aggregate the results of the sentences", async () => {
  const values = documents
    .filter(({ language }) => language === "english")
    .flatMap(({ sentences }) => (sentences ?? []).map(({ results }) => results["negative"] ?? 0));
  const row = await total("negative");
  expect(Number(row["max_negative"])).toBeCloseTo(Math.max(...values), 4);
  expect(Number(row["min_negative"])).toBeCloseTo(Math.min(...values), 4);
  expect(Number(row["mean_negative"])).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 4);
});

for (const operands of [["min"], ["max"], ["mean"], ["median"], ["mean", "max"]]) {
  proves(
    ["timeserie.operands", "series.metrics"],
    `operands ${operands.join(", ")} give their metrics only`,
    async () => {
      for (const row of await series({ operands, pivots: ["entity"] }))
        expect(Object.keys(row).sort()).toEqual(["entity", ...membersOf(operands), ...volumes].sort());
    },
  );
}
