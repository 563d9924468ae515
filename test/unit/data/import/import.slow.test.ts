import { existsSync, readFileSync, utimesSync } from "node:fs";
import { importFile, type ImportResult } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import type { Mapping } from "../../../../src/data/import/mapping";
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
    "TRUNCATE import_files, source_records, source_identifiers, import_conflicts, companies, company_names, documents, signals, events, universes, universe_members, imported_members",
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

it("a company keeps its id when its ticker is given to another one", async () => {
  const list = (name: string, rows: readonly string[]): Promise<ImportResult> => {
    const mapping = { source: name, columns: { name: "name", ticker: "ticker", mic: "mic" } } as const;
    const file = files.write(`${name}.csv`, ["name,ticker,mic", ...rows].join("\n"));
    return importFile(database, findKind("listings"), file, { mapping });
  };
  await list("later", ["Quiet Industries,QUI,XNYS"]);
  const [quiet] = await companies();
  await list("earlier", ["Other Thing,QUI,XNYS"]);
  const [other, still] = await companies();
  expect([still?.name, still?.id, other?.id === quiet?.id]).toEqual(["Quiet Industries", quiet?.id, false]);
});

it("a former name stays with a company of the same LEI, and not with another one that got its ticker", async () => {
  await run("gleif", gleif("lei.csv", [1]));
  await run("gleif", gleif("lei.csv", [1], "Renamed"));
  await run("gleif", gleif("lei.csv", [1], "Again"));
  const tickers = (name: string): Promise<ImportResult> => {
    const mapping = { source: "list", columns: { name: "name", ticker: "ticker", mic: "mic" } } as const;
    const file = files.write("list.csv", `name,ticker,mic\n${name},QUI,XNYS`);
    return importFile(database, findKind("listings"), file, { mapping });
  };
  await tickers("Quiet Industries");
  await tickers("Successor");
  expect((await companies()).map(({ name, aliases }) => [name, aliases])).toEqual([
    ["Again 1", ["Company 1", "Renamed 1"]],
    ["Successor", []],
  ]);
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
    doubled: 0,
  });
  files.write("news.jsonl", line("other") + line("other") + line("two").replace("/1", "/2"));
  // All rows are told.
  expect(await importFile(database, findKind("documents"), file, options)).toMatchObject({
    rows: 3,
    changed: 0,
    unchanged: 2,
    doubled: 1,
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

const eventsMapping: Mapping = {
  source: "analysts",
  columns: {
    key: "id",
    isin: "ISIN",
    title: "title",
    category: "ESG",
    subCategory: "topic",
    score: "score",
    start: "date",
  },
};
const eventsHeader = "id,ISIN,title,ESG,topic,score,date";

const importEvents = (file: string): Promise<ImportResult> =>
  importFile(database, findKind("events"), file, { mapping: eventsMapping, batchRows: 2, licence: "ours" });

const storedEvents = () =>
  database.query(
    `SELECT e.record->>'title' AS title, e.score, e.record->'categories'->>0 AS category, e.record->'origin'->>'licence' AS licence,
       e.record->'documents' AS documents, c.name FROM events e JOIN companies c ON c.ordinal = e.company ORDER BY title`,
  );

it("events of a CSV have their own score and category, and find their company by an identifier only", async () => {
  await run("gleif", gleif("lei.csv", range(2)));
  await run("isin-lei", files.write("isin.csv", `LEI,ISIN\n${leiFor(1)},${isinFor(1)}\n${leiFor(2)},${isinFor(2)}`));
  const rows = [
    `1,${isinFor(1)},Fire at the plant,S,safety,4,2026-03-01`,
    `2,${isinFor(2)},Fine for dumping,environment,waste,3,2026-03-02`,
    `3,${isinFor(1)},No score,S,safety,,2026-03-03`,
    `4,${isinFor(9)},Of nobody,S,safety,4,2026-03-04`,
    `5,${isinFor(1)},When,S,safety,4,03/04/2026`,
  ];
  const file = files.write("events.csv", [eventsHeader, ...rows].join("\n"));
  const result = await importEvents(file);
  expect(result).toMatchObject({ rows: 5, added: 2, bad: 3 });
  const bad = readFileSync(result.badFile ?? "", "utf8");
  for (const reason of ["4,", "has the score", "5,", "is about no company of the data", "6,", "is no date"])
    expect(bad).toContain(reason);
  expect(await storedEvents()).toEqual([
    { title: "Fine for dumping", score: 3, category: "E", licence: "ours", documents: null, name: "Company 2" },
    { title: "Fire at the plant", score: 4, category: "S", licence: "ours", documents: null, name: "Company 1" },
  ]);
  // The company of the fourth row comes later: a file with bad rows is read again, and what it had stays as it is.
  await run("gleif", gleif("more.csv", [9]));
  await run("isin-lei", files.write("isin9.csv", `LEI,ISIN\n${leiFor(9)},${isinFor(9)}`));
  expect(await importEvents(file)).toMatchObject({ added: 1, changed: 0, unchanged: 2, bad: 2 });
  const corrected = [eventsHeader, `1,${isinFor(1)},Fire at the plant,S,safety,5,2026-03-01`].join("\n");
  expect(await importEvents(files.write("corrected.csv", corrected))).toMatchObject({ added: 0, changed: 1 });
  expect((await storedEvents()).map(({ score }) => score)).toEqual([3, 5, 4]);
});

it("an ISIN that no source confirms finds no company, until a register gives it to another one", async () => {
  const isin = isinFor(7, "US");
  const list = files.write(
    "list.csv",
    `Name,ISIN,FIGI,Ticker,MIC,Country\nOasis Capital,${isin},${figiFor(1)},4338,XSAU,Saudi Arabia`,
  );
  await importFile(database, findKind("listings"), list, {
    mapping: {
      source: "list",
      columns: { name: "Name", isin: "ISIN", figi: "FIGI", ticker: "Ticker", mic: "MIC", country: "Country" },
    },
  });
  const event = files.write("events.csv", [eventsHeader, `1,${isin},Fine,G,fines,4,2026-03-01`].join("\n"));
  await expect(importEvents(event)).rejects.toThrow("is about no company of the data");
  const importBy = (column: "figi" | "ticker", cells: string): Promise<ImportResult> =>
    importFile(database, findKind("universes"), files.write(`${column}.csv`, `Portfolio,A,B\nMine,${cells}`), {
      mapping: { source: column, columns: { universe: "Portfolio", [column]: "A", mic: "B" } },
    });
  // The FIGI came with the ISIN. The ticker is the row's own.
  await expect(importBy("figi", `${figiFor(1)},`)).rejects.toThrow("is about no company of the data");
  expect(await importBy("ticker", "4338,XSAU")).toMatchObject({ added: 1 });
  await run("gleif", gleif("lei.csv", [7], "Macrosoft"));
  await run("isin-lei", files.write("isin.csv", `LEI,ISIN\n${leiFor(7)},${isin}`));
  expect((await companies()).map(({ name, isins }) => [name, isins])).toEqual([
    ["Macrosoft 7", [isin]],
    ["Oasis Capital", []],
  ]);
  expect(await importEvents(event)).toMatchObject({ added: 1 });
  expect(await storedEvents()).toEqual([expect.objectContaining({ name: "Macrosoft 7" })]);
});

const importMembers = (name: string, numbers: readonly number[]): Promise<ImportResult> => {
  const rows = ["Portfolio,LEI", ...numbers.map((number) => `Europe,${leiFor(number)}`)];
  const mapping: Mapping = { source: "portfolios", columns: { universe: "Portfolio", lei: "LEI" } };
  return importFile(database, findKind("universes"), files.write(name, rows.join("\n")), { mapping, batchRows: 2 });
};

it("a universe of a CSV has the members of its newest file", async () => {
  await run("gleif", gleif("lei.csv", range(5)));
  const members = async (): Promise<unknown> =>
    (
      await database.query(
        `SELECT u.name || ': ' || c.name AS member FROM universe_members m JOIN universes u ON u.ordinal = m.universe
         JOIN companies c ON c.ordinal = m.company ORDER BY c.name`,
      )
    ).map(({ member }) => member);
  expect(await importMembers("first.csv", [1, 2, 3, 8])).toMatchObject({ added: 3, bad: 1 });
  expect(await members()).toEqual([1, 2, 3].map((number) => `Europe: Company ${number}`));
  expect(await importMembers("second.csv", [2, 3, 4])).toMatchObject({ added: 1, unchanged: 2 });
  expect(await members()).toEqual([2, 3, 4].map((number) => `Europe: Company ${number}`));
  await database.run(
    "INSERT INTO universes (id, name, type, company) SELECT gen_random_uuid(), 'Asia', 'SHARED', gen_random_uuid()",
  );
  const taken = files.write("taken.csv", `Portfolio,LEI\nAsia,${leiFor(1)}`);
  const mapping: Mapping = { source: "portfolios", columns: { universe: "Portfolio", lei: "LEI" } };
  await expect(importFile(database, findKind("universes"), taken, { mapping })).rejects.toThrow(
    /universe "Asia" already/,
  );
});
