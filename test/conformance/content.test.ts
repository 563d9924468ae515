import { choice, proves, provesFields } from "./proves";
import { startClient } from "./service-client";
import { type ContentDocument, type EsgDocument, type Problem, utc } from "./shapes";

interface Content {
  readonly data: readonly ContentDocument[];
}
type DocumentKey = Pick<ContentDocument, "datamarts_document_id" | "extract_date">;
const client = startClient();
const content = <T = Content>(documents: unknown, query = "") => client.post<T>(`/v3/documents${query}`, { documents });
let known: DocumentKey[] = [];
let stories: EsgDocument[] = [];
beforeAll(async () => {
  stories = await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`);
  known = stories.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
});
const ids = (documents: readonly DocumentKey[]): string[] =>
  [...new Set(documents.map(({ datamarts_document_id }) => datamarts_document_id))].sort();
const fields = [
  ...["datamarts_document_id", "extract_date", "title", "text", "summary"],
  ...["translated_title", "translated_text", "translated_summary"],
];
const all = `?fields=${fields.join("&fields=")}`;

proves(["content-document"], "the text is the whole story, which the summary begins", async () => {
  const { body } = await content(known.slice(0, 100), "?fields=text&fields=summary");
  const whole = body.data.filter(({ error }) => error === undefined);
  expect(whole.length).toBeGreaterThan(0);
  for (const { text, summary } of whole) {
    expect(text?.startsWith(summary ?? "-")).toBe(true);
    expect((text ?? "").length).toBeGreaterThan((summary ?? "").length);
  }
});

provesFields<ContentDocument>(
  "a content document names the document asked for, and has the fields asked for, or an error",
  {
    "content-document": (document) => {
      expect(known.map(({ datamarts_document_id }) => datamarts_document_id)).toContain(document.datamarts_document_id);
      if (!document.error) expect(Object.keys(document).sort()).toEqual(fields.sort());
      const { datamarts_document_id, extract_date, error, ...texts } = document;
      expect(error === undefined || typeof error === "object").toBe(true);
      expect([typeof datamarts_document_id, extract_date]).toEqual(["string", expect.stringMatching(utc)]);
      expect(Object.values(texts).filter((text) => text !== null && typeof text !== "string")).toEqual([]);
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

proves(["content.translate", "convention.translate", "purpose.2"], "translate translates title and text", async () => {
  const inEnglish = stories.filter(({ language, title }) => language === "eng" && title !== null).slice(0, 30);
  const { body } = await content(
    inEnglish.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date })),
    "?translate=fr",
  );
  const translated = body.data.filter(({ error }) => !error);
  expect(translated.length).toBeGreaterThan(0);
  for (const document of translated) {
    expect(
      Object.keys(document)
        .filter((key) => key.startsWith("translated_"))
        .sort(),
    ).toEqual(["translated_text", "translated_title"]);
    expect([typeof document.translated_title, document.translated_title === document.title]).toEqual(["string", false]);
    expect([typeof document.translated_text, document.translated_text === document.text]).toEqual(["string", false]);
  }
  for (const document of (await content(known.slice(0, 5), "?translate=")).body.data)
    expect(Object.keys(document).join()).not.toContain("translated_");
});

proves(["content.200"], "documents not found are left out", async () => {
  const { body } = await content([
    { datamarts_document_id: "no-such-document", extract_date: "2026-01-01T00:00:00Z" },
    { datamarts_document_id: known[2]?.datamarts_document_id, extract_date: "2026-01-01T00:00:00Z" },
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

choice(
  ["content.premium", "translate.premium"],
  "the text of premium news is not translated, whatever the licence; its title is",
  async () => {
    const found = (await content(known.slice(0, 500))).body.data;
    const premium = found
      .filter(({ error }) => error !== undefined)
      .map(({ datamarts_document_id }) => datamarts_document_id);
    const documents = known.filter((each) => premium.includes(each.datamarts_document_id));
    expect(documents.length).toBeGreaterThan(0);
    const { body } = await client.post<Content>("/v3/documents?translate=fr", { documents }, "premium");
    expect(body.data.length).toBe(documents.length);
    for (const document of body.data) {
      expect(typeof document.text).toBe("string");
      expect(document.translated_text).toBeNull();
      expect(document.translated_title === null).toBe(document.title === null);
    }
  },
);
