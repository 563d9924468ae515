import type { Page } from "../../contract/page";
import { readCursor, writeCursor } from "./cursor";
import { serializeList, type SerializedBody } from "../http/response-body";

/** A record with its number in the data. */
export interface Numbered {
  readonly ordinal: number;
}

/** Size and cursor of the requested page. */
export interface PageRequest {
  readonly size: number;
  readonly cursor: string | undefined;
}

/** The records that a page has: at most `size` behind the position `after`, the `end` of an earlier slice. */
export interface SliceRequest {
  readonly size: number;
  readonly after: string | undefined;
}

export interface Slice<T> {
  readonly items: readonly T[];
  readonly hasNext: boolean;
  /** The position of the last item, as the source writes it: the listing goes on behind it, also without that item. */
  readonly end: string;
}

/** What a page asks of the listing `key`: route, subject, filters and order. @throws 400 for a cursor of another listing. */
export const toSliceRequest = (key: string, { size, cursor }: PageRequest): SliceRequest => ({
  size,
  after: cursor === undefined ? undefined : readCursor(key, cursor),
});

type Envelope = Omit<Page<unknown>, "data">;

const pageEnvelope = (key: string, size: number, { items, hasNext, end }: Slice<unknown>): Envelope => ({
  size,
  has_next: hasNext,
  count: items.length,
  search_after: hasNext ? writeCursor(key, end) : null,
});

/** Returns one page of a listing with its records. */
export const createPage = <T, R>(key: string, size: number, slice: Slice<T>, record: (item: T) => R): Page<R> => ({
  data: slice.items.map(record),
  ...pageEnvelope(key, size, slice),
});

/** Serializes one page of a listing, in time slices. `extra` are members of the envelope beyond the usual ones. */
export const serializePage = <T>(
  key: string,
  size: number,
  slice: Slice<T>,
  serialize: (item: T) => string,
  extra: Readonly<Record<string, number>> = {},
): Promise<SerializedBody> => {
  const rest = JSON.stringify({ ...pageEnvelope(key, size, slice), ...extra }).slice(1);
  return serializeList(slice.items, serialize, '{"data":[', `],${rest}`);
};

/** A sorted list of records, by ordinal. */
export interface Listing {
  readonly ordinals: Int32Array;
  readonly compare: (a: number, b: number) => number;
}

/** The position after a record. Works too when the record itself has left the listing. */
const positionAfter = ({ ordinals, compare }: Listing, last: number): number => {
  let [low, high] = [0, ordinals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(ordinals[middle] ?? 0, last) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Cuts a page out of a sorted list. Its positions are the ordinals. */
export const cutListing = <T>(
  listing: Listing,
  { size, after }: SliceRequest,
  read: (ordinal: number) => T,
): Slice<T> => {
  const begin = after === undefined ? 0 : positionAfter(listing, Number(after));
  const ordinals = listing.ordinals.subarray(begin, begin + size);
  return {
    items: Array.from(ordinals, read),
    hasNext: begin + ordinals.length < listing.ordinals.length,
    end: String(ordinals.at(-1) ?? ""),
  };
};
