import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Database as SqliteDatabase } from "node-sqlite3-wasm";
import { createService } from "../../../src/service/service";
import { signedIn } from "./signed-in";

const folder = mkdtempSync(path.join(tmpdir(), "service-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => path.join(folder, name);

test("universes, coverage and analyses are there after a restart", async () => {
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { store: file("kept.db"), clock: { now: () => now } };
  const before = await signedIn(options);
  const made = await before.post<{ universe_id: string }>("/v3/universes", { name: "Kept", type: "PRIVATE" });
  const universe = made.body.universe_id;
  const entities = [{ external_id: "A-1", name: "Newcomer Verdanova Ltd" }];
  await before.post("/v3/coverage-extension", { universe_ids: [universe], entities });
  const analysis = {
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    entities: [{ keywords: ["Acme"] }],
    workers: ["raw-matcher"],
  };
  const { instance } = (await before.post<{ instance: string }>("/api/2.0/analyze/dataset", analysis)).body;
  await before.service.close();
  now += 3_600_000;
  const after = await signedIn(options);
  const listed = await after.get<{ total: number; data: { name: string }[] }>(`/v3/universes/${universe}/entities`);
  expect([listed.body.total, listed.body.data[0]?.name]).toEqual([1, "Newcomer Verdanova Ltd"]);
  expect([200, 202]).toContain((await after.post("/api/2.0/analyze/download", { instance, limit: 1 })).status);
  const found = await after.post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", {
    entities: [{ name: "eq:Newcomer Verdanova Ltd" }],
  });
  expect(found.body.data[0]?.total_candidates).toBe(1);
  await after.service.close();
});

test("a store in use, and one of another world, are refused with a sentence", async () => {
  const store = file("owned.db");
  const owner = await signedIn({ store });
  await expect(createService({ size: "test", seed: 1, store })).rejects.toThrow(/in use by process \d+/);
  await owner.service.close();
  await expect(createService({ size: "test", seed: 2, store })).rejects.toThrow(
    /made for size test and seed 1, not for size test and seed 2/,
  );
});

/** Changes a store that no service uses. */
const change = (store: string, ...statements: string[]): void => {
  const database = new SqliteDatabase(store);
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  for (const statement of statements) database.exec(statement);
  database.close();
};
const value = (store: string, sql: string): unknown => {
  const database = new SqliteDatabase(store);
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  const row = database.get(sql) ?? {};
  database.close();
  return Object.values(row)[0];
};

test.each([
  ["ALTER TABLE universes DROP COLUMN owner", "the column owner of the table universes"],
  ["ALTER TABLE analyses DROP COLUMN state", "the column state of the table analyses"],
  ["DROP TABLE quotas", "the table quotas"],
])("a store after %s is refused at the start, with what is missing", async (statement, part) => {
  const store = file(`damaged-${part.replaceAll(" ", "-")}.db`);
  await (await signedIn({ store })).service.close();
  change(store, statement);
  const refused = createService({ size: "test", seed: 1, store });
  await expect(refused).rejects.toThrow(`The store is damaged: ${part} is missing.`);
});

const long = "x".repeat(900);
/** Twenty-five entities that need more room than a page of the store has. */
const newcomers = Array.from({ length: 25 }, (_, index) => ({ external_id: `N-${index}`, website: `${long}${index}` }));

test("a disk that is full while coverage is settled leaves nothing behind, and the task is settled later", async () => {
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { store: file("full.db"), clock: { now: () => now } };
  const before = await signedIn(options);
  const { universe_id: universe } = (
    await before.post<{ universe_id: string }>("/v3/universes", { name: "Full", type: "PRIVATE" })
  ).body;
  await before.post("/v3/coverage-extension", { universe_ids: [universe], entities: newcomers });
  const total = async ({ get }: typeof before): Promise<unknown> => {
    const { status, body } = await get<{ total: number }>(`/v3/universes/${universe}/entities`);
    return [status, body.total];
  };
  const found = async ({ post }: typeof before): Promise<unknown> => {
    const search = { entities: [{ website: `eq:${long}0` }] };
    return (await post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", search)).body.data[0];
  };
  await before.post("/_local/faults", { diskFull: true });
  now += 3_600_000;
  expect(await total(before)).toEqual([200, 0]);
  expect(await found(before)).toMatchObject({ total_candidates: 0 });
  await before.service.close();
  const after = await signedIn(options);
  expect(await total(after)).toEqual([200, 25]);
  expect(await found(after)).toMatchObject({ total_candidates: 1 });
  await after.service.close();
});

test("a change that a full disk cannot store is 503 in the v3 body, and nothing of it is there", async () => {
  const { service, post, get } = await signedIn({ store: file("refused.db") });
  await post("/_local/faults", { diskFull: true });
  const body = { name: "Too much", type: "SHARED", description: "x".repeat(10_000) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await post<{ code: number; reason: string; message: string }>("/v3/universes", body);
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([503, 503, "unavailable"]);
  }
  const entities = [{ keywords: Array.from({ length: 1_000 }, (_, index) => `keyword ${index}`) }];
  const days = { start_date: "2026-06-01", end_date: "2026-06-30" };
  const analysis = await post<{ code: number }>("/api/2.0/analyze/dataset", {
    ...days,
    entities,
    workers: ["raw-matcher"],
  });
  expect([analysis.status, analysis.body.code]).toEqual([503, 503]);
  expect((await get("/v3/tasks")).status).toBe(200);
  await post("/_local/faults", {});
  expect((await post("/v3/universes", body)).status).toBe(201);
  await service.close();
});

test("a store whose members lost their entities opens with a warning and without them", async () => {
  const store = file("damaged.db");
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { store, clock: { now: () => now } };
  const before = await signedIn(options);
  const { universe_id: universe } = (
    await before.post<{ universe_id: string }>("/v3/universes", { name: "Haunted", type: "PRIVATE" })
  ).body;
  const entities = ["One", "Two", "Three"].map((name) => ({ external_id: name, name: `Newcomer ${name}` }));
  await before.post("/v3/coverage-extension", { universe_ids: [universe], entities });
  now += 3_600_000;
  await before.get("/v3/tasks");
  await before.service.close();
  change(store, "DELETE FROM added_entities WHERE ordinal = (SELECT min(ordinal) FROM added_entities)");
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const after = await signedIn(options);
  const warnings = write.mock.calls.map(([text]) => String(text)).join("");
  write.mockRestore();
  expect(warnings).toMatch(/damaged: 1 members/);
  const { status, body } = await after.get<{ data: { name: string }[] }>(`/v3/universes/${universe}/entities`);
  expect([status, body.data.map(({ name }) => name)]).toEqual([200, ["Newcomer Three", "Newcomer Two"]]);
  await after.service.close();
  const again = await signedIn(options);
  expect((await again.get<{ total: number }>(`/v3/universes/${universe}/entities`)).body.total).toBe(2);
  await again.service.close();
});

test("a second name of a store in use is refused, whether a symbolic or a hard link", async () => {
  const [store, symbolic, hard] = [file("named.db"), file("symbolic.db"), file("hard.db")];
  const owner = await signedIn({ store });
  symlinkSync(store, symbolic);
  await expect(createService({ size: "test", seed: 1, store: symbolic })).rejects.toThrow(/in use by process \d+/);
  linkSync(store, hard);
  await expect(createService({ size: "test", seed: 1, store: hard })).rejects.toThrow(/another name \(a hard link\)/);
  await owner.service.close();
  rmSync(hard);
  const other = await signedIn({ store: symbolic });
  await expect(createService({ size: "test", seed: 1, store })).rejects.toThrow(/in use by process \d+/);
  await other.service.close();
});

test("the mark of a process that is gone does not block, even if its number is in use again", async () => {
  const store = file("killed.db");
  await (await signedIn({ store })).service.close();
  for (const mark of [`${process.pid} some/begin`, `${process.ppid} another-boot/1`, "4194304 x/1", "", "nonsense"]) {
    writeFileSync(`${store}.pid`, mark);
    await (await signedIn({ store })).service.close();
  }
});

test("a store from before the schema version is migrated and keeps its changes", async () => {
  const store = file("older.db");
  const before = await signedIn({ store });
  await before.post("/v3/universes", { name: "Old but kept", type: "SHARED" });
  await before.service.close();
  change(store, "PRAGMA application_id = 0", "PRAGMA user_version = 0");
  const after = await signedIn({ store });
  expect((await after.post("/v3/universes", { name: "Old but kept", type: "SHARED" })).status).toBe(409);
  await after.service.close();
  expect([value(store, "PRAGMA user_version"), value(store, "PRAGMA application_id")]).toEqual([1, 0x53504c57]);
});

test("a newer store and a foreign file are refused with the file's name and the remedy, and left as they are", async () => {
  const [newer, foreign, text] = [file("newer.db"), file("foreign.db"), file("text.db")];
  await (await signedIn({ store: newer })).service.close();
  change(newer, "PRAGMA user_version = 99");
  change(foreign, "CREATE TABLE settings (a)", "INSERT INTO settings VALUES (1)");
  writeFileSync(text, "These are my notes, not a database. ".repeat(100));
  const refusals: readonly (readonly [string, RegExp])[] = [
    [newer, /newer\.db was written by a newer version .* Start that version\. Give --store another file/],
    [foreign, /foreign\.db is not a store of this service\. Give --store another file/],
    [text, /text\.db is not a store of this service\. Give --store another file/],
  ];
  for (const [store, sentence] of refusals) {
    const content = readFileSync(store);
    await expect(createService({ size: "test", seed: 1, store })).rejects.toThrow(sentence);
    expect(readFileSync(store).equals(content)).toBe(true);
  }
  expect(value(foreign, "SELECT a FROM settings")).toBe(1);
});
