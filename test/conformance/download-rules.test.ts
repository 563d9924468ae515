import { dataset, download, settled, start, subjects, type Subject } from "./analysis";
import { proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import { type AnalysisDocument, type EsgDocument, isCountryCode, type Sentence, type Spread, uuid } from "./shapes";

const client = startClient();
const fields = [
  ...[
    "title",
    "url",
    "extract_date",
    "language",
    "qscore",
    "the service",
    "document_negative",
    "document_neutral",
    "document_positive",
  ],
  ...[
    "document_polarity",
    "document_entity_negative",
    "document_entity_neutral",
    "document_entity_positive",
    "document_entity_polarity",
  ],
  ...["concepts", "entities", "mentions", "sentences", "summary"],
];
let some: Subject[] = [];
let documents: AnalysisDocument[] = [];
beforeAll(async () => {
  some = (await subjects(client)).slice(0, 4);
  const workers = [
    "quality-score",
    "raw-matcher",
    "ner-linking",
    "concept",
    "entity-similarity",
    "embedder-indicators",
  ];
  const instance = await start(
    client,
    dataset(some, { workers, concepts: { Money: ["bank", "profit", "fine", "court"] } }),
  );
  documents = (await download(client, { instance, limit: 500, fields })).body;
});

const number = (value: unknown): void => {
  expect(typeof value).toBe("number");
};
const spread = (value: Spread | undefined): void => {
  expect(Object.keys(value ?? {}).sort()).toEqual(["max", "mean", "median", "min"]);
  Object.values(value ?? {}).forEach(number);
  if (value)
    expect(
      value.min <= value.mean && value.mean <= value.max && value.min <= value.median && value.median <= value.max,
    ).toBe(true);
};
const spreads = (...maps: (Readonly<Record<string, Spread>> | undefined)[]): void => {
  for (const map of maps) for (const value of Object.values(map ?? {})) spread(value);
};

provesFields<AnalysisDocument>(
  "every field of a result document has the type and range that the specification gives it",
  {
    "analysis-document.id": ({ id }) => expect(typeof id).toBe("string"),
    "analysis-document.title-url": ({ title, url }) =>
      [title, url].forEach((text) => expect(text == null || typeof text === "string").toBe(true)),
    "analysis-document.extract_date": ({ extract_date }) =>
      expect(extract_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
    "analysis-document.language": ({ language }) => expect(language).toMatch(/^[a-z]{4,}$/),
    "analysis-document.qscore": ({ qscore = -1 }) => expect(qscore >= 0 && qscore <= 100).toBe(true),
    "analysis-document.the-service": (document) => {
      expect(Object.keys({ country: "", ...document["the service"] }).sort()).toEqual(["country", "site", "site_type"]);
      const { country = "fr", site, site_type } = document["the service"] ?? {};
      expect([country, isCountryCode(country.toLowerCase())]).toEqual([country, true]);
      expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(["news", "blogs", "discussions"]).toContain(site_type);
    },
    "analysis-document.sentiments": (document) =>
      [document.document_negative, document.document_neutral, document.document_positive].forEach(spread),
    "analysis-document.polarity": ({ document_polarity }) => number(document_polarity),
    "analysis-document.entity-sentiments": (document) =>
      spreads(document.document_entity_negative, document.document_entity_neutral, document.document_entity_positive),
    "analysis-document.entity-polarity": ({ document_entity_polarity = {} }) => {
      Object.values(document_entity_polarity).forEach(number);
      const names = some.map(({ entity_of_interest }) => entity_of_interest);
      expect(names).toEqual(expect.arrayContaining(Object.keys(document_entity_polarity)));
      expect(Object.keys(document_entity_polarity)).not.toEqual([]);
    },
    "analysis-document.concepts": ({ concepts }) =>
      expect(Object.keys(concepts ?? {}).filter((label) => label !== "Money")).toEqual([]),
    "analysis-document.mentions": ({ mentions }) => {
      for (const counts of Object.values(mentions ?? {}))
        for (const count of Object.values(counts)) expect(Number.isInteger(count)).toBe(true);
    },
    "analysis-document.summary": ({ summary }) => expect(typeof summary).toBe("string"),
    "analysis-document.sentences": ({ sentences }) => expect((sentences ?? []).length).toBeGreaterThan(0),
  },
  () => Promise.resolve(documents),
);

proves(
  ["analysis-document.extract_date", "esg-document.extract_date"],
  "a document has the same moment in an analysis and in a listing",
  async () => {
    const listed = await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`);
    const moments = new Map(
      listed.map(({ datamarts_document_id, extract_date }) => [datamarts_document_id, Date.parse(extract_date)]),
    );
    const both = documents.filter(({ id }) => moments.has(id));
    expect(both.length).toBeGreaterThan(0);
    for (const { id, extract_date = "" } of both) expect(Date.parse(extract_date)).toBe(moments.get(id));
  },
);

proves(["analysis-document.concepts"], "some documents have the concept of the analysis, others do not", () => {
  const having = documents.filter(({ concepts }) => Object.keys(concepts ?? {}).includes("Money"));
  expect([having.length > 0, having.length < documents.length]).toEqual([true, true]);
});

proves(
  ["analysis-document.entities"],
  "entities maps an id to objects of a label-to-count pair and entity_type",
  () => {
    const held = documents.flatMap(({ entities }) => Object.values(entities ?? {}).flat());
    expect(held.length).toBeGreaterThan(0);
    for (const id of documents.flatMap(({ entities }) => Object.keys(entities ?? {}))) expect(id).toMatch(uuid);
    for (const each of held) {
      expect(typeof each["entity_type"]).toBe("string");
      const labels = Object.entries(each).filter(([key]) => key !== "entity_type");
      expect(labels).toHaveLength(1);
      expect(Number.isInteger(labels[0]?.[1])).toBe(true);
    }
  },
);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

proves(
  ["analysis-document.sentiments", "analysis-document.polarity", "analysis-document.entity-sentiments"],
  "the levels of a document aggregate its sentences, those of an entity the sentences that mention it",
  () => {
    let compared = 0;
    for (const document of documents) {
      const all = document.sentences ?? [];
      const negative = all.map(({ results }) => results["negative"] ?? 0).sort((a, b) => a - b);
      expect(document.document_negative?.mean).toBeCloseTo(mean(negative), 3);
      expect([document.document_negative?.min, document.document_negative?.max]).toEqual([
        negative[0],
        negative.at(-1),
      ]);
      const median = ((negative[(negative.length - 1) >> 1] ?? 0) + (negative[negative.length >> 1] ?? 0)) / 2;
      expect(document.document_negative?.median).toBeCloseTo(median, 3);
      expect(document.document_polarity).toBeCloseTo(mean(all.map(({ results }) => results["polarity"] ?? 0)), 3);
      for (const [name, levels] of Object.entries(document.document_entity_negative ?? {})) {
        const about = all.filter(({ entities }) => entities.includes(name));
        if (about.length === 0 || about.length === all.length) continue;
        compared += 1;
        expect(levels.mean).toBeCloseTo(mean(about.map(({ results }) => results["negative"] ?? 0)), 3);
      }
    }
    expect(compared).toBeGreaterThan(0);
  },
);

proves(["analysis-document.mentions"], "mentions are by the name of the entity, and count its keywords", () => {
  const names = some.map(({ entity_of_interest }) => entity_of_interest);
  const counted = documents.flatMap(({ mentions }) => Object.entries(mentions ?? {}));
  expect(counted.length).toBeGreaterThan(0);
  for (const [name, counts] of counted) {
    expect(names).toContain(name);
    for (const keyword of Object.keys(counts))
      expect(some.find((each) => each.entity_of_interest === name)?.keywords).toContain(keyword);
  }
  for (const { sentences: parts = [], mentions = {} } of documents) {
    const counts = new Map<string, number>();
    for (const { class: kind, count } of parts.flatMap(({ matches }) => [...matches]))
      if (kind === "mentions")
        for (const [keyword, times] of Object.entries(count as Record<string, number>))
          counts.set(keyword, (counts.get(keyword) ?? 0) + times);
    expect(new Map(Object.values(mentions).flatMap((each) => Object.entries(each)))).toEqual(counts);
  }
});

const sentences = (): Promise<Sentence[]> =>
  Promise.resolve(documents.flatMap((document) => [...(document.sentences ?? [])]));
const results = [
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
  "surprise",
  "trust",
];
provesFields<Sentence>(
  "a sentence has its six members, and its results are numbers by metric",
  {
    "analysis-sentence.members": (sentence) => {
      expect(Object.keys(sentence).sort()).toEqual(["entities", "matches", "results", "sentence_id", "text", "type"]);
      expect(Number.isInteger(sentence.sentence_id) && Number.isInteger(sentence.type)).toBe(true);
      expect(sentence.entities.every((each) => typeof each === "string")).toBe(true);
      expect([typeof sentence.text, Array.isArray(sentence.matches)]).toEqual(["string", true]);
    },
    "analysis-sentence.results": (sentence) => {
      expect(Object.keys(sentence.results).sort()).toEqual(results);
      Object.values(sentence.results).forEach(number);
    },
  },
  sentences,
);

proves(
  ["analysis-sentence.matches"],
  "a match is of class entity or of class mentions, each with its members",
  async () => {
    const matches = (await sentences()).flatMap((sentence) => [...sentence.matches]);
    const members = (name: string): string[] =>
      matches
        .filter((match) => match["class"] === name)
        .map((match) =>
          Object.keys(match)
            .filter((key) => key !== "class")
            .sort()
            .join(),
        );
    expect(new Set(matches.map((match) => match["class"]))).toEqual(new Set(["entity", "mentions"]));
    expect(new Set(members("entity"))).toEqual(new Set(["entity_id,entity_type,label,similarity"]));
    expect(new Set(members("mentions"))).toEqual(new Set(["count,entity_id,similarity"]));
    for (const { class: kind, label, entity_type, count, similarity } of matches) {
      number(similarity);
      if (kind === "entity") expect([typeof label, typeof entity_type]).toEqual(["string", "string"]);
      else for (const each of Object.values(count as object)) expect(Number.isInteger(each)).toBe(true);
    }
  },
);

proves(
  ["download.rule-4", "dataset.site_type"],
  "premium news comes with a placeholder for each sentence",
  async () => {
    const body = dataset(some, { site_type: ["premium_news"], languages: ["english", "french", "german", "spanish"] });
    const { body: started } = await client.post<{ instance: string }>("/api/2.0/analyze/dataset", body, "premium");
    const ask = { instance: started.instance, limit: 500, fields: ["sentences", "the service"] };
    const answer = await settled(() => client.post<AnalysisDocument[]>("/api/2.0/analyze/download", ask, "premium"));
    const texts = answer.body.flatMap((document) => (document.sentences ?? []).map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(0);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/not allowed/i);
    expect(texts[0]).toMatch(/licen[sc]ed/i);
  },
);
