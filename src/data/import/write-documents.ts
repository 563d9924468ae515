import type { SourceDocument } from "../records";
import type { Queries } from "../sql/database";
import { writeDocuments } from "../sql/write";
import type { Changes } from "./write-companies";

/** What makes a document another one than before. Where it came from does not. */
const comparedJson = ({ title, text, time, url, language }: SourceDocument): string =>
  JSON.stringify([title, text, time, url, language]);

/** Writes documents that are new or have changed; the enrichment takes them from there. Call it in a transaction. */
export const writeSourceDocuments = async (queries: Queries, batch: readonly SourceDocument[]): Promise<Changes> => {
  // Of documents with the same id the last one counts.
  const documents = new Map(batch.map((document) => [document.contentId, document]));
  const stored = await queries.query<{ readonly source: SourceDocument }>(
    "SELECT source FROM documents WHERE content_id = ANY($1)",
    [[...documents.keys()]],
  );
  const before = new Map(stored.map(({ source }) => [source.contentId, comparedJson(source)]));
  const fresh = [...documents.values()].filter((document) => before.get(document.contentId) !== comparedJson(document));
  await writeDocuments(
    queries,
    fresh.map((source) => ({ source, enrichment: null })),
  );
  const changed = fresh.filter(({ contentId }) => before.has(contentId)).length;
  return { added: fresh.length - changed, changed, unchanged: documents.size - fresh.length };
};
