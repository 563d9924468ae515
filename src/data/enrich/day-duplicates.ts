import type { Queries } from "../sql/database";
import { groupNearDuplicates } from "./near-duplicates";

/** Characters of a text that are compared. */
const comparedCharacters = 20_000;

const onDay =
  "time >= ($1::date)::timestamp AT TIME ZONE 'UTC' AND time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC' AND version > 0";

/** Notes in which languages documents of a day were read: one with a corrected date or language leaves its day. */
const noteLanguages = async ({ query }: Queries, day: string): Promise<void> => {
  const languages = `SELECT language FROM documents WHERE ${onDay} AND language IS NOT NULL`;
  await query(`DELETE FROM document_days WHERE day = $1::date AND language NOT IN (${languages})`, [day]);
  // Another process may have read a document meanwhile: it queues the day, which is then grouped again.
  await query(
    `INSERT INTO document_days SELECT DISTINCT language, $1::date FROM (${languages}) AS read ON CONFLICT DO NOTHING`,
    [day],
  );
};

/** Groups the near-duplicates of one day (`2024-01-31`), and notes the first one and the number with each. */
export const groupDay = async (queries: Queries, day: string): Promise<void> => {
  await noteLanguages(queries, day);
  const documents = await queries.query<{ readonly document: number; readonly id: string; readonly text: string }>(
    `SELECT ordinal AS document, content_id AS id, left(source->>'text', ${comparedCharacters}) AS text FROM documents
     WHERE ${onDay} ORDER BY time, ordinal`,
    [day],
  );
  const clusters = new Map<string, readonly string[]>(
    groupNearDuplicates(documents.map((document) => ({ ...document, day }))).flatMap((ids) =>
      ids.map((id) => [id, ids] as const),
    ),
  );
  const sizes = documents.map(({ id }) => clusters.get(id)?.length ?? 1);
  await queries.query(
    `UPDATE documents SET enrichment = jsonb_set(enrichment, '{cluster}', to_jsonb(day.cluster))
     FROM unnest($1::bigint[], $2::text[]) AS day (document, cluster)
     WHERE ordinal = day.document AND enrichment->>'cluster' <> day.cluster`,
    [documents.map(({ document }) => document), documents.map(({ id }) => clusters.get(id)?.[0] ?? id)],
  );
  await queries.query(
    `UPDATE signals SET
       record = record || jsonb_build_object('clusterSize', day.size, 'reliability', ${rank}), reliability = ${rank}
     FROM unnest($1::bigint[], $2::integer[]) AS day (document, size)
     WHERE signals.document = day.document AND (record->>'clusterSize')::integer <> day.size`,
    [documents.map(({ document }) => document), sizes],
  );
};

/** As `reliability` in document-slices.ts computes it. */
const rank = "coalesce(signals.score, 0) * 1000 + least(999, day.size)";
