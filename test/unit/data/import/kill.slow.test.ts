import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { buildSync } from "esbuild";
import { openData } from "../../../../src/data/sql/open";
import { seededRandom } from "../../../support/seeded-random";
import { createFiles } from "./files";
import { isinFor, leiFor } from "./identifiers";

const files = createFiles();
afterAll(files.remove);

const program = path.join(files.folder, "import.cjs");
const root = path.join(__dirname, "../../../..");

/** Starts the import of a file in a process of its own. */
const startImport = (folder: string, kind: string, file: string) =>
  spawn(process.execPath, [program, path.join(files.folder, folder), kind, file], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });

const finishImport = async (folder: string, kind: string, file: string): Promise<void> => {
  const child = startImport(folder, kind, file);
  let complaint = "";
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(complaint);
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

it(`an import that is killed ${kills} times ends with the same data as one that is not`, async () => {
  buildSync({
    entryPoints: [path.join(__dirname, "import-process.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    external: ["pg-native"],
    // The thread of the embedded database stays where it is.
    define: { __dirname: JSON.stringify(path.join(root, "src/data/sql")) },
  });
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
  const random = seededRandom(33);
  let killed = 0;
  for (const [kind, file] of imports) {
    for (let kill = 0; kill < kills / 2; kill += 1) {
      const child = startImport("killed", kind, file);
      child.stderr.resume();
      const ended = once(child, "close");
      // After a batch or two, at any moment of the next one.
      child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), random() * 60));
      const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      if (signal === "SIGKILL") killed += 1;
    }
    await finishImport("killed", kind, file);
  }
  expect(killed).toBe(kills);
  expect(await readContents("killed")).toEqual(await readContents("whole"));
}, 1_800_000);
