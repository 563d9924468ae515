import { useEffect, useState } from "react";
import { normalizeAddress } from "../../../facts/sheet-names";
import type { RequestLogEntry } from "../../../engine/requests/request-log";
import { usePane } from "./pane-state";
import { useThrottledStore } from "./use-store";

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
  const [formulas, setFormulas] = useState<ReadonlySet<string>>();
  const addresses = entries.flatMap(({ address }) => (address === undefined ? [] : [normalizeAddress(address)]));
  const key = addresses.join(" ");
  useEffect(() => {
    let current = true;
    if (key === "") return undefined;
    recalculation.formulas().then(
      (found) => current && setFormulas(new Set(found.map(normalizeAddress))),
      // Nothing is left out where the workbook cannot be read.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [recalculation, key]);
  return entries.filter(
    ({ address }) => address === undefined || formulas === undefined || formulas.has(normalizeAddress(address)),
  );
};

/** All formulas of the workbook, and those that show what was saved with it: no function of theirs was called since it was opened. */
export const useSavedFormulas = (): { readonly formulas: readonly string[]; readonly saved: readonly string[] } => {
  const { deps, runtime } = usePane();
  const { recalculation } = deps;
  const entries = useThrottledStore(runtime.requestLog.entries);
  const [formulas, setFormulas] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    recalculation.formulas().then(
      (found) => current && setFormulas(found),
      // Nothing is offered where the workbook cannot be read.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [recalculation]);
  const called = new Set(entries.flatMap(({ address }) => (address === undefined ? [] : [normalizeAddress(address)])));
  return { formulas, saved: formulas.filter((address) => !called.has(normalizeAddress(address))) };
};
