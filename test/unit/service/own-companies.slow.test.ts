import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { keepMonitoring } from "../../../src/data/enrich/monitoring";
import { openData } from "../../../src/data/sql/open";
import { writeCompanies, writeDocuments } from "../../../src/data/sql/write";
import { createService, type Service } from "../../../src/service/service";
import { readAccounts } from "../../../src/service/world/accounts";
import { sampleCompany, sampleDocument, uuid } from "../data/sql/records";
import { until } from "../../support/until";
import { remote, type Remote } from "../../conformance/remote";

let folder: string;
let service: Service | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "spillway-own-"));
});
afterEach(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A service on two companies of one's own, with a document about the first if `isRead`, and a universe of both. */
const openService = async (isRead: boolean): Promise<{ readonly client: Remote; readonly universe: string }> => {
  const database = await openData(folder);
  await database.transaction(async (queries) => {
    await writeCompanies(queries, [sampleCompany(1), sampleCompany(2)]);
    if (isRead) await writeDocuments(queries, [sampleDocument("one", [1])]);
  });
  if (isRead) await keepMonitoring(database, { generation: 1, withSecurities: 2, others: 2 }, new Map());
  await database.close();
  service = await createService({ seed: 1, data: folder });
  const client = await remote(await service.listen(0));
  const body = { name: "Own", type: "PRIVATE", entities: [uuid(1), uuid(2)].map((entity_id) => ({ entity_id })) };
  const created = await client.call("POST", "/v3/universes", body);
  return { client, universe: (JSON.parse(created.responseBody) as { universe_id: string }).universe_id };
};

const analysis = {
  start_date: "2026-02-03",
  end_date: "2026-02-20",
  entities: [{ entity_of_interest: "fine", keywords: ["fine"] }],
  workers: ["raw-matcher"],
};

const askAll = async ({ call }: Remote, universe: string): Promise<readonly number[]> => {
  const answers = [
    await call("GET", `/v3/universes/${universe}/esg/events`),
    await call("GET", `/v3/universes/${universe}/esg/documents`),
    await call("GET", `/v3/entities/${uuid(1)}/sdg/documents`),
    await call("POST", "/api/2.0/analyze/dataset", analysis),
  ];
  const refusals = answers.filter(({ status }) => status === 400);
  for (const { responseBody } of refusals) expect(responseBody).toContain("no document in them was read for companies");
  return answers.map(({ status }) => status);
};

test("data without a document that was read answer no empty list of events or documents, and start no analysis of nothing", async () => {
  const { client, universe } = await openService(false);
  expect(await askAll(client, universe)).toEqual([400, 400, 400, 400]);
  expect((await client.call("GET", `/v3/universes/${universe}/entities`)).status).toBe(200);
}, 60_000);

test("with one document that was read, lists are answered, also empty ones", async () => {
  const { client, universe } = await openService(true);
  expect(await askAll(client, universe)).toEqual([200, 200, 200, 200]);
}, 60_000);

test("the demo accounts of own data have secrets of their own, and other machines are not let in with them", async () => {
  const secrets = async (): Promise<readonly string[]> => {
    await openService(false);
    const { accounts } = (await service?.fastify.inject("/_local/demo"))?.json<{
      accounts: readonly { api_secret: string }[];
    }>() ?? { accounts: [] };
    return accounts.map(({ api_secret }) => api_secret);
  };
  const first = await secrets();
  await expect(service?.listen(0, "0.0.0.0")).rejects.toThrow("give --accounts FILE");
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
  const second = await secrets();
  expect(first).toHaveLength(6);
  expect(first.filter((secret) => second.includes(secret))).toEqual([]);
}, 120_000);

const localStatus = async (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  (await service?.fastify.inject({ url, headers }))?.statusCode;

test("a small file is imported over the local address: by kind, one at a time, and from no page of another origin", async () => {
  await openService(false);
  const send = async (kind: string, payload: string, headers: Record<string, string> = {}) => {
    const answer = await service?.fastify.inject({
      method: "POST",
      url: `/_local/imports/${kind}?name=..%2F..%2Ftickers.json`,
      headers: { "content-type": "application/octet-stream", ...headers },
      payload: Buffer.from(payload),
    });
    return { status: answer?.statusCode, text: answer?.body ?? "" };
  };
  const tickers = JSON.stringify({ 0: { cik_str: 7, ticker: "NEWC", title: "Newcomer Verdanova Inc" } });
  expect(await send("sec", tickers, { origin: "https://elsewhere.example" })).toMatchObject({ status: 403 });
  expect(await send("companies", "a,b")).toMatchObject({ status: 404 });
  const look = async () =>
    (await service?.fastify.inject("/_local/imports"))?.json<{
      kinds: readonly { name: string; title: string; files: string }[];
      last: { progress?: string; lines: readonly string[]; error?: string; badRows?: string };
    }>();
  /** Sends a file and waits for the end of its import. */
  const sendAndWait = async (kind: string, payload: string) => {
    expect(await send(kind, payload)).toMatchObject({ status: 202 });
    await until("the import has ended", async () => (await look())?.last.progress === undefined);
    return (await look())?.last;
  };
  const refused = await sendAndWait("sec", "not JSON");
  expect([refused?.lines, refused?.error?.includes(tmpdir())]).toEqual([[], false]);
  const done = await sendAndWait("sec", tickers);
  expect([done?.error, done?.lines[0]]).toEqual([undefined, expect.stringContaining("tickers.json: 1 row: 1 new")]);
  // A list whose columns tell nothing gets no mapping that nobody can use.
  expect((await sendAndWait("universes", "universe,name\nMine,Verdanova\n"))?.error).toMatch(
    /has no column for an identifier/,
  );
  const members = await sendAndWait("universes", "universe,cik\nMine,7\nMine,8\n");
  expect(members?.lines[0]).toContain("1 bad row (line 3 is about no company of the data)");
  expect(members?.badRows).toMatch(/^line,reason,text\n3,/);
  // These rows are the firm's: a page of another origin reads none of them.
  expect(await localStatus("/_local/imports", { origin: "https://elsewhere.example" })).toBe(403);
  // A stranger's name that leads to this machine makes its page one of this origin.
  expect(await localStatus("/_local/imports", { host: "elsewhere.example" })).toBe(403);
  expect(await localStatus("/_local/demo", { host: "elsewhere.example" })).toBe(403);
  // The wrong file does not empty the universe.
  expect((await sendAndWait("universes", "universe,cik\nMine,9\n"))?.error).toContain("No row of");
  const again = await sendAndWait("universes", "universe,cik\nMine,7\nMine,8\n");
  expect(again?.lines[0]).toContain("0 new, 0 changed, 1 unchanged");
  const kinds = await look();
  expect(kinds?.kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(["gleif", "sec", "documents", "events"]));
  expect(kinds?.kinds.filter(({ name, title, files }) => title === name || files === "")).toEqual([]);
}, 60_000);

test("where people have accounts of their own, nobody imports without one", async () => {
  await openService(false);
  await service?.close();
  const key = { name: "ours", company: "Ours", key: "key-of-ours", secret: "a secret of twenty letters" };
  service = await createService({ seed: 1, data: folder, accounts: readAccounts(JSON.stringify([key])) });
  const payload = Buffer.from("{}");
  const headers = { "content-type": "application/octet-stream" };
  const sent = await service.fastify.inject({ method: "POST", url: "/_local/imports/sec?name=a", headers, payload });
  expect([(await service.fastify.inject("/_local/imports")).statusCode, sent.statusCode]).toEqual([404, 404]);
}, 60_000);
