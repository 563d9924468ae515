import { randomUUID } from "node:crypto";
import type { CompanyRecord } from "../../data/records";
import type { Database, Queries } from "../../data/sql/database";
import { companyTerm, writeCompanies } from "../../data/sql/write";
import type { Clock } from "../common/clock";
import { isValidIsin } from "../../facts/check-digits";
import { countryCode } from "../world/places";
import { type CoverageRequest, type Facts, isSame } from "./coverage";

/** The terms that find the company of the facts, the surest first. */
const factTerms = (facts: Facts): string[] =>
  [
    ["isin", facts["isin"] ?? facts["external_id"]] as const,
    ["lei", facts["lei"] ?? facts["external_id"]] as const,
    ["name", facts["name"]] as const,
  ].flatMap(([key, value]) => (value === undefined ? [] : [companyTerm(key, value)]));

const findCompany = async ({ query }: Queries, facts: Facts): Promise<number | undefined> => {
  for (const term of factTerms(facts)) {
    const [row] = await query("SELECT ordinal FROM companies WHERE terms @> ARRAY[$1] ORDER BY ordinal LIMIT 1", [
      term,
    ]);
    if (row !== undefined) return row["ordinal"] as number;
  }
  return undefined;
};

const toCompany = (facts: Facts, now: number): CompanyRecord => {
  const isin = facts["isin"] ?? facts["external_id"] ?? "";
  const createdAt = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return {
    id: randomUUID(),
    name: facts["name"] ?? facts["external_id"] ?? "",
    aliases: [],
    lei: facts["lei"] ?? null,
    figi: null,
    cik: null,
    duns: null,
    isins: isValidIsin(isin) ? [isin] : [],
    tickers: [],
    country: facts["country"] === undefined ? null : (countryCode(facts["country"]) ?? null),
    region: null,
    city: null,
    website: facts["website"] ?? null,
    description: null,
    legalForm: null,
    parent: null,
    ultimateParent: null,
    employeeCount: null,
    revenue: [],
    isic4: [],
    industryCodes: [],
    unspsc: [],
    registrations: [],
    clientCodes: {},
    createdAt,
    unlicensed: false,
    origins: { id: { source: "coverage extension", file: "", date: createdAt, licence: "own" } },
  };
};

const settleTask = async (
  queries: Queries,
  task: { readonly ordinal: number; readonly request: string },
  now: number,
) => {
  const request = JSON.parse(task.request) as CoverageRequest;
  const added: { readonly facts: Facts; readonly company: number }[] = [];
  const add = async (facts: Facts): Promise<number> => {
    const record = toCompany(facts, now);
    await writeCompanies(queries, [record]);
    const [row] = await queries.query("SELECT ordinal FROM companies WHERE id = $1", [record.id]);
    const company = row?.["ordinal"] as number;
    added.push({ facts, company });
    return company;
  };
  for (const facts of request.entities) {
    const earlier = added.find((each) => isSame(each.facts, facts))?.company;
    const company = earlier ?? (await findCompany(queries, facts)) ?? (await add(facts));
    await queries.query(
      `INSERT INTO universe_members (universe, company)
       SELECT ordinal, $1::bigint FROM universes WHERE id = ANY($2::uuid[]) ON CONFLICT DO NOTHING`,
      [company, request.universe_ids],
    );
  }
  await queries.query("UPDATE tasks SET settled = 1 WHERE ordinal = $1", [task.ordinal]);
};

/** Applies the coverage extensions that have ended. Of several processes one applies each. */
export const settleSqlCoverage = async (database: Database, clock: Clock): Promise<void> => {
  const now = clock.now();
  const due = "SELECT ordinal, request FROM tasks WHERE settled = 0 AND completed <= $1";
  if ((await database.query(`${due} LIMIT 1`, [now])).length === 0) return;
  await database.transaction(async (queries) => {
    const tasks = await queries.query<{ readonly ordinal: number; readonly request: string }>(
      `${due} ORDER BY ordinal FOR UPDATE`,
      [now],
    );
    for (const task of tasks) await settleTask(queries, task, now);
  });
};
