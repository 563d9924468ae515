import type { Page } from "../../wire/page";
import { readCursor, writeCursor } from "./cursors";
import { writeList, type Written } from "./written";

/** Records in their order, by ordinal. */
export interface Listing {
  /** What the cursor is bound to: the route, what it lists, filters and order. */
  readonly key: string;
  readonly ordinals: Int32Array;
  readonly compare: (a: number, b: number) => number;
}

/** Where the page after a record begins; the record itself may have left the listing meanwhile. */
const positionAfter = ({ ordinals, compare }: Listing, last: number): number => {
  let [low, high] = [0, ordinals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(ordinals[middle] ?? 0, last) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** What page is wanted. */
export interface Wanted {
  readonly size: number;
  readonly cursor: string | undefined;
}

type Envelope = Omit<Page<unknown>, "data">;

const cut = (listing: Listing, wanted: Wanted): { ordinals: Int32Array; envelope: Envelope } => {
  const begin = wanted.cursor === undefined ? 0 : positionAfter(listing, readCursor(listing.key, wanted.cursor));
  const ordinals = listing.ordinals.subarray(begin, begin + wanted.size);
  const last = ordinals.at(-1);
  const more = begin + ordinals.length < listing.ordinals.length;
  const envelope = {
    size: wanted.size,
    has_next: more,
    count: ordinals.length,
    search_after: more && last !== undefined ? writeCursor(listing.key, last) : null,
  };
  return { ordinals, envelope };
};

/** Cuts one page out of a listing and makes its records. */
export const pageOf = <T>(listing: Listing, wanted: Wanted, record: (ordinal: number) => T): Page<T> => {
  const { ordinals, envelope } = cut(listing, wanted);
  return { data: Array.from(ordinals, record), ...envelope };
};

/** What a page is written with: the JSON of each record, and members that the envelope has beyond the usual ones. */
export interface PageWriter {
  readonly write: (ordinal: number) => string;
  readonly beyond?: Readonly<Record<string, number>>;
}

/** Cuts one page out of a listing and writes it, in slices. */
export const writePage = (listing: Listing, wanted: Wanted, { write, beyond }: PageWriter): Promise<Written> => {
  const { ordinals, envelope } = cut(listing, wanted);
  const rest = JSON.stringify({ ...envelope, ...beyond }).slice(1);
  return writeList(ordinals, write, { head: '{"data":[', tail: `],${rest}` });
};
