import { useEffect, useRef } from "react";
import { normalizeAddress } from "../../../facts/sheet-names";
import type { RequestLogEntry } from "../../../engine/requests/request-log";
import { timeToShow } from "../../excel/functions/unseen-results";
import type { BlockedSpill } from "../../excel/sheet/blocked-spills";
import { latestEntries, useExisting } from "./formula-entries";
import { usePane } from "./pane-state";
import { useStore, useThrottledStore } from "./use-store";

/** What is wrong in the workbook now. */
interface Problems {
  /** Formulas and actions of the pane that failed, and formulas that show older values. Newest first. */
  readonly entries: readonly RequestLogEntry[];
  /** Results that find their cells filled. */
  readonly blocked: readonly BlockedSpill[];
}

/** Whether a formula shows older values than asked for. */
export const isStale = ({ source, staleReason }: RequestLogEntry): boolean =>
  source === "stale" || staleReason !== undefined;

/** Whether a formula only waits for the one that it tells of, as in a report that shows the values it was saved with. */
const waitsForRefresh = ({ what, error }: RequestLogEntry): boolean =>
  what === "QUERY.INFO" && error?.code === "not-found";

/** The problems, as far as they still exist. */
export const useProblems = (): Problems => {
  const latest = latestEntries(useThrottledStore(usePane().runtime.requestLog.entries));
  return {
    entries: useExisting(
      latest.filter((entry) => (entry.status === "failed" && !waitsForRefresh(entry)) || isStale(entry)),
    ),
    blocked: useBlockedSpills(latest),
  };
};

/** How many cells of the workbook show a problem. */
export const useProblemCount = (): number => {
  const { entries, blocked } = useProblems();
  return entries.filter(({ address }) => address !== undefined).length + blocked.length;
};

/**
 * The results of several cells that Excel cannot show. A result is looked at once, when Excel has had time to show it; one that is blocked again
 * whenever the selection moves, because Excel tells nobody when the way is free.
 */
const useBlockedSpills = (latest: readonly RequestLogEntry[]): readonly BlockedSpill[] => {
  const { deps, state } = usePane();
  const { workbook, runtime } = deps;
  const place = useStore(workbook.place);
  // One list for all who show problems: the status line and the view say the same.
  const store = state.draft<readonly BlockedSpill[]>("blocked-spills", noSpills);
  const blocked = useStore(store);
  const examined = useRef(new Map<string, number>());
  const results = latest.flatMap(({ id, address, status, height = 1, width = 1 }) =>
    address !== undefined && status === "done" && height * width > 1 ? [{ id, address, height, width }] : [],
  );
  const newest = Math.max(0, ...results.map(({ id }) => id));
  const moves = blocked.length > 0 ? place?.address : undefined;
  useEffect(() => {
    const look = async (): Promise<void> => {
      const due = results.filter(({ id, address }) => examined.current.get(address) !== id || isIn(blocked, address));
      if (due.length === 0) return;
      const found = await workbook.blockedSpills(due);
      for (const { id, address } of due) examined.current.set(address, id);
      store.set([...store.get().filter(({ address }) => !isIn(due, address)), ...found]);
    };
    // Nothing is said where the workbook cannot be read, for example while a cell is edited.
    return runtime.clock.after(timeToShow, () => void look().catch(() => undefined));
    // The newest id stands for the results.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [workbook, runtime, store, newest, moves]);
  return blocked.filter(({ address }) => isIn(results, address));
};

const noSpills: readonly never[] = [];

const isIn = (places: readonly { readonly address: string }[], address: string): boolean =>
  places.some((one) => normalizeAddress(one.address) === normalizeAddress(address));
