import type { WireRecord } from "./wire-record";

/** How far one listing was walked with one set of fields; what is remembered of it. */
export interface Walk {
  /** When its first page was fetched (ms since 1970). */
  at: number;
  fields: readonly string[];
  records: WireRecord[];
  /** Records before those that stand on the device alone: the parts' names there. */
  parked?: readonly string[];
  cursor: string | undefined;
  /** No more to fetch. */
  ended: boolean;
  total: number | undefined;
  /** Why it ended early, as a sentence. */
  note: string | undefined;
  /** Roughly what `records` take in memory. */
  bytes: number;
}

/** A walk that has not begun. */
export const newWalk = (fields: readonly string[]): Walk => ({
  at: Infinity,
  fields,
  records: [],
  cursor: undefined,
  ended: false,
  total: undefined,
  note: undefined,
  bytes: 0,
});

/** Records that are parked together, and copied at once by the page's own thread. */
export const recordsPerPart = 1_000;

/** How many records stand on the device alone. */
export const parkedIn = ({ parked = [] }: Walk): number => parked.length * recordsPerPart;

/** How many records a walk has come to. */
export const lengthOf = (walk: Walk): number => parkedIn(walk) + walk.records.length;

/** What tells a record of a listing from the others. */
export const idOf = (record: WireRecord): unknown => record["id"] ?? record["universe_id"];
