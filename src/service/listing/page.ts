import type { Page } from "../../contract/page";
import { readCursor, writeCursor } from "./cursor";
import { serializeList, type SerializedBody } from "../http/response-body";

/** A sorted list of records, by ordinal. */
export interface Listing {
  /** What a cursor is bound to: route, subject, filters and order. */
  readonly key: string;
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

/** Size and cursor of the requested page. */
export interface PageRequest {
  readonly size: number;
  readonly cursor: string | undefined;
}

type Envelope = Omit<Page<unknown>, "data">;

const cutPage = (listing: Listing, request: PageRequest): { ordinals: Int32Array; envelope: Envelope } => {
  const begin = request.cursor === undefined ? 0 : positionAfter(listing, readCursor(listing.key, request.cursor));
  const ordinals = listing.ordinals.subarray(begin, begin + request.size);
  const last = ordinals.at(-1);
  const more = begin + ordinals.length < listing.ordinals.length;
  const envelope = {
    size: request.size,
    has_next: more,
    count: ordinals.length,
    search_after: more && last !== undefined ? writeCursor(listing.key, last) : null,
  };
  return { ordinals, envelope };
};

/** Returns one page of a listing with its records. */
export const createPage = <T>(listing: Listing, request: PageRequest, record: (ordinal: number) => T): Page<T> => {
  const { ordinals, envelope } = cutPage(listing, request);
  return { data: Array.from(ordinals, record), ...envelope };
};

/** How a page is serialized: the JSON of each record, and members of the envelope beyond the usual ones. */
export interface PageSerializer {
  readonly serialize: (ordinal: number) => string;
  readonly extra?: Readonly<Record<string, number>>;
}

/** Serializes one page of a listing, in time slices. */
export const serializePage = (
  listing: Listing,
  request: PageRequest,
  { serialize: serialize, extra: beyond }: PageSerializer,
): Promise<SerializedBody> => {
  const { ordinals, envelope } = cutPage(listing, request);
  const rest = JSON.stringify({ ...envelope, ...beyond }).slice(1);
  return serializeList(ordinals, serialize, '{"data":[', `],${rest}`);
};
