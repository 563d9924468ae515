import type { Inquiry } from "./inquiry";
import type { WireRecord } from "./wire-record";

/** Which listing to walk. `query` holds filters, order and translate in the wire's spelling, never size, cursor or fields. */
export interface ListingRequest {
  readonly route:
    | "listEsgEvents"
    | "listEsgDocuments"
    | "listSdgDocuments"
    | "listUniverseEntities"
    | "listEntityUniverses"
    | "listTasks";
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Fields to ask for; the runtime adds what it needs itself (ids) and may answer with more. */
  readonly fields: readonly string[];
  /** Events only: walk one listing per score side by side, where order and limit allow; equal scores may then stand in another order. */
  readonly chains?: boolean;
}

/** How far to walk: `limit` records that pass `keep`; a walk with `keep` ends after 10,000 records read. */
export interface ListingExtent {
  readonly limit: number;
  readonly keep?: (record: WireRecord) => boolean;
  /** Gets what came since it was called last, before another page is asked for, and may refuse to go on (size); `begins`: nothing that came before counts. */
  readonly beforePage?: (records: readonly WireRecord[], begins: boolean) => void | Promise<void>;
  /** What `beforePage` got is not needed again: it is let go, and does not stand in the result. */
  readonly drops?: boolean;
}

/** What a walk found. `truncated`: more is left at the service, or the walk was cut. */
export interface ListingResult {
  readonly records: readonly WireRecord[];
  /** Records that were let go after `beforePage` got them; they stood before the others. */
  readonly handed: number;
  readonly truncated: boolean;
  readonly total: number | undefined;
}

/** Walks listings along their cursors, from memory as far as it reaches. */
export interface Listings {
  readonly read: (request: ListingRequest, extent: ListingExtent, inquiry: Inquiry) => Promise<ListingResult>;
}
