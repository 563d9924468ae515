import { createPage, cutListing, serializePage, toSliceRequest, type Listing } from "../../../src/service/listing/page";

interface NamedListing extends Listing {
  readonly key: string;
}
const listingOf = (ordinals: readonly number[], key = "events"): NamedListing => ({
  key,
  ordinals: Int32Array.from(ordinals),
  compare: (a, b) => b - a,
});
const record = ({ ordinal }: { readonly ordinal: number }): { id: number } => ({ id: ordinal });
const slice = (listing: NamedListing, size: number, cursor?: string | null) =>
  cutListing(listing, toSliceRequest(listing.key, { size, cursor: cursor ?? undefined }), (ordinal) => ({ ordinal }));
const page = (listing: NamedListing, size: number, cursor?: string | null) =>
  createPage(listing.key, size, slice(listing, size, cursor), record);

test.each([1, 2, 3, 4, 5, 6])(
  "pages of %s list each of five records once, in order, and only the last ends",
  (size) => {
    const listing = listingOf([9, 7, 5, 3, 1]);
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const { data, has_next, count, size: told, search_after } = page(listing, size, cursor);
      found.push(...data.map(({ id }) => id));
      expect({ count, told, has_next }).toEqual({ count: data.length, told: size, has_next: found.length < 5 });
      expect(search_after === null).toBe(!has_next);
      cursor = search_after;
    } while (cursor !== null);
    expect(found).toEqual([9, 7, 5, 3, 1]);
  },
);

test("an empty listing is one empty page", () => {
  expect(page(listingOf([]), 10)).toEqual({ data: [], size: 10, has_next: false, count: 0, search_after: null });
});

test("reading goes on behind the last record although it has left the listing, and new ones came before it", () => {
  const { search_after: cursor } = page(listingOf([9, 7, 5, 3, 1]), 2);
  expect(page(listingOf([9, 5, 3, 1]), 2, cursor).data).toEqual([{ id: 5 }, { id: 3 }]);
  expect(page(listingOf([10, 9, 8, 7, 5, 3]), 2, cursor).data).toEqual([{ id: 5 }, { id: 3 }]);
  expect(page(listingOf([9, 8]), 2, cursor)).toMatchObject({ data: [], has_next: false, count: 0 });
});

test("a cursor of another listing, and one that is invented, are refused", () => {
  const { search_after: cursor } = page(listingOf([9, 7, 5]), 1);
  expect(() => page(listingOf([9, 7, 5], "documents"), 1, cursor)).toThrow();
  for (const invented of ["", "x", "AAAAAAAAAAAAAAAAAAAAAA", `${cursor ?? ""}A`, "\u0000"])
    expect(() => toSliceRequest("events", { size: 1, cursor: invented })).toThrow();
});

test("a page that is serialized holds the same as the page, and the members that are added", async () => {
  const listing = listingOf([9, 7, 5]);
  const serialize = (item: { readonly ordinal: number }): string => JSON.stringify(record(item));
  const text = async (size: number, extra?: Readonly<Record<string, number>>): Promise<unknown> => {
    const serialized = await serializePage(listing.key, size, slice(listing, size), serialize, extra);
    return JSON.parse(serialized.json.toString());
  };
  expect(await text(2)).toEqual(page(listing, 2));
  expect(await text(3, { total: 3 })).toEqual({ ...page(listing, 3), total: 3 });
});
