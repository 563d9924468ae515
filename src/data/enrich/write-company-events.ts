import type { Sentence } from "../records";
import { jsonText, type Queries } from "../sql/database";
import { writeEvents } from "../sql/write";
import { type CompanyEvent, companyEvents, type KnownEvent, type ScoredDocument } from "./company-events";
import { newSentences } from "./summaries";

const seconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;

type ScoredRow = Omit<ScoredDocument, "time"> & { readonly time: Date };
type EventRow = Omit<KnownEvent, "start" | "last"> & { readonly start: Date; readonly last: Date };

const readScoredDocuments = async (queries: Queries, company: string): Promise<readonly ScoredDocument[]> => {
  const rows = await queries.query<ScoredRow>(
    `SELECT s.id, s.document, s.event, s.time, s.score, s.record->>'rule' AS rule, s.record->>'evidence' AS evidence,
       s.record->'categories'->>0 AS category, s.record->'subCategories'->>0 AS "subCategory", d.source->>'title' AS title
     FROM signals s JOIN documents d ON d.ordinal = s.document
     WHERE s.company = $1 AND s.kind = 'esg' AND s.score IS NOT NULL ORDER BY s.time, s.document`,
    [company],
  );
  return rows.map((row) => ({ ...row, time: seconds(row.time) }));
};

const readKnownEvents = async (queries: Queries, company: string): Promise<readonly KnownEvent[]> => {
  const rows = await queries.query<EventRow>(
    `SELECT id, sub_categories[1] AS "subCategory", start, last, (record->>'documents')::integer AS documents
     FROM events WHERE company = $1 AND NOT imported ORDER BY start, id`,
    [company],
  );
  return rows.map((row) => ({ ...row, start: seconds(row.start), last: seconds(row.last) }));
};

/** Earlier documents of an event that a document is compared with, the latest ones: news repeats what was just said. */
const comparedDocuments = 30;
const newSentencesShown = 3;

/** What each document of an event, from the first that changed, says that none before it said. */
const readNovelties = async (
  queries: Queries,
  { documents, changedFrom = documents.length }: CompanyEvent,
): Promise<readonly (string | null)[]> => {
  const begin = Math.max(0, changedFrom - comparedDocuments);
  const earlier: (readonly string[])[] = [];
  const novelties: (string | null)[] = [];
  for (let at = begin; at < documents.length; at += comparedDocuments) {
    const slice = documents.slice(at, at + comparedDocuments);
    const rows = await queries.query<{ readonly document: number; readonly sentences: readonly Sentence[] }>(
      "SELECT ordinal AS document, sentences FROM documents WHERE ordinal = ANY($1::bigint[])",
      [slice.map(({ document }) => document)],
    );
    const texts = new Map(
      rows.map(({ document, sentences }) => [
        document,
        sentences.flatMap(({ text, type }) => (type === 1 ? [text] : [])),
      ]),
    );
    for (const [offset, { document }] of slice.entries()) {
      const own = texts.get(document) ?? [];
      if (at + offset >= changedFrom) {
        const fresh = newSentences(own, earlier.flat(), newSentencesShown);
        novelties.push(fresh.length === 0 ? null : fresh.join(" "));
      }
      earlier.push(own);
      if (earlier.length > comparedDocuments) earlier.shift();
    }
  }
  return novelties;
};

const writeMembers = async (queries: Queries, event: CompanyEvent): Promise<void> => {
  const novelties = await readNovelties(queries, event);
  await queries.query(
    `UPDATE signals SET event = $1::uuid, case_id = $2::uuid,
       record = record || jsonb_build_object('event', $1::text, 'case', $2::text, 'novelty', changed.novelty)
     FROM unnest($3::uuid[], $4::jsonb[]) AS changed (id, novelty) WHERE signals.id = changed.id`,
    [
      event.record.id,
      event.record.case,
      event.documents.slice(event.changedFrom).map(({ id }) => id),
      novelties.map(jsonText),
    ],
  );
};

/** Computes the events of a company (its ordinal) again, and what is new in their documents. */
export const writeCompanyEvents = async (queries: Queries, ordinal: string): Promise<void> => {
  const [company] = await queries.query<{ readonly id: string }>("SELECT id FROM companies WHERE ordinal = $1", [
    ordinal,
  ]);
  const events =
    company === undefined
      ? []
      : companyEvents(company.id, await readScoredDocuments(queries, ordinal), await readKnownEvents(queries, ordinal));
  const changed = events.filter(({ changedFrom }) => changedFrom !== undefined);
  for (const event of changed) await writeMembers(queries, event);
  if (changed.length > 0)
    await writeEvents(
      queries,
      changed.map(({ record }) => record),
    );
  await queries.query("DELETE FROM events WHERE company = $1 AND NOT imported AND NOT id = ANY($2::uuid[])", [
    ordinal,
    events.map(({ record }) => record.id),
  ]);
};
