import type { Page } from "../wire/page";
import { sizeOf } from "./size-of";
import type { WireRecord } from "./wire-record";

/** How far one listing was walked with one set of fields; what is remembered of it. */
export interface Walk {
  /** When its first page was fetched (ms since 1970). */
  at: number;
  fields: readonly string[];
  readonly records: WireRecord[];
  cursor: string | undefined;
  /** No more to fetch. */
  ended: boolean;
  total: number | undefined;
  /** Why it ended early, as a sentence. */
  note: string | undefined;
  /** Roughly what the records take in memory. */
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

/** What tells a record of a listing from the others. */
export const idOf = (record: WireRecord): unknown => record["id"] ?? record["universe_id"];

/** Puts a page at a walk's end: records it has already are dropped, a repeated cursor ends it; `seen` holds its ids. */
export const addPage = (
  walk: Walk,
  page: Page<WireRecord>,
  {
    seen,
    cursors,
    repeated,
  }: { readonly seen: Set<unknown>; readonly cursors: Set<string>; readonly repeated: string },
): void => {
  for (const record of page.data) {
    const id = idOf(record);
    if (id !== undefined && seen.has(id)) continue;
    if (id !== undefined) seen.add(id);
    walk.records.push(record);
    walk.bytes += sizeOf(record);
  }
  if (page.total !== undefined) walk.total = page.total;
  const cursor = page.search_after ?? undefined;
  walk.ended = !page.has_next || cursor === undefined;
  if (cursor !== undefined && !walk.ended && cursors.has(cursor)) {
    walk.ended = true;
    walk.note = repeated;
  }
  if (cursor !== undefined) cursors.add(cursor);
  walk.cursor = cursor;
};
