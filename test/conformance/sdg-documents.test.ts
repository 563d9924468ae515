import { choice, proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import { isCountryCode, isLanguageCode, type Page, type Problem, type SdgDocument, utc, uuid } from "./shapes";

const client = startClient();
let entity = "";
let whole: readonly SdgDocument[] = [];
beforeAll(async () => {
  const members = await client.all<{ id: string }>(`/v3/universes/${await client.universe("EU Banks")}/entities`);
  for (const { id } of members) {
    if ((await client.get(`/v3/entities/${id}/sdg/documents`)).status !== 200) continue;
    const found = await client.all<SdgDocument>(`/v3/entities/${id}/sdg/documents`);
    if (found.length > whole.length) [entity, whole] = [id, found];
  }
});
const path = (query = ""): string => `/v3/entities/${entity}/sdg/documents${query}`;
const ids = (found: readonly SdgDocument[]): string[] => found.map(({ id }) => id).sort();
const keeps = async (query: string, matches: (document: SdgDocument) => boolean): Promise<void> => {
  expect([query, ids(await client.all<SdgDocument>(path(`?${query}`)))]).toEqual([query, ids(whole.filter(matches))]);
};
const refused = async (query: string, field: string): Promise<void> => {
  const { status, body } = await client.get<Problem>(path(`?${query}`));
  expect([query, status, body.reason]).toEqual([query, 400, "invalid"]);
  expect(body.errors?.map((error) => error.field).join()).toContain(field);
};
const unit = (value: number): void => expect(value >= 0 && value <= 1).toBe(true);

provesFields<SdgDocument>(
  "an SDG document has the fields of an ESG document, with categories, cluster size, dashboard and score of its own",
  {
    "sdg-document.same": (document) => {
      expect(document.id).toMatch(uuid);
      expect(document.extract_date).toMatch(utc);
      expect([document.language, isLanguageCode(document.language)]).toEqual([document.language, true]);
      expect([document.country, document.country === null || isCountryCode(document.country)]).toEqual([
        document.country,
        true,
      ]);
      for (const list of [document.entity_keywords, document.taxonomy_keywords])
        expect(list.filter((each) => typeof each !== "string")).toEqual([]);
      expect([typeof document.datamarts_document_id, typeof document.title]).toEqual([
        "string",
        document.title === null ? "object" : "string",
      ]);
      expect(document.url === null || URL.canParse(document.url)).toBe(true);
      [document.negative, document.neutral, document.positive, Math.abs(document.polarity)].forEach(unit);
      expect(typeof document.is_high_authority_source).toBe("boolean");
    },
    "sdg-document.categories": ({ categories }) =>
      expect(categories.filter((each) => !/^SDG:([1-9]|1[0-7])$/.test(each))).toEqual([]),
    "sdg-document.cluster_size": ({ cluster_size }) =>
      expect(Number.isInteger(cluster_size) && cluster_size >= 0).toBe(true),
    "sdg-document.dashboard_url": ({ dashboard_url, id }) =>
      expect(new URL(dashboard_url).pathname).toMatch(new RegExp(`/positive-impact-event/${id}$`)),
    "sdg-document.score": ({ score }) => expect([1, 2, 3, 4, 5]).toContain(score),
    "entity-sdg-documents.path": ({ entity_id }) => expect(entity_id).toBe(entity),
  },
  () => Promise.resolve(whole),
);

const fields = [
  ...[
    "id",
    "categories",
    "country",
    "cluster_size",
    "entity_keywords",
    "entity_id",
    "url",
    "extract_date",
    "dashboard_url",
    "language",
  ],
  ...[
    "negative",
    "neutral",
    "positive",
    "polarity",
    "score",
    "site_type",
    "taxonomy_keywords",
    "title",
    "datamarts_document_id",
  ],
  "is_high_authority_source",
];
proves(
  ["sdg-document.default-fields", "sdg-document.absent", "entity-sdg-documents.fields"],
  "the default set comes without fields",
  () => {
    for (const document of whole) expect(Object.keys(document)).toEqual(fields);
  },
);

proves(
  ["sdg-document.fields", "sdg-document.absent"],
  "each of its fields can be asked for, those of ESG documents only cannot",
  async () => {
    for (const field of [...fields, "translated_title"]) {
      const { status, body } = await client.get<Page<SdgDocument>>(path(`?translate=fr&fields=${field}`));
      expect([field, status]).toEqual([field, 200]);
      for (const document of body.data) expect(Object.keys(document)).toContain(field);
    }
    for (const field of [
      "case_id",
      "event_id",
      "main_story",
      "novelty",
      "site",
      "sub_categories",
      "summary",
      "translated_main_story",
      "translated_summary",
    ])
      await refused(`fields=${field}`, "fields");
  },
);

proves(["entity-sdg-documents.fields", "convention.translate"], "translate gives translated_title", async () => {
  for (const { language, title, ...document } of await client.all<SdgDocument>(path("?translate=de"))) {
    expect(Object.keys(document).filter((key) => key.startsWith("translated_"))).toEqual(["translated_title"]);
    expect(typeof document.translated_title).toBe(title === null ? "object" : "string");
    expect(document.translated_title === title).toBe(language === "ger" || title === null);
  }
});

proves(
  ["entity-sdg-documents.paging", "convention.envelope"],
  "pages have no total, and paging by cursor lists every document once",
  async () => {
    const listed: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await client.get<Page<SdgDocument>>(path(`?size=2${after}`));
      expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
      listed.push(...body.data.map(({ id }) => id));
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(listed).toEqual(whole.map(({ id }) => id));
    expect(new Set(listed).size).toBe(listed.length);
    // More than two pages of the usual size.
    expect(listed.length).toBeGreaterThan(20);
  },
);

proves(
  ["sdg-document.same", "sdg-document.categories", "purpose.4"],
  "titles, keywords and addresses are texts; documents of one goal share its keywords; the levels add up to one",
  () => {
    const keywords = new Map<string, string>();
    for (const document of whole) {
      expect([document.site_type, document.entity_id]).toEqual([
        expect.stringMatching(/^(news|blogs|discussions)$/),
        entity,
      ]);
      expect(document.title === null || document.title.length > 2).toBe(true);
      expect(document.url === null || document.url.startsWith("https://")).toBe(true);
      expect(document.entity_keywords.length).toBeGreaterThan(0);
      const goal = document.categories.join();
      const known = document.taxonomy_keywords.join();
      expect(known).not.toBe("");
      expect(keywords.get(goal) ?? known).toBe(known);
      keywords.set(goal, known);
      expect(document.negative + document.neutral + document.positive).toBeCloseTo(1, 3);
    }
    expect(new Set(keywords.values()).size).toBe(keywords.size);
  },
);

proves(["entity-sdg-documents.order"], "score falling, then extract_date falling is the default", () => {
  const expected = [...whole].sort(
    (a, b) => b.score - a.score || Date.parse(b.extract_date) - Date.parse(a.extract_date),
  );
  expect(whole.map(({ score, extract_date }) => [score, extract_date])).toEqual(
    expected.map(({ score, extract_date }) => [score, extract_date]),
  );
});

proves(
  ["entity-sdg-documents.order", "convention.order"],
  "order takes score and extract_date, several, and nothing else",
  async () => {
    const rising = await client.all<SdgDocument>(path("?order=extract_date:asc"));
    expect(rising.map(({ extract_date }) => extract_date)).toEqual(
      [...whole].map(({ extract_date }) => extract_date).sort(),
    );
    const both = await client.all<SdgDocument>(path("?order=score:asc&order=extract_date:desc"));
    const expected = [...whole].sort(
      (a, b) => a.score - b.score || Date.parse(b.extract_date) - Date.parse(a.extract_date),
    );
    expect(both.map(({ score, extract_date }) => [score, extract_date])).toEqual(
      expected.map(({ score, extract_date }) => [score, extract_date]),
    );
    for (const order of ["title:asc", "score", "score:down"]) await refused(`order=${order}`, "order");
  },
);

const scores: Readonly<Record<string, (score: number) => boolean>> = {
  "lt:3": (score) => score < 3,
  "lte:3": (score) => score <= 3,
  "gt:3": (score) => score > 3,
  "gte:3": (score) => score >= 3,
  "neq:3": (score) => score !== 3,
  "in:2;3": (score) => score === 2 || score === 3,
  "nin:2;3": (score) => score !== 2 && score !== 3,
  "between:2;3": (score) => score === 2 || score === 3,
};
proves(["entity-sdg-documents.score"], `score by each of ${Object.keys(scores).join(", ")}`, async () => {
  for (const [value, matches] of Object.entries(scores)) await keeps(`score=${value}`, ({ score }) => matches(score));
  await refused("score=gte:9", "score");
});

proves(
  ["entity-sdg-documents.extract_date"],
  "extract_date by lt, lte, gt, gte, neq and between, not by in or nin",
  async () => {
    const sorted = whole.map(({ extract_date }) => extract_date).sort();
    const middle = sorted[Math.floor(sorted.length / 2)] ?? "";
    const time = (text: string): number => Date.parse(text);
    const at = time(middle);
    await keeps(`extract_date=gte:${middle}`, ({ extract_date }) => time(extract_date) >= at);
    await keeps(`extract_date=gt:${middle}`, ({ extract_date }) => time(extract_date) > at);
    await keeps(`extract_date=lt:${middle}`, ({ extract_date }) => time(extract_date) < at);
    await keeps(`extract_date=lte:${middle}`, ({ extract_date }) => time(extract_date) <= at);
    await keeps(`extract_date=neq:${middle}`, ({ extract_date }) => time(extract_date) !== at);
    const [second = ""] = sorted.slice(1);
    expect(second < middle).toBe(true);
    await keeps(
      `extract_date=between:${second};${middle}`,
      ({ extract_date }) => time(extract_date) >= time(second) && time(extract_date) <= at,
    );
    for (const operator of ["in", "nin"]) await refused(`extract_date=${operator}:2026-01-01`, "extract_date");
  },
);

choice(["entity-sdg-documents.category"], "category takes SDG:1 to SDG:17, one or several", async () => {
  const [first = "", second = ""] = [...new Set(whole.flatMap(({ categories }) => categories))];
  await keeps(`category=${encodeURIComponent(first)}`, ({ categories }) => categories.includes(first));
  expect(second).not.toBe("");
  await keeps(
    `category=${first}&category=${second}`,
    ({ categories }) => categories.includes(first) || categories.includes(second),
  );
  await refused("category=SDG:18", "category");
});

proves(
  ["entity-sdg-documents.errors", "error.404", "entity-sdg-documents.path"],
  "unknown entity 404, nonsense id 400",
  async () => {
    const { status, body } = await client.get<Problem>(
      "/v3/entities/00000000-0000-4000-8000-000000000000/sdg/documents",
    );
    expect([status, body.reason]).toEqual([404, "not_found"]);
    expect((await client.get("/v3/entities/acme/sdg/documents")).status).toBe(400);
  },
);
