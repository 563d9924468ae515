import { mapStorage } from "../../../support/map-storage";
import type { WireRecord } from "../../../../src/contract/page";
import { allNumbers, fatCount, type FatOffice, fatOffice, numbersOf } from "../../../support/large-records";

const pages = 13;
const itemsPerChunk = 1_000;

const storedChunks = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  [...map.keys()].filter((key) => key.includes(" chunk "));
const allChunks = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  [...map.keys()].filter((key) => key.includes(" chunk ") || key.includes(" part "));

/** Reads all pages, waiting so long with each; `lengths` are those of all pages but the last. */
const readPages = async (office: FatOffice, milliseconds = 0) => {
  let numbers: number[] = [];
  const lengths: number[] = [];
  for await (const { records, isFirst, end } of office.pages()) {
    if (end === undefined) lengths.push(records.length);
    numbers = [...(isFirst ? [] : numbers), ...numbersOf(records)];
    if (milliseconds > 0) await new Promise<void>((resolve) => void office.clock.after(milliseconds, resolve));
  }
  return { numbers, lengths };
};

test("a listing that is too large for memory is read again without a call: whole, shorter, with fewer fields, and after reopening", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
  expect(numbersOf((await office.read({ limit: 3_456 })).records)).toEqual(allNumbers.slice(0, 3_456));
  expect((await office.read({ fields: ["title"] })).records).toHaveLength(allNumbers.length);
  expect(office.calls()).toBe(pages);
  await office.clock.advance(15_000);
  expect(office.runtime.cache.size.get().bytes).toBeLessThan(16_000_000);
  const reopened = await fatOffice(mapStorage(map));
  expect(numbersOf((await reopened.read()).records)).toEqual(allNumbers);
  expect(reopened.calls()).toBe(0);
});

test("records come page by page, then chunk by chunk from the device, and never more at once", async () => {
  const office = await fatOffice(mapStorage());
  for (const most of [1_000, 3_000]) {
    const { numbers, lengths } = await office.clock.run(readPages(office));
    expect(numbers).toEqual(allNumbers);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
    expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(allNumbers.length - 5_000);
  }
  expect(office.calls()).toBe(pages);
});

test("chunks are written while the list is fetched, and no task copies more than one", async () => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const lengths: number[] = [];
  const { set } = storage;
  Object.assign(storage, {
    set: (key: string, value: unknown) => {
      if (key.includes(" chunk ")) lengths.push((value as readonly unknown[]).length);
      return set(key, value);
    },
  });
  const office = await fatOffice(storage);
  await office.read({ limit: 10_000 });
  const before = lengths.length;
  await office.read();
  expect(before).toBeGreaterThanOrEqual(3);
  expect(lengths.length).toBeGreaterThan(before);
  expect(new Set(lengths)).toEqual(new Set([itemsPerChunk]));
});

test("a list that was fetched in part is resumed at its cursor after reopening, and no record on the device comes twice", async () => {
  const map = new Map<string, unknown>();
  const before = await fatOffice(mapStorage(map));
  await before.read({ limit: 10_000 });
  await before.runtime.cache.flush();
  expect(storedChunks(map).length).toBeGreaterThan(0);
  const after = await fatOffice(mapStorage(map));
  expect(numbersOf((await after.read()).records)).toEqual(allNumbers);
  expect(after.calls()).toBe(pages - 10);
});

test("formulas that read it together get the same rows with one fetch of each page, though one of them is slow", async () => {
  const office = await fatOffice(mapStorage());
  const [one, other] = await Promise.all([office.read(), office.clock.run(readPages(office, 5_000))]);
  expect(numbersOf(one.records)).toEqual(allNumbers);
  expect(other.numbers).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
});

test.each([0, 2])("a device that takes only %d chunks costs cache space, never an answer", async (most) => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const { set } = storage;
  Object.assign(storage, {
    set: (key: string, value: unknown) =>
      key.includes(" chunk ") && storedChunks(map).length >= most
        ? Promise.reject(new Error("QuotaExceededError"))
        : set(key, value),
  });
  const office = await fatOffice(storage);
  const [one, other] = await Promise.all([office.read(), office.clock.run(readPages(office))]);
  expect(numbersOf(one.records)).toEqual(allNumbers);
  expect(other.numbers).toEqual(allNumbers);
  expect(office.calls()).toBe(pages);
  expect(numbersOf((await office.read()).records)).toEqual(allNumbers);
});

test("a list with a missing chunk is fetched again, never shown in part", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  map.delete(storedChunks(map)[1] ?? "");
  expect((await office.clock.run(readPages(office))).numbers).toEqual(allNumbers);
  expect(office.calls()).toBe(2 * pages);
});

test("a preview of a list with a missing chunk says so and makes no call", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  expect((await office.read({ opening: { memoryOnly: true } })).records).toHaveLength(allNumbers.length);
  map.delete(storedChunks(map)[0] ?? "");
  await expect(office.read({ opening: { memoryOnly: true } })).rejects.toMatchObject({ code: "interrupted" });
  expect(office.calls()).toBe(pages);
});

test("a list that is fetched again leaves no chunk of the one before, and signing out leaves none at all", async () => {
  const map = new Map<string, unknown>();
  const office = await fatOffice(mapStorage(map));
  await office.read();
  await office.clock.advance(15_000);
  const before = allChunks(map);
  await office.read({ opening: { reloadSince: office.clock.now() } });
  await office.clock.advance(15_000);
  expect(allChunks(map)).toHaveLength(before.length);
  expect(allChunks(map).filter((key) => before.includes(key))).toEqual([]);
  await office.clock.run(office.runtime.session.signOut());
  await office.clock.advance(15_000);
  expect(allChunks(map)).toEqual([]);
});

test("the chunks that a closed page left are deleted when the list is next stored", async () => {
  const map = new Map<string, unknown>();
  const before = await fatOffice(mapStorage(map));
  await before.read({ limit: 10_000 });
  const left = storedChunks(map);
  expect(left.length).toBeGreaterThan(0);
  for (const key of map.keys()) if (!left.includes(key)) map.delete(key);
  const after = await fatOffice(mapStorage(map));
  await after.clock.advance(1_000);
  expect(numbersOf((await after.read()).records)).toEqual(allNumbers);
  await after.clock.advance(15_000);
  expect(storedChunks(map).filter((key) => left.includes(key))).toEqual([]);
});

test("signing out while chunks are written leaves none on the device", async () => {
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  const office = await fatOffice(storage);
  const { set } = storage;
  let leaving: Promise<void> | undefined;
  Object.assign(storage, {
    set: async (key: string, value: unknown) => {
      await set(key, value);
      if (storedChunks(map).length === 2) leaving ??= office.runtime.session.signOut();
    },
  });
  await office.read().catch(() => undefined);
  await office.clock.run(leaving ?? Promise.resolve());
  await office.clock.advance(60_000);
  expect(leaving).toBeDefined();
  expect(allChunks(map)).toEqual([]);
});

test("a filter of our own reads chunks without a call, and ends after as many records as it may read", async () => {
  const office = await fatOffice(mapStorage());
  await office.read();
  const keep = ({ id }: WireRecord): boolean => id === "event-4321" || id === "event-11000";
  const { records, truncated } = await office.read({ keep, limit: 10, mostRead: 10_000 });
  expect(numbersOf(records)).toEqual([4_321]);
  expect(truncated).toBe(true);
  expect(office.calls()).toBe(pages);
  expect(fatCount).toBeGreaterThan(10_000);
});

test("a list that another page of the account fetched again is used without a call, though its old chunks are gone", async () => {
  const map = new Map<string, unknown>();
  const one = await fatOffice(mapStorage(map));
  await one.read();
  await one.clock.advance(15_000);
  const before = storedChunks(map);
  const other = await fatOffice(mapStorage(map));
  await other.clock.advance(60_000);
  await other.read({ opening: { reloadSince: other.clock.now() } });
  await other.clock.advance(15_000);
  expect(storedChunks(map).filter((key) => before.includes(key))).toEqual([]);
  expect(numbersOf((await one.read()).records)).toEqual(allNumbers);
  await one.clock.advance(15_000);
  expect([one.calls(), other.calls()]).toEqual([pages, pages]);
  expect(numbersOf((await other.read()).records)).toEqual(allNumbers);
  expect(storedChunks(map)).toHaveLength(before.length);
  expect(other.calls()).toBe(pages);
});
