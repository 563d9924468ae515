import type { Page, WireRecord } from "../../../../src/contract/page";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { itemsPerChunk } from "../../../../src/engine/cache/chunks";
import type { ListingExtent, ListingPage } from "../../../../src/engine/pagination/listing";
import {
  chunkedLength,
  emptyList,
  recordId,
  isEnough,
  isLostCursor,
  countListRecords,
  ListReader,
  PageMerge,
  type PaginatedList,
  requestedFields,
} from "../../../../src/engine/pagination/paginated-list";
import { virtualOffice } from "../../../support/virtual-runtime";

const records = (...ids: readonly number[]): WireRecord[] => ids.map((id) => ({ id, odd: id % 2 === 1 }));
const page = (ids: readonly number[], cursor: string | null, more = true): Page<WireRecord> => ({
  data: records(...ids),
  size: 10,
  count: ids.length,
  has_next: more,
  search_after: cursor,
});
const listOf = (ids: readonly number[], changes: Partial<PaginatedList> = {}): PaginatedList => ({
  ...emptyList(["id"]),
  at: 1,
  records: records(...ids),
  ...changes,
});
const idsOf = (list: { readonly records: readonly WireRecord[] }): unknown[] => list.records.map(recordId);

test("a record is known by its id, a universe by its universe_id", () => {
  expect([{ id: 1, universe_id: 2 }, { universe_id: 2 }, {}].map(recordId)).toEqual([1, 2, undefined]);
});

test("the length of a list counts the records on the device too", () => {
  const list = listOf([1, 2], { chunks: ["a", "b"] });
  expect([chunkedLength(list), countListRecords(list)]).toEqual([2 * itemsPerChunk, 2 * itemsPerChunk + 2]);
  expect([chunkedLength(listOf([1])), countListRecords(listOf([1]))]).toEqual([0, 1]);
});

describe("pages that are merged", () => {
  test("drop records that the list has, in memory or on the device, and keep those without an id", () => {
    const list = listOf([1, 2]);
    const merge = new PageMerge(list, [7]);
    merge.add(page([2, 3, 7, 3], "a"));
    expect([idsOf(list), list.complete, list.cursor]).toEqual([[1, 2, 3], false, "a"]);
    merge.add({ ...page([], "b"), data: [{ title: "x" }, { title: "x" }], total: 9 });
    expect([list.records.length, list.total, list.note]).toEqual([5, 9, undefined]);
    merge.add(page([4], "c", false));
    expect([list.complete, list.note, list.total, list.records.length]).toEqual([true, undefined, 9, 6]);
    expect(list.bytes).toBeGreaterThan(4 * 32);
  });

  test("end without a cursor, although the service says that it has more", () => {
    const list = listOf([]);
    new PageMerge(list, []).add(page([1], null));
    expect([list.complete, list.note, list.cursor]).toEqual([true, undefined, undefined]);
  });

  test("end with a note where a cursor comes again, the one before the first page included", () => {
    const list = listOf([], { cursor: "start" });
    const merge = new PageMerge(list, []);
    merge.add(page([1], "a"));
    merge.add(page([2], "b"));
    expect(list.complete).toBe(false);
    merge.add(page([3], "a"));
    expect([list.complete, typeof list.note]).toEqual([true, "string"]);
    const round = listOf([], { cursor: "start" });
    new PageMerge(round, []).add(page([1], "start"));
    expect([round.complete, typeof round.note]).toEqual([true, "string"]);
  });

  test("end with a note after three pages in a row without a new record", () => {
    const list = listOf([1]);
    const merge = new PageMerge(list, []);
    merge.add(page([1], "a"));
    merge.add(page([], "b"));
    merge.add(page([2], "c"));
    merge.add(page([2], "d"));
    merge.add(page([1], "e"));
    expect(list.complete).toBe(false);
    merge.add(page([], "f"));
    expect([list.complete, typeof list.note]).toEqual([true, "string"]);
    const last = listOf([1]);
    const lastMerge = new PageMerge(last, []);
    for (const [cursor, more] of [
      ["a", true],
      ["b", true],
      ["c", false],
    ] as const)
      lastMerge.add(page([], cursor, more));
    expect([last.complete, last.note]).toEqual([true, undefined]);
  });
});

describe("a reader of a list", () => {
  const read = async (list: PaginatedList, extent: ListingExtent) => {
    const { open } = await virtualOffice();
    const request = open();
    const reader = new ListReader(extent);
    const enough = reader.take(list);
    const { records: taken, end } = reader.lastPage(list, request);
    return { enough, position: reader.position, ids: taken.map(recordId), ...end, logged: request.entry.total };
  };
  const keep = ({ odd }: WireRecord): boolean => odd === true;

  test("takes as many records as it wants, and tells whether there are more", async () => {
    const list = listOf([1, 2, 3], { total: 8 });
    expect(await read(list, { limit: 2 })).toMatchObject({
      enough: true,
      position: 2,
      ids: [1, 2],
      truncated: true,
      total: 8,
      logged: 8,
    });
    expect(await read(list, { limit: 3 })).toMatchObject({ enough: true, ids: [1, 2, 3], truncated: true });
    expect(await read(list, { limit: 4 })).toMatchObject({ enough: false, ids: [1, 2, 3], cutOff: false });
    const complete = listOf([1, 2, 3], { complete: true });
    expect(await read(complete, { limit: 4 })).toMatchObject({ enough: true, truncated: false, logged: undefined });
    expect(await read(complete, { limit: 3 })).toMatchObject({ enough: true, truncated: false });
    expect(await read(complete, { limit: 2 })).toMatchObject({ enough: true, truncated: true });
    expect(await read({ ...complete, note: "Why." }, { limit: 3 })).toMatchObject({ truncated: true, note: "Why." });
  });

  test("takes the records that pass the test, and more are left only if one of them passes", async () => {
    const complete = listOf([1, 2, 3, 4, 6], { complete: true });
    expect(await read(complete, { limit: 2, keep })).toMatchObject({ ids: [1, 3], position: 3, truncated: false });
    expect(await read(complete, { limit: 1, keep })).toMatchObject({ ids: [1], position: 1, truncated: true });
    expect(await read(complete, { limit: 9, keep })).toMatchObject({ ids: [1, 3], position: 5, cutOff: false });
  });

  test("takes the first record of each value", async () => {
    const distinctBy = ({ odd }: WireRecord): unknown => odd;
    const complete = listOf([1, 3, 2, 4], { complete: true });
    expect(await read(complete, { limit: 9, distinctBy })).toMatchObject({ ids: [1, 2], truncated: false });
    expect(await read(complete, { limit: 1, distinctBy })).toMatchObject({ ids: [1], truncated: true });
    expect(await read(complete, { limit: 2, distinctBy })).toMatchObject({ ids: [1, 2], truncated: false });
  });

  test("ends after as many records as it may read, only where it selects, and says that it was cut off", async () => {
    const complete = listOf([1, 2, 3, 4], { complete: true });
    expect(await read(complete, { limit: 9, keep, mostRead: 2 })).toMatchObject({
      enough: true,
      ids: [1],
      position: 2,
      cutOff: true,
      truncated: true,
    });
    expect(await read(complete, { limit: 9, keep, mostRead: 4 })).toMatchObject({ cutOff: false, truncated: false });
    expect(await read(listOf([1, 2, 3, 4]), { limit: 9, keep, mostRead: 4 })).toMatchObject({ cutOff: true });
    expect(await read(complete, { limit: 1, keep, mostRead: 1 })).toMatchObject({ cutOff: false, ids: [1] });
    expect(await read(complete, { limit: 9, mostRead: 2 })).toMatchObject({ cutOff: false, ids: [1, 2, 3, 4] });
  });

  test("reads chunks first, and takes nothing of memory before them", async () => {
    const list = listOf([1, 2], { chunks: ["a"], complete: true });
    const reader = new ListReader({ limit: itemsPerChunk + 1 });
    expect([reader.needsChunk(list), reader.take(list), reader.position]).toEqual([true, false, 0]);
    reader.takeFrom(records(...Array.from({ length: itemsPerChunk }, (_, index) => index + 10)), 0);
    expect([reader.needsChunk(list), reader.position]).toEqual([false, itemsPerChunk]);
    expect([reader.take(list), reader.position]).toEqual([true, itemsPerChunk + 1]);
    const { open } = await virtualOffice();
    const { records: taken, end } = reader.lastPage(list, open());
    expect([taken.at(-1), taken.length, end.truncated]).toEqual([{ id: 1, odd: true }, itemsPerChunk + 1, true]);
    expect(new ListReader({ limit: 0 }).lastPage({ ...list, records: [] }, open()).end.truncated).toBe(true);
  });

  test("gives the new records as pages, none where there are none, and says how many to request", async () => {
    const { open } = await virtualOffice();
    const reader = new ListReader({ limit: 5 });
    const list = listOf([1, 2]);
    const pages: ListingPage[] = [];
    const missing: number[] = [];
    for (const more of [[], [3], [4, 5, 6]]) {
      list.records.push(...records(...more));
      reader.take(list);
      missing.push(reader.missing);
      if (more.length < 3) pages.push(...reader.page(), ...reader.page());
    }
    pages.push(reader.lastPage(list, open()));
    expect(pages.map((page) => [page.records.map(recordId), page.isFirst, page.end === undefined])).toEqual([
      [[1, 2], true, true],
      [[3], false, true],
      [[4, 5], false, false],
    ]);
    expect(missing).toEqual([3, 2, 0]);
    expect(new ListReader({ limit: 5, keep }).missing).toBe(1_000);
  });
});

test("a list has enough with the limit, or where it is complete; where records are selected, they are looked at", () => {
  const keep = ({ odd }: WireRecord): boolean => odd === true;
  const [open, complete] = [listOf([1, 2]), listOf([1, 2], { complete: true })];
  expect([isEnough(open, { limit: 2 }), isEnough(open, { limit: 3 }), isEnough(complete, { limit: 3 })]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isEnough(open, { limit: 1, keep }), isEnough(open, { limit: 2, keep })]).toEqual([true, false]);
  expect([
    isEnough(complete, { limit: 2, keep }),
    isEnough({ ...complete, chunks: ["a"] }, { limit: 2, keep }),
  ]).toEqual([true, true]);
  expect(isEnough({ ...open, chunks: ["a"] }, { limit: 2, keep })).toBe(false);
});

test("fields are requested with the id, except of a route that takes none", () => {
  const request = { path: {}, query: {} };
  expect(requestedFields({ ...request, route: "listEsgEvents", fields: ["title"] })).toEqual(["id", "title"]);
  expect(requestedFields({ ...request, route: "listEsgEvents", fields: ["title", "id"] })).toEqual(["title", "id"]);
  expect(requestedFields({ ...request, route: "listEntityUniverses", fields: ["title"] })).toEqual([]);
});

test("a cursor is lost where the service rejects the call, and not where it cannot be reached", () => {
  const errors = [
    new AddinError("rejected", "No."),
    new AddinError("unavailable", "Later."),
    new Error("No."),
    undefined,
  ];
  expect(errors.map(isLostCursor)).toEqual([true, false, false, false]);
});
