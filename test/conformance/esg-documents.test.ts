import { choice, proves, provesFields } from "./proves";
import { startWorld } from "./world";
import { utc, uuid, type EsgDocument, type Page, type Problem } from "./shapes";

const world = startWorld();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await world.universe("EU Banks")}/esg/documents${query}`;
const documents = async (query = ""): Promise<EsgDocument[]> => world.all<EsgDocument>(await path(query));
const texts = (value: readonly unknown[]): void => expect(value.filter((each) => typeof each !== "string")).toEqual([]);
const textOrNull = (value: unknown): void => expect(value === null || typeof value === "string").toBe(true);
const idOrNull = (value: string | null): void => {
  if (value !== null) expect(value).toMatch(uuid);
};
const unit = (value: number): void => {
  expect(value).toBeGreaterThanOrEqual(0);
  expect(value).toBeLessThanOrEqual(1);
};

provesFields<EsgDocument>(
  "an ESG document's field",
  {
    "esg-document.id": ({ id }) => expect(id).toMatch(uuid),
    "esg-document.categories": ({ categories }) =>
      expect(categories.filter((each) => !/^[ESG]$/.test(each))).toEqual([]),
    "esg-document.case_id": ({ case_id }) => idOrNull(case_id),
    "esg-document.country": ({ country }) => {
      if (country !== null) expect(country).toMatch(/^[a-z]{2}$/);
    },
    "esg-document.cluster_size": ({ cluster_size }) => {
      expect(Number.isInteger(cluster_size)).toBe(true);
      expect(cluster_size).toBeGreaterThanOrEqual(1);
    },
    "esg-document.datamarts_document_id": ({ datamarts_document_id }) =>
      expect(typeof datamarts_document_id).toBe("string"),
    "esg-document.entity_keywords": ({ entity_keywords }) => texts(entity_keywords),
    "esg-document.entity_id": ({ entity_id }) => expect(entity_id).toMatch(uuid),
    "esg-document.event_id": ({ event_id }) => idOrNull(event_id),
    "esg-document.url": ({ url }) => {
      if (url !== null) expect(() => new URL(url)).not.toThrow();
    },
    "esg-document.extract_date": ({ extract_date }) => expect(extract_date).toMatch(utc),
    "esg-document.dashboard_url": ({ dashboard_url, id }) =>
      expect(new URL(dashboard_url).pathname).toMatch(new RegExp(`/controversy/${id}$`)),
    "esg-document.language": ({ language }) => expect(language).toMatch(/^[a-z]{3}$/),
    "esg-document.main_story": ({ main_story }) => textOrNull(main_story),
    "esg-document.sentiment": ({ negative, neutral, positive }) => [negative, neutral, positive].forEach(unit),
    "esg-document.novelty": ({ novelty }) => textOrNull(novelty),
    "esg-document.polarity": ({ polarity }) => unit(Math.abs(polarity)),
    "esg-document.score": ({ score }) => expect([1, 2, 3, 4, 5]).toContain(score),
    "esg-document.site": ({ site }) => expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    "esg-document.site_type": ({ site_type }) => expect(["news", "blogs", "discussions"]).toContain(site_type),
    "esg-document.sub_categories": ({ sub_categories }) => texts(sub_categories),
    "esg-document.taxonomy_keywords": ({ taxonomy_keywords }) => texts(taxonomy_keywords),
    "esg-document.title": ({ title }) => textOrNull(title),
    "esg-document.is_high_authority_source": ({ is_high_authority_source }) =>
      expect(typeof is_high_authority_source).toBe("boolean"),
  },
  () => documents(),
);

const defaults = [
  ...[
    "id",
    "categories",
    "case_id",
    "country",
    "cluster_size",
    "datamarts_document_id",
    "entity_keywords",
    "entity_id",
    "event_id",
    "url",
  ],
  ...[
    "extract_date",
    "dashboard_url",
    "language",
    "main_story",
    "negative",
    "neutral",
    "novelty",
    "polarity",
    "positive",
    "score",
  ],
  ...["site", "site_type", "sub_categories", "taxonomy_keywords", "title", "is_high_authority_source"],
];

proves(
  ["esg-document.default-fields", "esg-document.reliability", "universe-esg-documents.fields"],
  "the default set comes without fields: no summary, no translation, no reliability",
  async () => {
    for (const document of await documents()) expect(Object.keys(document).sort()).toEqual([...defaults].sort());
  },
);

proves(
  ["esg-document.summary", "universe-esg-documents.fields", "convention.fields"],
  "summary comes when asked for",
  async () => {
    for (const document of await documents("?fields=id&fields=summary")) {
      expect(Object.keys(document).sort()).toEqual(["id", "summary"]);
      textOrNull(document.summary);
    }
  },
);

proves(
  ["esg-document.translated", "convention.translate", "purpose.2"],
  "with translate the default set adds translated_title and translated_main_story",
  async () => {
    for (const document of await documents("?translate=de")) {
      expect(document).toHaveProperty("translated_title");
      expect(document).toHaveProperty("translated_main_story");
      textOrNull(document.translated_title);
    }
  },
);

proves(
  ["esg-document.translated", "convention.translate"],
  "translated_summary comes when it is asked for with translate, never without",
  async () => {
    for (const document of await documents("?translate=de&fields=summary&fields=translated_summary"))
      expect(document).toHaveProperty("translated_summary");
    for (const document of await documents("?fields=title&fields=translated_title"))
      expect(document).not.toHaveProperty("translated_title");
    for (const document of await documents("?translate=")) expect(document).not.toHaveProperty("translated_title");
  },
);

proves(["esg-document.reliability"], "reliability cannot be asked for", async () => {
  for (const field of ["reliability", "reliability_score"])
    expect((await world.get(await path(`?fields=${field}`))).status).toBe(400);
});

proves(["esg-document.cluster_size"], "documents of one day and one story carry the same cluster size", async () => {
  const found = await documents();
  expect(found.some(({ cluster_size }) => cluster_size > 1)).toBe(true);
});

proves(
  ["universe-esg-documents.paging", "convention.envelope", "convention.size"],
  "the envelope has no total; the page is ten by default",
  async () => {
    const { body } = await world.get<Page<EsgDocument>>(await path());
    expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
    expect(body).toMatchObject({ size: 10, count: 10 });
  },
);

proves(
  ["universe-esg-documents.paging", "convention.search_after"],
  "walking by cursor visits every document once, in one order",
  async () => {
    const whole = (await documents()).map(({ id }) => id);
    const walked: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await world.get<Page<EsgDocument>>(await path(`?size=137&fields=id${after}`));
      walked.push(...body.data.map(({ id }) => id));
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(walked).toEqual(whole);
    expect(new Set(whole).size).toBe(whole.length);
  },
);

proves(
  ["universe-esg-documents.order", "esg-document.reliability"],
  "the more reliable half carries more high-authority sources than the other",
  async () => {
    const found = await documents();
    const share = (part: readonly EsgDocument[]): number =>
      part.filter((each) => each.is_high_authority_source).length / part.length;
    const half = Math.floor(found.length / 2);
    expect(share(found.slice(0, half))).toBeGreaterThan(share(found.slice(half)));
  },
);

choice(["universe-esg-documents.order"], "an order parameter is ignored, as an unknown one is", async () => {
  const plain = await world.get<Page<EsgDocument>>(await path());
  const ordered = await world.get<Page<EsgDocument>>(await path("?order=score:asc"));
  expect(ordered.body.data).toEqual(plain.body.data);
});

proves(
  ["universe-esg-documents.errors", "error.404", "error.400"],
  "unknown universe 404, nonsense id 400, unknown field 400",
  async () => {
    const unknown = await world.get<Problem>("/v3/universes/00000000-0000-4000-8000-000000000000/esg/documents");
    expect([unknown.status, unknown.body.reason]).toEqual([404, "not_found"]);
    expect((await world.get("/v3/universes/banks/esg/documents")).status).toBe(400);
    expect((await world.get(await path("?fields=sentiment"))).status).toBe(400);
  },
);
