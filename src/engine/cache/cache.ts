import type { Clock } from "../clock";
import type { KeyValueStorage } from "../storage";
import { createStore } from "../store";
import type { ChunkStore } from "./chunks";
import type { CacheEntry, HeldEntry, Retention } from "./entry";
import { Persistence } from "./persistence";

/** Bytes that are held in memory; beyond that the least recently used entries are evicted (they stay on the device). */
const mostMemoryBytes = 96_000_000;

/** Bytes of one entry; a larger one is not held in memory at all. */
export const largestEntry = mostMemoryBytes / 3;

/** Milliseconds in which changes of the size are counted together. */
const countAfter = 250;

/** Approximate bytes that a JSON value takes in memory. */
export const estimateSize = (value: unknown): number => {
  if (typeof value === "string") return value.length + 16;
  if (typeof value !== "object" || value === null) return 8;
  let size = 32;
  if (Array.isArray(value)) for (const item of value) size += estimateSize(item);
  else for (const name in value) size += 8 + estimateSize(value[name as keyof typeof value]);
  return size;
};

/** The cache as the readers of one account use it. */
export type AccountCache = Pick<Cache, "get" | "read" | "readStored" | "chunks" | "put" | "entries">;

/** Answers of the service by key: in memory up to a number of bytes, and on the device, separately for each account. */
export class Cache {
  /** Entries and bytes in memory. */
  readonly size = createStore({ records: 0, bytes: 0 });
  /** The time of the newest entry of this account (ms since 1970); `undefined` where there is none. */
  readonly latestAt = createStore<number | undefined>(undefined);
  readonly #clock: Clock;
  readonly #persistence: Persistence;
  /** In the order of their use: the least recently used first. */
  readonly #entries = new Map<string, HeldEntry>();
  #bytes = 0;
  #counting = false;

  constructor(clock: Clock, storage: KeyValueStorage) {
    this.#clock = clock;
    this.#persistence = new Persistence(clock, storage, {
      get: (key) => this.#entries.get(key),
      latestAt: () => this.latestAt.get(),
    });
  }

  /** The account whose cache is open. */
  get account(): string | undefined {
    return this.#persistence.account;
  }

  /** Opens the cache of this account and reads its small entries. Does nothing where it is open already. */
  async open(identity: string): Promise<void> {
    const content = await this.#persistence.open(identity);
    if (content === undefined) return;
    this.#forget();
    for (const [key, at, value] of content.small)
      this.#hold(key, { at, value, retention: "small", bytes: estimateSize(value) });
    this.#fetchedAt(content.latestAt);
  }

  /**
   * The cache for requests that begin now. After `end` it finds and stores nothing, so an answer that comes later never reaches the next
   * account.
   */
  forAccount(): AccountCache & { readonly end: () => void } {
    let isEnded = false;
    return {
      end: () => void (isEnded = true),
      get: (key) => (isEnded ? undefined : this.get(key)),
      read: async <Value>(key: string) => {
        const entry = await this.read<Value>(key);
        return isEnded ? undefined : entry;
      },
      readStored: async (key) => (isEnded ? undefined : this.readStored(key)),
      chunks: (key) => {
        const { read, write } = this.chunks(key);
        return { read, write: async (...chunk) => (isEnded ? undefined : write(...chunk)) };
      },
      put: (key, entry, retention) => (isEnded ? entry : this.put(key, entry, retention)),
      entries: () => (isEnded ? [] : this.entries()),
    };
  }

  /** Opens the cache of the account that was used last on this device. */
  async openLast(): Promise<void> {
    const identity = await this.#persistence.lastAccount();
    if (identity !== undefined) await this.open(identity);
  }

  /** An entry that is in memory. */
  get<Value>(key: string): CacheEntry<Value> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // The order matters only when something has to be evicted soon.
    if (this.#bytes > mostMemoryBytes / 2) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry as CacheEntry<Value>;
  }

  /** A large entry, from the device where it is not in memory. */
  async read<Value>(key: string): Promise<CacheEntry<Value> | undefined> {
    const entry = this.get<Value>(key);
    if (entry !== undefined) return entry;
    const { account } = this;
    const storedEntry = await this.#persistence.read(key);
    if (account !== this.account) return undefined;
    if (storedEntry !== undefined && !this.#entries.has(key))
      this.#hold(key, {
        ...storedEntry,
        retention: "large",
        bytes: storedEntry.bytes ?? estimateSize(storedEntry.value),
      });
    return this.get<Value>(key);
  }

  /** A large entry as it is on the device now, even if memory has another version. */
  readStored(key: string): Promise<CacheEntry<unknown> | undefined> {
    return this.#persistence.read(key);
  }

  /** The chunks that belong to the entry at this key. */
  chunks(key: string): ChunkStore {
    return this.#persistence.chunks(key);
  }

  /** Replaces the entry at this key; returns the new one. */
  put<Value>(key: string, entry: CacheEntry<Value>, retention: Retention): CacheEntry<Value> {
    const { at, value, chunks, bytes = estimateSize(value) } = entry;
    const heldEntry = { at, value, retention, bytes, chunks };
    this.#evict(key);
    if (bytes <= largestEntry) this.#hold(key, heldEntry);
    if (retention === "large") this.#persistence.changedLarge(key);
    else if (retention === "small") this.#persistence.changedSmall(key);
    else this.#persistence.remove(key);
    return heldEntry;
  }

  /** Writes unsaved entries to the device immediately. */
  flush(): Promise<void> {
    return this.#persistence.writeAtOnce();
  }

  /** Deletes everything of this account, in memory and on the device. */
  async clear(): Promise<void> {
    this.#forget();
    await this.#persistence.clear();
  }

  /** Closes the cache and deletes everything of its account, and that it was used here. */
  async wipe(): Promise<void> {
    this.#forget();
    await this.#persistence.wipe();
  }

  /** The entries in memory by key. */
  *entries(): Iterable<readonly [string, CacheEntry<unknown>]> {
    yield* this.#entries;
  }

  #hold(key: string, entry: HeldEntry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.#fetchedAt(entry.at);
    for (const [oldest] of this.#bytes > mostMemoryBytes ? this.#entries : []) {
      if (this.#bytes <= mostMemoryBytes) break;
      this.#evict(oldest);
    }
    this.#count();
  }

  #fetchedAt(at: number | undefined): void {
    if (at !== undefined && at > (this.latestAt.get() ?? Number.NEGATIVE_INFINITY)) this.latestAt.set(at);
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #forget(): void {
    this.#entries.clear();
    this.#bytes = 0;
    this.latestAt.set(undefined);
    this.#count();
  }

  #count(): void {
    if (this.#counting) return;
    this.#counting = true;
    this.#clock.after(countAfter, () => {
      this.#counting = false;
      this.size.set({ records: this.#entries.size, bytes: this.#bytes });
    });
  }
}
