import { proves } from "./proves";
import { startClient } from "./service-client";
import type { ContentDocument, EsgDocument } from "./shapes";

/** The service with the limits of the specification. */
const client = startClient();

interface Translated {
  readonly id: string;
  readonly partial?: boolean;
  readonly text?: string;
  readonly error?: { readonly statusCode?: number };
}

proves(
  ["limit.quota"],
  "a company has 10,000 documents translated, those not found and those of unsupported languages included, and no more",
  async () => {
    const documents = Array.from({ length: 25 }, (_, i) => ({ id: `unknown ${i}`, extracted: "2026-01-01T00:00:00Z" }));
    const translate = async (body: object): Promise<number> =>
      (await client.post("/api/2.0/documents/translate", body)).status;
    const statuses = new Set<number>();
    for (let call = 0; call < 400; call += 1)
      statuses.add(await translate({ documents, language: call % 2 === 0 ? "german" : "swedish" }));
    expect(statuses).toEqual(new Set([200]));
    expect(await translate({ documents: documents.slice(0, 1) })).toBe(403);
  },
);

const bytes = (text: string): number => Buffer.byteLength(text);
/** The first sentence of a text, with its full stop. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

proves(
  ["limit.length", "limit.partial"],
  "of a long text as many whole sentences are translated as stay under 10,000 bytes",
  async () => {
    const universe = await client.universe("Whole Catalogue");
    const found = await client.all<EsgDocument>(
      `/v3/universes/${universe}/esg/documents?fields=id&fields=datamarts_document_id&fields=extract_date&fields=language`,
    );
    const english = found.filter(({ language }) => language === "eng");
    let cut = 0;
    for (let from = 0; from < english.length && cut < 3; from += 25) {
      const some = english.slice(from, from + 25);
      const keys = some.map(({ datamarts_document_id: id, extract_date: extracted }) => ({ id, extracted }));
      const named = some.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
      const originals = (await client.post<{ data: ContentDocument[] }>("/v3/documents", { documents: named })).body;
      const { body } = await client.post<Translated[]>(
        "/api/2.0/documents/translate",
        { documents: keys, language: "english", fields: ["text"] },
        "rival",
      );
      for (const { id, partial, text } of body) {
        const original = originals.data.find(({ datamarts_document_id }) => datamarts_document_id === id)?.text;
        if (typeof original !== "string" || text === undefined) continue;
        expect([id, partial]).toEqual([id, bytes(original) >= 10_000]);
        if (partial !== true) continue;
        cut += 1;
        expect(original.startsWith(text)).toBe(true);
        expect(bytes(text)).toBeLessThan(10_000);
        const rest = original.slice(text.length).trimStart();
        expect(bytes(`${text} ${firstSentence(rest)}`)).toBeGreaterThanOrEqual(10_000);
      }
    }
    expect(cut).toBeGreaterThan(0);
  },
);
