import type { ListingRoute } from "../../contract/routes";
import type { RequestContext } from "../requests/request-context";
import type { WireRecord } from "../../contract/page";

/** The largest page that the service delivers, in records. */
export const pageSize = 1_000;

/** Milliseconds that a request waits for other formulas of the same recalculation to join it. */
export const joinWindow = 1;

/** Which listing to read. `query` holds filters, order and translate in the service's spelling, never size, cursor or fields. */
export interface ListingRequest {
  readonly route: ListingRoute;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Fields to request; the engine adds ids, and the records may have more. */
  readonly fields: readonly string[];
  /** Events only: reads one list for each score in parallel, where order and limit allow it. Records of equal score may change places. */
  readonly perScore?: boolean;
}

/** Records that one formula reads of one listing at most, where it cannot know beforehand how many it needs. */
export const mostRecords = 100_000;

/** How far to read: up to `limit` records that pass `keep` and have a new value of `distinctBy`. */
export interface ListingExtent {
  readonly limit: number;
  readonly keep?: (record: WireRecord) => boolean;
  /** Takes only the first record of each value. */
  readonly distinctBy?: (record: WireRecord) => unknown;
  /** With `keep` or `distinctBy`: reading ends after this many records; 100,000 where undefined. */
  readonly mostRead?: number;
}

/** How the reading of a listing ended. */
export interface ListingEnd {
  /** The service has more, or reading was cut off. */
  readonly truncated: boolean;
  /** Reading ended at `mostRead`, before the limit. */
  readonly cutOff: boolean;
  /** Why reading had to end although the service says that it has more, as a sentence. */
  readonly note: string | undefined;
  readonly total: number | undefined;
}

/** All records read. */
export interface ListingResult extends ListingEnd {
  readonly records: readonly WireRecord[];
}

/** New records of a listing, in its order. */
export interface ListingPage {
  readonly records: readonly WireRecord[];
  /** The first page of the list. Records that came earlier belong to a list that cannot be continued: discard them. */
  readonly isFirst: boolean;
  /** Set on the last page. */
  readonly end: ListingEnd | undefined;
}

/** Reads listings page by page, from the cache as far as it has them. */
export interface Listings {
  readonly read: (
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ) => Promise<ListingResult>;
  /** The same as pages, of which at least one comes. The next page is requested only when the reader asks for it. */
  readonly pages: (
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ) => AsyncIterable<ListingPage>;
}

/** All records of the pages. */
export const collectPages = async (pages: AsyncIterable<ListingPage>): Promise<ListingResult> => {
  let records: WireRecord[] = [];
  for await (const page of pages) {
    if (page.isFirst && page.end !== undefined) return { records: page.records, ...page.end };
    if (page.isFirst) records = [];
    for (const record of page.records) records.push(record);
    if (page.end !== undefined) return { records, ...page.end };
  }
  throw new Error("A listing ended without its last page.");
};
