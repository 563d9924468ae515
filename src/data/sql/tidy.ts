import { type Database, DatabaseError } from "./database";

const tables = ["companies", "company_names", "source_records", "source_identifiers", "documents", "signals", "events"];

/**
 * Files what was written lately into the indexes, and counts the rows anew for the plans of queries. A server does so by
 * itself after some minutes, an embedded database never. Until then an exact search reads a list of all late entries.
 */
export const tidyTables = async ({ run }: Database): Promise<void> => {
  for (const table of tables)
    await run(`VACUUM (ANALYZE) ${table}`).catch((error: unknown) => {
      // Without it everything works, only slower.
      if (!(error instanceof DatabaseError)) throw error;
    });
};
