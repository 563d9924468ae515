import type { ListingExtent, ListingResult } from "../../../../src/engine/pagination/listing";
import type { Runtime } from "../../../../src/engine/runtime";
import { eventsOf, lineTo } from "../line-to";
import type { VirtualClock } from "../../../support/virtual-clock";
import { anyOpening } from "../../../support/virtual-runtime";

interface OddPage {
  readonly ids: readonly number[];
  /** The cursor that the page names; without one it is the last. */
  readonly next?: string;
}

interface OddService {
  readonly clock: VirtualClock;
  readonly runtime: Runtime;
  readonly read: (limit: number, extent?: Partial<ListingExtent>) => Promise<ListingResult>;
  readonly cursors: string[];
}

/** A service that answers the listing with these pages, by cursor; "" is the first. */
const oddService = async (pages: Record<string, OddPage>): Promise<OddService> => {
  const cursors: string[] = [];
  const { clock, runtime } = await lineTo((request) => {
    const cursor = new URL(request.url).searchParams.get("search_after") ?? "";
    cursors.push(cursor);
    if (cursors.length > 20) return Promise.reject(new Error("called for ever"));
    const page = pages[cursor];
    if (page === undefined)
      return Promise.resolve(Response.json({ message: "No such cursor.", code: 400 }, { status: 400 }));
    const { ids, next = null } = page;
    const data = ids.map((id) => ({ id: `event-${id}`, title: `title ${id}` }));
    return Promise.resolve(
      Response.json({ data, size: 1_000, has_next: next !== null, count: data.length, search_after: next }),
    );
  });
  const read: OddService["read"] = (limit, extent = {}) => {
    const entry = runtime.requestLog.open(anyOpening());
    const records = runtime.listings.read(eventsOf(9), { limit, ...extent }, entry);
    return clock.run(records).finally(() => entry.done(1));
  };
  return { clock, runtime, read, cursors };
};

const idsOf = ({ records }: ListingResult): readonly unknown[] => records.map(({ id }) => id);

test("a record that moved to a later page while pages were read comes once", async () => {
  const service = await oddService({
    "": { ids: [1, 2, 3], next: "a" },
    a: { ids: [3, 4], next: "b" },
    b: { ids: [1, 5] },
  });
  expect(idsOf(await service.read(100))).toEqual(["event-1", "event-2", "event-3", "event-4", "event-5"]);
  expect(service.cursors).toEqual(["", "a", "b"]);
});

test("what is known already does not count towards the limit: another page makes it up", async () => {
  const service = await oddService({
    "": { ids: [1, 2, 3], next: "a" },
    a: { ids: [1, 2, 3], next: "b" },
    b: { ids: [4] },
  });
  expect(idsOf(await service.read(4))).toEqual(["event-1", "event-2", "event-3", "event-4"]);
});

test("a cursor that leads to itself ends the list: the rows that are there, said to be cut, and no endless calls", async () => {
  const service = await oddService({ "": { ids: [1, 2], next: "a" }, a: { ids: [3], next: "a" } });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2", "event-3"]);
  expect(found.truncated).toBe(true);
  expect(found.note).toMatch(/\S.*\.$/);
  expect(service.cursors).toEqual(["", "a"]);
});

test("cursors that lead round in a circle end the list too", async () => {
  const service = await oddService({
    "": { ids: [1], next: "a" },
    a: { ids: [2], next: "b" },
    b: { ids: [3], next: "a" },
  });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2", "event-3"]);
  expect(found.truncated).toBe(true);
  expect(service.cursors).toEqual(["", "a", "b"]);
});

const barren = [
  ["empty", []],
  ["of records that came before", [1, 2]],
] as const;

test.each(barren)("three pages in a row that are %s end the list, whatever new cursors they name", async (_, ids) => {
  const numbers = Array.from({ length: 30 }, (__, index) => index);
  const service = await oddService({
    "": { ids: [1, 2], next: "cursor-0" },
    ...Object.fromEntries(numbers.map((n) => [`cursor-${n}`, { ids, next: `cursor-${n + 1}` }])),
  });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2"]);
  expect(found.truncated).toBe(true);
  expect(found.note).toMatch(/repeats pages or sends empty ones/);
  expect(service.cursors).toEqual(["", "cursor-0", "cursor-1", "cursor-2"]);
  // The list stays ended: the next reader makes no call.
  await service.read(1_000);
  expect(service.cursors).toHaveLength(4);
});

test("two pages without a new record do not end a list that goes on behind them", async () => {
  const service = await oddService({
    "": { ids: [1], next: "a" },
    a: { ids: [], next: "b" },
    b: { ids: [1], next: "c" },
    c: { ids: [2], next: "d" },
    d: { ids: [], next: "e" },
    e: { ids: [], next: "f" },
    f: { ids: [3] },
  });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2", "event-3"]);
  expect(found).toMatchObject({ truncated: false, note: undefined });
});

/** Two rows were read; then the service forgot the cursor behind them. */
const forgetfulService = async (): ReturnType<typeof oddService> => {
  const pages: Record<string, OddPage> = { "": { ids: [1, 2], next: "a" }, a: { ids: [3] } };
  const service = await oddService(pages);
  await service.read(2);
  delete pages["a"];
  pages[""] = { ids: [1, 2], next: "b" };
  pages["b"] = { ids: [3, 4] };
  return service;
};

test("a cursor that the service no longer knows restarts the list, and nobody notices", async () => {
  const service = await forgetfulService();
  expect(idsOf(await service.read(100))).toEqual(["event-1", "event-2", "event-3", "event-4"]);
  expect(service.cursors).toEqual(["", "a", "", "b"]);
});

test("a reader that got the first rows already is told when the list restarts", async () => {
  const service = await forgetfulService();
  let ids: unknown[] = [];
  let starts = 0;
  const readAll = async (): Promise<void> => {
    const entry = service.runtime.requestLog.open(anyOpening());
    for await (const { records, isFirst } of service.runtime.listings.pages(eventsOf(9), { limit: 100 }, entry)) {
      if (isFirst) starts += 1;
      ids = [...(isFirst ? [] : ids), ...records.map(({ id }) => id)];
    }
  };
  await service.clock.run(readAll());
  expect(starts).toBe(2);
  expect(ids).toEqual(["event-1", "event-2", "event-3", "event-4"]);
});
