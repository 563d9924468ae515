import type { DocumentRecord, Signal, SourceDocument } from "../records";
import type { Database } from "../sql/database";
import { queueDocuments } from "../sql/enrichment-queue";
import { writeDocuments } from "../sql/write";
import { uuidFrom } from "../uuid-from";
import type { DocumentSignal, Enricher } from "./enrich";

/** Orders signals: those with a higher score first, then what more documents say. */
export const reliability = (score: number | null, clusterSize: number): number =>
  (score ?? 0) * 1_000 + Math.min(999, clusterSize);

const newSignal = (contentId: string, signal: DocumentSignal): Signal => ({
  ...signal,
  id: uuidFrom(`signal ${contentId} ${signal.kind} ${signal.company}`),
  event: null,
  case: null,
  clusterSize: 1,
  reliability: reliability(signal.score, 1),
  novelty: null,
});

const readDocument = (source: SourceDocument, enricher: Enricher, generation: number): DocumentRecord => {
  const { signals, ...rest } = enricher.enrich(source);
  return {
    source,
    enrichment: {
      ...rest,
      version: generation,
      // Nothing says how good a document is, and nothing translates it.
      quality: null,
      translations: {},
      cluster: source.contentId,
      signals: signals.map((signal) => newSignal(source.contentId, signal)),
    },
  };
};

/** The number of documents that were not read in this generation. */
export const countWaitingDocuments = async (database: Database, generation: number): Promise<number> => {
  const [row] = await database.query<{ readonly count: number }>("SELECT count(*) FROM documents WHERE version < $1", [
    generation,
  ]);
  return row?.count ?? 0;
};

/**
 * Reads some of the documents that wait, in one transaction, and returns how many. Several processes may do so at once:
 * each takes others.
 */
export const readDocumentSlice = (
  database: Database,
  enricher: Enricher,
  generation: number,
  most: number,
): Promise<number> =>
  database.transaction(async (queries) => {
    const rows = await queries.query<{ readonly source: SourceDocument }>(
      "SELECT source FROM documents WHERE version < $1 ORDER BY version, ordinal LIMIT $2 FOR UPDATE SKIP LOCKED",
      [generation, most],
    );
    if (rows.length === 0) return 0;
    const contentIds = rows.map(({ source }) => source.contentId);
    const documents = rows.map(({ source }) => readDocument(source, enricher, generation));
    await queueDocuments(queries, contentIds);
    await writeDocuments(queries, documents);
    await queueDocuments(queries, contentIds);
    return rows.length;
  });
