import { mapStorage } from "../../bench/map-storage";
import { universeOf } from "../../bench/virtual-world";
import type { EntityCandidates } from "../../src/runtime/entity-loader";
import type { ListingResult } from "../../src/runtime/listing";
import { virtualOffice, type VirtualOffice } from "./virtual-office";

const rows = ({ runtime, ask }: VirtualOffice, opening = {}): Promise<ListingResult> =>
  ask(
    (inquiry) =>
      runtime.listings.read(
        { route: "listEsgEvents", path: { universe_id: universeOf(3, 60) }, query: {}, fields: ["title"] },
        { limit: 100 },
        inquiry,
      ),
    opening,
  );

const names = ({ runtime, ask }: VirtualOffice, count: number, opening = {}): Promise<readonly EntityCandidates[]> =>
  ask(
    (inquiry) =>
      Promise.all(
        Array.from({ length: count }, (_, cell) =>
          runtime.entities.search({ name: `eq:company ${cell}` }, { fields: ["name"], maxCandidates: 1 }, inquiry),
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

test("how old the youngest answer is, is known at once when the workbook is opened again, spills included", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  expect(before.runtime.memory.latestAt.get()).toBeUndefined();
  await rows(before);
  const at = before.runtime.memory.latestAt.get();
  expect(at).toBeGreaterThan(0);
  await before.clock.advance(15_000);
  const after = await virtualOffice({ storage });
  expect(after.runtime.memory.latestAt.get()).toBe(at);
  await after.runtime.memory.clear();
  expect(after.runtime.memory.latestAt.get()).toBeUndefined();
});

test("opened signed out, what is remembered is delivered and says so; what is not says what to do", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  const first = await rows(before);
  await before.runtime.memory.flush();
  const after = await virtualOffice({ storage, signedIn: false });
  expect((await rows(after, { address: "S!A1" })).records).toEqual(first.records);
  const entry = after.runtime.ledger.latestAt("S!A1");
  expect(entry).toMatchObject({ source: "memory signed out" });
  expect([...(entry?.reads ?? [])]).toEqual(["session"]);
  await expect(names(after, 1)).rejects.toMatchObject({
    code: "signed-out",
    message: "Sign in in the task pane.",
  });
  expect(after.service.counts.calls).toBe(0);
});

test("signing out wipes the memory, on the device too", async () => {
  const map = new Map<string, unknown>();
  const office = await virtualOffice({ storage: mapStorage(map) });
  await rows(office);
  await names(office, 10);
  await office.runtime.memory.flush();
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
  const told = (): string => JSON.stringify([...map]);
  await clock.run(runtime.session.signIn({ key: "my-key", secret: "my-secret" }, false));
  await names(office, 3);
  await runtime.memory.flush();
  expect(told()).not.toMatch(/my-key|my-secret|token-1/);
  await clock.run(runtime.session.signIn({ key: "my-key", secret: "my-secret" }, true));
  expect([...map.keys()].some((key) => key.endsWith("credentials"))).toBe(true);
  expect(told()).not.toMatch(/my-key|my-secret/);
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
