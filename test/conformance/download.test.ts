import { dataset, download, results, start, subjects, type Subject } from "./analysis";
import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { AnalysisDocument } from "./shapes";

const client = startClient();
const workers = ["quality-score", "raw-matcher", "concept", "entity-similarity"];
let some: Subject[] = [];
let instance = "";
const whole = async (body: object = {}): Promise<AnalysisDocument[]> =>
  (await download(client, { instance, limit: 500, ...body })).body;
beforeAll(async () => {
  some = (await subjects(client)).slice(0, 3);
  instance = await start(client, dataset(some, { workers, concepts: { Money: ["bank", "profit", "fine", "court"] } }));
  expect((await download(client, { instance, limit: 1 })).status).toBe(200);
});
const refused = async (body: object, member: string): Promise<void> => {
  const { status, body: error } = await download<Record<string, string[]>>(client, body);
  expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
  expect(Object.keys(error)).toContain(member);
  for (const messages of Object.values(error))
    expect(messages.filter((message) => typeof message !== "string")).toEqual([]);
};

proves(["download.200", "download.limit"], "limit documents come as an array", async () => {
  const { status, body, type } = await download(client, { instance, limit: 4 });
  expect([status, body.length]).toEqual([200, 4]);
  expect(type).toMatch(/^application\/json/);
});

proves(["download.json_lines"], "json_lines gives one document per line", async () => {
  const { text } = await download<string>(client, { instance, limit: 4 }, "?json_lines=true");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AnalysisDocument);
  expect(lines).toEqual((await download(client, { instance, limit: 4 })).body);
  expect((await download(client, { instance, limit: 4 }, "?json_lines=false")).body).toEqual(lines);
});

proves(["download.id", "download.fields"], "id is added to the fields asked for", async () => {
  for (const document of await whole({ fields: ["language"] }))
    expect(Object.keys(document).sort()).toEqual(["id", "language"]);
});

proves(
  ["download.instance", "download.limit", "legacy-error.download-400"],
  "without instance or limit it is 400 naming the member",
  async () => {
    await refused({ limit: 5 }, "instance");
    await refused({ instance }, "limit");
    await refused({ instance: "mine", limit: 5 }, "instance");
    await refused({ instance, limit: "five" }, "limit");
  },
);

proves(["legacy-error.download-404"], "an unknown instance is 404 {value}", async () => {
  for (const route of ["download", "timeserie"]) {
    const { status, body } = await client.post<{ value: string }>(`/api/2.0/analyze/${route}`, {
      instance: "00000000-0000-4000-8000-000000000000",
      limit: 1,
    });
    expect([route, status, Object.keys(body), typeof body.value]).toEqual([route, 404, ["value"], "string"]);
  }
});

proves(
  ["download.concept", "legacy-error.download-400"],
  "concept keeps the documents with the concept, and must belong to the instance",
  async () => {
    const all = await whole({ fields: ["concepts"] });
    const money = all.filter(({ concepts = {} }) => "Money" in concepts);
    expect([money.length > 0, money.length < all.length]).toEqual([true, true]);
    expect((await whole({ concept: "Money", fields: ["concepts"] })).map(({ id }) => id)).toEqual(
      money.map(({ id }) => id),
    );
    await refused({ instance, limit: 5, concept: "Botany" }, "concept");
  },
);

proves(
  ["download.entity", "legacy-error.download-400"],
  "entity keeps the documents that mention it, and must belong to the instance",
  async () => {
    const name = Object.keys((await whole({ fields: ["mentions"] }))[0]?.mentions ?? {})[0] ?? "";
    const all = await whole({ fields: ["mentions"] });
    const mentioning = all.filter(({ mentions = {} }) => name in mentions);
    expect([mentioning.length > 0, mentioning.length < all.length]).toEqual([true, true]);
    expect((await whole({ entity: name, fields: ["mentions"] })).map(({ id }) => id)).toEqual(
      mentioning.map(({ id }) => id),
    );
    await refused({ instance, limit: 5, entity: "Nobody & Sons" }, "entity");
  },
);

proves(
  ["download.date", "legacy-error.download-400"],
  "date keeps one day and must lie within the instance's range",
  async () => {
    const documents = await whole({ fields: ["extract_date"] });
    const day = documents[0]?.extract_date?.slice(0, 10) ?? "";
    const found = await whole({ date: day, fields: ["extract_date"] });
    expect(found.map(({ id }) => id).sort()).toEqual(
      documents
        .filter(({ extract_date = "" }) => extract_date.startsWith(day))
        .map(({ id }) => id)
        .sort(),
    );
    await refused({ instance, limit: 5, date: "2026-02-28" }, "date");
    await refused({ instance, limit: 5, date: "2026-07-01" }, "date");
    await refused({ instance, limit: 5, date: "someday" }, "date");
  },
);

proves(
  ["download.sort", "download.rule-2"],
  "sort by a plain number and by an aggregate, which means its mean",
  async () => {
    for (const order of ["ASC", "DESC"]) {
      const sign = order === "ASC" ? 1 : -1;
      const polarity = (
        await whole({ sort: { field: "document_polarity", order }, fields: ["document_polarity"] })
      ).map((each) => each.document_polarity ?? 0);
      expect(polarity).toEqual([...polarity].sort((a, b) => sign * (a - b)));
      const negative = (
        await whole({ sort: { field: "document_negative", order }, fields: ["document_negative"] })
      ).map((each) => each.document_negative?.mean ?? 0);
      expect(negative).toEqual([...negative].sort((a, b) => sign * (a - b)));
      expect(new Set(negative).size).toBeGreaterThan(1);
    }
    await refused({ instance, limit: 5, sort: { field: "document_polarity", order: "UP" } }, "sort");
  },
);

for (const field of [
  "document_entity_polarity",
  "document_entity_positive",
  "document_entity_neutral",
  "document_entity_negative",
] as const) {
  proves(["download.rule-3"], `sorting by ${field} needs entity and then follows that entity`, async () => {
    await refused({ instance, limit: 5, sort: { field, order: "DESC" } }, "entity");
    const entity = Object.keys((await whole({ fields: [field] }))[0]?.[field] ?? {})[0] ?? "";
    const found = await whole({ entity, sort: { field, order: "DESC" }, fields: [field] });
    const values = found
      .map((document) => document[field]?.[entity])
      .map((value) => (typeof value === "number" ? value : value!.mean));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });
}

proves(
  ["download.rule-5", "limit.download"],
  "id, title, sentences, url, the service are gone when the limit exceeds 2000",
  async () => {
    const detailed = ["id", "title", "sentences", "url", "the service"];
    const fields = [...detailed, "language"];
    const beyond = await whole({ limit: 2001, fields });
    expect(beyond.length).toBeGreaterThan(0);
    for (const document of beyond) expect(Object.keys(document)).toEqual(["language"]);
    const found = await whole({ limit: 2000, fields });
    for (const document of found) expect(fields).toEqual(expect.arrayContaining(Object.keys(document)));
    for (const member of fields) expect(found.some((document) => member in document)).toBe(true);
  },
);

proves(
  ["download.rule-6", "download.translate"],
  "translate needs summary among the fields and translates nothing else",
  async () => {
    await refused({ instance, limit: 5, translate: "fr", fields: ["title"] }, "translate");
    const fields = ["summary", "title", "url", "language", "sentences", "concepts", "mentions"];
    const plain = await whole({ fields });
    const french = await whole({ fields, translate: "fr" });
    const rest = (document: AnalysisDocument): object => ({ ...document, summary: "" });
    expect(french.map(rest)).toEqual(plain.map(rest));
    expect(french.filter(({ summary }, i) => summary === plain[i]?.summary)).toEqual([]);
  },
);

proves(["download.rule-7", "limit.download"], "never more than 500 documents come in one call", async () => {
  const english = { entities: [{ keywords: ["the", "a", "of", "in"] }] };
  const many = await start(client, dataset([], { ...english, start_date: "2023-01-01" }));
  expect((await download(client, { instance: many, limit: 2000 })).body).toHaveLength(500);
});

choice(["download.limit"], "limit as an object adds its numbers; zero and less are 400", async () => {
  expect((await download(client, { instance, limit: { first: 2, second: 1 } })).body).toHaveLength(3);
  await refused({ instance, limit: 0 }, "limit");
  await refused({ instance, limit: -1 }, "limit");
});

proves(
  ["purpose.1", "dataset.200"],
  "the documents of an analysis nobody's keyword matches are an empty array",
  async () => {
    expect(await results(client, dataset([{ entity_of_interest: "Zzyzx", keywords: ["zzyzx qqq"] }]))).toEqual([]);
  },
);

choice(["gap.download-fields"], "fields are the names of the result document; any other is 400 naming fields", () =>
  refused({ instance, limit: 5, fields: ["author"] }, "fields"),
);
