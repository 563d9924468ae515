import type { ListingResult } from "../../../../src/engine/pagination/listing";
import type { RequestLogEntry } from "../../../../src/engine/requests/request-log";
import { eventsOf, lineTo } from "../line-to";
import { anyOpening } from "../../../support/virtual-runtime";

const minutes = 60_000;

/** A service with events by last activity, the newest first: event 1 is the newest. A cursor is the activity behind which it goes on. */
const activeService = async (count: number) => {
  let newest = count;
  const activities = new Map(Array.from({ length: count }, (_, index) => [`event-${index + 1}`, count - index]));
  const beforeCall: (() => void)[] = [];
  const { clock, runtime, calls } = await lineTo((request) => {
    beforeCall.shift()?.();
    const query = new URL(request.url).searchParams;
    const after = Number(query.get("search_after") ?? Infinity);
    const size = Number(query.get("size"));
    const left = [...activities].filter(([, activity]) => activity < after).sort(([, one], [, other]) => other - one);
    const data = left.slice(0, size).map(([id, activity]) => ({ id, title: `title ${activity}` }));
    const has_next = left.length > size;
    const search_after = has_next ? String(left[size - 1]?.[1]) : null;
    return Promise.resolve(Response.json({ data, size, has_next, count: data.length, search_after }));
  });
  const touch = (...numbers: readonly number[]): void => {
    for (const number of numbers) activities.set(`event-${number}`, (newest += 1));
  };
  const read = async (
    limit: number,
    order = "last_activity:desc",
  ): Promise<ListingResult & { entry: RequestLogEntry }> => {
    const entry = runtime.requestLog.open(anyOpening());
    const request = { ...eventsOf(9), query: { order } };
    const result = await clock.run(runtime.listings.read(request, { limit }, entry));
    entry.done(1);
    return { ...result, entry: entry.entry };
  };
  const truth = (limit: number): readonly string[] =>
    [...activities]
      .sort(([, one], [, other]) => other - one)
      .slice(0, limit)
      .map(([id]) => id);
  return { clock, read, touch, truth, calls, beforeCall };
};

const idsOf = ({ records }: ListingResult): readonly unknown[] => records.map(({ id }) => id);

test("an event that moves to the front while the second page loads is the first row, and none is lost", async () => {
  const service = await activeService(2_500);
  service.beforeCall.push(
    () => undefined,
    () => service.touch(2_400),
  );
  const result = await service.read(10_000);
  expect(idsOf(result)).toEqual(service.truth(10_000));
  expect(result.records[0]).toEqual({ id: "event-2400", title: "title 2501" });
  expect(result).toMatchObject({ truncated: false, note: undefined });
  expect(service.calls).toHaveLength(4);
  // It stands for the next reader, without a call.
  expect(idsOf(await service.read(10_000))).toEqual(service.truth(10_000));
  expect(service.calls).toHaveLength(4);
});

test("a list with a limit is caught up too, and its next row is still the right one", async () => {
  const service = await activeService(5_000);
  service.beforeCall.push(
    () => undefined,
    () => service.touch(4_000, 3_000),
  );
  expect(idsOf(await service.read(1_500))).toEqual(service.truth(1_500));
  expect(idsOf(await service.read(1_700))).toEqual(service.truth(1_700));
});

test("a list that is shorter than the catch-up is read on without a note where nothing moved", async () => {
  const service = await activeService(300);
  await service.read(5);
  for (const limit of [14, 30, 150, 300]) {
    const result = await service.read(limit);
    expect(idsOf(result)).toEqual(service.truth(limit));
    expect(result.note).toBeUndefined();
  }
});

test("a list that is shorter than the catch-up is that of now where events moved", async () => {
  const service = await activeService(300);
  await service.read(5);
  service.touch(250, 1, 2, 3, 4, 5, 140);
  const result = await service.read(14);
  expect(idsOf(result)).toEqual(service.truth(14));
  expect(result.note).toBeUndefined();
  expect(idsOf(await service.read(300))).toEqual(service.truth(300));
});

test("where more events move than the catch-up shows, the list is said to be incomplete", async () => {
  const service = await activeService(2_500);
  const moved = Array.from({ length: 150 }, (_, index) => 2_301 + index);
  service.beforeCall.push(
    () => undefined,
    () => service.touch(...moved),
  );
  const result = await service.read(10_000);
  expect(result.truncated).toBe(true);
  expect(result.note).toMatch(/moved while the list was read/);
});

test("a list of one page, and one in an order that does not move, have no call more", async () => {
  const service = await activeService(1_500);
  await service.read(1_000);
  expect(service.calls).toHaveLength(1);
  await service.read(10_000, "start_date:desc");
  expect(service.calls).toHaveLength(3);
});

test("a list that is resumed within five minutes goes on and says that its first part is older", async () => {
  const service = await activeService(3_000);
  const first = await service.read(5, "start_date:desc");
  expect(first.entry).toMatchObject({ source: "live" });
  await service.clock.advance(4 * minutes);
  const second = await service.read(10, "start_date:desc");
  expect(service.calls).toHaveLength(2);
  expect(new URL(service.calls[1]?.url ?? "").searchParams.get("search_after")).not.toBeNull();
  expect(second.entry).toMatchObject({ source: "memory", fetchedAt: first.entry.fetchedAt });
});

test("a list that is resumed after more than five minutes starts anew, so that the top ten are those of now", async () => {
  const service = await activeService(511);
  await service.read(5);
  await service.clock.advance(8 * 60 * minutes);
  service.touch(508, 509, 510, 511);
  const result = await service.read(10);
  expect(idsOf(result)).toEqual(service.truth(10));
  expect(idsOf(result).slice(0, 4)).toEqual(["event-511", "event-510", "event-509", "event-508"]);
  expect(result.entry.source).toBe("live");
  // Five rows are those of now as well.
  expect(idsOf(await service.read(5))).toEqual(service.truth(5));
  expect(service.calls).toHaveLength(2);
});

test("a list that is resumed again and again starts anew once its first part is older than five minutes", async () => {
  const service = await activeService(511);
  await service.read(5, "start_date:desc");
  await service.clock.advance(4 * minutes);
  await service.read(10, "start_date:desc");
  await service.clock.advance(4 * minutes);
  const result = await service.read(20, "start_date:desc");
  expect(idsOf(result)).toEqual(service.truth(20));
  expect(new URL(service.calls[2]?.url ?? "").searchParams.get("search_after")).toBeNull();
  expect(result.entry).toMatchObject({ source: "live", fetchedAt: service.clock.now() });
});
