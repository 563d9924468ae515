import type { Queries } from "./database";

/**
 * Notes the days and the companies of documents: what follows from several documents is computed again for them. Call it
 * before documents are replaced, for what they said, and behind it, for what they say. Call it in a transaction.
 */
export const queueDocuments = async (queries: Queries, contentIds: readonly string[]): Promise<void> => {
  // In one order: two processes that note the same ones wait for each other.
  await queries.query(
    `INSERT INTO enrichment_queue (kind, value)
     SELECT 'day', to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM documents
     WHERE content_id = ANY($1::text[]) AND version > 0
     UNION
     SELECT 'company', signals.company::text FROM documents JOIN signals ON signals.document = documents.ordinal
     WHERE content_id = ANY($1::text[])
     ORDER BY 1, 2
     ON CONFLICT DO NOTHING`,
    [contentIds],
  );
};

/** The number of days or companies that wait. */
export const countQueue = async (queries: Queries): Promise<number> => {
  const [row] = await queries.query<{ readonly count: number }>("SELECT count(*) FROM enrichment_queue");
  return row?.count ?? 0;
};

/** Takes what has waited from the queue, at most `most`. It is gone if the transaction commits. */
export const takeFromQueue = async (
  queries: Queries,
  kind: "day" | "company",
  most: number,
): Promise<readonly string[]> => {
  const rows = await queries.query<{ readonly value: string }>(
    `DELETE FROM enrichment_queue USING
       (SELECT kind, value FROM enrichment_queue WHERE kind = $1 ORDER BY value LIMIT $2 FOR UPDATE SKIP LOCKED) AS first
     WHERE enrichment_queue.kind = first.kind AND enrichment_queue.value = first.value RETURNING first.value`,
    [kind, most],
  );
  return rows.map(({ value }) => value);
};
