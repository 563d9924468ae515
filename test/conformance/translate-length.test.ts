import { proves } from "./proves";
import { startClient, type ServiceClient } from "./service-client";
import type { EsgDocument } from "./shapes";

interface Translated {
  readonly id: string;
  readonly partial: boolean;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly error?: { readonly field?: Readonly<Record<string, { statusCode: number }>> };
}
const whole = startClient();
const short = startClient({ limits: { translationBytes: 200 } });
const none = startClient({ limits: { translationBytes: 2 } });

const translated = async (client: ServiceClient): Promise<Translated[]> => {
  const universe = await client.universe("EU Banks");
  const listing = `/v3/universes/${universe}/esg/documents?size=200`;
  const { data } = (await client.get<{ data: EsgDocument[] }>(listing)).body;
  const english = data.filter(({ language, site_type }) => language === "eng" && site_type === "news").slice(0, 25);
  const documents = english.map((each) => ({ id: each.datamarts_document_id, extracted: each.extract_date }));
  const answer = await client.post<Translated[]>("/api/2.0/documents/translate", { documents, language: "german" });
  expect([answer.status, answer.body.length]).toEqual([200, 25]);
  return answer.body;
};

proves(
  ["limit.length", "limit.partial", "translated-document"],
  "beyond the limit only leading whole sentences are translated, and the document says partial",
  async () => {
    const [full, cut] = await Promise.all([translated(whole), translated(short)]);
    const partial = cut.filter((each) => each.partial && typeof each.text === "string");
    expect(partial.length).toBeGreaterThan(0);
    for (const { id, text } of partial) {
      const original = full.find((each) => each.id === id)?.text ?? "";
      expect(original.startsWith((text ?? "").trimEnd())).toBe(true);
      expect((text ?? "").length).toBeLessThan(original.length);
      expect((text ?? "").trimEnd()).toMatch(/[.!?]$/);
    }
    for (const each of cut)
      if (!each.partial && !each.error) expect(each.text).toBe(full.find(({ id }) => id === each.id)?.text);
  },
);

proves(
  ["limit.partial", "legacy-error.translation-field"],
  "where no sentence is under the limit the field is an error of 500",
  async () => {
    const cut = await translated(none);
    expect(cut.length).toBeGreaterThan(0);
    for (const { error, text } of cut) {
      expect(error?.field?.["text"]?.statusCode).toBe(500);
      expect(text ?? null).toBeNull();
    }
  },
);
