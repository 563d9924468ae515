import type { LedgerEntry } from "../../runtime/ledger";

/** What failed and has not worked since: the last entry of each cell, and of each action of the pane. Newest first. */
export const problemsOf = (entries: readonly LedgerEntry[]): readonly LedgerEntry[] => {
  const latest = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const place = entry.address ?? `pane:${entry.what}`;
    const known = latest.get(place);
    if (known === undefined || known.id <= entry.id) latest.set(place, entry);
  }
  return [...latest.values()]
    .filter(({ status }) => status === "failed")
    .toSorted((one, other) => other.startedAt - one.startedAt);
};
