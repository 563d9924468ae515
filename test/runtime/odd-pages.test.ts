import type { ListingExtent, ListingResult } from "../../src/runtime/listing";
import type { Runtime } from "../../src/runtime/runtime";
import { eventsOf, lineTo } from "./line-to";
import { anyOpening } from "./virtual-office";

interface OddPage {
  readonly ids: readonly number[];
  /** The cursor that the page names; without one it is the last. */
  readonly next?: string;
}

interface OddService {
  readonly runtime: Runtime;
  readonly read: (limit: number, extent?: Partial<ListingExtent>) => Promise<ListingResult>;
  /** What QUERY.INFO would tell of the last reading. */
  readonly note: () => string | undefined;
  readonly asked: string[];
}

/** A service that answers the listing with these pages, by cursor; "" is the first. */
const oddService = async (pages: Record<string, OddPage>): Promise<OddService> => {
  const asked: string[] = [];
  const { clock, runtime } = await lineTo((request) => {
    const cursor = new URL(request.url).searchParams.get("search_after") ?? "";
    asked.push(cursor);
    if (asked.length > 20) return Promise.reject(new Error("called for ever"));
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
    const entry = runtime.ledger.open(anyOpening());
    const reading = runtime.listings.read(eventsOf(9), { limit, ...extent }, entry.inquiry);
    return clock.run(reading).finally(() => entry.done(1));
  };
  return { runtime, read, asked, note: () => runtime.ledger.entries.get().at(-1)?.truncated };
};

const idsOf = ({ records }: ListingResult): readonly unknown[] => records.map(({ id }) => id);

test("a record that moved to a later page while pages were read comes once", async () => {
  const service = await oddService({
    "": { ids: [1, 2, 3], next: "a" },
    a: { ids: [3, 4], next: "b" },
    b: { ids: [1, 5] },
  });
  expect(idsOf(await service.read(100))).toEqual(["event-1", "event-2", "event-3", "event-4", "event-5"]);
  expect(service.asked).toEqual(["", "a", "b"]);
});

test("what is known already does not count towards the limit: another page makes it up", async () => {
  const service = await oddService({
    "": { ids: [1, 2, 3], next: "a" },
    a: { ids: [1, 2, 3], next: "b" },
    b: { ids: [4] },
  });
  expect(idsOf(await service.read(4))).toEqual(["event-1", "event-2", "event-3", "event-4"]);
});

test("a cursor that leads to itself ends the walk: the rows that are there, said to be cut, and no endless calls", async () => {
  const service = await oddService({ "": { ids: [1, 2], next: "a" }, a: { ids: [3], next: "a" } });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2", "event-3"]);
  expect(found.truncated).toBe(true);
  expect(service.note()).toMatch(/\S.*\.$/);
  expect(service.asked).toEqual(["", "a"]);
});

test("cursors that lead round in a circle end the walk too", async () => {
  const service = await oddService({
    "": { ids: [1], next: "a" },
    a: { ids: [2], next: "b" },
    b: { ids: [3], next: "a" },
  });
  const found = await service.read(100);
  expect(idsOf(found)).toEqual(["event-1", "event-2", "event-3"]);
  expect(found.truncated).toBe(true);
  expect(service.asked).toEqual(["", "a", "b"]);
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

test("a cursor that the service has forgotten makes the walk begin again, and nobody notices", async () => {
  const service = await forgetfulService();
  expect(idsOf(await service.read(100))).toEqual(["event-1", "event-2", "event-3", "event-4"]);
  expect(service.asked).toEqual(["", "a", "", "b"]);
});

test("a reader that got the first rows already is told when the walk begins again", async () => {
  const service = await forgetfulService();
  let got: unknown[] = [];
  const beforePage: ListingExtent["beforePage"] = (records, begins) => {
    got = [...(begins ? [] : got), ...records.map(({ id }) => id)];
  };
  const { records, handed } = await service.read(100, { beforePage, drops: true });
  expect(handed).toBe(2);
  expect([...got, ...records.map(({ id }) => id)]).toEqual(["event-1", "event-2", "event-3", "event-4"]);
});
