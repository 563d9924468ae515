import { normalizeAddress } from "../../../facts/sheet-names";
import type { RequestLogEntry } from "../../../engine/requests/request-log";
import { usePane } from "./pane-state";
import { usePromised, useThrottledStore } from "./use-store";

/** The last entry of each cell and of each pane action. Newest first. */
export const latestEntries = (entries: readonly RequestLogEntry[]): readonly RequestLogEntry[] => {
  const latest = new Map<string, RequestLogEntry>();
  for (const entry of entries) {
    const place = entry.address ?? `pane:${entry.what}`;
    const known = latest.get(place);
    if (known === undefined || known.id <= entry.id) latest.set(place, entry);
  }
  return [...latest.values()].toSorted((one, other) => other.startedAt - one.startedAt);
};

/** Leaves out the entries of formulas that are gone: deleted, or of a workbook that was open before. */
export const useExisting = (entries: readonly RequestLogEntry[]): readonly RequestLogEntry[] => {
  const { recalculation } = usePane().deps;
  const key = entries.flatMap(({ address }) => (address === undefined ? [] : [normalizeAddress(address)])).join(" ");
  // Nothing is left out where the workbook cannot be read.
  const formulas = usePromised(
    async () => (key === "" ? undefined : new Set((await recalculation.formulas()).map(normalizeAddress))),
    [recalculation, key],
  );
  return entries.filter(
    ({ address }) => address === undefined || formulas === undefined || formulas.has(normalizeAddress(address)),
  );
};

/** All formulas of the workbook, and those that show what was saved with it: no function of theirs was called since it was opened. */
export const useSavedFormulas = (): { readonly formulas: readonly string[]; readonly saved: readonly string[] } => {
  const { deps, runtime } = usePane();
  const { recalculation } = deps;
  const entries = useThrottledStore(runtime.requestLog.entries);
  // Nothing is offered where the workbook cannot be read.
  const formulas = usePromised(recalculation.formulas, [recalculation]) ?? [];
  const called = new Set(entries.flatMap(({ address }) => (address === undefined ? [] : [normalizeAddress(address)])));
  return { formulas, saved: formulas.filter((address) => !called.has(normalizeAddress(address))) };
};
