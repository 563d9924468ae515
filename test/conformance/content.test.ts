import { choice, proves, provesFields } from "./proves";
import { startWorld } from "./world";
import type { ContentDocument, EsgDocument, Problem } from "./shapes";

interface Content {
  readonly data: readonly ContentDocument[];
}
type Asked = Pick<ContentDocument, "datamarts_document_id" | "extract_date">;
const world = startWorld();
const content = <T = Content>(documents: unknown, query = "") => world.post<T>(`/v3/documents${query}`, { documents });
let known: Asked[] = [];
let stories: EsgDocument[] = [];
beforeAll(async () => {
  stories = await world.all<EsgDocument>(`/v3/universes/${await world.universe("EU Banks")}/esg/documents`);
  known = stories.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
});
const ids = (documents: readonly Asked[]): string[] =>
  [...new Set(documents.map(({ datamarts_document_id }) => datamarts_document_id))].sort();
const all =
  "?fields=datamarts_document_id&fields=extract_date&fields=title&fields=text&fields=summary&fields=translated_title&fields=translated_text&fields=translated_summary";

provesFields<ContentDocument>(
  "a content document",
  {
    "content-document": (document) => {
      expect(known.map(({ datamarts_document_id }) => datamarts_document_id)).toContain(document.datamarts_document_id);
      for (const value of Object.values(document))
        expect(value === null || ["string", "object"].includes(typeof value)).toBe(true);
      for (const key of ["title", "text", "summary"]) if (!document.error) expect(document).toHaveProperty(key);
    },
  },
  async () => (await content(known.slice(0, 100), `${all}&translate=fr`)).body.data,
);

proves(
  ["content.200", "content.body", "esg-document.datamarts_document_id", "purpose.2"],
  "the documents named by identifier and date come back in data",
  async () => {
    const { status, body } = await content(known.slice(0, 10));
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["data"]);
    expect(ids(body.data)).toEqual(ids(known.slice(0, 10)));
  },
);

proves(["content.fields"], "by default identifier, extract_date, title, text", async () => {
  for (const document of (await content(known.slice(0, 10))).body.data) {
    if (document.error) continue;
    expect(Object.keys(document).sort()).toEqual(["datamarts_document_id", "extract_date", "text", "title"]);
  }
});

proves(
  ["content.fields", "esg-document.title"],
  "fields chooses members; the title is that of the ESG document",
  async () => {
    const { body } = await content(known.slice(0, 30), "?fields=datamarts_document_id&fields=title");
    for (const document of body.data.filter(({ error }) => !error)) {
      expect(Object.keys(document).sort()).toEqual(["datamarts_document_id", "title"]);
      expect(stories.find((story) => story.datamarts_document_id === document.datamarts_document_id)?.title).toBe(
        document.title,
      );
    }
  },
);

proves(["content.translate", "convention.translate"], "translate translates title and text", async () => {
  for (const document of (await content(known.slice(0, 10), "?translate=fr")).body.data.filter(({ error }) => !error)) {
    expect(document).toHaveProperty("translated_title");
    expect(document).toHaveProperty("translated_text");
  }
  for (const document of (await content(known.slice(0, 5), "?translate=")).body.data)
    expect(Object.keys(document).join()).not.toContain("translated_");
});

proves(["content.200"], "documents not found are left out", async () => {
  const { body } = await content([
    { datamarts_document_id: "no-such-document", extract_date: "2026-01-01T00:00:00Z" },
    ...known.slice(0, 2),
  ]);
  expect(ids(body.data)).toEqual(ids(known.slice(0, 2)));
});

proves(["content.200", "limit.content"], "500 documents may be asked for, and none", async () => {
  const many = Array.from({ length: 500 }, (_, i) => known[i % known.length]);
  expect((await content(many)).status).toBe(200);
  expect((await content([])).body).toEqual({ data: [] });
});

choice(["limit.content"], "501 documents are 400", async () => {
  const { status, body } = await content<Problem>(Array.from({ length: 501 }, (_, i) => known[i % known.length]));
  expect([status, body.reason]).toEqual([400, "invalid"]);
});

const wrong: Readonly<Record<string, unknown>> = {
  "an object": {},
  "a list of texts": ["a"],
  "no identifier": [{ extract_date: "2026-01-01T00:00:00Z" }],
  "a number as identifier": [{ datamarts_document_id: 5, extract_date: "2026-01-01T00:00:00Z" }],
  "a date that is none": [{ datamarts_document_id: "a", extract_date: "some day" }],
};
for (const [what, documents] of Object.entries(wrong)) {
  proves(["content.body", "error.400"], `documents as ${what} is 400`, async () => {
    const { status, body } = await content<Problem>(documents);
    expect([status, body.reason]).toEqual([400, "invalid"]);
  });
}

proves(["content.fields", "content.translate", "error.400"], "an unknown field is 400", async () => {
  const { status, body } = await content<Problem>(known.slice(0, 1), "?fields=author");
  expect([status, body.reason]).toEqual([400, "invalid"]);
});

proves(
  ["content.premium", "content-document", "error.403"],
  "a premium document without licence carries an error of 403 forbidden for the restricted field",
  async () => {
    const found = (await Promise.all([0, 500].map((from) => content(known.slice(from, from + 500))))).flatMap(
      ({ body }) => [...body.data],
    );
    const restricted = found.filter(({ error }) => error !== undefined);
    expect(restricted.length).toBeGreaterThan(0);
    for (const { error } of restricted) {
      expect(error).toMatchObject({ code: 403, reason: "forbidden" });
      expect(typeof error?.message).toBe("string");
      const items = error?.errors ?? [];
      expect(items.map(({ reason }) => reason)).toContain("invalid_element");
      expect(items.some(({ field }) => field.includes("text"))).toBe(true);
    }
  },
);
