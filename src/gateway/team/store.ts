import { type Clock, sleep } from "../../engine/clock";

/**
 * Where the gateway keeps what outlives a request: cached answers, budgets, owners, gateway keys, revocations. One
 * process keeps it in memory or in a file; several processes share a Redis.
 *
 * A key begins with what it is about and a slash: `person/…`, `budget/…`. What begins with `cache/` can be fetched again:
 * a store may forget it when its space is used up, and only that. Times are in milliseconds. Every function rejects with
 * `StoreUnavailable` where the store cannot be reached.
 */
export interface Store {
  /** Whether other processes use it too. */
  readonly shared: boolean;
  readonly get: (key: string) => Promise<string | undefined>;
  /** In the order of the keys. */
  readonly getMany: (keys: readonly string[]) => Promise<readonly (string | undefined)[]>;
  /** Without `ttl` the value stays until it is deleted. */
  readonly set: (key: string, value: string, ttl?: number) => Promise<void>;
  readonly setMany: (entries: readonly (readonly [key: string, value: string])[], ttl?: number) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  /** All entries whose keys begin with `prefix`, in no order. For the admin page and at the start, not for each request. */
  readonly list: (prefix: string) => Promise<readonly (readonly [key: string, value: string])[]>;
  /**
   * Adds to counts, to all of them or to none, and returns the sums. A count begins at 0, and ends `ttl` after it began.
   * What comes again with the same `id` within ten minutes adds nothing: the answer to the first may have been lost.
   */
  readonly add: (counts: ReadonlyMap<string, number>, ttl: number, id: string) => Promise<ReadonlyMap<string, number>>;
  /** Takes those of the keys that nobody else has, for at most `ttl`: one holder for each key, in all processes. */
  readonly lease: (keys: readonly string[], ttl: number) => Promise<Lease>;
  /** Tells every subscriber, in all processes. A process that is not connected at that moment misses it. */
  readonly publish: (channel: string, message: string) => Promise<void>;
  /** The result unsubscribes. `missed` is called when messages arrive again, and some may have been missed before. */
  readonly subscribe: (channel: string, heard: (message: string) => void, missed?: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** Keys of leases begin with it; `list` leaves them out. */
export const leasePrefix = "lease/";

/** Milliseconds for which a store knows the ids of what was added. */
export const idsKnownFor = 600_000;

/** The right to do something alone. */
export interface Lease {
  /** Those that were free; all others are somebody else's. */
  readonly keys: ReadonlySet<string>;
  /** Holds these for another `ttl` from now. What has run out meanwhile stays with its next holder. */
  readonly extend: (keys: Iterable<string>, ttl: number) => Promise<void>;
  /** Ends it early for these keys, or for all. */
  readonly release: (keys?: Iterable<string>) => Promise<void>;
}

/** The store cannot be reached: Redis is away, or the disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Milliseconds between two attempts. */
const again = 500;
/** Milliseconds for which somebody waits for it. */
const storePatience = 30_000;

/**
 * Stores something that must not be lost: as often as it takes, until `isOver`. Rejects with `StoreUnavailable` after 30
 * seconds, and goes on trying.
 */
export const untilStored = async (clock: Clock, store: () => Promise<void>, isOver: () => boolean): Promise<void> => {
  const keepOn = async (): Promise<void> => {
    while (!isOver()) {
      try {
        await store();
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await sleep(clock, again);
      }
    }
  };
  const whenStored = keepOn();
  let cancel = (): void => undefined;
  const late = new Promise<"late">((resolve) => (cancel = clock.after(storePatience, () => resolve("late"))));
  const outcome = await Promise.race([whenStored, late]).finally(cancel);
  if (outcome === "late") throw new StoreUnavailable("The store was away for too long.");
};
