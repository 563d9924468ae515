import { existsSync, readFileSync, utimesSync } from "node:fs";
import { importFile, type ImportResult } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import type { CompanyRecord, DocumentRecord } from "../../../../src/data/records";
import type { Database, Queries } from "../../../../src/data/sql/database";
import { openData } from "../../../../src/data/sql/open";
import { createFiles } from "./files";
import { figiFor, isinFor, leiFor } from "./identifiers";

const files = createFiles();
let database: Database;
beforeAll(async () => {
  database = await openData(undefined);
});
afterAll(async () => {
  await database.close();
  files.remove();
});
beforeEach(async () => {
  await database.run(
    "TRUNCATE import_files, source_records, source_identifiers, import_conflicts, companies, company_names, documents, signals, events, universes, universe_members",
  );
});

const gleif = (name: string, numbers: readonly number[], label = "Company"): string =>
  files.write(
    name,
    ["LEI,Entity.LegalName", ...numbers.map((number) => `${leiFor(number)},${label} ${number}`)].join("\n"),
  );
const range = (count: number, from = 1): readonly number[] => Array.from({ length: count }, (_, index) => from + index);

const run = (kind: string, file: string, on: Database = database): Promise<ImportResult> =>
  importFile(on, findKind(kind), file, { batchRows: 10 });

const companies = async (): Promise<readonly CompanyRecord[]> =>
  (await database.query<{ readonly record: CompanyRecord }>("SELECT record FROM companies ORDER BY name")).map(
    ({ record }) => record,
  );

/** All that the tables hold, without the order of insertion. */
const contents = async (): Promise<unknown> => ({
  companies: await companies(),
  names: await database.query("SELECT name, alias FROM company_names ORDER BY name, alias"),
  rows: await database.query("SELECT source, key, company, record FROM source_records ORDER BY source, key"),
  identifiers: await database.query("SELECT value, source, key FROM source_identifiers ORDER BY value, source, key"),
});

it("a second run changes nothing, also after the file was written again", async () => {
  const file = gleif("lei.csv", range(5));
  expect(await run("gleif", file)).toMatchObject({ added: 5, rows: 5, wasDone: false });
  const before = await contents();
  expect(await run("gleif", file)).toMatchObject({ added: 0, changed: 0, wasDone: true });
  utimesSync(file, new Date(), new Date(Date.now() + 60_000));
  expect(await run("gleif", file)).toMatchObject({ added: 0, changed: 0, unchanged: 5, wasDone: false });
  expect(await contents()).toEqual(before);
});

it("the order of the files changes nothing but ids", async () => {
  const imports = [
    ["gleif", gleif("lei.csv", range(4))],
    [
      "isin-lei",
      files.write("isin.csv", ["LEI,ISIN", ...range(3).map((n) => `${leiFor(n)},${isinFor(n)}`)].join("\n")),
    ],
    [
      "listings",
      files.write(
        "list.csv",
        ["name,isin,ticker,mic", ...range(4).map((n) => `Company ${n} O.N.,${isinFor(n)},T${n},XETR`)].join("\n"),
      ),
    ],
    [
      "relationships",
      files.write(
        "rr.csv",
        `Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus\n${leiFor(1)},${leiFor(2)},IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE`,
      ),
    ],
  ] as const;
  const mapping = { source: "list", columns: { name: "name", isin: "isin", ticker: "ticker", mic: "mic" } } as const;
  const result = async (order: readonly number[]): Promise<unknown> => {
    await database.run(
      "TRUNCATE import_files, source_records, source_identifiers, import_conflicts, companies, company_names",
    );
    for (const at of order) {
      const [kind, file] = imports[at] ?? imports[0];
      await importFile(database, findKind(kind), file, kind === "listings" ? { mapping } : {});
    }
    const records = await companies();
    const name = (id: string | null): string | undefined => records.find((each) => each.id === id)?.name;
    return records.map((record) => ({ ...record, id: "", parent: name(record.parent) }));
  };
  const first = await result([0, 1, 2, 3]);
  expect(first).toHaveLength(5);
  expect(first).toContainEqual(
    expect.objectContaining({ name: "Company 1", parent: "Company 2", isins: [isinFor(1)] }),
  );
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ])
    expect(await result(order)).toEqual(first);
});

it("a company keeps its id when it gets an LEI later", async () => {
  const mapping = { source: "own", columns: { name: "name", isin: "isin" } } as const;
  const list = files.write("own.csv", `name,isin\nCompany 1,${isinFor(1)}`);
  await importFile(database, findKind("listings"), list, { mapping });
  const [before] = await companies();
  await run("gleif", gleif("lei.csv", [1]));
  await run("isin-lei", files.write("isin.csv", `LEI,ISIN\n${leiFor(1)},${isinFor(1)}`));
  const after = await companies();
  expect(after.map(({ name, lei }) => [name, lei])).toEqual([["Company 1", leiFor(1)]]);
  expect([
    before?.id,
    (await database.query<{ id: string }>("SELECT company AS id FROM source_records WHERE source = 'GLEIF'"))[0]?.id,
  ]).toContain(after[0]?.id);
});

it("universes with a company that becomes part of another have that other one", async () => {
  const mapping = { source: "own", columns: { name: "name", isin: "isin" } } as const;
  await importFile(database, findKind("listings"), files.write("own.csv", `name,isin\nCompany 1,${isinFor(1)}`), {
    mapping,
  });
  await run("gleif", gleif("lei.csv", [1]));
  await database.query("INSERT INTO universe_members SELECT 7 + ordinal % 2, ordinal FROM companies");
  await database.query("INSERT INTO universe_members SELECT 5, ordinal FROM companies");
  await run("isin-lei", files.write("isin.csv", `LEI,ISIN\n${leiFor(1)},${isinFor(1)}`));
  expect(
    await database.query(
      "SELECT universe, name FROM universe_members LEFT JOIN companies ON ordinal = company ORDER BY 1",
    ),
  ).toEqual([5, 7, 8].map((universe) => ({ universe, name: "Company 1" })));
});

it("a row that changes its identifier moves to the other company", async () => {
  await run("gleif", gleif("lei.csv", [1, 2]));
  const mapping = { source: "own", columns: { key: "id", lei: "lei", isin: "isin" } } as const;
  const own = (number: number): Promise<ImportResult> =>
    importFile(
      database,
      findKind("companies"),
      files.write("own.csv", `id,lei,isin\n7,${leiFor(number)},${isinFor(1)}`),
      { mapping },
    );
  await own(1);
  await own(2);
  expect((await companies()).map(({ name, isins }) => [name, isins])).toEqual([
    ["Company 1", []],
    ["Company 2", [isinFor(1)]],
  ]);
});

it("a value that no index takes is a bad row, and the others are imported", async () => {
  const long = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join(
    "",
  );
  const file = files.write("lei.csv", `LEI,Entity.LegalName\n${leiFor(1)},${long}\n${leiFor(2)},${long.slice(0, 800)}`);
  expect(await run("gleif", file)).toMatchObject({ added: 1, bad: 1 });
  expect(readFileSync(`${file}.bad.csv`, "utf8")).toContain(
    'has 3,000 characters in ""name""; at most 800 are allowed',
  );
});

it("an ISIN leaves the company that a newer file does not give it", async () => {
  await run("gleif", gleif("lei.csv", [1, 2]));
  const isins = (...pairs: readonly (readonly [number, number])[]): string =>
    files.write("isin.csv", ["LEI,ISIN", ...pairs.map(([lei, isin]) => `${leiFor(lei)},${isinFor(isin)}`)].join("\n"));
  await run("isin-lei", isins([1, 1], [1, 2], [2, 3]));
  await run("isin-lei", isins([1, 2], [2, 1], [2, 3], [2, 4]));
  expect((await companies()).map((company) => company.isins)).toEqual([
    [isinFor(2)],
    [isinFor(1), isinFor(3), isinFor(4)],
  ]);
});

it("companies that contradict keep ids of their own, and are listed", async () => {
  const mapping = { source: "own", columns: { key: "id", name: "name", figi: "figi" } } as const;
  const names = ["Volta", "Acme", "Nordwind", "Meridian"];
  const file = files.write(
    "own.csv",
    ["id,name,figi", ...names.map((name, at) => `${at},${name},${figiFor(1)}`)].join("\n"),
  );
  for (let round = 0; round < 2; round += 1) {
    await importFile(database, findKind("listings"), file, { mapping, licence: `round ${round}` });
    const records = await companies();
    expect(records.map(({ name }) => name)).toEqual(names.toSorted());
    expect(new Set(records.map(({ id }) => id)).size).toBe(4);
  }
  expect(await database.query("SELECT value, rows FROM import_conflicts")).toEqual([
    { value: `figi:${figiFor(1)}`, rows: ["own 0", "own 1", "own 2", "own 3"] },
  ]);
});

it("bad rows are in a file with line and reason, which no program takes for a formula", async () => {
  const file = files.write("lei.csv", `LEI,Entity.LegalName\n${leiFor(1)},A\nX,"=cmd()"\n${leiFor(2)},B`);
  const result = await run("gleif", file);
  expect(result).toMatchObject({ rows: 3, bad: 1, added: 2, badFile: `${file}.bad.csv` });
  expect(readFileSync(`${file}.bad.csv`, "utf8")).toBe('line,reason,text\n3,"""X"" is no LEI",X =cmd()\n');
  await run("gleif", gleif("lei.csv", [1, 2]));
  expect(existsSync(`${file}.bad.csv`)).toBe(false);
});

it("a file of another kind is refused by its first rows", async () => {
  const file = files.write("lei.csv", `LEI,Entity.LegalName\n${"A,B\n".repeat(1_500)}`);
  await expect(run("gleif", file)).rejects.toThrow(
    `None of the first 1,000 rows of ${file} can be imported; line 1001 "A" is no LEI. Is it another kind of file?`,
  );
});

/** A database whose statements end with the one of this number, as when the process is killed before it. */
const failingAt = (statement: number): Database => {
  let count = 0;
  const failing = (queries: Queries): Queries => {
    const guard = async <T>(work: () => Promise<T>): Promise<T> => {
      count += 1;
      if (count === statement) throw new Error("killed");
      return work();
    };
    return {
      query: (sql, values) => guard(() => queries.query(sql, values)),
      run: (sql) => guard(() => queries.run(sql)),
      copy: (table, columns, rows) => guard(() => queries.copy(table, columns, rows)),
    };
  };
  return {
    ...database,
    ...failing(database),
    transaction: (work) => database.transaction((queries) => work(failing(queries))),
  };
};

it("an import that ends at any statement goes on behind its last batch, and nothing is half done", async () => {
  const file = gleif("lei.csv", range(25));
  await run("gleif", file);
  const whole = await contents();
  for (const statement of [2, 9, 14, 19, 30, 38]) {
    await database.run(
      "TRUNCATE import_files, source_records, source_identifiers, import_conflicts, companies, company_names",
    );
    await expect(run("gleif", file, failingAt(statement))).rejects.toThrow("killed");
    const [state] = await database.query<{ readonly rows: number }>("SELECT rows FROM import_files");
    const [stored] = await database.query<{ readonly count: number }>("SELECT count(*) FROM companies");
    expect(stored?.count).toBe(state?.rows ?? 0);
    const result = await run("gleif", file);
    expect([result.rows, result.added]).toEqual([25, 25 - (state?.rows ?? 0)]);
    expect(await contents()).toEqual(whole);
  }
});

it("a full disk is said, and how to go on", async () => {
  const full: Database = {
    ...database,
    transaction: () => Promise.reject(Object.assign(new Error("could not extend file"), { code: "53100" })),
  };
  await expect(run("gleif", gleif("lei.csv", [1]), full)).rejects.toThrow(
    "The disk of memory is full. Make room and run the same command again: it goes on where it was.",
  );
});

it("documents keep source, file, time and licence, and are written again only when they change", async () => {
  const line = (text: string): string =>
    `{"title":"A","text":"${text}","date":"2024-01-02","url":"https://a.example/1"}\n`;
  const file = files.write("news.jsonl", line("one") + line("two").replace("/1", "/2"));
  const options = { licence: "CC BY 4.0" };
  expect(await importFile(database, findKind("documents"), file, options)).toMatchObject({ added: 2, changed: 0 });
  files.write("news.jsonl", line("other") + line("two").replace("/1", "/2"));
  expect(await importFile(database, findKind("documents"), file, options)).toMatchObject({
    added: 0,
    changed: 1,
    unchanged: 1,
  });
  const stored = await database.query<{ readonly source: DocumentRecord["source"] }>(
    "SELECT source FROM documents ORDER BY ordinal",
  );
  expect(stored.map(({ source: { text, origin } }) => [text, origin.source, origin.file, origin.licence])).toEqual([
    ["other", "documents", "news.jsonl", "CC BY 4.0"],
    ["two", "documents", "news.jsonl", "CC BY 4.0"],
  ]);
  await database.run("UPDATE documents SET version = 7");
  expect(await importFile(database, findKind("documents"), file, { licence: "internal" })).toMatchObject({
    changed: 2,
  });
  expect(await database.query("SELECT version, source->'origin'->>'licence' AS licence FROM documents")).toEqual([
    { version: 7, licence: "internal" },
    { version: 7, licence: "internal" },
  ]);
});
