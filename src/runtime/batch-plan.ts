import type { Clock } from "./clock";
import type { Schedule } from "./schedule";

/** How a batch is gathered; times in milliseconds. */
export interface Gathering {
  /** The most keys of one call. */
  readonly max: number;
  /** A batch is cut when nobody has asked for so long; it follows the gap between the host's messages. */
  readonly quiet: number;
  /** … or when the first has waited for so long. */
  readonly maxWait: number;
  /** Batches that are not full and may be in flight at once. */
  readonly nagle: number;
  /** … of which those beside the first hold at least so many keys: slow messages share calls. */
  readonly second: number;
}

/** What a batch does: whose lane it stands in, how two wishes for one key become one, and the call itself. */
export interface BatchPlan<Wish, Answer> {
  readonly route: string;
  /** A wish that fulfils both, for a key asked for twice. */
  readonly merge: (one: Wish, other: Wish) => Wish;
  /** Whether the answer to the first fulfils the second. */
  readonly covers: (asked: Wish, wish: Wish) => boolean;
  /** One call; answers in the order of the wishes, an error in the place of the wish it belongs to. */
  readonly load: (wishes: readonly Wish[], signal: AbortSignal) => Promise<readonly (Answer | Error)[]>;
}

/** What a batch needs of the rest. */
export interface BatchDoors {
  readonly clock: Clock;
  readonly schedule: Schedule;
}
