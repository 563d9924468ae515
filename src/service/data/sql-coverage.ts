import { randomUUID } from "node:crypto";
import { bareCompany, type CompanyRecord } from "../../data/records";
import { type Database, DatabaseError, type Queries, type Row } from "../../data/sql/database";
import { companyTerm, writeCompanies } from "../../data/sql/write";
import type { Clock } from "../common/clock";
import { countryCode } from "../world/places";
import { type CoverageRequest, type Facts, isSame, listIdentifiers, newCompanyIsins, newCompanyName } from "./coverage";

const findCompany = async ({ query }: Queries, facts: Facts): Promise<number | undefined> => {
  for (const [key, value] of listIdentifiers(facts)) {
    const [row] = await query("SELECT ordinal FROM companies WHERE terms @> ARRAY[$1] ORDER BY ordinal LIMIT 1", [
      companyTerm(key, value),
    ]);
    if (row !== undefined) return row["ordinal"] as number;
  }
  return undefined;
};

const toCompany = (facts: Facts, now: number): CompanyRecord => {
  const createdAt = `${new Date(now).toISOString().slice(0, 19)}Z`;
  return {
    ...bareCompany({ id: randomUUID(), name: newCompanyName(facts), createdAt }),
    lei: facts["lei"] ?? null,
    isins: newCompanyIsins(facts),
    country: facts["country"] === undefined ? null : (countryCode(facts["country"]) ?? null),
    website: facts["website"] ?? null,
    origins: { id: { source: "coverage extension", file: "", date: createdAt, licence: "own" } },
  };
};

interface DueTask extends Row {
  readonly ordinal: number;
  readonly request: string;
}

const settleTask = async (queries: Queries, task: DueTask, now: number): Promise<void> => {
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

/**
 * Applies the coverage extensions that have ended. Of several processes one applies each. One that the database refuses
 * has failed: it must not stop the requests that come after it.
 */
export const settleSqlCoverage = async (database: Database, clock: Clock): Promise<void> => {
  const now = clock.now();
  const due = "SELECT ordinal, request FROM tasks WHERE settled = 0 AND completed <= $1 ORDER BY ordinal";
  for (const { ordinal } of await database.query<DueTask>(due, [now])) {
    try {
      await database.transaction(async (queries) => {
        const [task] = await queries.query<DueTask>(
          "SELECT ordinal, request FROM tasks WHERE ordinal = $1 AND settled = 0 FOR UPDATE",
          [ordinal],
        );
        if (task !== undefined) await settleTask(queries, task, now);
      });
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      // The disk is full, for example: the task stays due for the next request.
      if (error.isPassing) return;
      await database.query("UPDATE tasks SET settled = 1, outcome = 'failed' WHERE ordinal = $1 AND settled = 0", [
        ordinal,
      ]);
    }
  }
};
