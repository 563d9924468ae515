import type { Store } from "./store";

/** What is remembered, its size and the way to forget it. */
export interface MemoryView {
  readonly size: Store<{ readonly records: number; readonly bytes: number }>;
  /** When the youngest answer came that is remembered for this account; undefined while nothing is. */
  readonly latestAt: Store<number | undefined>;
  readonly clear: () => Promise<void>;
  /** Writes to the device what is not there yet; for when the page is about to go. */
  readonly flush: () => Promise<void>;
}
