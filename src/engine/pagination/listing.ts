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
  /** Called with the new records before each further page; throw to stop. `restarted`: discard everything received earlier. */
  readonly beforePage?: (records: readonly WireRecord[], restarted: boolean) => void | Promise<void>;
  /** Releases the records that `beforePage` received: they are not in the result. */
  readonly drops?: boolean;
}

/** The records read. */
export interface ListingResult {
  readonly records: readonly WireRecord[];
  /** How many records were released after `beforePage` received them; they precede `records`. */
  readonly handed: number;
  /** The service has more, or reading was cut off. */
  readonly truncated: boolean;
  /** Reading ended at `mostRead`, before the limit. */
  readonly cutOff: boolean;
  /** Why reading had to end although the service says that it has more, as a sentence. */
  readonly note: string | undefined;
  readonly total: number | undefined;
}

/** Reads listings page by page, from the cache as far as it has them. */
export interface Listings {
  readonly read: (
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ) => Promise<ListingResult>;
}
