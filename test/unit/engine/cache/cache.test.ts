import { VirtualClock } from "../../../support/virtual-clock";
import { Cache } from "../../../../src/engine/cache/cache";
import { mapStorage } from "../../../support/map-storage";
import { universeOf } from "../../../support/virtual-data";
import type { EntityCandidates } from "../../../../src/engine/batching/entity-query";
import type { ListingResult } from "../../../../src/engine/pagination/listing";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const rows = ({ runtime, ask }: VirtualOffice, opening = {}): Promise<ListingResult> =>
  ask(
    (requestContext) =>
      runtime.listings.read(
        { route: "listEsgEvents", path: { universe_id: universeOf(3, 60) }, query: {}, fields: ["title"] },
        { limit: 100 },
        requestContext,
      ),
    opening,
  );

const names = ({ runtime, ask }: VirtualOffice, count: number, opening = {}): Promise<readonly EntityCandidates[]> =>
  ask(
    (requestContext) =>
      Promise.all(
        Array.from({ length: count }, (_, cell) =>
          runtime.entities.search(
            { name: `eq:company ${cell}` },
            { fields: ["name"], maxCandidates: 1 },
            requestContext,
          ),
        ),
      ),
    opening,
  );

test("a workbook that is opened again makes no call: 900 look-ups and a listing are on the device", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  const first = [await names(before, 900), await rows(before)];
  await before.clock.advance(15_000);
  const after = await virtualOffice({ storage });
  expect([await names(after, 900), await rows(after)]).toEqual(first);
  expect(after.service.counts.calls).toBe(0);
});

test("the time of the newest answer is known at once when the workbook is opened again, large entries included", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  expect(before.runtime.cache.latestAt.get()).toBeUndefined();
  await rows(before);
  const at = before.runtime.cache.latestAt.get();
  expect(at).toBeGreaterThan(0);
  await before.clock.advance(15_000);
  const after = await virtualOffice({ storage });
  expect(after.runtime.cache.latestAt.get()).toBe(at);
  await after.runtime.cache.clear();
  expect(after.runtime.cache.latestAt.get()).toBeUndefined();
});

test("opened signed out, what is cached is delivered and says so; what is not says what to do", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  const first = await rows(before);
  await before.runtime.cache.flush();
  const after = await virtualOffice({ storage, signedIn: false });
  expect((await rows(after, { address: "S!A1" })).records).toEqual(first.records);
  const entry = after.runtime.requestLog.latestAt("S!A1");
  expect(entry).toMatchObject({ source: "memory signed out" });
  expect([...(entry?.reads ?? [])].toSorted()).toEqual(["changed-universes", "session"]);
  await expect(names(after, 1)).rejects.toMatchObject({
    code: "signed-out",
    message: "Please sign in (Spillway pane).",
  });
  expect(after.service.counts.calls).toBe(0);
});

test("signing out wipes the memory, on the device too", async () => {
  const map = new Map<string, unknown>();
  const office = await virtualOffice({ storage: mapStorage(map) });
  await rows(office);
  await names(office, 10);
  await office.runtime.cache.flush();
  expect([...map.keys()].some((key) => key.includes("memory"))).toBe(true);
  await office.clock.run(office.runtime.session.signOut());
  await office.clock.advance(20_000);
  expect([...map.keys()].filter((key) => key.includes("memory") || key.includes("account"))).toEqual([]);
  await expect(rows(office)).rejects.toMatchObject({ code: "signed-out" });
});

test("two accounts on one device do not see each other's answers", async () => {
  const office = await virtualOffice();
  const { clock, runtime, service } = office;
  await names(office, 3);
  await clock.run(runtime.session.signIn({ key: "another", secret: "secret" }, false));
  await names(office, 3);
  expect(service.counts.calls).toBe(2);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  await names(office, 3);
  expect(service.counts.calls).toBe(2);
});

test("neither key, secret nor token is on the device unless the user ticked it, and then not to be read", async () => {
  const map = new Map<string, unknown>();
  const office = await virtualOffice({ storage: mapStorage(map), signedIn: false });
  const { clock, runtime } = office;
  const stored = (): string => JSON.stringify([...map]);
  await clock.run(runtime.session.signIn({ key: "my-key", secret: "my-secret" }, false));
  await names(office, 3);
  await runtime.cache.flush();
  expect(stored()).not.toMatch(/my-key|my-secret|token-1/);
  await clock.run(runtime.session.signIn({ key: "my-key", secret: "my-secret" }, true));
  expect([...map.keys()].some((key) => key.endsWith("credentials"))).toBe(true);
  expect(stored()).not.toMatch(/my-key|my-secret/);
});

test("Excel's formula preview answers from memory or says so, and never calls", async () => {
  const office = await virtualOffice();
  await expect(rows(office, { memoryOnly: true })).rejects.toMatchObject({ code: "interrupted", message: "(preview)" });
  await rows(office);
  expect((await rows(office, { memoryOnly: true })).records).toHaveLength(60);
  expect(office.service.counts.calls).toBe(1);
});

test("a device that keeps nothing costs the memory of the next session, never an answer", async () => {
  const broken = (): Promise<never> => Promise.reject(new Error("QuotaExceededError"));
  const office = await virtualOffice({ storage: { get: broken, set: broken, delete: broken, keys: broken } });
  expect((await rows(office)).records).toHaveLength(60);
  await office.clock.advance(20_000);
  expect((await rows(office)).records).toHaveLength(60);
  expect(office.service.counts.calls).toBe(1);
});

test("values that a refresh could not replace count as stale in every later cell, until newer ones take their place", async () => {
  let broken = false;
  const office = await virtualOffice({ model: { fault: () => (broken ? { kind: "reset" } : undefined) } });
  const { clock, runtime } = office;
  const sourceAt = (address: string): unknown => runtime.requestLog.latestAt(address);
  const { records } = await rows(office, { address: "S!A1" });
  await rows(office, { address: "S!A2" });
  expect(sourceAt("S!A2")).toMatchObject({ source: "memory", staleReason: undefined });
  broken = true;
  await clock.advance(60_000);
  await rows(office, { address: "S!A1", reloadSince: clock.now() });
  expect((await rows(office, { address: "S!A3" })).records).toEqual(records);
  expect(sourceAt("S!A3")).toMatchObject({ source: "stale", staleReason: expect.any(String) as string });
  broken = false;
  await clock.advance(60_000);
  await rows(office, { address: "S!A1", reloadSince: clock.now() });
  await rows(office, { address: "S!A4" });
  expect(sourceAt("S!A4")).toMatchObject({ source: "memory", staleReason: undefined });
});

test("a full cache evicts the least recently used entries", () => {
  const clock = new VirtualClock(1);
  const cache = new Cache(clock, mapStorage());
  const names = Array.from({ length: 6 }, (_, index) => `answer ${index}`);
  for (const name of names) {
    cache.put(name, { at: clock.now(), value: name, bytes: 30_000_000 }, "session");
    cache.get("answer 0");
  }
  const left = names.filter((name) => cache.get(name) !== undefined);
  expect(left).toEqual(["answer 0", "answer 4", "answer 5"]);
});
