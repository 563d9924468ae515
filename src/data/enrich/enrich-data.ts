import type { Database } from "../sql/database";
import { countQueue, takeFromQueue } from "../sql/enrichment-queue";
import { readSetting, worldSetting } from "../sql/settings";
import { groupDay } from "./day-duplicates";
import { countWaitingDocuments, readDocumentSlice } from "./document-slices";
import { Enricher } from "./enrich";
import { currentGeneration, currentRules, readNamedCompanies } from "./generation";
import { hasRenamed, keepMonitoring, readMonitoring } from "./monitoring";
import { writeCompanyEvents } from "./write-company-events";

/** How far an enrichment has come. */
export interface EnrichmentProgress {
  /** What is counted. */
  readonly unit: "documents" | "days and companies";
  readonly done: number;
  readonly total: number;
}

export interface EnrichmentOptions {
  readonly onProgress?: ((progress: EnrichmentProgress) => void) | undefined;
  /** Documents of a transaction. */
  readonly sliceDocuments?: number;
  /** Days or companies of a transaction. */
  readonly sliceGroups?: number;
}

/** What an enrichment did. */
export interface EnrichmentResult {
  readonly documents: number;
  /** Days whose near-duplicates, and companies whose events were computed again. */
  readonly groups: number;
}

const usualDocuments = 200;
const usualGroups = 10;

const readDocuments = async (
  database: Database,
  generation: number,
  { onProgress, sliceDocuments = usualDocuments }: EnrichmentOptions,
): Promise<number> => {
  const total = await countWaitingDocuments(database, generation);
  // An enrichment that ended behind its last document has not kept what it looked for. A name that came and went leaves a note.
  if (total === 0 && (await readMonitoring(database))?.generation === generation && !(await hasRenamed(database)))
    return 0;
  const { companies, last } = await readNamedCompanies(database);
  const enricher = await Enricher.create(companies, await currentRules(database));
  let done = 0;
  for (;;) {
    const count = await readDocumentSlice(database, enricher, generation, sliceDocuments);
    if (count === 0) {
      await keepMonitoring(database, { generation, ...last }, enricher.unreliable());
      return done;
    }
    done += count;
    onProgress?.({ unit: "documents", done, total: Math.max(total, done) });
  }
};

/** Computes what follows from several documents: near-duplicates by day, then events by company. */
const groupDocuments = async (
  database: Database,
  { onProgress, sliceGroups = usualGroups }: EnrichmentOptions,
): Promise<number> => {
  const total = await countQueue(database);
  let done = 0;
  for (const kind of ["day", "company"] as const)
    for (;;) {
      const count = await database.transaction(async (queries) => {
        // An import changes documents and companies under the same lock.
        await queries.query("SELECT pg_advisory_xact_lock(5356480)");
        const values = await takeFromQueue(queries, kind, sliceGroups);
        for (const value of values) await (kind === "day" ? groupDay : writeCompanyEvents)(queries, value);
        return values.length;
      });
      if (count === 0) break;
      done += count;
      onProgress?.({ unit: "days and companies", done, total: Math.max(total, done) });
    }
  return done;
};

/**
 * Reads the documents that have not been read, or not with these steps, rules and companies; then groups what they say.
 * Each slice is a transaction: an enrichment that ends at any moment goes on where it was. A made-up world is left alone.
 */
export const enrichData = async (database: Database, options: EnrichmentOptions = {}): Promise<EnrichmentResult> => {
  if ((await readSetting(database, worldSetting)) !== undefined) return { documents: 0, groups: 0 };
  if ((await database.query("SELECT 1 FROM documents LIMIT 1")).length === 0) return { documents: 0, groups: 0 };
  const documents = await readDocuments(database, await currentGeneration(database), options);
  return { documents, groups: await groupDocuments(database, options) };
};
