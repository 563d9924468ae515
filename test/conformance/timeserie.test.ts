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

proves(
  ["timeserie.pivots", "series.row"],
  "pivot entity alone counts the documents that mention each entity",
  async () => {
    const rows = await series({ pivots: ["entity"], volume_only: true });
    const counts = new Map<string, number>();
    for (const name of documents.flatMap(({ mentions }) => Object.keys(mentions ?? {})))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(new Map(rows.map((row) => [String(row["entity"]), row["volume_document"]]))).toEqual(counts);
  },
);

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

proves(
  ["series.metrics", "timeserie.operands"],
  "in every row min, median and mean, max stand in this order",
  async () => {
    for (const row of await series())
      for (const metric of metrics) {
        const [min, median, mean, max] = ["min", "median", "mean", "max"].map((operand) => row[`${operand}_${metric}`]);
        if (min == null || median == null || mean == null || max == null) continue;
        expect(Number(min) <= Number(median) && Number(median) <= Number(max)).toBe(true);
        expect(Number(mean)).toBeGreaterThanOrEqual(Number(min) - 1e-6);
        expect(Number(mean)).toBeLessThanOrEqual(Number(max) + 1e-6);
      }
  },
);

const aggregates: Readonly<Record<string, (sorted: readonly number[]) => number>> = {
  min: (sorted) => sorted[0] ?? NaN,
  max: (sorted) => sorted.at(-1) ?? NaN,
  mean: (sorted) => sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
  median: (sorted) => ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2,
};
proves(
  ["series.metrics", "timeserie.operands"],
  "twelve metrics are minimum, maximum, mean and median of the results of the sentences",
  async () => {
    for (const row of await series({ pivots: ["site"] })) {
      const sentences = documents
        .filter((document) => document["the service"]?.site === row["site"])
        .flatMap((each) => each.sentences ?? []);
      for (const metric of metrics.filter((each) => each !== "similarity")) {
        const sorted = sentences.map(({ results }) => results[metric] ?? NaN).sort((a, b) => a - b);
        for (const [operand, aggregate] of Object.entries(aggregates))
          expect([row["site"], operand, metric, row[`${operand}_${metric}`]]).toEqual([
            row["site"],
            operand,
            metric,
            expect.closeTo(aggregate(sorted), 3),
          ]);
      }
    }
  },
);

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
