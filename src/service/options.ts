import type { Clock } from "./clock";
import type { Limits } from "./limits";
import type { WorldSize } from "./world/fixtures";

/** How a service is made. */
export interface ServiceOptions {
  readonly size: WorldSize;
  readonly seed: number;
  /** The file that keeps what changes; in memory without it. */
  readonly store?: string;
  /** Whether `/_local/faults`, `/_local/calls` and `/_local/analyses` exist. */
  readonly localControls?: boolean;
  /** The ISO day the world ends before; the clock's day unless given. */
  readonly today?: string;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /** Other base addresses (with one trailing slash) that tokens may be asked for, when the service sits behind another origin. */
  readonly audiences?: readonly string[];
}
