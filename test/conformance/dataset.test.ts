import { dataset, download, settled, start, subjects, type Subject } from "./analysis";
import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import { uuid } from "./shapes";

const client = startClient();
let some: Subject[] = [];
beforeAll(async () => {
  some = (await subjects(client)).slice(0, 3);
});
const post = (body: unknown, account?: string) =>
  client.post<{ _schema?: string[] }>("/api/2.0/analyze/dataset", body, account);

proves(["dataset.200", "purpose.1"], "the answer is 200 with exactly an instance uuid", async () => {
  const { status, body } = await client.post<{ instance: string }>("/api/2.0/analyze/dataset", dataset(some));
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["instance"]);
  expect(body.instance).toMatch(uuid);
});

proves(
  ["state.in-progress", "download.202", "timeserie.202-204"],
  "right after the start download and time series answer 202 without rows",
  async () => {
    const instance = await start(client, dataset(some));
    const [first, second] = await Promise.all([
      client.post<unknown>("/api/2.0/analyze/download", { instance, limit: 1 }),
      client.post<unknown>("/api/2.0/analyze/timeserie", { instance }),
    ]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect((await download(client, { instance, limit: 1 })).status).toBe(200);
  },
);

choice(["state.transitions"], "an analysis goes from in progress to its results and stays there", async () => {
  const instance = await start(client, dataset(some));
  const ask = () => client.post<unknown>("/api/2.0/analyze/timeserie", { instance });
  expect((await settled(ask)).status).toBe(200);
  expect((await ask()).status).toBe(200);
});

const missing: Readonly<
  Record<string, "dataset.start_date" | "dataset.end_date" | "dataset.entities" | "dataset.workers">
> = {
  start_date: "dataset.start_date",
  end_date: "dataset.end_date",
  entities: "dataset.entities",
  workers: "dataset.workers",
};
for (const [member, row] of Object.entries(missing)) {
  proves([row, "legacy-error.dataset-400"], `without ${member} it is 400 {_schema} naming it`, async () => {
    const { status, body } = await post(dataset(some, { [member]: undefined }));
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["_schema"]);
    expect(body._schema?.join()).toContain(member);
  });
}

const wrong: Readonly<Record<string, object>> = {
  "dataset.start_date": { start_date: "yesterday" },
  "dataset.end_date": { end_date: "2026-06-31" },
  "dataset.entities": { entities: "Acme" },
  "dataset.workers": { workers: [] },
  "dataset.concepts": { concepts: { green: "tree" } },
  "dataset.concepts_filter": { concepts_filter: ["tree"] },
  "dataset.countries": { countries: [5] },
  "dataset.min_match": { min_match: "two" },
  "dataset.min_repeat": { min_repeat: "two" },
  "dataset.qscore": { qscore: 101 },
  "dataset.search_in": { search_in: ["summary"] },
  "dataset.sentiments_filter": { sentiments_filter: { joy: { min: 0 } } },
  "dataset.similarity_threshold": { similarity_threshold: 1.1 },
  "dataset.site_type": { site_type: ["television"] },
  "dataset.sites": { sites: "example.org" },
  "dataset.sites_exclude": { sites_exclude: "example.org" },
  "dataset.keywords_exclude": { keywords_exclude: "war" },
  "dataset.co_mentions": { co_mentions: [1] },
  "dataset.languages": { languages: ["klingonese"] },
};
for (const [row, change] of Object.entries(wrong)) {
  proves(
    [row as "dataset.qscore", "legacy-error.dataset-400"],
    `${JSON.stringify(change)} is 400 {_schema}`,
    async () => {
      const { status, body } = await post(dataset(some, change));
      expect(status).toBe(400);
      expect(body._schema?.length).toBeGreaterThan(0);
    },
  );
}

proves(
  ["dataset.qscore", "limit.qscore", "dataset.similarity_threshold", "limit.similarity"],
  "0 and 100, 0 and 1 are allowed, beyond is not",
  async () => {
    for (const change of [{ qscore: 0 }, { qscore: 100 }, { similarity_threshold: 0 }, { similarity_threshold: 1 }])
      expect((await post(dataset(some, change))).status).toBe(200);
    for (const change of [
      { qscore: -1 },
      { qscore: 100.5 },
      { similarity_threshold: -0.1 },
      { similarity_threshold: 1.1 },
    ])
      expect((await post(dataset(some, change))).status).toBe(400);
  },
);

proves(["dataset.workers"], "each of the six workers is known, raw-matcher or ner-linking must be there", async () => {
  for (const worker of ["quality-score", "concept", "entity-similarity", "embedder-indicators"]) {
    expect((await post(dataset(some, { workers: [worker] }))).status).toBe(400);
    expect((await post(dataset(some, { workers: [worker, "raw-matcher"] }))).status).toBe(200);
  }
  expect((await post(dataset(some, { workers: ["ner-linking"] }))).status).toBe(200);
  expect((await post(dataset(some, { workers: ["raw-matcher", "magic"] }))).status).toBe(400);
});

proves(["dataset.concepts", "dataset.concepts_filter"], "concepts and concepts_filter together are 400", async () => {
  const both = { concepts: { a: ["x"] }, concepts_filter: { b: ["y"] }, workers: ["raw-matcher", "concept"] };
  expect((await post(dataset(some, both))).status).toBe(400);
});

proves(["dataset.concepts"], "labels that differ in case only are 400", async () => {
  expect(
    (await post(dataset(some, { concepts: { Green: ["tree"], green: ["leaf"] }, workers: ["raw-matcher", "concept"] })))
      .status,
  ).toBe(400);
});

proves(["dataset.search_in"], "search_in is unavailable with ner-linking", async () => {
  expect((await post(dataset(some, { search_in: ["title"], workers: ["ner-linking"] }))).status).toBe(400);
  expect((await post(dataset(some, { search_in: ["title"] }))).status).toBe(200);
});

proves(
  ["dataset.site-types-of-account", "legacy-error.dataset-403", "purpose.site-types"],
  "a site type the account may not read is 403 {error}",
  async () => {
    for (const type of ["premium_news", "licensed_news"]) {
      const answer = await client.post<{ error: object }>(
        "/api/2.0/analyze/dataset",
        dataset(some, { site_type: [type] }),
      );
      expect([type, answer.status]).toEqual([type, 403]);
      expect(Object.keys(answer.body)).toEqual(["error"]);
      expect(answer.body.error).toMatchObject({ statusCode: 403, message: expect.stringMatching(/\S/) as string });
    }
  },
);

proves(
  ["dataset.site-types-of-account", "dataset.site_type", "purpose.site-types"],
  "an account with premium and licensed news may ask for them",
  async () => {
    for (const type of ["premium_news", "licensed_news", "standard_news", "news", "blogs", "discussions"])
      expect([type, (await post(dataset(some, { site_type: [type] }), "premium")).status]).toEqual([type, 200]);
  },
);

choice(
  ["legacy-error.dataset-404-429", "dataset.entities"],
  "an entity that only linking could find and that the catalogue does not know is 404 {value}",
  async () => {
    const unknown = { entities: [{ entity_of_interest: "Nobody Knows This Company" }] };
    const { status, body } = await client.post<{ value: string }>(
      "/api/2.0/analyze/dataset",
      dataset([], { ...unknown, workers: ["ner-linking"] }),
    );
    expect([status, Object.keys(body), body.value]).toEqual([404, ["value"], expect.stringContaining("Nobody Knows")]);
    expect((await post(dataset([], { ...unknown, workers: ["ner-linking", "raw-matcher"] }))).status).toBe(200);
  },
);

choice(["dataset.start_date", "dataset.end_date"], "an end before the start is 400", async () => {
  expect((await post(dataset(some, { start_date: "2026-02-02", end_date: "2026-02-01" }))).status).toBe(400);
});

choice(["dataset.countries"], "a country that is no code of two letters is 400", async () => {
  const { status, body } = await post(dataset(some, { countries: ["france"] }));
  expect([status, Object.keys(body)]).toEqual([400, ["_schema"]]);
});

choice(["dataset.entities"], "an entity needs keywords or entity_of_interest", async () => {
  expect((await post(dataset([], { entities: [{}] }))).status).toBe(400);
  expect((await post(dataset([], { entities: [] }))).status).toBe(400);
  expect((await post(dataset([], { entities: [{ keywords: ["bank"] }] }))).status).toBe(200);
  expect(
    (await post(dataset([], { entities: [{ entity_of_interest: "bank", context: "money", keywords: [] }] }))).status,
  ).toBe(200);
});
