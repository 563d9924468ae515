import type { Queries } from "../sql/database";
import { readSetting, replaceSetting } from "../sql/settings";
import { ruleLanguages } from "./enrich";

// Days of which no document was read are days of which nothing is known, as far as that is no usual silence: an archive
// of daily news, of weekly or of monthly letters has silences of its own, which say that nothing was written. Days are
// numbers since 1 January 1970, UTC.

/** Two days and all between them. */
export type DaySpan = readonly [first: number, last: number];

const millisecondsOfDay = 24 * 60 * 60 * 1_000;

export const dayAt = (milliseconds: number): number => Math.floor(milliseconds / millisecondsOfDay);

export const isoDay = (day: number): string => new Date(day * millisecondsOfDay).toISOString().slice(0, 10);

/** The days of the documents. */
export interface DocumentDays {
  readonly all: DaySpan;
  /** The days around each week or more without a document. */
  readonly silences: readonly DaySpan[];
  /** Days from one day with documents to the next: 9 of 10 times it takes no longer. */
  readonly usual: number;
}

/** The days of the documents that were read, in some languages (ISO 639-2/B) and up to a day; undefined if there are none. */
export const readDocumentDays = async (
  { query }: Pick<Queries, "query">,
  languages: readonly string[],
  upTo: number,
): Promise<DocumentDays | undefined> => {
  const [row] = await query<{
    readonly first: number | null;
    readonly last: number | null;
    readonly usual: number | null;
    readonly silences: readonly DaySpan[] | null;
  }>(
    `WITH days AS (SELECT DISTINCT day - DATE '1970-01-01' AS day FROM document_days WHERE language = ANY($1::text[])),
     steps AS (SELECT day, lead(day) OVER (ORDER BY day) AS next FROM days WHERE day <= $2::integer)
     SELECT min(day) AS first, max(day) AS last, percentile_disc(0.9) WITHIN GROUP (ORDER BY next - day) AS usual,
       jsonb_agg(jsonb_build_array(day, next) ORDER BY day) FILTER (WHERE next - day > 7) AS silences FROM steps`,
    [[...languages], upTo],
  );
  const { first = null, last = null, usual, silences } = row ?? {};
  return first === null || last === null
    ? undefined
    : { all: [first, last], usual: usual ?? 0, silences: silences ?? [] };
};

/** Whether a calendar month lies between two days. */
const holdsMonth = (before: number, next: number): boolean => {
  const date = new Date(before * millisecondsOfDay);
  return next >= Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2) / millisecondsOfDay;
};

/**
 * Whether documents are missing between two known days: a calendar month or more than 31 days, or a week and more than
 * three times as long as usual.
 */
const isGap = (before: number, next: number, usual: number): boolean =>
  next - before > 31 || holdsMonth(before, next) || (next - before > 7 && next - before > 3 * usual);

/** The gaps between the first and the last known day, in order. `known` are days that are known besides those of the documents. */
export const findGaps = (documents: DocumentDays | undefined, known: readonly DaySpan[]): readonly DaySpan[] => {
  const spans = [...known];
  if (documents !== undefined) {
    const { all, silences } = documents;
    const firsts = [all[0], ...silences.map(([, next]) => next)];
    firsts.forEach((first, at) => spans.push([first, silences[at]?.[0] ?? all[1]]));
  }
  spans.sort(([one], [other]) => one - other);
  const gaps: DaySpan[] = [];
  let reach = spans[0]?.[1] ?? 0;
  for (const [first, last] of spans) {
    if (isGap(reach, first, documents?.usual ?? 0)) gaps.push([reach + 1, first - 1]);
    reach = Math.max(reach, last);
  }
  return gaps;
};

const coveredSetting = "covered days";

/** Days of which somebody has said that all documents are in the data. */
export const readCoveredDays = async (queries: Queries): Promise<readonly DaySpan[]> =>
  JSON.parse((await readSetting(queries, coveredSetting)) ?? "[]") as readonly DaySpan[];

/** Keeps that all documents of some days are in the data; without days, that nothing is known of it. */
export const coverDays = async (queries: Queries, days: DaySpan | undefined): Promise<void> => {
  const spans = days === undefined ? [] : [...(await readCoveredDays(queries)), days];
  await replaceSetting(queries, coveredSetting, JSON.stringify(spans));
};

/** The gaps of the documents in languages with rules. */
export const readGaps = async (queries: Queries, now: number): Promise<readonly DaySpan[]> => {
  const documents = await readDocumentDays(queries, ruleLanguages, dayAt(now) + 1);
  return documents === undefined ? [] : findGaps(documents, await readCoveredDays(queries));
};
