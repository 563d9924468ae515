import type { KeyValueStorage } from "../../../../src/engine/storage";
import { applyDelta, lineDelta } from "../../../../src/formulas/snapshots/line-delta";
import { type AnswerToStore, SnapshotStore } from "../../../../src/formulas/snapshots/snapshot-store";
import { mapStorage } from "../../../support/map-storage";
import { seededRandom } from "../../../support/seeded-random";
import { systemClock } from "../../../../src/engine/clock";

const day = 86_400_000;
const start = Date.parse("2026-01-05T08:00:00Z");

const digest = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", bytes);

const storeOn = (storage: KeyValueStorage): SnapshotStore =>
  new SnapshotStore({ storage, digest, clock: { ...systemClock, now: () => (now += 10_000) } });
/** Moves on with each look, so that nothing is taken from an earlier one. */
let now = start;

const answerTo = (query: string, lines: readonly string[]): AnswerToStore => ({
  query,
  lines,
  function: "TEST.EVENTS",
  fetchedAt: 1,
  total: undefined,
  incomplete: undefined,
  partial: false,
});

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

test("whatever is stored, named, deleted and evicted, each snapshot that is listed gives back its lines, within the limit", async () => {
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
      const added = await store.add(
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

test("the oldest snapshots without a name leave first, and named ones never", async () => {
  const { lines } = randomly(7);
  const store = storeOn(mapStorage());
  await store.setLimit(10_000);
  await store.add(start, [answerTo("a", lines(40))], "Q4 report");
  for (let week = 1; week <= 8; week += 1) await store.add(start + week * 7 * day, [answerTo("a", lines(40))]);
  const left = await store.list();
  expect(left[0]?.name).toBe("Q4 report");
  expect(left.map(({ at }) => (at - start) / day / 7)).toEqual([0, 7, 8]);
});

test("a snapshot that does not fit beside the named ones is not stored, and leaves nothing behind", async () => {
  const { lines } = randomly(8);
  const store = storeOn(mapStorage());
  await store.setLimit(6_000);
  await store.add(start, [answerTo("a", lines(60))], "Q4 report");
  const before = await store.used();
  expect(before).toBeGreaterThan(4_000);
  expect(await store.add(start + day, [answerTo("b", lines(60))])).toBeUndefined();
  expect(await store.used()).toBe(before);
});

test("for a snapshot that does not fit beside the named ones, no other one is deleted", async () => {
  const { lines } = randomly(18);
  const store = storeOn(mapStorage());
  await store.setLimit(9_000);
  await store.add(start, [answerTo("a", lines(60))], "Q4 report");
  await store.add(start + day, [answerTo("b", lines(20))]);
  expect(await store.add(start + 2 * day, [answerTo("c", lines(80))])).toBeUndefined();
  expect((await store.list()).map(({ at }) => (at - start) / day)).toEqual([0, 1]);
});

test("several refreshes of a day become one snapshot with a name: of each query the last answer, with its own time", async () => {
  const { lines } = randomly(19);
  const store = storeOn(mapStorage());
  const [morning, noon] = [lines(5), lines(5)];
  await store.add(start, [answerTo("a", morning), answerTo("b", morning)]);
  await store.add(start + 60_000, [answerTo("a", noon)]);
  const ids = (await store.list()).map(({ id }) => id);
  await store.merge(ids, "Q4 report");
  const named = (await store.list()).filter(({ name }) => name === "Q4 report");
  expect(named).toHaveLength(1);
  const [{ answers, at } = { answers: [], at: 0 }] = named;
  expect(at).toBe(start + 60_000);
  expect(answers.map(({ query, capturedAt }) => [query, capturedAt])).toEqual([
    ["a", undefined],
    ["b", start],
  ]);
  expect(await store.lines(answers[0]?.content ?? "")).toEqual(noon);
  // The morning's answer to "a" is in no other snapshot, so that one stays; noon's own adds nothing.
  expect((await store.list()).map(({ name, at: when }) => [name, when - start])).toEqual([
    [undefined, 0],
    ["Q4 report", 60_000],
  ]);
});

test("an answer that did not change takes no more room than its place in the list", async () => {
  const { lines } = randomly(9);
  const same = lines(200);
  const store = storeOn(mapStorage());
  const first = await store.add(start, [answerTo("a", same)]);
  const second = await store.add(start + 7 * day, [answerTo("a", same)]);
  expect(first?.bytes).toBeGreaterThan(10_000);
  expect(second?.bytes).toBeLessThan(300);
});

test("of an earlier day the last answer to each query stays, of today all", async () => {
  const { lines } = randomly(10);
  const store = storeOn(mapStorage());
  const hour = day / 24;
  await store.add(start, [answerTo("a", lines(2))]);
  await store.add(start + hour, [answerTo("a", lines(2)), answerTo("b", lines(2))]);
  await store.add(start + 2 * hour, [answerTo("a", lines(2))]);
  expect(await store.list()).toHaveLength(3);
  await store.add(start + day, [answerTo("c", lines(2))]);
  expect((await store.list()).map(({ at }) => (at - start) / hour)).toEqual([1, 2, 24]);
});

test("a limit of 0 keeps what has a name, and stores nothing more", async () => {
  const { lines } = randomly(11);
  const store = storeOn(mapStorage());
  await store.add(start, [answerTo("a", lines(2))], "Q4 report");
  await store.add(start + day, [answerTo("a", lines(2))]);
  await store.setLimit(0);
  expect(await store.add(start + 2 * day, [answerTo("a", lines(2))])).toBeUndefined();
  expect((await store.list()).map(({ name }) => name)).toEqual(["Q4 report"]);
});

test("an answer with a missing or a changed part is refused as a whole", async () => {
  const { lines, edited } = randomly(12);
  const map = new Map<string, unknown>();
  const store = storeOn(mapStorage(map));
  const before = lines(50);
  await store.add(start, [answerTo("a", before)]);
  const second = await store.add(start + day, [answerTo("a", edited(before))]);
  const content = second?.answers[0]?.content ?? "";
  const base = [...map.keys()].find((key) => key.startsWith("snapshot block") && !key.includes(content));
  const kept = map.get(base ?? "");
  map.delete(base ?? "");
  await expect(store.lines(content)).rejects.toThrow("A part of the answer is missing.");
  map.set(base ?? "", kept);
  expect(await store.lines(content)).toHaveLength((await store.lines(content)).length);
});

test("a device that refuses to store leaves no snapshot that lacks a part, and the next one removes what was written", async () => {
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
  await expect(store.add(start, both)).rejects.toThrow("The device did not store it.");
  expect(await store.list()).toEqual([]);
  await store.add(start + day, [answerTo("c", lines(5))]);
  expect([...map.keys()].filter((key) => key.startsWith("snapshot block"))).toHaveLength(1);
});
