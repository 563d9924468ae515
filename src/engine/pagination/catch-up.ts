import type { Page, WireRecord } from "../../contract/page";
import { functions } from "../../i18n/locales/en/functions";
import { addMessages, t } from "../../i18n/t";
import { estimateSize } from "../cache/cache";
import { type PaginatedList, recordId } from "./paginated-list";

// Here, because functions/index.ts may not be loaded.
addMessages("en", functions);

/** Records of the page that shows what moved to the front. */
export const catchUpSize = 100;

/**
 * A list with the records that moved to its front while it was read; the list itself where none did. `front`: its first page of now;
 * `chunkedIds`: ids of its records that are on the device only. It has a note where more may have moved than the page shows.
 */
export const mergeFront = (
  list: PaginatedList,
  front: Page<WireRecord>,
  chunkedIds: readonly unknown[],
): PaginatedList => {
  const ids = [...chunkedIds, ...list.records.map(recordId)];
  const places = new Map(ids.map((id, place) => [id, place]));
  const isShorter = ids.length < front.data.length;
  const both = isShorter && !list.complete ? front.data.slice(0, ids.length) : front.data;
  if (both.every((record, place) => places.get(recordId(record)) === place)) return list;
  // The page has all that a shorter list can have, and is of now.
  if (isShorter && list.chunks === undefined)
    return {
      ...list,
      records: [...front.data],
      bytes: estimateSize(front.data),
      cursor: front.search_after ?? undefined,
      complete: !front.has_next,
    };
  const last = places.get(recordId(front.data.at(-1) ?? {}));
  const isProven = !front.has_next || (last !== undefined && last < front.data.length);
  const merged: PaginatedList = { ...list };
  if (list.chunks === undefined) {
    const frontIds = new Set(front.data.map(recordId));
    merged.records = [...front.data, ...list.records.filter((record) => !frontIds.has(recordId(record)))];
    merged.bytes = estimateSize(merged.records);
  }
  if (!isProven || list.chunks !== undefined) merged.note = t("runtime.movedWhileRead");
  return merged;
};
