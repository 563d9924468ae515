import { mapStorage } from "../../bench/map-storage";
import type { WireRecord } from "../../src/runtime/wire-record";
import { allNumbers, fatCount, fatOffice, numbersOf } from "./fat-service";

const pages = 13;
const part = 1_000;

const parkedParts = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  [...map.keys()].filter((key) => key.includes(" parked "));
const partsOf = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  [...map.keys()].filter((key) => key.includes(" parked ") || key.includes(" part "));

/** A reader that lets go of what it got; notes the most records it was handed at once. */
const passing = () => {
  let got: number[] = [];
  let most = 0;
  const beforePage = (records: readonly WireRecord[], begins: boolean): void => {
    most = Math.max(most, records.length);
    got = [...(begins ? [] : got), ...numbersOf(records)];
  };
  return { extent: { beforePage, drops: true } as const, got: () => got, most: () => most };
};

test("a listing that memory cannot hold is read again without a call: whole, shorter, with fewer fields, and after reopening", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
  expect(numbersOf((await office.read({ limit: 3_456 })).records)).toEqual(allNumbers.slice(0, 3_456));
  expect((await office.read({ fields: ["title"] })).records).toHaveLength(allNumbers.length);
  expect(office.calls()).toBe(pages);
  await office.clock.advance(15_000);
  expect(office.runtime.memory.size.get().bytes).toBeLessThan(16_000_000);
  const reopened = await fatOffice(mapStorage(map));
  expect(numbersOf((await reopened.read()).records)).toEqual(allNumbers);
  expect(reopened.calls()).toBe(0);
});

test("a reader that lets go gets it page by page, then part by part from the device, and never more at once", async () => {
  const office = await fatOffice(mapStorage());
  for (const most of [1_000, 3_000]) {
    const reader = passing();
    const { records, handed } = await office.read(reader.extent);
    expect([...reader.got(), ...numbersOf(records)]).toEqual(allNumbers);
    expect(handed).toBe(reader.got().length);
    expect(reader.most()).toBeLessThanOrEqual(most);
    expect(records.length).toBeLessThanOrEqual(5_000);
  }
  expect(office.calls()).toBe(pages);
});

test("the parts go to the device while the walk goes on, and no task copies more than one", async () => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const written: number[] = [];
  const { set } = storage;
  Object.assign(storage, {
    set: (key: string, value: unknown) => {
      if (key.includes(" parked ")) written.push((value as readonly unknown[]).length);
      return set(key, value);
    },
  });
  const office = await fatOffice(storage);
  await office.read({ limit: 10_000 });
  const before = written.length;
  await office.read();
  expect(before).toBeGreaterThanOrEqual(3);
  expect(written.length).toBeGreaterThan(before);
  expect(new Set(written)).toEqual(new Set([part]));
});

test("half walked and reopened, it goes on at its cursor, and what stands on the device does not come twice", async () => {
  const map = new Map<string, unknown>();
  const before = await fatOffice(mapStorage(map));
  await before.read({ limit: 10_000 });
  await before.runtime.memory.flush();
  expect(parkedParts(map).length).toBeGreaterThan(0);
  const after = await fatOffice(mapStorage(map));
  expect(numbersOf((await after.read()).records)).toEqual(allNumbers);
  expect(after.calls()).toBe(pages - 10);
});

test("formulas that read it together get the same rows from one walk, though one of them is slow", async () => {
  const office = await fatOffice(mapStorage());
  const slow = passing();
  const beforePage = async (records: readonly WireRecord[], begins: boolean): Promise<void> => {
    slow.extent.beforePage(records, begins);
    await new Promise<void>((resolve) => void office.clock.after(5_000, resolve));
  };
  const [one, other] = await Promise.all([office.read(), office.read({ beforePage, drops: true })]);
  expect(numbersOf(one.records)).toEqual(allNumbers);
  expect([...slow.got(), ...numbersOf(other.records)]).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
});

test.each([0, 2])("a device that takes only %d parts costs the memory, never an answer", async (most) => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const { set } = storage;
  Object.assign(storage, {
    set: (key: string, value: unknown) =>
      key.includes(" parked ") && parkedParts(map).length >= most
        ? Promise.reject(new Error("QuotaExceededError"))
        : set(key, value),
  });
  const office = await fatOffice(storage);
  const reader = passing();
  const [one, other] = await Promise.all([office.read(), office.read(reader.extent)]);
  expect(numbersOf(one.records)).toEqual(allNumbers);
  expect([...reader.got(), ...numbersOf(other.records)]).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
});

test("where the device lost a part it is fetched anew, never shown in part", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  map.delete(parkedParts(map)[1] ?? "");
  const reader = passing();
  const { records } = await office.read(reader.extent);
  expect([...reader.got(), ...numbersOf(records)]).toEqual(allNumbers);
  expect(office.calls()).toBe(2 * pages);
});

test("a formula that only shows what is remembered says so where a part is lost", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  expect((await office.read({ opening: { memoryOnly: true } })).records).toHaveLength(allNumbers.length);
  map.delete(parkedParts(map)[0] ?? "");
  await expect(office.read({ opening: { memoryOnly: true } })).rejects.toMatchObject({ code: "interrupted" });
  expect(office.calls()).toBe(pages);
});

test("fetched again it leaves no part of the former behind, and signing out leaves none at all", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  await office.clock.advance(15_000);
  const before = partsOf(map);
  await office.read({ opening: { reloadSince: office.clock.now() } });
  await office.clock.advance(15_000);
  expect(partsOf(map)).toHaveLength(before.length);
  expect(partsOf(map).filter((key) => before.includes(key))).toEqual([]);
  await office.clock.run(office.runtime.session.signOut());
  await office.clock.advance(15_000);
  expect(partsOf(map)).toEqual([]);
});

test("a page that is closed in the middle leaves parts that the next walk clears away", async () => {
  const map = new Map<string, unknown>();
  const before = await fatOffice(mapStorage(map));
  await before.read({ limit: 10_000 });
  const left = parkedParts(map);
  expect(left.length).toBeGreaterThan(0);
  for (const key of map.keys()) if (!left.includes(key)) map.delete(key);
  const after = await fatOffice(mapStorage(map));
  await after.clock.advance(1_000);
  expect(numbersOf((await after.read()).records)).toEqual(allNumbers);
  await after.clock.advance(15_000);
  expect(parkedParts(map).filter((key) => left.includes(key))).toEqual([]);
});

test("signing out while records are parked leaves none on the device", async () => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const office = await fatOffice(storage);
  const { set } = storage;
  let leaving: Promise<void> | undefined;
  Object.assign(storage, {
    set: async (key: string, value: unknown) => {
      await set(key, value);
      if (parkedParts(map).length === 2) leaving ??= office.runtime.session.signOut();
    },
  });
  await office.read().catch(() => undefined);
  await office.clock.run(leaving ?? Promise.resolve());
  await office.clock.advance(60_000);
  expect(leaving).toBeDefined();
  expect(partsOf(map)).toEqual([]);
});

test("a filter done here reads what is parked without a call, and ends after 10,000 records as ever", async () => {
  const office = await fatOffice(mapStorage());
  await office.read();
  const keep = ({ id }: WireRecord): boolean => id === "event-4321" || id === "event-11000";
  const { records, truncated } = await office.read({ keep, limit: 10 });
  expect(numbersOf(records)).toEqual([4_321]);
  expect(truncated).toBe(true);
  expect(office.calls()).toBe(pages);
  expect(fatCount).toBeGreaterThan(10_000);
});
