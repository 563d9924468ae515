import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Database, DatabaseError } from "../../../../src/data/sql/database";
import { currentLayout, migrate } from "../../../../src/data/sql/migrations";
import { openData } from "../../../../src/data/sql/open";
import { tidyTables } from "../../../../src/data/sql/tidy";
import { writeCompanies, writeDocuments, writeEvents } from "../../../../src/data/sql/write";
import { findPostgresPrograms, type RunningPostgres, startPostgres } from "../../../support/postgres-process";
import { sampleCompany, sampleDocument, sampleEvent, uuid } from "./records";

const folder = mkdtempSync(path.join(tmpdir(), "data-"));
let server: RunningPostgres | undefined;
beforeAll(async () => {
  if (findPostgresPrograms() !== undefined) server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const drivers: readonly (readonly [string, () => string | undefined])[] = [
  ["the embedded database", () => undefined],
  ["a server", () => server?.address],
];

describe.each(drivers)("%s", (name, place) => {
  const isServer = name === "a server";
  let database: Database | undefined;
  const opened = (): Database => {
    if (database === undefined) throw new Error("no database is open");
    return database;
  };
  beforeAll(async () => {
    if (isServer && server === undefined) return;
    database = await openData(place());
    await database.run(
      "DROP TABLE IF EXISTS things; CREATE TABLE things (id bigint PRIMARY KEY, name text, tags text[], at timestamptz, details jsonb)",
    );
  });
  beforeEach(async () => {
    await database?.run("TRUNCATE things");
  });
  afterAll(async () => {
    await database?.close();
  });
  const check = (title: string, body: () => Promise<void>): void => {
    it(title, async () => {
      if (database === undefined) console.warn("PostgreSQL is not there: this test did not run.");
      else await body();
    });
  };

  check("reads back what was copied, whatever characters it has", async () => {
    const rows = [
      [1, "tab\tnew\nline\\N", ["a,b", 'c"d\\e', ""], new Date("2026-01-02T03:04:05Z"), '{"a":[1,"\\n"]}'],
      [2, "東京 🏭", [], null, null],
      [2 ** 40, null, ["{}"], null, "{}"],
    ] as const;
    await opened().copy("things", ["id", "name", "tags", "at", "details"], rows);
    expect(await opened().query("SELECT * FROM things ORDER BY id")).toEqual([
      { id: 1, name: rows[0][1], tags: rows[0][2], at: rows[0][3], details: { a: [1, "\n"] } },
      { id: 2, name: rows[1][1], tags: [], at: null, details: null },
      { id: 2 ** 40, name: null, tags: ["{}"], at: null, details: {} },
    ]);
  });

  check("passes parameters of every kind", async () => {
    const [row] = await opened().query(
      "SELECT $1::text AS text, $2::bigint AS number, $3::boolean AS yes, $4::text[] AS list, $5::jsonb AS json, $6::timestamptz AS at, $7::bigint[] AS numbers, $8::text AS nothing",
      ["it's", 5, true, ["x", 'y"'], '[{"a":1}]', new Date(0), [1, 2], null],
    );
    expect(row).toEqual({
      text: "it's",
      number: 5,
      yes: true,
      list: ["x", 'y"'],
      json: [{ a: 1 }],
      at: new Date(0),
      numbers: [1, 2],
      nothing: null,
    });
  });

  check("keeps nothing of a transaction that fails", async () => {
    const failing = opened().transaction(async ({ query }) => {
      await query("INSERT INTO things (id) VALUES (1)");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await opened().query("SELECT id FROM things")).toEqual([]);
  });

  check("runs a query of another after a transaction, not inside it", async () => {
    const done = opened().transaction(async ({ query }) => {
      await query("INSERT INTO things (id) VALUES (1)");
      await query("INSERT INTO things (id) VALUES (2)");
    });
    const [row] = await opened().query<{ count: number }>("SELECT count(*) AS count FROM things");
    await done;
    expect([0, 2]).toContain(row?.count);
  });

  check("names the state of a refused statement", async () => {
    await opened().query("INSERT INTO things (id) VALUES (1)");
    const second = opened().query("INSERT INTO things (id) VALUES (1)");
    await expect(second).rejects.toMatchObject({ code: "23505", isPassing: false });
    await expect(second).rejects.toBeInstanceOf(DatabaseError);
  });

  check("runs each migration once, also when two start together", async () => {
    await Promise.all([migrate(opened()), migrate(opened())]);
    const rows = await opened().query<{ version: number }>("SELECT version FROM layout ORDER BY version");
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: currentLayout }, (_, step) => step + 1));
  });

  check("refuses the tables of a newer version", async () => {
    await opened().query("INSERT INTO layout (version, name) VALUES (9999, 'later')");
    await expect(migrate(opened())).rejects.toThrow(/layout 9999; this version knows/);
    await opened().query("DELETE FROM layout WHERE version = 9999");
  });

  check("refuses tables that lost a column", async () => {
    await opened().run("ALTER TABLE quotas DROP COLUMN used");
    await expect(migrate(opened())).rejects.toThrow("are damaged: the column used of the table quotas is missing.");
    await opened().run("ALTER TABLE quotas ADD COLUMN used bigint NOT NULL DEFAULT 0");
    await migrate(opened());
  });

  check("writes companies again under the same ordinal, without their former names", async () => {
    await opened().transaction((queries) => writeCompanies(queries, [sampleCompany(1), sampleCompany(2)]));
    const before = await opened().query("SELECT ordinal, id FROM companies ORDER BY id");
    const changed = sampleCompany(1, { name: "Renamed: SE", aliases: [] });
    await opened().transaction((queries) => writeCompanies(queries, [changed]));
    expect(await opened().query("SELECT ordinal, id FROM companies ORDER BY id")).toEqual(before);
    expect(
      await opened().query("SELECT n.name, alias FROM company_names n JOIN companies ON company = ordinal ORDER BY 1"),
    ).toEqual([
      { name: "company 2", alias: true },
      { name: "company 2 ag", alias: false },
      { name: "renamed: se", alias: false },
    ]);
    const found = await opened().query("SELECT record FROM companies WHERE terms @> ARRAY['isin:de0000000001']");
    expect(found).toEqual([{ record: changed }]);
  });

  check("replaces a document's signals, and leaves out those of unknown companies", async () => {
    await opened().transaction((queries) => writeCompanies(queries, [sampleCompany(1), sampleCompany(2)]));
    const signals = () =>
      opened().query("SELECT s.id FROM signals s JOIN documents d ON d.ordinal = document ORDER BY 1");
    await opened().transaction((queries) => writeDocuments(queries, [sampleDocument("a", [1, 2])]));
    expect(await signals()).toEqual([{ id: uuid(91) }, { id: uuid(92) }]);
    await opened().transaction((queries) => writeDocuments(queries, [sampleDocument("a", [2, 77])]));
    expect(await signals()).toEqual([{ id: uuid(92) }]);
    await opened().transaction((queries) =>
      writeDocuments(queries, [{ ...sampleDocument("a", []), enrichment: null }]),
    );
    expect(await opened().query("SELECT version, quality FROM documents")).toEqual([{ version: 0, quality: null }]);
    expect(await signals()).toEqual([]);
  });

  check("writes events with the stems of their words", async () => {
    await opened().transaction((queries) => writeCompanies(queries, [sampleCompany(1)]));
    await opened().transaction((queries) => writeEvents(queries, [sampleEvent(5, 1), sampleEvent(6, 77)]));
    await opened().transaction((queries) => writeEvents(queries, [sampleEvent(5, 1)]));
    expect(
      await opened().query("SELECT id, classification, stems @> ARRAY['fine','briberi'] AS both FROM events"),
    ).toEqual([{ id: uuid(5), classification: 3, both: true }]);
  });

  check("an exact search reads few pages once the tables are tidy", async () => {
    const isins = Array.from({ length: 3_000 }, (_, number) => `ISIN${number}`);
    const companies = isins.map((isin, number) => sampleCompany(1_000 + number, { isins: [isin] }));
    await opened().transaction((queries) => writeCompanies(queries, companies));
    const readPages = async (): Promise<number> => {
      await opened().run("SET enable_seqscan = off");
      const [row] = await opened().query(
        "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT 1 FROM companies WHERE terms @> ARRAY['isin:isin77']",
      );
      const [{ Plan }] = row?.["QUERY PLAN"] as [{ Plan: Readonly<Record<string, number>> }];
      return (Plan["Shared Hit Blocks"] ?? 0) + (Plan["Shared Read Blocks"] ?? 0);
    };
    expect(await readPages()).toBeGreaterThan(50);
    await tidyTables(opened());
    expect(await readPages()).toBeLessThan(10);
    expect(
      await opened().query("SELECT reltuples >= 3000 AS counted FROM pg_class WHERE relname = 'companies'"),
    ).toEqual([{ counted: true }]);
    await opened().run("TRUNCATE companies, company_names");
  });

  check("compiles no query", async () => {
    const [row] = await opened().query("SELECT coalesce(current_setting('jit', true), 'off') AS jit");
    if (isServer) expect(row).toEqual({ jit: "off" });
  });

  check("finds similar names", async () => {
    expect(await opened().query("SELECT similarity('volta motors', 'volta moters') > 0.5 AS similar")).toEqual([
      { similar: true },
    ]);
  });
});

it("a folder is refused while another process uses it, and is whole after that process was killed", async () => {
  const place = path.join(folder, "killed");
  const program = `
    const { openData } = require(${JSON.stringify(path.join(__dirname, "../../../../src/data/sql/open.ts"))});
    const main = async () => {
      const database = await openData(process.argv[1]);
      for (let n = 0; ; n += 1) {
        await database.query("INSERT INTO settings (name, value) VALUES ($1, '')", [String(n)]);
        console.log(n);
      }
    };
    void main();`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", program, place], {
    cwd: path.join(__dirname, "../../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let committed = -1;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      committed = Number(chunk.toString().trim().split("\n").at(-1));
      if (committed >= 20) resolve();
    });
    child.once("exit", () => reject(new Error("the writer ended")));
  });
  await expect(openData(place)).rejects.toThrow(`in use by process ${child.pid}`);
  child.kill("SIGKILL");
  await once(child, "exit");
  const database = await openData(place);
  const [row] = await database.query<{ count: number }>("SELECT count(*) AS count FROM settings");
  await database.close();
  expect(row?.count).toBeGreaterThanOrEqual(committed + 1);
});

it("a server that crashes loses nothing, and the next query finds it again", async () => {
  if (server === undefined) {
    console.warn("PostgreSQL is not there: this test did not run.");
    return;
  }
  const database = await openData(server.createDatabase("crashes"));
  await database.query("INSERT INTO settings (name, value) VALUES ('kept', 'yes')");
  await server.crash();
  expect(await database.query("SELECT value FROM settings WHERE name = 'kept'")).toEqual([{ value: "yes" }]);
  await database.close();
});
