import type { KeyValueStorage } from "../../../../src/engine/storage";
import {
  type AnswerToStore,
  applyDelta,
  type Edition,
  EditionStore,
  lineDelta,
} from "../../../../src/formulas/editions/edition-store";
import { mapStorage } from "../../../support/map-storage";
import { seededRandom } from "../../../support/seeded-random";
import { systemClock } from "../../../../src/engine/clock";

const day = 86_400_000;
const start = Date.parse("2026-01-05T08:00:00Z");

const digest = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", bytes);

const storeOn = (storage: KeyValueStorage): EditionStore =>
  new EditionStore({ storage, digest, clock: { ...systemClock, now: () => (now += 10_000) } });
/** Moves on with each look, so that nothing is taken from an earlier one. */
let now = start;

const answerTo = (query: string, lines: readonly string[]): AnswerToStore => ({
  query,
  lines,
  address: "Sheet1!A1",
  formula: `TEST.EVENTS(${query})`,
  function: "TEST.EVENTS",
  fetchedAt: 1,
  total: undefined,
  incomplete: undefined,
  partial: false,
});

const add = (
  store: EditionStore,
  at: number,
  answers: readonly AnswerToStore[],
  name?: string,
  workbook = "one",
): Promise<Edition | undefined> => store.add({ workbook, family: workbook, at, name, answers });

/** Numbers and texts from a seed. */
const randomly = (seed: number) => {
  const random = seededRandom(seed);
  const whole = (most: number): number => Math.floor(random() * (most + 1));
  /** Does not compress. */
  const line = (): string => JSON.stringify(Array.from({ length: 8 }, () => String(random()).slice(2)));
  const lines = (count: number): string[] => Array.from({ length: count }, line);
  /** Lines that were removed, added, changed and moved. */
  const edited = (before: readonly string[]): string[] => {
    const after = before.filter(() => random() > 0.05).map((each) => (random() < 0.05 ? line() : each));
    for (let count = whole(5); count > 0; count -= 1) after.splice(whole(after.length), 0, line());
    if (random() < 0.2) after.sort();
    return after;
  };
  return { whole, lines, edited };
};

test("a delta gives back its lines, for 300 random edits, repeated lines among them", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { whole, lines, edited } = randomly(seed);
    const few = lines(4);
    const before = seed % 2 === 0 ? lines(whole(40)) : Array.from({ length: 30 }, () => few[whole(3)] ?? "");
    const after = edited(before);
    expect(applyDelta(before, lineDelta(before, after))).toEqual(after);
  }
});

test("a delta of other lines than its own is refused where they are too few", () => {
  const delta = lineDelta(["a", "b", "c"], ["x", "b", "c"]);
  expect(() => applyDelta(["a", "b"], delta)).toThrow("The delta is not of these lines.");
});

test("whatever is stored, named, deleted and evicted, each edition that is listed gives back its lines, within the limit", async () => {
  let evictions = 0;
  for (let seed = 1; seed <= 5; seed += 1) {
    const { whole, lines, edited } = randomly(seed);
    const map = new Map<string, unknown>();
    const store = storeOn(mapStorage(map));
    const limit = 8_000;
    await store.setLimit(limit);
    const expected = new Map<string, ReadonlyMap<string, readonly string[]>>();
    const queries = new Map(["a", "b", "c"].map((query) => [query, lines(20)]));
    let evicted = 0;
    for (let week = 0; week < 25; week += 1) {
      for (const [query, before] of queries) queries.set(query, edited(before));
      const some = [...queries].filter(() => whole(4) > 0);
      const name = whole(15) === 0 ? `week ${week}` : undefined;
      const added = await add(
        store,
        start + week * 7 * day,
        some.map(([query, each]) => answerTo(query, each)),
        name,
      );
      if (added !== undefined) expected.set(added.id, new Map(some));
      const [first] = await store.list();
      if (whole(10) === 0 && first !== undefined) await store.delete(first.id);
      const listed = await store.list();
      for (const { id, answers } of listed)
        for (const { query, content } of answers)
          expect(await store.lines(content)).toEqual(expected.get(id)?.get(query));
      evicted = expected.size - listed.length;
      expect(await store.used()).toBeLessThanOrEqual(limit);
      const bytes = [...map.values()].reduce<number>((sum, value) => sum + bytesIn(value), 0);
      expect(bytes).toBe(await store.used());
    }
    evictions += evicted;
  }
  expect(evictions).toBeGreaterThan(25);
}, 60_000);

const bytesIn = (value: unknown): number => {
  if (value instanceof Uint8Array) return value.length;
  return typeof value === "object" && value !== null && "data" in value ? (value.data as Uint8Array).length : 0;
};

test("the oldest editions without a name leave first, and named ones never", async () => {
  const { lines } = randomly(7);
  const store = storeOn(mapStorage());
  await store.setLimit(10_000);
  await add(store, start, [answerTo("a", lines(40))], "Q4 report");
  for (let week = 1; week <= 8; week += 1) await add(store, start + week * 7 * day, [answerTo("a", lines(40))]);
  const left = await store.list();
  expect(left[0]?.name).toBe("Q4 report");
  expect(left.map(({ at }) => (at - start) / day / 7)).toEqual([0, 7, 8]);
});

test("an edition that does not fit beside the named ones is not stored, and leaves nothing behind", async () => {
  const { lines } = randomly(8);
  const store = storeOn(mapStorage());
  await store.setLimit(6_000);
  await add(store, start, [answerTo("a", lines(60))], "Q4 report");
  const before = await store.used();
  expect(before).toBeGreaterThan(4_000);
  expect(await add(store, start + day, [answerTo("b", lines(60))])).toBeUndefined();
  expect(await store.used()).toBe(before);
});

test("for an edition that does not fit beside the named ones, no other one is deleted", async () => {
  const { lines } = randomly(18);
  const store = storeOn(mapStorage());
  await store.setLimit(9_000);
  await add(store, start, [answerTo("a", lines(60))], "Q4 report");
  await add(store, start + day, [answerTo("b", lines(20))]);
  expect(await add(store, start + 2 * day, [answerTo("c", lines(80))])).toBeUndefined();
  expect((await store.list()).map(({ at }) => (at - start) / day)).toEqual([0, 1]);
});

test("an answer that did not change takes no more room than its place in the list", async () => {
  const { lines } = randomly(9);
  const same = lines(200);
  const store = storeOn(mapStorage());
  const first = await add(store, start, [answerTo("a", same)]);
  const second = await add(store, start + 7 * day, [answerTo("a", same)]);
  expect(first?.bytes).toBeGreaterThan(10_000);
  expect(second?.bytes).toBeLessThan(300);
});

test("of an earlier day the last answer to each query stays, of today all", async () => {
  const { lines } = randomly(10);
  const store = storeOn(mapStorage());
  const hour = day / 24;
  await add(store, start, [answerTo("a", lines(2))]);
  await add(store, start + hour, [answerTo("a", lines(2)), answerTo("b", lines(2))]);
  await add(store, start + 2 * hour, [answerTo("a", lines(2))]);
  expect(await store.list()).toHaveLength(3);
  await add(store, start + day, [answerTo("c", lines(2))]);
  expect((await store.list()).map(({ at }) => (at - start) / hour)).toEqual([1, 2, 24]);
});

test("a limit of 0 keeps what has a name, and stores nothing more", async () => {
  const { lines } = randomly(11);
  const store = storeOn(mapStorage());
  await add(store, start, [answerTo("a", lines(2))], "Q4 report");
  await add(store, start + day, [answerTo("a", lines(2))]);
  await store.setLimit(0);
  expect(await add(store, start + 2 * day, [answerTo("a", lines(2))])).toBeUndefined();
  expect((await store.list()).map(({ name }) => name)).toEqual(["Q4 report"]);
});

test("an answer with a missing or a changed part is refused as a whole", async () => {
  const { lines, edited } = randomly(12);
  const map = new Map<string, unknown>();
  const store = storeOn(mapStorage(map));
  const before = lines(50);
  await add(store, start, [answerTo("a", before)]);
  const second = await add(store, start + day, [answerTo("a", edited(before))]);
  const content = second?.answers[0]?.content ?? "";
  const base = [...map.keys()].find((key) => key.startsWith("edition block") && !key.includes(content));
  const kept = map.get(base ?? "");
  map.delete(base ?? "");
  await expect(store.lines(content)).rejects.toThrow("A part of the answer is missing.");
  map.set(base ?? "", kept);
  expect(await store.lines(content)).toHaveLength((await store.lines(content)).length);
});

test("a device that refuses to store leaves no edition that lacks a part, and the next one removes what was written", async () => {
  const { lines } = randomly(13);
  const map = new Map<string, unknown>();
  const storage = mapStorage(map);
  let writes = 0;
  const refusing: KeyValueStorage = {
    ...storage,
    set: (key, value) => ((writes += 1) === 2 ? Promise.resolve(false) : storage.set(key, value)),
  };
  const store = storeOn(refusing);
  const both = [answerTo("a", lines(5)), answerTo("b", lines(5))];
  await expect(add(store, start, both)).rejects.toThrow("The device did not store it.");
  expect(await store.list()).toEqual([]);
  await add(store, start + day, [answerTo("c", lines(5))]);
  expect([...map.keys()].filter((key) => key.startsWith("edition block"))).toHaveLength(1);
});

test("an edition without a name leaves 30 days before the last one of an earlier day; named ones and the last of a workbook stay", async () => {
  const { lines } = randomly(11);
  const store = storeOn(mapStorage());
  await add(store, start, [answerTo("a", lines(2))], "Q4 report");
  await add(store, start + day, [answerTo("a", lines(2))], undefined, "two");
  for (const week of [1, 2, 3, 4, 5, 6]) await add(store, start + week * 7 * day, [answerTo("a", lines(2))]);
  const left = await store.list();
  expect(left.map(({ at, workbook }) => `${(at - start) / day} of ${workbook}`)).toEqual([
    "0 of one",
    "1 of two",
    ...[7, 14, 21, 28, 35, 42].map((days) => `${days} of one`),
  ]);
  await add(store, start + 49 * day, [answerTo("a", lines(2))]);
  expect((await store.list()).map(({ at }) => (at - start) / day)).toEqual([0, 1, 14, 21, 28, 35, 42, 49]);
});

test("a clock that is a year ahead for a day, and a pause of a year, delete nothing", async () => {
  const { lines } = randomly(12);
  const store = storeOn(mapStorage());
  for (const days of [0, 1, 2, 366, 366.1]) await add(store, start + days * day, [answerTo(`a${days}`, lines(2))]);
  expect(await store.list()).toHaveLength(5);
  // The clock is right again: what is dated ahead does not count.
  await add(store, start + 3 * day, [answerTo("a3", lines(2))]);
  expect(await store.list()).toHaveLength(6);
});
