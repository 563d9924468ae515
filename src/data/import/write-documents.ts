import type { SourceDocument } from "../records";
import { jsonText, type Queries } from "../sql/database";
import { queueDocuments } from "../sql/enrichment-queue";
import { writeDocuments } from "../sql/write";
import type { Changes } from "./write-companies";

/** What makes a document another one than before. Where it came from does not. */
const comparedJson = ({ title, text, time, url, language, filer }: SourceDocument): string =>
  JSON.stringify([title, text, time, url, language, filer]);

/** Notes where documents come from now. What was computed from their texts stays. */
const updateOrigins = async (queries: Queries, documents: readonly SourceDocument[]): Promise<void> => {
  if (documents.length === 0) return;
  await queries.query(
    `UPDATE documents SET source = jsonb_set(documents.source, '{origin}', renewed.origin::jsonb)
     FROM unnest($1::text[], $2::text[]) AS renewed (content_id, origin) WHERE documents.content_id = renewed.content_id`,
    [documents.map(({ contentId }) => contentId), documents.map(({ origin }) => jsonText(origin))],
  );
};

/** Writes documents that are new or have changed; the enrichment takes them from there. Call it in a transaction. */
export const writeSourceDocuments = async (queries: Queries, batch: readonly SourceDocument[]): Promise<Changes> => {
  // Of documents with the same id the last one counts.
  const documents = new Map(batch.map((document) => [document.contentId, document]));
  const stored = await queries.query<{ readonly source: SourceDocument }>(
    "SELECT source FROM documents WHERE content_id = ANY($1)",
    [[...documents.keys()]],
  );
  const before = new Map(stored.map(({ source }) => [source.contentId, source]));
  const fresh: SourceDocument[] = [];
  const relicensed: SourceDocument[] = [];
  for (const document of documents.values()) {
    const known = before.get(document.contentId);
    if (known === undefined || comparedJson(known) !== comparedJson(document)) fresh.push(document);
    else if (known.origin.licence !== document.origin.licence) relicensed.push(document);
  }
  // What an earlier text said is taken back when the days and the companies are grouped again.
  await queueDocuments(
    queries,
    fresh.map(({ contentId }) => contentId),
  );
  await writeDocuments(
    queries,
    fresh.map((source) => ({ source, enrichment: null })),
  );
  await updateOrigins(queries, relicensed);
  const changed = relicensed.length + fresh.filter(({ contentId }) => before.has(contentId)).length;
  const added = fresh.length + relicensed.length - changed;
  return { added, changed, unchanged: documents.size - added - changed };
};
