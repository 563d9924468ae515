import { ruleLanguages } from "../../data/enrich/enrich";
import { mostNamedCompanies } from "../../data/enrich/generation";
import {
  dayAt,
  type DaySpan,
  type DocumentDays,
  findGaps,
  isoDay,
  readCoveredDays,
  readDocumentDays,
} from "../../data/enrich/known-days";
import { type Monitoring as NamedUpTo, readMonitoring } from "../../data/enrich/monitoring";
import type { Database } from "../../data/sql/database";
import type { Clock } from "../common/clock";
import { type NumberCondition, numberRange } from "../http/conditions";
import type { Universe } from "../store/universes";
import type { Company } from "./source";

/** Which days a request asks for. */
export interface Period {
  /** Milliseconds. */
  readonly time: readonly NumberCondition[];
  /** Whether events are asked for: those that were imported are known beside those of the documents. */
  readonly isOfEvents?: boolean;
  /** Languages of the documents (ISO 639-2/B); without them those that have rules. */
  readonly languages?: readonly string[];
  /** Whether what waits to be read would be missing for good, as in an analysis. */
  readonly isFinal?: boolean;
}

/**
 * What the data cannot say, each as a sentence. A company without records passes for one to which nothing happened, so
 * the data must say where that is not known.
 */
export interface Monitoring {
  /** By ordinal, why a company without records is not known to be one to which nothing happened. */
  readonly unmonitored: (companies: readonly Company[]) => Promise<ReadonlyMap<number, string>>;
  /** Why no record of any company of a universe is not known to mean that nothing happened. */
  readonly whyNothing: (universe: Universe) => Promise<string | undefined>;
  /** Why the documents cannot answer for a period: they were not read, or are of other days. */
  readonly whyUnknown: (period: Period) => Promise<string | undefined>;
}

/** A made-up world tells everything about its companies. */
export const completeMonitoring: Monitoring = {
  unmonitored: () => Promise.resolve(new Map()),
  whyNothing: () => Promise.resolve(undefined),
  whyUnknown: () => Promise.resolve(undefined),
};

/** Days. Data that end longer ago say nothing of the time until now. */
const longestLag = 31;

/** The time that conditions ask for, unlimited by infinite numbers. */
const askedSpan = (conditions: readonly NumberCondition[]): readonly [from: number, to: number] => {
  const ranges = conditions.map(numberRange);
  return [Math.max(-Infinity, ...ranges.map(([from]) => from)), Math.min(Infinity, ...ranges.map(([, to]) => to))];
};

const nothingRead = "no document in them was read for companies, so nothing is known of events and documents";
const documentsWait =
  "documents wait to be read, and nobody knows yet what they say; try again later, or run npm run enrich";

/** Whether a company (alias `c`) is not known to have been looked for, from $1 and $2, the last ordinals. */
const notLookedFor = `(c.ordinal > CASE WHEN c.record->'isins' <> '[]' OR c.record->'tickers' <> '[]' THEN $1::bigint ELSE $2::bigint END
   OR EXISTS (SELECT 1 FROM unreliable_names n WHERE n.company = c.ordinal)
   OR EXISTS (SELECT 1 FROM signals s WHERE s.company = c.ordinal AND s.kind = 'unread'))`;

const lastOrdinals = (state: NamedUpTo | undefined): readonly [number, number] => [
  state?.withSecurities ?? -1,
  state?.others ?? -1,
];

/** What is not known of companies, from their data and those of the documents. */
export const createSqlMonitoring = (database: Database, clock: Clock): Monitoring => {
  const { query } = database;

  /** Why nothing is known of any company. */
  const whyNoneRead = async (): Promise<string | undefined> => {
    if ((await query("SELECT 1 FROM documents WHERE version > 0 LIMIT 1")).length === 0) return nothingRead;
    return (await query("SELECT 1 FROM documents WHERE version = 0 LIMIT 1")).length > 0 ? documentsWait : undefined;
  };

  /** The days that are known besides those of the documents: those that are covered, and those of imported events. */
  const readOtherDays = async (isOfEvents: boolean): Promise<readonly DaySpan[]> => {
    const covered = await readCoveredDays(database);
    if (!isOfEvents) return covered;
    const [row] = await query<{ readonly first: Date | null; readonly last: Date | null }>(
      "SELECT min(start) AS first, max(last) AS last FROM events WHERE imported",
    );
    const { first = null, last = null } = row ?? {};
    return first === null || last === null
      ? covered
      : [...covered, [dayAt(first.getTime()), dayAt(last.getTime())] as const];
  };

  return {
    unmonitored: async (companies) => {
      const none = await whyNoneRead();
      if (none !== undefined)
        return new Map(companies.map(({ ordinal, name }) => [ordinal, `Nothing is known of ${name}: ${none}.`]));
      const state = await readMonitoring(database);
      const rows = await query<{
        readonly company: number;
        readonly late: boolean;
        readonly why: string | null;
        readonly unread: number;
      }>(
        `SELECT c.ordinal AS company, n.why,
           c.ordinal > CASE WHEN c.record->'isins' <> '[]' OR c.record->'tickers' <> '[]' THEN $1::bigint ELSE $2::bigint END AS late,
           (SELECT count(*) FROM signals s WHERE s.company = c.ordinal AND s.kind = 'unread') AS unread
         FROM companies c LEFT JOIN unreliable_names n ON n.company = c.ordinal
         WHERE c.ordinal = ANY($3::bigint[]) AND ${notLookedFor}`,
        [...lastOrdinals(state), companies.map(({ ordinal }) => ordinal)],
      );
      const names = new Map(companies.map(({ ordinal, name }) => [ordinal, name]));
      return new Map(
        rows.map((row) => [row.company, sentence({ ...row, name: names.get(row.company) ?? "" }, state)] as const),
      );
    },
    whyNothing: async ({ ordinal }) => {
      const none = await whyNoneRead();
      if (none !== undefined) return none;
      const members = `FROM universe_members m JOIN companies c ON c.ordinal = m.company WHERE m.universe = $3 AND NOT c.unlicensed`;
      const [row] = await query<{ readonly none: boolean }>(
        `SELECT EXISTS (SELECT 1 ${members}) AND NOT EXISTS (SELECT 1 ${members} AND NOT ${notLookedFor}) AS none`,
        [...lastOrdinals(await readMonitoring(database)), ordinal],
      );
      return row?.none === true
        ? "of no company of the universe they can show that nothing happened; the codes not_monitored of its companies say why"
        : undefined;
    },
    whyUnknown: async (period) => {
      const { time, isOfEvents = false, languages = ruleLanguages, isFinal = false } = period;
      const now = clock.now();
      // A document with a date to come says nothing of the days until then.
      const documents = await readDocumentDays(database, languages, dayAt(now) + 1);
      const others = await readOtherDays(isOfEvents);
      if (documents === undefined && others.length === 0)
        return (await whyNoneRead()) ?? "no document is in a language with rules";
      const waiting = isFinal ? await whyNoneRead() : undefined;
      return waiting ?? whyOutside(documents, others, askedSpan(time), now);
    },
  };
};

/** Why nothing is known of a part of a period. Its moments are milliseconds; infinite ones ask for what there is. */
const whyOutside = (
  documents: DocumentDays | undefined,
  others: readonly DaySpan[],
  [from, to]: readonly [from: number, to: number],
  now: number,
): string | undefined => {
  if (from === -Infinity && to === Infinity) return undefined;
  const spans = documents === undefined ? others : [documents.all, ...others];
  const first = Math.min(...spans.map(([start]) => start));
  const last = Math.max(...spans.map(([, end]) => end));
  const until = Math.min(to, now);
  const days = `the documents in them are from ${isoDay(first)} to ${isoDay(last)}`;
  if ((from !== -Infinity && dayAt(from) < first - 1) || dayAt(until) < first)
    return `${days}; ask from ${isoDay(first)} on`;
  if (dayAt(until) > last + longestLag) return `${days}; ask until ${isoDay(last)}`;
  // The end of a period is often the midnight behind it.
  const gap = findGaps(documents, others).find(([begin, end]) => begin <= dayAt(until - 1) && end >= dayAt(from));
  return gap === undefined
    ? undefined
    : `no document in them is from ${isoDay(gap[0])} to ${isoDay(gap[1])}; ask for days before or behind, or for no days to see what there is`;
};

interface UnmonitoredCompany {
  readonly name: string;
  /** Whether its names are not among those that were looked for. */
  readonly late: boolean;
  readonly why: string | null;
  /** Documents that name it in languages without rules. */
  readonly unread: number;
}

const sentence = ({ name, late, why, unread }: UnmonitoredCompany, state: NamedUpTo | undefined): string => {
  const isLimited = state !== undefined && state.withSecurities !== state.others;
  if (late && isLimited)
    return `${name} is not looked for in documents: at most ${mostNamedCompanies.toLocaleString("en")} companies are.`;
  if (late) return `${name} was imported after the documents were read: run npm run enrich.`;
  if (why === "renamed") return `${name} got another name or number after the documents were read: run npm run enrich.`;
  if (why === "shared")
    return `Documents cannot show that nothing happened to ${name}: other companies of the data have the same name.`;
  if (why === "common")
    return `Documents cannot show that nothing happened to ${name}: its name is a common word, or too short.`;
  return `${unread} ${unread === 1 ? "document names" : "documents name"} ${name} in a language without rules: nobody knows what happened.`;
};
