import type { WireRecord } from "../../contract/page";

/** One search object of `msearch`: operator strings by key, arrays for employee_count, revenue and isic4, a plain name for country. */
export type EntityQuery = Readonly<Record<string, string | readonly string[]>>;

/** The candidates of one search, best first. `total_candidates` also counts those beyond `max_candidates`. */
export interface EntityCandidates {
  readonly total_candidates: number;
  readonly matches: readonly WireRecord[];
}

/** JSON that is equal for equal search objects. */
export const canonical = (query: EntityQuery): string => {
  const keys = Object.keys(query);
  if (keys.length < 2) return JSON.stringify(query);
  return JSON.stringify(Object.fromEntries(keys.sort().map((key) => [key, query[key]])));
};
