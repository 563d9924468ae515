import type { Store } from "./store";

/** What is remembered, its size and the way to forget it. */
export interface MemoryView {
  readonly size: Store<{ readonly records: number; readonly bytes: number }>;
  readonly clear: () => Promise<void>;
}
