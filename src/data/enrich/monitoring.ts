import type { Database, Queries } from "../sql/database";
import { readSetting, replaceSetting } from "../sql/settings";
import type { LastNamed } from "./generation";
import type { UnreliableName } from "./mentions";

// That nothing was found about a company says something only where it was looked for. What was looked for is kept when
// all documents have been read: until then the data say what the generation before looked for.

const monitoringSetting = "monitored companies";

/** The companies that were looked for in all documents, and the generation that did. */
export interface Monitoring extends LastNamed {
  readonly generation: number;
}

/** Which companies were looked for in all documents; undefined if none ever were. */
export const readMonitoring = async (queries: Queries): Promise<Monitoring | undefined> => {
  const text = await readSetting(queries, monitoringSetting);
  return text === undefined ? undefined : (JSON.parse(text) as Monitoring);
};

/** Notes companies whose names documents were not read for: they got them later. It holds until all documents were read again. */
export const noteRenamed = async (queries: Queries, companies: readonly string[]): Promise<void> => {
  if (companies.length === 0) return;
  await queries.query(
    `INSERT INTO unreliable_names (company, why) SELECT ordinal, 'renamed' FROM companies WHERE id = ANY($1::uuid[])
     ON CONFLICT (company) DO UPDATE SET why = excluded.why`,
    [companies],
  );
};

/** Whether it is noted of a company that it was renamed. */
export const hasRenamed = async (queries: Queries): Promise<boolean> =>
  (await queries.query("SELECT 1 FROM unreliable_names WHERE why = 'renamed' LIMIT 1")).length > 0;

const batchRows = 20_000;

/** Keeps which companies were looked for, once no document waits for this generation. */
export const keepMonitoring = (
  database: Database,
  monitoring: Monitoring,
  unreliable: ReadonlyMap<string, UnreliableName>,
): Promise<void> =>
  database.transaction(async (queries) => {
    await queries.query("SELECT pg_advisory_xact_lock(5356481)");
    const { generation } = monitoring;
    if (((await readMonitoring(queries))?.generation ?? 0) > generation) return;
    // Another process may still read the last documents: it keeps this behind them.
    if ((await queries.query("SELECT 1 FROM documents WHERE version < $1 LIMIT 1", [generation])).length > 0) return;
    await replaceSetting(queries, monitoringSetting, JSON.stringify(monitoring));
    await queries.query("DELETE FROM unreliable_names");
    const names = [...unreliable];
    for (let begin = 0; begin < names.length; begin += batchRows) {
      const batch = names.slice(begin, begin + batchRows);
      await queries.query(
        `INSERT INTO unreliable_names (company, why) SELECT ordinal, why
         FROM unnest($1::uuid[], $2::text[]) AS n (id, why) JOIN companies USING (id)`,
        [batch.map(([id]) => id), batch.map(([, why]) => why)],
      );
    }
  });
