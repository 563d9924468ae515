import { choice, proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import {
  type ContentDocument,
  type EsgDocument,
  isCountryCode,
  isLanguageCode,
  type Page,
  type Problem,
} from "./shapes";
import { utc, uuid } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/documents${query}`;
const documents = async (query = ""): Promise<EsgDocument[]> => client.all<EsgDocument>(await path(query));
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
  "every field of an ESG document has the type and range that the specification gives it",
  {
    "esg-document.id": ({ id }) => expect(id).toMatch(uuid),
    "esg-document.categories": ({ categories }) =>
      expect(categories.filter((each) => !/^[ESG]$/.test(each))).toEqual([]),
    "esg-document.case_id": ({ case_id }) => idOrNull(case_id),
    "esg-document.country": ({ country }) => {
      if (country !== null) expect([country, isCountryCode(country)]).toEqual([country, true]);
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
    "esg-document.language": ({ language }) => expect([language, isLanguageCode(language)]).toEqual([language, true]),
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

/** Title and text of the documents whose content the account may read, by their identifier. */
const textsOf = async (found: readonly EsgDocument[]): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>();
  for (let from = 0; from < found.length; from += 500) {
    const named = found
      .slice(from, from + 500)
      .map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
    const { body } = await client.post<{ data: ContentDocument[] }>("/v3/documents", { documents: named });
    for (const { datamarts_document_id, title, text, error } of body.data)
      if (error === undefined) texts.set(datamarts_document_id, `${title ?? ""}\n${text ?? ""}`);
  }
  expect(texts.size).toBeGreaterThan(found.length / 2);
  return texts;
};

const proper = (value: unknown): boolean => typeof value === "string" && value.length > 2;

proves(
  [
    "esg-document.title",
    "esg-document.main_story",
    "esg-document.novelty",
    "esg-document.case_id",
    "esg-document.event_id",
  ],
  "most documents have a title, a main story and an event; all but the first document of an event tell of something new",
  async () => {
    const found = await documents();
    for (const member of ["title", "main_story", "event_id", "case_id"] as const)
      expect(found.filter((each) => proper(each[member])).length).toBeGreaterThan(found.length / 2);
    for (const { case_id, event_id } of found) expect(case_id === null).toBe(event_id === null);
    expect(found.some(({ event_id }) => event_id === null)).toBe(true);
    const told = found.filter(({ novelty }) => proper(novelty));
    expect(told.length).toBeGreaterThan(0);
    const starts = new Map<string | null, string>();
    for (const { event_id, extract_date } of found) {
      const known = starts.get(event_id);
      if (known === undefined || extract_date < known) starts.set(event_id, extract_date);
    }
    for (const { event_id, extract_date, novelty } of found)
      if (event_id === null || novelty === null)
        expect([novelty, extract_date]).toEqual([null, event_id === null ? extract_date : starts.get(event_id)]);
  },
);

proves(
  ["esg-document.entity_id", "esg-document.entity_keywords", "purpose.4"],
  "the entity is one of the universe, and its name is among the keywords, of which the document holds one at least",
  async () => {
    const members = await client.all<{ id: string; name: string }>(
      `/v3/universes/${await client.universe("EU Banks")}/entities?fields=id&fields=name`,
    );
    const names = new Map(members.map(({ id, name }) => [id, name]));
    const found = await documents();
    for (const { entity_id, entity_keywords } of found) expect(entity_keywords).toContain(names.get(entity_id));
    const texts = await textsOf(found);
    for (const { datamarts_document_id, entity_keywords } of found) {
      const text = texts.get(datamarts_document_id);
      if (text !== undefined)
        expect([text, entity_keywords.filter((keyword) => text.includes(keyword)).length > 0]).toEqual([text, true]);
    }
  },
);

proves(
  ["esg-document.event_id", "esg-document.case_id", "esg-document.entity_id"],
  "the event of a document is one of the universe's, of the same case and entity",
  async () => {
    const universe = await client.universe("EU Banks");
    const events = await client.all<{ id: string; case_id: string; entity_id: string }>(
      `/v3/universes/${universe}/esg/events?fields=id&fields=case_id&fields=entity_id`,
    );
    const known = new Map(events.map(({ id, case_id, entity_id }) => [id, [case_id, entity_id]]));
    for (const { event_id, case_id, entity_id } of await documents())
      if (event_id !== null) expect(known.get(event_id)).toEqual([case_id, entity_id]);
  },
);

proves(
  ["esg-document.taxonomy_keywords", "esg-document.sub_categories", "esg-document.categories"],
  "the documents of a sub-category share their category and their keywords; no other sub-category has the same",
  async () => {
    const found = await documents("?fields=sub_categories&fields=categories&fields=taxonomy_keywords");
    const keywords = new Map<string, string>();
    for (const { sub_categories, categories, taxonomy_keywords } of found) {
      expect(sub_categories.length).toBeGreaterThan(0);
      const known = JSON.stringify([categories, taxonomy_keywords]);
      expect(keywords.get(sub_categories.join()) ?? known).toBe(known);
      keywords.set(sub_categories.join(), known);
      expect(taxonomy_keywords.length).toBeGreaterThan(0);
    }
    expect(keywords.size).toBeGreaterThan(5);
    expect(new Set(keywords.values()).size).toBe(keywords.size);
    // A sub-category and its keywords have a word in common: "oil spill" and "oil spill, leak, crude".
    const related = found.filter(({ sub_categories, taxonomy_keywords }) =>
      sub_categories
        .join(" ")
        .split(/[ -]/)
        .some((word) => taxonomy_keywords.join(" ").includes(word)),
    );
    expect(related.length).toBeGreaterThan(found.length / 2);
  },
);

proves(
  ["esg-document.url", "esg-document.site", "esg-document.country", "esg-document.site_type"],
  "a url is on the document's site, and a site has one type and one country",
  async () => {
    const sites = new Map<string, string>();
    const found = await documents();
    for (const { url, site, site_type, country } of found) {
      if (url !== null) expect(new URL(url).hostname).toBe(site);
      expect(sites.get(site) ?? `${site_type} ${country}`).toBe(`${site_type} ${country}`);
      sites.set(site, `${site_type} ${country}`);
    }
    for (const member of ["url", "country"] as const)
      expect(found.filter((each) => each[member] !== null).length).toBeGreaterThan(found.length / 2);
  },
);

proves(
  ["esg-document.sentiment", "esg-document.polarity", "esg-document.score", "purpose.4"],
  "the levels add up to one, more negative than positive means a negative polarity, and every score occurs",
  async () => {
    const found = await documents();
    for (const { negative, neutral, positive, polarity } of found) {
      expect(negative + neutral + positive).toBeCloseTo(1, 3);
      if (negative > positive + 0.1) expect([negative, positive, polarity < 0]).toEqual([negative, positive, true]);
    }
    expect(new Set(found.map(({ score }) => score))).toEqual(new Set([1, 2, 3, 4, 5]));
  },
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
  ["esg-document.default-fields", "esg-document.summary", "esg-document.reliability", "universe-esg-documents.fields"],
  "the default set comes without fields: no summary, no translation, no reliability",
  async () => {
    for (const document of await documents()) expect(Object.keys(document)).toEqual(defaults);
  },
);

proves(
  ["esg-document.summary", "universe-esg-documents.fields", "convention.fields"],
  "summary comes when asked for",
  async () => {
    const english = new Map<string, string | null | undefined>();
    for (const document of await documents("?fields=id&fields=summary")) {
      expect(Object.keys(document)).toEqual(["id", "summary"]);
      expect(document.summary).toMatch(/\b(the|of|a|an|to|in|and|has|for|its|by)\b/);
      english.set(document.id, document.summary);
    }
    // A summary is English: the translation into English is the same text.
    for (const { id, translated_summary } of await documents("?translate=en&fields=id&fields=translated_summary"))
      expect(english.get(id)).toBe(translated_summary);
  },
);

proves(
  ["esg-document.translated", "universe-esg-documents.fields", "convention.translate"],
  "with translate the default set adds translated_title and translated_main_story",
  async () => {
    const found = await documents("?translate=de");
    for (const document of found)
      expect(Object.keys(document)).toEqual([...defaults, "translated_title", "translated_main_story"]);
    for (const { language, title, main_story, ...document } of found) {
      const isGerman = language === "ger";
      expect(document.translated_title === title).toBe(isGerman || title === null);
      expect(document.translated_main_story === main_story).toBe(isGerman || main_story === null);
      expect([typeof document.translated_title, typeof document.translated_main_story]).toEqual([
        title === null ? "object" : "string",
        main_story === null ? "object" : "string",
      ]);
    }
    expect(new Set(found.map(({ language }) => language === "ger")).size).toBe(2);
  },
);

proves(
  ["esg-document.translated", "convention.translate"],
  "translated_summary comes when it is asked for with translate, never without",
  async () => {
    for (const fields of ["summary", "translated_summary"])
      for (const document of await documents(`?translate=de&fields=${fields}`)) {
        expect(typeof document.translated_summary).toBe("string");
        expect(document.translated_summary).not.toBe(document.summary);
      }
    for (const document of await documents("?fields=title&fields=translated_title"))
      expect(document).not.toHaveProperty("translated_title");
    for (const document of await documents("?translate=")) expect(document).not.toHaveProperty("translated_title");
  },
);

proves(["esg-document.reliability"], "reliability cannot be asked for", async () => {
  for (const field of ["reliability", "reliability_score"])
    expect((await client.get(await path(`?fields=${field}`))).status).toBe(400);
});

proves(["esg-document.cluster_size"], "the documents of one event and day share their cluster size", async () => {
  const clusters = new Map<string, number[]>();
  for (const { event_id, extract_date, cluster_size } of await documents()) {
    if (event_id === null) continue;
    const key = `${event_id} ${extract_date.slice(0, 10)}`;
    clusters.set(key, [...(clusters.get(key) ?? []), cluster_size]);
  }
  const shared = [...clusters.values()].filter((sizes) => sizes.length > 1);
  expect(shared.length).toBeGreaterThan(5);
  for (const sizes of clusters.values()) expect(new Set(sizes)).toEqual(new Set([sizes.length]));
});

proves(
  ["universe-esg-documents.paging", "convention.envelope", "convention.size"],
  "the envelope has no total; the page is ten by default",
  async () => {
    const { body } = await client.get<Page<EsgDocument>>(await path());
    expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
    expect(body).toMatchObject({ size: 10, count: 10 });
  },
);

proves(
  ["universe-esg-documents.paging", "convention.search_after"],
  "paging by cursor lists every document once, in one order",
  async () => {
    const whole = (await documents()).map(({ id }) => id);
    const listed: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const { body } = await client.get<Page<EsgDocument>>(await path(`?size=137&fields=id${after}`));
      listed.push(...body.data.map(({ id }) => id));
      cursor = body.search_after;
      more = body.has_next;
    }
    expect(listed).toEqual(whole);
    expect(new Set(whole).size).toBe(whole.length);
  },
);

proves(
  ["universe-esg-documents.order", "esg-document.reliability", "esg-document.is_high_authority_source"],
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
  const plain = await client.get<Page<EsgDocument>>(await path());
  const ordered = await client.get<Page<EsgDocument>>(await path("?order=score:asc"));
  expect(ordered.body.data).toEqual(plain.body.data);
});

proves(
  ["universe-esg-documents.errors", "error.404", "error.400"],
  "unknown universe 404, nonsense id 400, unknown field 400",
  async () => {
    const unknown = await client.get<Problem>("/v3/universes/00000000-0000-4000-8000-000000000000/esg/documents");
    expect([unknown.status, unknown.body.reason]).toEqual([404, "not_found"]);
    expect((await client.get("/v3/universes/banks/esg/documents")).status).toBe(400);
    expect((await client.get(await path("?fields=sentiment"))).status).toBe(400);
  },
);
