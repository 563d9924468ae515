import type { Answer } from "./request";
import type { AnalysisDocument, EsgDocument } from "./shapes";
import type { ServiceClient } from "./service-client";
import { until } from "../support/until";

/** One entity of an analysis as the dataset route takes it. */
export interface Subject {
  readonly entity_of_interest: string;
  readonly keywords: readonly string[];
}

/** The keywords by which the corpus speaks of its most mentioned entities, the most mentioned first. */
export const subjects = async (client: ServiceClient): Promise<Subject[]> => {
  const documents = await client.all<EsgDocument>(`/v3/universes/${await client.universe("EU Banks")}/esg/documents`);
  const counts = new Map<string, { count: number; keywords: Set<string> }>();
  for (const { entity_id, entity_keywords, language } of documents) {
    if (language !== "eng") continue;
    const held = counts.get(entity_id) ?? { count: 0, keywords: new Set<string>() };
    held.count += 1;
    for (const keyword of entity_keywords) held.keywords.add(keyword);
    counts.set(entity_id, held);
  }
  const ranked = [...counts.values()].filter(({ keywords }) => keywords.size > 0).sort((a, b) => b.count - a.count);
  return ranked.map(({ keywords }) => ({ entity_of_interest: [...keywords][0] ?? "", keywords: [...keywords] }));
};

/** A dataset body over the last months of the corpus; `change` replaces members. */
export const dataset = (entities: readonly Subject[], change: object = {}): Record<string, unknown> => ({
  start_date: "2026-03-01",
  end_date: "2026-06-30",
  entities,
  workers: ["quality-score", "raw-matcher"],
  qscore: 0,
  ...change,
});

/** Starts an analysis and gives its instance. */
export const start = async (client: ServiceClient, body: unknown, account?: string): Promise<string> => {
  const answer = await client.post<{ instance: string }>("/api/2.0/analyze/dataset", body, account);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("instance")]);
  return answer.body.instance;
};

/** Asks again while the service answers 202, at most as long as a test may last. */
export const settled = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
  let answer = await ask();
  const isSettled = async (): Promise<boolean> => {
    if (answer.status === 202) answer = await ask();
    return answer.status !== 202;
  };
  await until("the analysis is ready", isSettled);
  return answer;
};

/** Downloads from an analysis, waiting until it has ended. */
export const download = <T = AnalysisDocument[]>(client: ServiceClient, body: object, query = ""): Promise<Answer<T>> =>
  settled(() => client.post<T>(`/api/2.0/analyze/download${query}`, body));

/** Starts an analysis and downloads its documents (at most 500). */
export const results = async (
  client: ServiceClient,
  body: unknown,
  fields?: readonly string[],
): Promise<AnalysisDocument[]> => {
  const instance = await start(client, body);
  const { status, body: documents } = await download(client, { instance, limit: 500, ...(fields ? { fields } : {}) });
  expect(status).toBe(200);
  return documents;
};

/** All sentences of a document in one text. */
export const textOf = (document: AnalysisDocument): string =>
  (document.sentences ?? []).map(({ text }) => text).join("\n");
