/**
 * Where the gateway keeps what outlives a request: cached answers, budgets, owners, gateway keys, revocations. One
 * process keeps it in memory or in a file; several processes share a Redis.
 *
 * A key begins with what it is about and a slash: `person/…`, `budget/…`. Times are in milliseconds. Every function
 * rejects with `StoreUnavailable` where the store cannot be reached.
 */
export interface Store {
  readonly get: (key: string) => Promise<string | undefined>;
  /** In the order of the keys. */
  readonly getMany: (keys: readonly string[]) => Promise<readonly (string | undefined)[]>;
  /** Without `ttl` the value stays until it is deleted. */
  readonly set: (key: string, value: string, ttl?: number) => Promise<void>;
  readonly setMany: (entries: readonly (readonly [key: string, value: string])[], ttl?: number) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  /** All entries whose keys begin with `prefix`, in no order. For the admin page and at the start, not for each request. */
  readonly list: (prefix: string) => Promise<readonly (readonly [key: string, value: string])[]>;
  /** Adds to a count and returns the sum. A count begins at 0, and ends `ttl` after it began. */
  readonly increment: (key: string, by: number, ttl: number) => Promise<number>;
  /** Takes a lease, for at most `ttl`; undefined while another process, or another caller, has it. */
  readonly lease: (key: string, ttl: number) => Promise<Lease | undefined>;
  /** Tells every subscriber, in all processes. A process that is not connected at that moment misses it. */
  readonly publish: (channel: string, message: string) => Promise<void>;
  /** The result unsubscribes. */
  readonly subscribe: (channel: string, listener: (message: string) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** The right to do something alone. */
export interface Lease {
  /** Ends it early. A lease that has run out meanwhile stays with its next holder. */
  readonly release: () => Promise<void>;
}

/** The store cannot be reached: Redis is away, or the disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}
