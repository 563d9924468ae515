import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { buildSync } from "esbuild";
import { replaceRules } from "../../../../src/data/enrich/generation";
import { openData } from "../../../../src/data/sql/open";
import { writeCompanies } from "../../../../src/data/sql/write";
import { seededRandom } from "../../../support/seeded-random";
import { sampleCompany } from "../sql/records";
import { createFiles } from "./files";
import { isinFor, leiFor } from "./identifiers";

const files = createFiles();
afterAll(files.remove);

const program = path.join(files.folder, "import.cjs");
const root = path.join(__dirname, "../../../..");

/** Starts the import of a file in a process of its own; without a file, the reading of documents. */
const startImport = (folder: string, ...args: readonly string[]) =>
  spawn(process.execPath, [program, path.join(files.folder, folder), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });

const finishImport = async (folder: string, ...args: readonly string[]): Promise<void> => {
  const child = startImport(folder, ...args);
  let complaint = "";
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(complaint);
};

const random = seededRandom(33);

/** Starts an import and kills it after a batch or two, at any moment of the next one. Returns whether it was killed. */
const killImport = async (folder: string, ...args: readonly string[]): Promise<boolean> => {
  const child = startImport(folder, ...args);
  child.stderr.resume();
  const ended = once(child, "close");
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), random() * 60));
  const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return signal === "SIGKILL";
};

/** All that the data hold. */
const readContents = async (folder: string): Promise<unknown> => {
  const database = await openData(path.join(files.folder, folder));
  try {
    return {
      companies: await database.query("SELECT id, record FROM companies ORDER BY id"),
      names: await database.query("SELECT name, alias FROM company_names ORDER BY name, alias"),
      rows: await database.query("SELECT source, key, company, record FROM source_records ORDER BY source, key"),
      identifiers: await database.query("SELECT value, source, key FROM source_identifiers ORDER BY value, key"),
      files: await database.query("SELECT name, rows, bad, done FROM import_files ORDER BY name"),
    };
  } finally {
    await database.close();
  }
};

/** `KILLS=100` kills more often; on a quiet machine each takes two seconds. */
const kills = Number(process.env["KILLS"] ?? 20);

beforeAll(() => {
  buildSync({
    entryPoints: [path.join(__dirname, "import-process.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    external: ["pg-native"],
    // The thread of the embedded database stays where it is.
    define: { __dirname: JSON.stringify(path.join(root, "src/data/sql")) },
  });
});

it(`an import that is killed ${kills} times ends with the same data as one that is not`, async () => {
  const numbers = Array.from({ length: kills * 100 }, (_, index) => index);
  const lei = files.write(
    "lei.csv",
    ["LEI,Entity.LegalName", ...numbers.map((number) => `${leiFor(number)},Company ${number}`), "X,bad"].join("\n"),
  );
  const isin = files.write(
    "isin.csv",
    ["LEI,ISIN", ...numbers.map((number) => `${leiFor(number)},${isinFor(number)}`)].join("\n"),
  );
  const imports = [
    ["gleif", lei],
    ["isin-lei", isin],
  ] as const;
  for (const [kind, file] of imports) await finishImport("whole", kind, file);
  let killed = 0;
  for (const [kind, file] of imports) {
    for (let kill = 0; kill < kills / 2; kill += 1) if (await killImport("killed", kind, file)) killed += 1;
    await finishImport("killed", kind, file);
  }
  expect(killed).toBe(kills);
  expect(await readContents("killed")).toEqual(await readContents("whole"));
}, 1_800_000);

/** All that was read in documents. The order in which records came is no part of it. */
const readSignals = async (folder: string): Promise<unknown> => {
  const database = await openData(path.join(files.folder, folder));
  try {
    return {
      documents: await database.query("SELECT content_id, enrichment, sentences FROM documents ORDER BY content_id"),
      signals: await database.query("SELECT id, event, case_id, score, reliability, record FROM signals ORDER BY id"),
      events: await database.query("SELECT id, record FROM events ORDER BY id"),
      waiting: await database.query("SELECT kind, value FROM enrichment_queue"),
    };
  } finally {
    await database.close();
  }
};

it(`the reading of documents that is killed ${kills} times ends with the same data as one that is not`, async () => {
  const names = ["Zetaron AG", "Nordwind Energie SE", "Acme Industries Inc."];
  const topics = ["an oil spill", "a data breach", "bribery", "an office"];
  const documents = Array.from({ length: kills * 30 }, (_, number) =>
    JSON.stringify({
      url: `https://news.example/${number}`,
      title: `Report ${number}`,
      text: `${names[number % 3] ?? ""} spoke of ${topics[number % 4] ?? ""} on Monday. It was said by ${number % 7} people in the city.`,
      date: new Date(Date.UTC(2026, 0, 1 + Math.floor(number / 10))).toISOString().slice(0, 10),
    }),
  );
  const file = files.write("news.jsonl", documents.join("\n"));
  for (const folder of ["read", "read-killed"]) {
    const database = await openData(path.join(files.folder, folder));
    const companies = names.map((name, position) => sampleCompany(position + 1, { name, aliases: [] }));
    await database.transaction((queries) => writeCompanies(queries, companies));
    await replaceRules(
      database,
      "rule,category,sub_category,score,phrases\na,E,oil spill,4,oil spill\nb,S,privacy,3,data breach\nc,G,bribery,4,bribery",
    );
    await database.close();
    await finishImport(folder, "documents", file);
  }
  await finishImport("read", "enrich");
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) if (await killImport("read-killed", "enrich")) killed += 1;
  await finishImport("read-killed", "enrich");
  expect(killed).toBeGreaterThan(kills / 2);
  expect(await readSignals("read-killed")).toEqual(await readSignals("read"));
}, 1_800_000);
