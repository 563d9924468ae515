import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { oneOf, readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import type { Database } from "../src/data/sql/database";
import { openData } from "../src/data/sql/open";
import { openSqlUniverses } from "../src/service/store/sql-state";
import { createAccounts } from "../src/service/world/accounts";
import { seededRandom } from "../test/support/seeded-random";
import { startPostgres } from "../test/support/postgres-process";
import { type DataSize, fillDatabase } from "./data/generate";
import { measureImport } from "./data/import-rate";
import { table } from "./report";
import { signIn, type ServiceClient } from "./service/service-client";
import { startServiceProcess } from "./service/service-process";

// npm run bench:data -- [--on postgres|pglite|both] [--companies 100000] [--documents 100000] [--requests 60] [--seed 1] [--data postgres://…]

interface Line {
  readonly what: string;
  readonly p50: number | string;
  readonly p99: number | string;
  readonly aim: string;
}

const universeSizes = [60, 500, 5_000];

/** Universes of the companies with the most documents. */
const createUniverses = async (database: Database): Promise<void> => {
  const universes = openSqlUniverses(database);
  const [account] = createAccounts(1);
  if (account === undefined) throw new Error("there is no account");
  for (const size of universeSizes) {
    const description = `The first ${size} companies`;
    const { user: owner, company } = account;
    const made = await universes.create({ name: `First ${size}`, type: "SHARED", description, owner, company });
    if (made === undefined) return;
    await database.query(
      "INSERT INTO universe_members SELECT $1::bigint, ordinal FROM companies ORDER BY ordinal LIMIT $2",
      [made.ordinal, size],
    );
  }
};

const quantile = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

/** Milliseconds of each of several requests, one after another. The first warms up and is left out. */
const timesOf = async (count: number, request: (number: number) => Promise<unknown>): Promise<readonly number[]> => {
  await request(count);
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) times.push(await timed(() => request(number)));
  return times;
};

const line = (what: string, times: readonly number[], aim: string): Line => ({
  what,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  aim,
});

/** A moment of the three years of the data that no request before has named. */
const momentAt = (random: () => number): string =>
  new Date(Date.parse("2023-08-01T00:00:00Z") + Math.floor(random() * 900 * 86_400) * 1_000).toISOString().slice(0, 19);

/** Data that end so long ago say nothing of the time until now. */
const newest = "2026-07-20T00:00:00Z";

const categories = ["E", "S", "G"];

const measurePages = async (client: ServiceClient, requests: number): Promise<Line[]> => {
  const lines: Line[] = [];
  const random = seededRandom(3);
  const listings: readonly (readonly [name: string, path: string, filter: () => string])[] = [
    [
      "documents",
      "esg/documents",
      () =>
        `extract_date=between:${momentAt(random)}Z;${newest}&category=${categories[Math.floor(random() * 3)] ?? ""}`,
    ],
    [
      "events",
      "esg/events",
      () => `last_activity=between:${momentAt(random)}Z;${newest}&score=gte:${1 + Math.floor(random() * 5)}`,
    ],
    ["companies", "entities", () => `employee_count=gte:${Math.floor(random() * 50_000)}`],
  ];
  for (const [name, route, filter] of listings)
    for (const size of universeSizes)
      for (const [page, aim] of [
        [10, "p99 ≤ 50"],
        [1_000, "p99 ≤ 250"],
      ] as const) {
        const universe = client.universe(`First ${size}`);
        const count = page === 10 ? requests : Math.ceil(requests / 3);
        const times = await timesOf(count, async () => {
          const response = await client.send("GET", `/v3/universes/${universe}/${route}?size=${page}&${filter()}`);
          const body = await response.text();
          if (response.status !== 200) throw new Error(body);
        });
        lines.push(line(`page of ${page} ${name}, universe of ${size}, a new filter, ms`, times, aim));
      }
  return lines;
};

interface Named {
  readonly name: string;
  readonly isin: readonly string[];
}

/** The name with one letter missing, without its last word, as somebody types it. */
const typo = (name: string, random: () => number): string => {
  const words = name.split(" ").slice(0, -1).join(" ") || name;
  const at = 1 + Math.floor(random() * (words.length - 2));
  return words.slice(0, at) + words.slice(at + 1);
};

const measureSearch = async (client: ServiceClient, slowNames: string): Promise<Line[]> => {
  const random = seededRandom(4);
  const universe = client.universe("First 5000");
  const all: Named[] = [];
  for (let cursor = ""; all.length < 3_000;) {
    const page = await client.get<{ data: Named[]; search_after: string }>(
      `/v3/universes/${universe}/entities?size=1000&fields=name,isin${cursor}`,
    );
    all.push(...page.data);
    cursor = `&search_after=${page.search_after}`;
  }
  const chosen = (number: number): readonly Named[] =>
    Array.from({ length: 500 }, (_, index) => all[(number * 131 + index * 5) % all.length]).flatMap(
      (each) => each ?? [],
    );
  const search = async (entities: readonly object[]): Promise<readonly { readonly matches: readonly Named[] }[]> => {
    const { status, body } = await client.post("/v3/entities/msearch?fields=name,isin", { entities });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as { data: readonly { readonly matches: readonly Named[] }[] }).data;
  };
  let [right, asked] = [0, 0];
  const isins = await timesOf(10, (number) =>
    search(chosen(number).map(({ isin }) => ({ isin: `eq:${isin[0] ?? ""}` }))),
  );
  const plain = await timesOf(3, (number) =>
    search(chosen(number).map(({ name }) => ({ name: `ilike:${name.split(" ").slice(0, -1).join(" ")}` }))),
  );
  const typos = await timesOf(3, async (number) => {
    const companies = chosen(number);
    const found = await search(companies.map(({ name }) => ({ name: `ilike:${typo(name, random)}` })));
    asked += companies.length;
    right += companies.filter(({ isin }, at) => found[at]?.matches[0]?.isin[0] === isin[0]).length;
  });
  return [
    line("msearch of 500 ISINs, ms", isins, "≤ 150"),
    line("msearch of 500 names without legal form, ms", plain, "–"),
    line("msearch of 500 names with a letter missing, ms", typos, slowNames),
    { what: "– the company is the first match", p50: `${Math.round((100 * right) / asked)} %`, p99: "", aim: "–" },
  ];
};

const measureAnalysis = async (client: ServiceClient): Promise<Line> => {
  const request = {
    start_date: "2023-08-01",
    end_date: "2026-05-31",
    entities: [{ entity_of_interest: "anything", keywords: ["company"] }],
    workers: ["raw-matcher"],
  };
  let volume = 0;
  const ms = await timed(async () => {
    const { instance } = (await client.post("/api/2.0/analyze/dataset", request)).body as { instance: string };
    const ask = { instance, limit: 1, fields: ["language"] };
    while ((await client.post("/api/2.0/analyze/download", ask)).status === 202)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const volumes = { instance, pivots: [], volume_only: true };
    const [row] = (await client.post("/api/2.0/analyze/timeserie", volumes)).body as { volume_document: number }[];
    volume = row?.volume_document ?? 0;
  });
  const what = `analysis over ${volume.toLocaleString("en")} documents, s`;
  return { what, p50: Math.round(ms / 100) / 10, p99: "", aim: "≤ 30" };
};

const folderBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(path.join(each.parentPath, each.name)).size, 0);

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

const perSecond = (count: number, ms: number): number => Math.round((count * 1_000) / ms);

interface Place {
  readonly name: string;
  readonly data: string;
  readonly isServer: boolean;
}

/** Fills a place unless it is full, and measures a service over it. */
const measure = async ({ name, data, isServer }: Place, size: DataSize, requests: number): Promise<void> => {
  const write = (text: string): void => void process.stdout.write(text);
  const lines: Line[] = [];
  const single = (what: string, value: number, aim: string): void =>
    void lines.push({ what, p50: value, p99: "", aim });
  const database = await openData(data);
  const [row] = await database.query("SELECT count(*) AS count FROM companies");
  if (row?.["count"] === 0) {
    const { companies, documents, events } = await fillDatabase(database, size);
    single("copied in, companies/s", perSecond(size.companies, companies), "–");
    single("copied in, enriched documents with their events/s", perSecond(size.documents, documents + events), "–");
    await createUniverses(database);
  }
  const [disk] = isServer ? await database.query("SELECT pg_database_size(current_database()) AS bytes") : [];
  await database.close();
  single("disk, MB", megabytes(isServer ? (disk?.["bytes"] as number) : folderBytes(data)), "–");
  const service = await startServiceProcess(["--data", data, "--port", "0"]);
  single("ready, s", Math.round(service.startMs / 100) / 10, isServer ? "–" : "≤ 3");
  const client = await signIn(service.origin);
  lines.push(...(await measurePages(client, requests)));
  lines.push(...(await measureSearch(client, size.companies <= 100_000 ? "≤ 3,000" : "≤ 60,000")));
  lines.push(await measureAnalysis(client));
  single("memory of the service at most, MB", service.peakMemory() ?? 0, isServer ? "≤ 500" : "–");
  await service.stop();
  const head = ["", "p50", "p99", "aim"];
  const rows = lines.map(({ what, p50, p99, aim }) => [what, p50, p99, aim]);
  const { companies, documents } = size;
  write(`\n${name}, ${companies.toLocaleString("en")} companies, ${documents.toLocaleString("en")} documents\n\n`);
  write(`${table(head, rows)}\n`);
};

const main = async (): Promise<void> => {
  const { on, companies, documents, requests, seed, data } = readOptions({
    on: oneOf(["postgres", "pglite", "both"], "both"),
    companies: whole([5_000, 10_000_000], 100_000),
    documents: whole([1_000, 100_000_000], 100_000),
    requests: whole([10, 10_000], 60),
    seed: whole([0, 0xffffffff], 1),
    data: text("the address of a PostgreSQL database, which is filled if it is empty", undefined),
  });
  const size = { seed, companies, documents };
  if (on !== "pglite") {
    const server = data === undefined ? await startPostgres() : undefined;
    const address = data ?? server?.address ?? "";
    await measure({ name: "PostgreSQL", data: address, isServer: true }, size, requests);
    if (server !== undefined) {
      const rates = await measureImport(server.createDatabase("imported"), seed);
      process.stdout.write(`\n${table(["import", "a second", "aim"], rates)}\n`);
      await server.stop();
    }
  }
  if (on !== "postgres") {
    const folder = mkdtempSync(path.join(tmpdir(), "spillway-bench-"));
    await measure({ name: "PGlite", data: folder, isServer: false }, size, requests);
    rmSync(folder, { recursive: true, force: true });
  }
};

runProgram(main);
