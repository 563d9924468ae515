import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { enrichData } from "../../../src/data/enrich/enrich-data";
import { importFile } from "../../../src/data/import/import-file";
import type { Mapping } from "../../../src/data/import/mapping";
import { findKind, runEnrichment } from "../../../src/data/import/run-import";
import type { Database } from "../../../src/data/sql/database";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies } from "../../../src/data/sql/write";
import { type Office, openOffice } from "../formulas/functions/office";
import { failure } from "../formulas/functions/failure";
import { sampleCompany, uuid } from "../data/sql/records";

// A company without records passes for one to which nothing happened. Data of a firm's own know of each company whether
// it was looked for, and the cell says so.

const folder = mkdtempSync(path.join(tmpdir(), "spillway-unmonitored-"));
let office: Office;
let universe = "";

interface Item {
  readonly title: string;
  readonly text: string;
  readonly date: string;
}

const english: readonly Item[] = [
  {
    title: "Spill at Zetaron",
    text: "Zetaron AG stopped its plant after an oil spill reached the river.",
    date: "2026-03-01",
  },
  { title: "Harbour", text: "The council of the town opened the new harbour in the morning.", date: "2026-03-20" },
];
const german: readonly Item[] = [
  {
    title: "Bericht",
    text: "Das Unternehmen Belvoria GmbH teilte mit, dass ein Brand im Werk gelöscht wurde und niemand verletzt ist.",
    date: "2026-03-02",
  },
];

const names = ["Zetaron AG", "Quiet Industries Inc.", "Belvoria GmbH", "Twin Brothers", "Twin Brothers", "Target"];
const [zetaron, quiet, belvoria, twin, common, late] = [uuid(1), uuid(2), uuid(3), uuid(4), uuid(6), uuid(7)];

const addCompanies = (database: Database, from: number, added: readonly string[]): Promise<void> =>
  database.transaction((queries) =>
    writeCompanies(
      queries,
      added.map((name, index) => sampleCompany(from + index, { name, aliases: [], unlicensed: false })),
    ),
  );

const addDocuments = async (database: Database, name: string, items: readonly Item[]): Promise<void> => {
  const file = path.join(folder, `${name}.jsonl`);
  const lines = items.map((item, index) => JSON.stringify({ ...item, url: `https://news.example/${name}/${index}` }));
  writeFileSync(file, lines.join("\n"));
  await importFile(database, findKind("documents"), file, {});
};

let token = "";

const ask = async (url: string, payload?: object): Promise<{ readonly status: number; readonly body: unknown }> => {
  const answer = await office.service.fastify.inject({
    method: payload === undefined ? "GET" : "POST",
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** Opens a service and a workbook over the data, five days after their last document. */
const open = async (): Promise<void> => {
  office = await openOffice("demo", {}, "test", "2026-03-25", folder);
  const [account] = office.demo.accounts;
  const answer = await office.service.fastify.inject({
    method: "POST",
    url: "/oauth/token",
    payload: {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: "http://localhost/",
      client_id: office.demo.client_id,
    },
  });
  token = answer.json<{ access_token: string }>().access_token;
};

/** Changes the data while no service uses them; all their companies are members of the universe. */
const change = async (work: (database: Database) => Promise<unknown>): Promise<void> => {
  await office.close();
  const database = await openData(folder);
  await work(database);
  await database.run(
    "INSERT INTO universe_members (universe, company) SELECT u.ordinal, c.ordinal FROM universes u, companies c ON CONFLICT DO NOTHING",
  );
  await database.close();
  await open();
};

beforeAll(async () => {
  await open();
  const { body } = await ask("/v3/universes", { name: "Own", type: "PRIVATE" });
  universe = (body as { universe_id: string }).universe_id;
  await change(async (database) => {
    await addCompanies(database, 1, names);
    await addDocuments(database, "english", english);
    await addDocuments(database, "german", german);
    await enrichData(database);
  });
}, 120_000);
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The private codes of the members of the universe by id, over plain HTTP. */
const codes = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { body } = await ask(`/v3/universes/${universe}/entities?size=100&fields=id&fields=client_code`);
  const { data } = body as { readonly data: readonly { readonly id: string; readonly client_code: object }[] };
  return Object.fromEntries(data.map(({ id, client_code: code }) => [id, code]));
};

const events = (query = ""): ReturnType<typeof ask> =>
  ask(`/v3/universes/${universe}/esg/events?fields=entity_id${query}`);

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

/** Errors as their sentences. */
const cells = (rows: readonly (readonly unknown[])[]): readonly unknown[][] =>
  rows.map((row) => row.map((cell) => (cell instanceof Error ? cell.message : cell)));

const reasons = {
  belvoria: "1 document names Belvoria GmbH in a language without rules: nobody knows what happened.",
  twin: "Documents cannot show that nothing happened to Twin Brothers: other companies of the data have the same name.",
  common: "Documents cannot show that nothing happened to Target: its name is a common word, or too short.",
  late: "Newcomer Industries Inc. was imported after the documents were read: run npm run enrich.",
};

test("the service says of each member why no record does not mean that nothing happened", async () => {
  expect(await codes()).toEqual({
    [zetaron]: {},
    [quiet]: {},
    [belvoria]: { not_monitored: reasons.belvoria },
    [twin]: { not_monitored: reasons.twin },
    [uuid(5)]: { not_monitored: reasons.twin },
    [common]: { not_monitored: reasons.common },
  });
  const sdg = await ask(`/v3/entities/${belvoria}/sdg/documents`);
  expect([sdg.status, JSON.stringify(sdg.body)]).toEqual([400, expect.stringContaining(reasons.belvoria.slice(0, -1))]);
  expect(await ask(`/v3/entities/${quiet}/sdg/documents`)).toMatchObject({ status: 200, body: { data: [] } });
});

test("a cell shows 0 for the company that was looked for, and for the others the reason", async () => {
  const list = column(zetaron, quiet, belvoria, twin, common);
  const summary = await office.run("ESG.SUMMARY", "Own", null, null, null, list, null, "align=yes; show=events");
  expect(cells(summary).map((row) => row.at(-1))).toEqual([1, 0, reasons.belvoria, reasons.twin, reasons.common]);
  expect(await office.run("UNIVERSE.COVERAGE", list, "Own", null, "")).toEqual([["2 of 5 holdings"]]);
  expect(await office.run("UNIVERSE.COVERAGE", list, "Own", null, "show=missing")).toEqual([
    ["Holding", "Status", "Reason"],
    [belvoria, "not monitored", reasons.belvoria],
    [twin, "not monitored", reasons.twin],
    [common, "not monitored", reasons.common],
  ]);
});

test("a period of which there are no documents is refused, with the days that there are", async () => {
  const days = "the documents in them are from 2026-03-01 to 2026-03-20";
  expect(await events("&start_date=gte:2026-03-01")).toMatchObject({
    status: 200,
    body: { data: [{ entity_id: zetaron }] },
  });
  expect(JSON.stringify(await events("&start_date=gte:2026-02-01"))).toContain(`${days}; ask from 2026-03-01 on`);
  expect(JSON.stringify(await events("&last_activity=between:2026-02-01;2026-02-10"))).toContain(
    "ask from 2026-03-01 on",
  );
  const sentence = await failure(office.run("ESG.SUMMARY", "Own", null, "2026-01-01", null, null, "month"));
  expect(sentence.message).toContain(days);
});

test("while documents wait to be read, no company is known to have none", async () => {
  await change((database) =>
    addDocuments(
      database,
      "waiting",
      english.map((item) => ({ ...item, title: "Again" })),
    ),
  );
  expect((await codes())[quiet]).toEqual({
    not_monitored: expect.stringContaining("documents wait to be read") as string,
  });
  expect(await events()).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await events("&score=gte:5")).toMatchObject({ status: 400 });
}, 60_000);

test("a company that is imported after the documents were read is not monitored until they are read again", async () => {
  await change(async (database) => {
    await enrichData(database);
    await addCompanies(database, 7, ["Newcomer Industries Inc."]);
  });
  expect([(await codes())[late], (await codes())[quiet]]).toEqual([{ not_monitored: reasons.late }, {}]);
  await change(enrichData);
  expect((await codes())[late]).toEqual({});
}, 60_000);

test("a calendar month without documents is refused inside their days, and a date to come covers none", async () => {
  await change(async (database) => {
    const quietDays = ["2026-01-10", "2026-01-31", "2031-01-01"];
    await addDocuments(
      database,
      "january",
      quietDays.map((date) => ({ title: `Weather of ${date}`, text: "The weather of the day was fine.", date })),
    );
    await enrichData(database);
  });
  const gap = "no document in them is from 2026-02-01 to 2026-02-28";
  for (const days of [
    "2026-01-10;2026-03-20",
    "2026-02-01;2026-02-28",
    "2026-02-10;2026-02-12",
    "2026-02-01;2026-03-20",
  ])
    expect([days, JSON.stringify(await events(`&start_date=between:${days}`))]).toEqual([
      days,
      expect.stringContaining(gap),
    ]);
  for (const days of ["", "between:2026-03-01;2026-03-20", "between:2026-01-10;2026-01-31"])
    expect([days, (await events(days === "" ? "" : `&start_date=${days}`)).status]).toEqual([days, 200]);
  const sentence = await failure(office.run("ESG.SUMMARY", "Own", null, "2026-01-10", null, null, "month"));
  expect(sentence.message).toContain(gap);
}, 60_000);

test("a gap of ten days between daily news is refused, until somebody covers them", async () => {
  const daily = Array.from({ length: 40 }, (_, index) =>
    new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
  );
  const hole = daily.filter((date) => date >= "2026-02-10" && date <= "2026-02-19");
  await change(async (database) => {
    const there = daily.filter((date) => !hole.includes(date));
    await addDocuments(
      database,
      "daily",
      there.map((date) => ({ title: `News of ${date}`, text: "The weather of the day was fine.", date })),
    );
    await enrichData(database);
  });
  const gap = "no document in them is from 2026-02-10 to 2026-02-19";
  const eventsOf = async (days: string) => JSON.stringify(await events(`&start_date=between:${days}`));
  for (const days of ["2026-02-01;2026-03-12", "2026-02-12;2026-02-14", "2026-02-15;2026-03-12"])
    expect([days, await eventsOf(days)]).toEqual([days, expect.stringContaining(gap)]);
  expect((await events("&start_date=between:2026-02-01;2026-02-10")).status).toBe(200);
  expect((await events("&start_date=between:2026-02-20;2026-03-12")).status).toBe(200);
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    progress: () => undefined,
    enriching: () => undefined,
  };
  await office.close();
  await runEnrichment({ data: folder }, output);
  expect(lines.join()).toContain("2026-02-10 to 2026-02-19");
  lines.length = 0;
  await runEnrichment({ data: folder, covers: "2026-02-10..2026-02-19" }, output);
  expect(lines.join()).not.toContain("2026-02-10");
  await expect(runEnrichment({ data: folder, covers: "2026-02-19..2026-02-10" }, output)).rejects.toThrow("two days");
  await open();
  expect((await events("&start_date=between:2026-02-01;2026-03-12")).status).toBe(200);
}, 60_000);

test("a company that got another name after the documents were read is not monitored until they are read again", async () => {
  const addFile =
    (kind: "sec" | "listings", name: string, text: string, mapping?: Mapping) => async (database: Database) => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      await importFile(database, findKind(kind), file, { mapping });
    };
  const code = async (): Promise<unknown> => {
    const { body } = await ask(`/v3/universes/${universe}/entities?size=100&fields=name&fields=client_code`);
    const { data } = body as { readonly data: readonly { readonly name: string; readonly client_code: object }[] };
    return data.find(({ name }) => name === "Verano Industries Inc")?.client_code;
  };
  const ticker = JSON.stringify({ 0: { cik_str: 7, ticker: "VRNO", title: "Verano Industries Inc" } });
  await change(async (database) => {
    await addFile("sec", "tickers.json", ticker)(database);
    await enrichData(database);
  });
  expect(await code()).toEqual({});
  const columns = { cik: "cik", name: "name" };
  await change(addFile("listings", "list.csv", "cik,name\n7,Brightlake Holdings Inc\n", { source: "list", columns }));
  expect(await code()).toEqual({
    not_monitored:
      "Verano Industries Inc got another name or number after the documents were read: run npm run enrich.",
  });
  await change(enrichData);
  expect(await code()).toEqual({});
}, 60_000);
