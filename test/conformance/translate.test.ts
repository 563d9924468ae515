import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { ContentDocument, EsgDocument } from "./shapes";

interface Failure {
  readonly message: string;
  readonly statusCode: number;
}
interface Translated {
  readonly id: string;
  readonly extracted: string;
  readonly partial: boolean;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly summary?: string | null;
  readonly error?: Partial<Failure> & { readonly field?: Readonly<Record<string, Failure>> };
}
const client = startClient();
const translate = <T = Translated[]>(body: unknown, account?: string) =>
  client.post<T>("/api/2.0/documents/translate", body, account);
let known: { id: string; extracted: string; language: string }[] = [];
beforeAll(async () => {
  const found = await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`);
  known = found.map((each) => ({
    id: each.datamarts_document_id,
    extracted: each.extract_date,
    language: each.language,
  }));
});
const documentKeys = (count: number, from = 0): { id: string; extracted: string }[] =>
  known.slice(from, from + count).map(({ id, extracted }) => ({ id, extracted }));
/** Documents whose translation has no error, 25 at a time, until some are found. */
const successful = async (change: object = {}): Promise<Translated[]> => {
  const { status, body } = await translate({ documents: documentKeys(25), language: "french", ...change });
  expect(status).toBe(200);
  const good = body.filter(({ error }) => error === undefined);
  expect(good.length).toBeGreaterThan(0);
  return good;
};

choice(["translate.path"], "the route lives at /api/2.0/documents/translate", async () => {
  expect((await translate({ documents: documentKeys(1) })).status).toBe(200);
});

proves(["translate.200", "translated-document"], "one translated document per requested one", async () => {
  const { body } = await translate({ documents: documentKeys(5), language: "french" });
  expect(body.map(({ id, extracted }) => ({ id, extracted }))).toEqual(documentKeys(5));
  for (const { partial } of body) expect(typeof partial).toBe("boolean");
});

proves(
  ["translate.fields", "translated-document"],
  "title and text are the default; summary only if requested",
  async () => {
    for (const each of await successful())
      expect(Object.keys(each).sort()).toEqual(["extracted", "id", "partial", "text", "title"]);
    for (const each of await successful({ fields: ["summary"] }))
      expect(Object.keys(each).sort()).toEqual(["extracted", "id", "partial", "summary"]);
  },
);

proves(["translate.language"], "english is the default language", async () => {
  const [plain, english, french] = [
    await translate({ documents: documentKeys(5) }),
    await translate({ documents: documentKeys(5), language: "english" }),
    await translate({ documents: documentKeys(5), language: "french" }),
  ];
  expect(plain.body).toEqual(english.body);
  expect(plain.body).not.toEqual(french.body);
});

proves(
  ["translate.documents", "limit.translation"],
  "1 to 25 documents: none and 26 are 400 naming documents",
  async () => {
    for (const documents of [[], documentKeys(26), undefined, "all", [{ id: 5 }]]) {
      const { status, body } = await translate<object>({ documents });
      expect(status).toBe(400);
      expect(Object.keys(body).join()).toContain("documents");
    }
    expect((await translate({ documents: documentKeys(25) })).status).toBe(200);
  },
);

proves(["translate.fields", "translate.language"], "an unknown field and an unknown language are 400", async () => {
  expect((await translate({ documents: documentKeys(1), fields: ["author"] })).status).toBe(400);
  expect((await translate({ documents: documentKeys(1), language: "klingonese" })).status).toBe(400);
});

proves(
  ["legacy-error.translation-document"],
  "a document not found has error {message, statusCode 404}; the others are unaffected",
  async () => {
    const { body } = await translate({
      documents: [{ id: "no-such-document", extracted: "2026-01-01T00:00:00Z" }, ...documentKeys(2)],
      language: "french",
    });
    expect(body[0]).toMatchObject({ id: "no-such-document", error: { statusCode: 404 } });
    expect(typeof body[0]?.error?.message).toBe("string");
    expect(body.slice(1).map(({ id }) => id)).toEqual(documentKeys(2).map(({ id }) => id));
    expect(body.slice(1).every(({ error }) => error?.statusCode !== 404)).toBe(true);
  },
);

const everything = async (account?: string): Promise<Translated[]> => {
  const found: Translated[] = [];
  for (let from = 0; from < known.length; from += 25)
    found.push(...(await translate({ documents: documentKeys(25, from), language: "french" }, account)).body);
  return found;
};

proves(
  ["translate.premium"],
  "the text of premium news is translated for no account, not even one with that licence; its title is",
  async () => {
    const restricted = new Set<string>();
    for (let from = 0; from < known.length; from += 500) {
      const documents = known
        .slice(from, from + 500)
        .map(({ id, extracted }) => ({ datamarts_document_id: id, extract_date: extracted }));
      const { body } = await client.post<{ data: ContentDocument[] }>("/v3/documents", { documents });
      for (const each of body.data) if (each.error !== undefined) restricted.add(each.datamarts_document_id);
    }
    expect(restricted.size).toBeGreaterThan(0);
    for (const account of ["demo", "premium"]) {
      const premium = (await everything(account)).filter(({ id }) => restricted.has(id));
      expect(premium.length).toBe(restricted.size);
      for (const { text, error } of premium) {
        expect(text).toBeUndefined();
        expect(error?.field?.["text"]).toMatchObject({ statusCode: 500 });
      }
      expect(premium.some(({ title }) => typeof title === "string")).toBe(true);
    }
  },
);

proves(
  ["translate.premium", "legacy-error.translation-field", "limit.length", "limit.partial"],
  "failed fields stand in error.field with 500, their document's other fields do not; partial ones say so",
  async () => {
    const found = await everything();
    const failed = found.filter(({ error }) => error?.field !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    for (const { error, ...each } of failed)
      for (const [field, failure] of Object.entries(error?.field ?? {})) {
        expect(["title", "text", "summary"]).toContain(field);
        expect(failure).toMatchObject({ statusCode: 500, message: expect.any(String) as string });
        expect(each[field as "title"] ?? null).toBeNull();
      }
    expect(failed.some((each) => typeof each.title === "string" && each.error?.field?.["text"] !== undefined)).toBe(
      true,
    );
    const partial = found.filter((each) => each.partial);
    expect(partial.length).toBeGreaterThan(0);
    for (const { text } of partial) if (typeof text === "string") expect(text).toMatch(/[.!?。"”»]\s*$/);
    expect(found.every((each) => typeof each.partial === "boolean")).toBe(true);
  },
);
