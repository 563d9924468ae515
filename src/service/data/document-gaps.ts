import type { Queries } from "../../data/sql/database";

// Days of which no document was read are days of which nothing is known. A calendar month (UTC) without a document, or
// more than 31 days without one, is a gap: an archive of daily news, or of monthly letters, has none.

/** Which documents are looked at, and which days are known besides them. Times are milliseconds. */
export interface KnownDays {
  /** ISO 639-2/B. */
  readonly languages: readonly string[];
  /** The days that imported events are of. */
  readonly eventDays: readonly [first: number, last: number] | undefined;
}

/** The time up to which what comes behind a moment leaves no gap, as SQL. */
const reach = (moment: string): string =>
  `least(${moment} + interval '31 days', (date_trunc('month', ${moment} AT TIME ZONE 'UTC') + interval '2 months - 1 second') AT TIME ZONE 'UTC')`;

const documentTime = (condition: string, order: "ASC" | "DESC"): string =>
  `(SELECT time FROM documents WHERE version > 0 AND language = ANY($1::text[]) AND time ${condition} ORDER BY time ${order} LIMIT 1)`;

const [eventsFirst, eventsLast, begin, end] = [
  "$2::timestamptz",
  "$3::timestamptz",
  "$4::timestamptz",
  "$5::timestamptz",
];

/** The last known moment behind one and up to another. */
const lastKnown = (after: string, upTo: string): string =>
  `greatest(${documentTime(`> ${after} AND time <= ${upTo}`, "DESC")}, CASE WHEN ${eventsFirst} <= ${upTo} AND ${eventsLast} > ${after} THEN ${eventsLast} END)`;

/** The first known moment behind one. */
const nextKnown = (after: string): string =>
  `least(${documentTime(`> ${after}`, "ASC")}, CASE WHEN ${eventsFirst} > ${after} THEN ${eventsFirst} END)`;

/**
 * Either the period lies within a gap, or a walk meets one: from each known moment it goes to the last one within its
 * reach, so that it is as long as the period has months. Begin and end of the period count as known.
 */
const gapSql = `WITH RECURSIVE around AS (
  SELECT greatest(${documentTime(`<= ${end}`, "DESC")}, CASE WHEN ${eventsFirst} <= ${end} THEN least(${eventsLast}, ${end}) END) AS before,
    ${nextKnown(end)} AS next
),
steps AS (
  SELECT ${begin} AS at
  UNION ALL
  SELECT ${lastKnown("at", reach("at"))} FROM steps WHERE ${reach("at")} < ${end}
),
gaps AS (
  SELECT before, next FROM around WHERE before < ${begin} AND ${reach("before")} < next
  UNION ALL
  SELECT known.at, ${nextKnown("known.at")} FROM (SELECT max(at) AS at FROM steps HAVING bool_or(at IS NULL)) known
)
SELECT before, next FROM gaps LIMIT 1`;

/**
 * The first gap in a period that lies within the known days: the moments around it, in milliseconds. Undefined if there is none.
 */
export const findGap = async (
  { query }: Pick<Queries, "query">,
  { languages, eventDays }: KnownDays,
  [from, to]: readonly [from: number, to: number],
): Promise<readonly [before: number, next: number] | undefined> => {
  const moments = [...(eventDays ?? [null, null]), from - 1_000, to + 1_000];
  const [gap] = await query<{ readonly before: Date; readonly next: Date | null }>(gapSql, [
    [...languages],
    ...moments.map((moment) => (moment === null ? null : new Date(moment).toISOString())),
  ]);
  return gap === undefined ? undefined : [gap.before.getTime(), gap.next?.getTime() ?? to];
};
