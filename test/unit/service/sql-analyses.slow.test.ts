import { type Database, DatabaseError } from "../../../src/data/sql/database";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies, writeDocuments } from "../../../src/data/sql/write";
import type { Analyses } from "../../../src/service/analyses/analyses";
import type { AnalysisRequest } from "../../../src/service/analyses/request";
import { openSqlAnalyses } from "../../../src/service/analyses/sql-analyses";
import { defaultLimits } from "../../../src/service/common/limits";
import type { DataSource } from "../../../src/service/data/source";
import { createSqlSource } from "../../../src/service/data/sql-source";
import { createAccounts } from "../../../src/service/world/accounts";
import { findPostgresPrograms, type RunningPostgres, startPostgres } from "../../support/postgres-process";
import { until } from "../../support/until";
import { sampleCompany, sampleDocument } from "../data/sql/records";

const [account] = createAccounts(1);
if (account === undefined) throw new Error("there is no account");

const request: AnalysisRequest = {
  start_date: "2026-01-01",
  end_date: "2026-12-31",
  entities: [{ keywords: ["fined"] }],
  workers: ["raw-matcher"],
  languages: ["english"],
  min_match: 1,
  min_repeat: 1,
  qscore: 0,
  search_in: ["title", "text"],
  similarity_threshold: 0,
  site_type: ["standard_news"],
};

let server: RunningPostgres | undefined;
let place = "";
beforeAll(async () => {
  if (findPostgresPrograms() === undefined) return;
  server = await startPostgres();
  place = server.createDatabase("analyses");
  const database = await openData(place);
  await database.transaction(async (queries) => {
    await writeCompanies(queries, [sampleCompany(1)]);
    await writeDocuments(queries, [sampleDocument("d1", [1])]);
  });
  await database.close();
});
afterAll(() => server?.stop());

type Scan = DataSource["scanDocuments"];

/** One of several services on the database: its analyses, its own connections, and the statements that it sent. */
interface Member {
  readonly analyses: Analyses;
  readonly database: Database;
  readonly statements: readonly string[];
}

const members: Member[] = [];
afterEach(async () => {
  for (const { analyses } of members) await analyses.close();
  for (const { database } of members) await database.close();
  members.length = 0;
});

/** Opens a service; `change` replaces how it reads the documents of an analysis. */
const openMember = async (change: (scan: Scan) => Scan): Promise<Member> => {
  const database = await openData(place);
  const statements: string[] = [];
  const watched: Database = {
    ...database,
    query: async (sql, values) => {
      const rows = await database.query(sql, values);
      statements.push(sql);
      return rows as never;
    },
  };
  const source = createSqlSource(database);
  const data = { ...source, scanDocuments: change(source.scanDocuments) };
  const limits = { ...defaultLimits, analysesInProgress: 1_000 };
  const analyses = openSqlAnalyses({ database: watched, data, limits, seeded: [] });
  const member = { analyses, database, statements };
  members.push(member);
  return member;
};

const start = async ({ analyses }: Member): Promise<string> => (await analyses.start(account, request)) ?? "";
const state = async ({ analyses }: Member, instance: string): Promise<string | undefined> =>
  (await analyses.status(account, instance))?.state;

/** Lets every lease end, as if its worker had not reported for long. */
const endLeases = ({ database }: Member) =>
  database.query("UPDATE analyses SET leased_until = now() - interval '1 second' WHERE state = 'in progress'");

/** What opens once, and can be waited for. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

const check = (title: string, body: () => Promise<void>): void => {
  it(title, async () => {
    if (server === undefined) console.warn("PostgreSQL is not there: this test did not run.");
    else await body();
  });
};

check("two services share the analyses: each is done once, by one of them", async () => {
  const count = 40;
  const scans: string[] = [];
  const bothWork = createGate();
  const counting =
    (name: string) =>
    (scan: Scan): Scan =>
      async function* (given) {
        scans.push(name);
        if (new Set(scans).size === 2) bothWork.open();
        await bothWork.opened;
        yield* scan(given);
      };
  const [first, second] = [await openMember(counting("first")), await openMember(counting("second"))];
  const instances = await Promise.all(
    Array.from({ length: count }, (_, index) => start(index % 2 === 0 ? first : second)),
  );
  await until("every analysis is ready", async () => {
    const states = await Promise.all(instances.map((instance) => state(first, instance)));
    return states.every((each) => each === "ready");
  });
  expect(scans.length).toBe(count);
});

check("the late result of a service that lost an analysis is not written", async () => {
  const [late, punctual] = [createGate(), createGate()];
  const begun: string[] = [];
  const first = await openMember(
    () =>
      async function* () {
        begun.push("first");
        await late.opened;
        yield [];
      },
  );
  const instance = await start(first);
  await until("the first works on it", () => begun.length === 1);
  const second = await openMember(
    (scan) =>
      async function* (given) {
        begun.push("second");
        await punctual.opened;
        yield* scan(given);
      },
  );
  await endLeases(second);
  await until("the second works on it", () => begun.length === 2);
  late.open();
  await until("the first has offered its result", () =>
    first.statements.some((sql) => sql.startsWith("UPDATE analyses SET state")),
  );
  expect(await state(second, instance)).toBe("in progress");
  punctual.open();
  await until("it is ready", async () => (await state(second, instance)) === "ready");
  const status = await second.analyses.status(account, instance);
  expect(status?.state === "ready" ? status.matched.documents.length : -1).toBe(1);
});

check("an analysis during which the database went away is done again, and has not failed", async () => {
  let scans = 0;
  const member = await openMember(
    (scan) =>
      async function* (given) {
        scans += 1;
        if (scans === 1) throw new DatabaseError("Connection terminated unexpectedly");
        yield* scan(given);
      },
  );
  const instance = await start(member);
  await until("the first attempt has ended", () => scans === 1);
  await endLeases(member);
  await until("it is no longer in progress", async () => (await state(member, instance)) !== "in progress");
  expect([await state(member, instance), scans]).toEqual(["ready", 2]);
});
