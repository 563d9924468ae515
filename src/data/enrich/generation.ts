import { createHash } from "node:crypto";
import type { NamedCompany } from "./name-matcher";
import type { Database, Queries } from "../sql/database";
import { readSetting, replaceSetting } from "../sql/settings";
import { defaultTopicRules, stepVersions } from "./enrich";
import { readTopicRules, type TopicRule } from "./topic-rules";

// Documents are read again when the steps, the rules or the names of the companies are others than when they were read.
// Each such state of the data has a number, its generation; documents have that in which they were read.

const generationSetting = "enrichment";
const rulesSetting = "topic rules";

interface Generation {
  readonly number: number;
  readonly fingerprint: string;
}

const readGeneration = async (queries: Queries): Promise<Generation> => {
  const text = await readSetting(queries, generationSetting);
  return text === undefined ? { number: 0, fingerprint: "" } : (JSON.parse(text) as Generation);
};

/** The firm's own table of rules, or the one that comes with Spillway. */
export const currentRules = async (queries: Queries): Promise<readonly TopicRule[]> => {
  const csv = (await readSetting(queries, rulesSetting)) ?? "";
  return csv === "" ? defaultTopicRules() : readTopicRules(csv);
};

/** Uses a firm's own table of rules from now on; an empty text goes back to the one that comes with Spillway. */
export const replaceRules = async (queries: Queries, csv: string): Promise<void> => {
  await replaceSetting(queries, rulesSetting, csv);
};

/** Companies that are looked for in texts, at most: the names of more would not fit into the memory. */
export const mostNamedCompanies = 500_000;

/** Changes with the names that texts are searched for, and with the numbers that filings are known by. */
const namesFingerprint = async (queries: Queries): Promise<string> => {
  const [row] = await queries.query<{ readonly names: string }>(
    `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(companies.id || company_names.name, 0)::numeric), 0) || ' ' ||
       (SELECT coalesce(sum(hashtextextended(id || (record->>'cik'), 0)::numeric), 0) FROM companies WHERE record->>'cik' IS NOT NULL) AS names
     FROM company_names JOIN companies ON ordinal = company`,
  );
  return row?.names ?? "";
};

/** The number of the generation that the data belong to now. It rises by one where they have changed. */
export const currentGeneration = (database: Database): Promise<number> =>
  database.transaction(async (queries) => {
    await queries.query("SELECT pg_advisory_xact_lock(5356481)");
    const rules = await currentRules(queries);
    const state = JSON.stringify([stepVersions, rules, await namesFingerprint(queries)]);
    const fingerprint = createHash("sha256").update(state).digest("hex");
    const before = await readGeneration(queries);
    if (before.fingerprint === fingerprint) return before.number;
    const number = before.number + 1;
    await replaceSetting(queries, generationSetting, JSON.stringify({ number, fingerprint }));
    return number;
  });

const batchRows = 20_000;

/** The companies to look for in texts. */
export interface NamedCompanies {
  readonly companies: readonly NamedCompany[];
  /** The highest ordinal of those with ISINs or tickers, and of all others, that are among them. */
  readonly last: LastNamed;
}

/** Companies with higher ordinals were not looked for: they were imported later, or are too many. */
export interface LastNamed {
  readonly withSecurities: number;
  readonly others: number;
}

/** The companies to look for. Where there are too many, those with securities come first. */
export const readNamedCompanies = async (queries: Queries): Promise<NamedCompanies> => {
  const companies: NamedCompany[] = [];
  const readGroup = async (hasSecurities: boolean): Promise<number> => {
    for (let last = -1; ;) {
      const rows = await queries.query<{
        readonly ordinal: number;
        readonly id: string;
        readonly name: string;
        readonly aliases: readonly string[] | null;
        readonly cik: string | null;
      }>(
        `SELECT ordinal, id, name, record->'aliases' AS aliases, record->>'cik' AS cik FROM companies
         WHERE ordinal > $1 AND (record->'isins' <> '[]' OR record->'tickers' <> '[]') = $2 ORDER BY ordinal LIMIT $3`,
        [last, hasSecurities, Math.min(batchRows, mostNamedCompanies - companies.length)],
      );
      for (const { id, name, aliases, cik } of rows) companies.push({ id, names: [name, ...(aliases ?? [])], cik });
      last = rows.at(-1)?.ordinal ?? last;
      if (rows.length < batchRows) return last;
    }
  };
  const withSecurities = await readGroup(true);
  const others = await readGroup(false);
  const isWhole = companies.length < mostNamedCompanies;
  // A company that gets an ISIN later was looked for all the same.
  const highest = Math.max(withSecurities, others);
  return { companies, last: isWhole ? { withSecurities: highest, others: highest } : { withSecurities, others } };
};
