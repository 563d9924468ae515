import { mapStorage } from "../../../support/map-storage";
import { universeOf } from "../../../support/virtual-data";
import type { KeyValueStorage } from "../../../../src/engine/storage";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const count = 9_500;
const most = 1_000;

const read = ({ runtime, ask }: VirtualOffice, limit = count, opening = {}): Promise<readonly unknown[]> =>
  ask(async (requestContext) => {
    const path = { universe_id: universeOf(2, count) };
    const request = { route: "listEsgEvents", path, query: {}, fields: ["title"] } as const;
    return (await runtime.listings.read(request, { limit }, requestContext)).records;
  }, opening);

const recordsIn = (value: unknown): number => JSON.stringify(value ?? null).split('"title"').length - 1;

/** A storage in a map that notes how many records were copied at once. */
const counting = (map = new Map<string, unknown>()): KeyValueStorage & { readonly largest: () => number } => {
  const storage = mapStorage(map);
  let largest = 0;
  const note = (value: unknown): unknown => {
    largest = Math.max(largest, recordsIn(value));
    return value;
  };
  return {
    ...storage,
    get: async (key) => note(await storage.get(key)),
    set: (key, value) => storage.set(key, note(value)),
    largest: () => largest,
  };
};

const parts = (map: ReadonlyMap<string, unknown>): number =>
  [...map].filter(([, value]) => Array.isArray(value) && recordsIn(value) > 0).length;

test("a long listing is written to the device and read again in chunks, none of them long, and is the same", async () => {
  const storage = counting();
  const before = await virtualOffice({ storage });
  const first = await read(before);
  expect(first).toHaveLength(count);
  await before.clock.advance(15_000);
  expect(storage.largest()).toBe(most);
  const after = await virtualOffice({ storage });
  expect(await read(after)).toEqual(first);
  expect(after.service.counts.calls).toBe(0);
  expect(storage.largest()).toBe(most);
});

test("a page that closes while it reads leaves what it wrote last, and the next one resumes there", async () => {
  const storage = mapStorage();
  const before = await virtualOffice({ storage });
  await read(before, 4_000);
  await before.runtime.cache.flush();
  const after = await virtualOffice({ storage });
  expect(await read(after)).toHaveLength(count);
  expect(after.service.counts.calls).toBe(6);
});

test("a listing fetched again leaves none of its old chunks behind, and signing out leaves none at all", async () => {
  const map = new Map<string, unknown>();
  const office = await virtualOffice({ storage: mapStorage(map) });
  await read(office);
  await office.clock.advance(15_000);
  expect(parts(map)).toBe(10);
  await read(office, count, { reloadSince: office.clock.now() });
  await office.clock.advance(15_000);
  expect(parts(map)).toBe(10);
  await office.clock.run(office.runtime.session.signOut());
  await office.clock.advance(15_000);
  expect(parts(map)).toBe(0);
});

test("a listing fetched again while it is being written leaves no chunk of either writing behind", async () => {
  const map = new Map<string, unknown>();
  const slow = mapStorage(map);
  const office = await virtualOffice({ storage: slow });
  await read(office);
  await office.clock.advance(15_000);
  const write = slow.set;
  let held: Promise<void> | undefined;
  let again: Promise<unknown> | undefined;
  Object.assign(slow, {
    set: async (key: string, value: unknown) => {
      await write(key, value);
      if (held === undefined && parts(map) === 13)
        held = (again = read(office, count, { reloadSince: office.clock.now() + 1 })).then(() => undefined);
      await held;
    },
  });
  await read(office, count, { reloadSince: office.clock.now() });
  await office.clock.advance(60_000);
  expect(await again).toHaveLength(count);
  await office.clock.advance(60_000);
  expect(parts(map)).toBe(10);
});

test("a listing that lost a chunk on the device is fetched again, never shown in part", async () => {
  const map = new Map<string, unknown>();
  const before = await virtualOffice({ storage: mapStorage(map) });
  await read(before);
  await before.clock.advance(15_000);
  const [part] = [...map].find(([, value]) => Array.isArray(value) && recordsIn(value) > 0) ?? [""];
  map.delete(part);
  const after = await virtualOffice({ storage: mapStorage(map) });
  expect(await read(after)).toHaveLength(count);
  expect(after.service.counts.calls).toBe(10);
});

test("signing out while a long listing is being written leaves nothing of it on the device", async () => {
  const map = new Map<string, unknown>();
  const slow = mapStorage(map);
  const office = await virtualOffice({ storage: slow });
  await read(office);
  let left = false;
  const { clock, runtime } = office;
  const leaving = new Promise<void>((resolve, reject) => {
    const write = slow.set;
    Object.assign(slow, {
      set: async (key: string, value: unknown) => {
        await write(key, value);
        if (left || parts(map) < 2) return;
        left = true;
        runtime.session.signOut().then(resolve, reject);
      },
    });
  });
  await clock.advance(15_000);
  await clock.run(leaving);
  await clock.advance(15_000);
  expect(left).toBe(true);
  expect(parts(map)).toBe(0);
});
