import type { EntityQuery } from "./entity-loader";

/** One spelling for equal search objects. */
export const canonical = (query: EntityQuery): string => {
  const keys = Object.keys(query);
  if (keys.length < 2) return JSON.stringify(query);
  return JSON.stringify(Object.fromEntries(keys.sort().map((key) => [key, query[key]])));
};
