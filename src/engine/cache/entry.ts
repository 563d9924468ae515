/** A cached value and when it was fetched (ms since 1970). */
export interface CacheEntry<Value> {
  readonly at: number;
  readonly value: Value;
  /** Approximate size in memory; measured where it is missing. */
  readonly bytes?: number | undefined;
  /** Keys of chunks that were written through `Cache.chunks` and belong to this entry: they are deleted with it. */
  readonly chunks?: readonly string[] | undefined;
}

/**
 * Where an entry is stored. `small`: in one record of the device with others, read at start. `large`: in a record of its own.
 * `session`: in memory only.
 */
export type Retention = "small" | "large" | "session";

/** An entry as the cache holds it in memory. */
export interface HeldEntry extends CacheEntry<unknown> {
  readonly retention: Retention;
  readonly bytes: number;
}
