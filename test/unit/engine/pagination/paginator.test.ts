import type { ListingRequest, ListingResult } from "../../../../src/engine/pagination/listing";
import { anyOpening } from "../../../support/virtual-runtime";
import { eventsOf, type Line, lineTo } from "../line-to";

interface HeldCall {
  readonly request: Request;
  /** The clock when it was made. */
  readonly at: number;
  /** Answers it with a page of these events; without a cursor it is the last one. */
  readonly answer: (ids: readonly number[], cursor?: string) => void;
}

interface HeldLine extends Line {
  readonly held: HeldCall[];
  /** Reads so many events, or until the signal is aborted. */
  readonly read: (
    limit: number,
    options?: { readonly signal?: AbortSignal; readonly request?: Partial<ListingRequest> },
  ) => Promise<ListingResult | "left">;
}

/** A service whose calls wait until the test answers them. */
const heldLine = async (): Promise<HeldLine> => {
  const held: HeldCall[] = [];
  const line = await lineTo(
    (request) =>
      new Promise((resolve) => {
        const answer: HeldCall["answer"] = (ids, cursor) => {
          const data = ids.map((id) => ({ id: `event-${id}`, title: `title ${id}` }));
          const more = { has_next: cursor !== undefined, search_after: cursor ?? null };
          resolve(Response.json({ data, size: 1_000, count: data.length, ...more }));
        };
        held.push({ request, at: line.clock.now(), answer });
      }),
  );
  const { runtime } = line;
  return {
    ...line,
    held,
    read: (limit, { signal = new AbortController().signal, request = {} } = {}) => {
      const requestContext = runtime.requestLog.open({ ...anyOpening(), signal });
      const records = runtime.listings.read({ ...eventsOf(1), ...request }, { limit }, requestContext);
      return records.catch((error: unknown) => {
        if (signal.aborted) return "left";
        throw error;
      });
    },
  };
};

const idsOf = (result: ListingResult | "left"): unknown =>
  result === "left" ? result : result.records.map(({ id }) => id);
const fieldsOf = ({ request }: HeldCall): readonly string[] =>
  new URL(request.url).searchParams.getAll("fields").sort();

test("the call of a page is aborted when all cells that need it are cancelled", async () => {
  const { clock, calls, read } = await heldLine();
  const controller = new AbortController();
  const records = read(5, { signal: controller.signal });
  await clock.advance(50);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  controller.abort();
  await clock.advance(1_000);
  expect(await records).toBe("left");
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("a cell that asks again just after it was cancelled gets the page of the same call", async () => {
  const { clock, calls, held, read } = await heldLine();
  const controller = new AbortController();
  const cancelled = read(5, { signal: controller.signal });
  await clock.advance(50);
  controller.abort();
  await clock.advance(100);
  const again = read(5);
  await clock.advance(1_000);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  held[0]?.answer([1, 2]);
  expect(await cancelled).toBe("left");
  expect(idsOf(await clock.run(again))).toEqual(["event-1", "event-2"]);
  expect(calls).toHaveLength(1);
});

test("a page that arrives although nobody waits for it leaves the call of the page after it alone", async () => {
  const { clock, calls, held, read } = await heldLine();
  const controller = new AbortController();
  const cancelled = read(5, { signal: controller.signal });
  await clock.advance(50);
  controller.abort();
  await clock.advance(10);
  held[0]?.answer([1, 2], "a");
  await clock.advance(10);
  const one = read(4);
  await clock.advance(1_000);
  const other = read(4);
  await clock.advance(1_000);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  held[1]?.answer([3, 4]);
  expect(await cancelled).toBe("left");
  expect(idsOf(await clock.run(one))).toEqual(["event-1", "event-2", "event-3", "event-4"]);
  expect(await clock.run(other)).toEqual(await one);
  expect(calls).toHaveLength(2);
});

test("the call names the fields of all cells that join before it, and none where none is wanted", async () => {
  const { clock, held, read } = await heldLine();
  const both = [read(5), read(5, { request: { fields: ["score"] } })];
  await clock.advance(50);
  held[0]?.answer([1]);
  await clock.run(Promise.all(both));
  const universes = { route: "listEntityUniverses", path: { entity_id: "e" }, fields: ["name"] } as const;
  const unnamed = read(5, { request: universes });
  await clock.advance(50);
  held[1]?.answer([]);
  await clock.run(unnamed);
  expect(held.map(fieldsOf)).toEqual([["id", "score", "title"], []]);
});

test("a cell that wants another field after the call was made has a call of its own", async () => {
  const { clock, held, read } = await heldLine();
  const first = read(5);
  await clock.advance(50);
  const later = read(5, { request: { fields: ["score"] } });
  await clock.advance(50);
  expect(held.map(fieldsOf)).toEqual([
    ["id", "title"],
    ["id", "score"],
  ]);
  for (const { answer } of held) answer([1]);
  await clock.run(Promise.all([first, later]));
});

test("only the first page waits for other cells, and a list is as old as its first page", async () => {
  const { clock, held, read, runtime } = await heldLine();
  const begun = clock.now();
  const records = read(4);
  await clock.advance(100);
  held[0]?.answer([1, 2], "a");
  await clock.rest();
  expect(held.map(({ at }) => at - begun)).toEqual([1, 100]);
  held[1]?.answer([3, 4]);
  await clock.run(records);
  expect(runtime.requestLog.entries.get().map(({ fetchedAt }) => (fetchedAt ?? 0) - begun)).toEqual([1]);
});
