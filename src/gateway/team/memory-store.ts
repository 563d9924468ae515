import { LRUCache } from "lru-cache";
import type { Clock } from "../../engine/clock";
import { type Lease, leasePrefix, type Store } from "./store";
import type { StoreFile } from "./store-file";

interface MemoryEntry {
  readonly value: string;
  readonly endsAt: number;
}

export interface MemoryStoreOptions {
  /** Where everything but cached answers and leases outlives the process; it is closed with the store. */
  readonly file?: StoreFile;
  /** Bytes of memory for what can be fetched again; the least recently used is forgotten first. */
  readonly cacheBytes?: number;
  /** Whether several gateways in this process use it, in tests. */
  readonly shared?: boolean;
}

/** Milliseconds between two removals of what has run out. */
const removeEvery = 300_000;
/** Milliseconds: counts change with every request to the service, and are written to the file together. */
const writeCountsAfter = 100;
/** With it the process stays below 512 MB (docs/team-gateway.md). */
const usualCacheBytes = 192 * 2 ** 20;
/** Bytes that an entry takes besides its texts. */
const entryBytes = 200;

const cachePrefix = "cache/";

/** A store of this process. Without a file it ends with it. */
export class MemoryStore implements Store {
  readonly shared: boolean;
  readonly #clock: Clock;
  readonly #file: StoreFile | undefined;
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #cached: LRUCache<string, MemoryEntry>;
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  /** The ids of what was added to counts. More than ten minutes have. */
  readonly #added = new LRUCache<string, true>({ max: 10_000 });
  /** Counts that are not in the file yet. */
  readonly #unwritten = new Set<string>();
  #cancelWrite: (() => void) | undefined;
  #cancelRemoval: () => void = () => undefined;

  constructor(clock: Clock, { file, cacheBytes = usualCacheBytes, shared = false }: MemoryStoreOptions = {}) {
    this.#clock = clock;
    this.#file = file;
    this.shared = shared;
    this.#cached = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ value }, key) => storedBytes(value) + storedBytes(key) + entryBytes,
    });
    for (const { key, value, endsAt } of file?.read(clock.now()) ?? []) this.#entries.set(key, { value, endsAt });
    this.#removeLater();
  }

  readonly get = (key: string): Promise<string | undefined> => Promise.resolve(this.#find(key)?.value);

  readonly getMany = (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    Promise.resolve(keys.map((key) => this.#find(key)?.value));

  readonly set = (key: string, value: string, ttl?: number): Promise<void> => this.setMany([[key, value]], ttl);

  readonly setMany = async (entries: readonly (readonly [string, string])[], ttl = Infinity): Promise<void> => {
    const endsAt = this.#clock.now() + ttl;
    const lasting = entries.filter(([key]) => !key.startsWith(cachePrefix));
    // What the file refuses is not said to be stored.
    if (lasting.length > 0)
      await this.#write(() => this.#file?.write(lasting.map(([key, value]) => ({ key, value, endsAt }))));
    for (const [key, value] of entries) this.#mapOf(key).set(key, { value, endsAt });
  };

  readonly delete = async (key: string): Promise<void> => {
    if (this.#entries.has(key)) await this.#write(() => this.#file?.delete([key]));
    this.#unwritten.delete(key);
    this.#mapOf(key).delete(key);
  };

  readonly list = (prefix: string): Promise<readonly (readonly [string, string])[]> => {
    const keys = [...this.#entries.keys(), ...this.#cached.keys()];
    return Promise.resolve(
      keys.flatMap((key) => {
        if (!key.startsWith(prefix) || key.startsWith(leasePrefix)) return [];
        const entry = this.#find(key);
        return entry === undefined ? [] : [[key, entry.value] as const];
      }),
    );
  };

  readonly add = (
    counts: ReadonlyMap<string, number>,
    ttl: number,
    id: string,
  ): Promise<ReadonlyMap<string, number>> => {
    const isNew = !this.#added.has(id);
    this.#added.set(id, true);
    return Promise.resolve(new Map([...counts].map(([key, by]) => [key, this.#addTo(key, isNew ? by : 0, ttl)])));
  };

  readonly lease = (keys: readonly string[], ttl: number): Promise<Lease> => {
    const leases = new Map<string, MemoryEntry>();
    const nameOf = (key: string): string => `${leasePrefix}${key}`;
    const hold = (key: string, longer: number): void => {
      const entry: MemoryEntry = { value: "", endsAt: this.#clock.now() + longer };
      this.#entries.set(nameOf(key), entry);
      leases.set(key, entry);
    };
    const own = (keys: Iterable<string>): readonly string[] =>
      [...keys].filter((key) => leases.has(key) && this.#find(nameOf(key)) === leases.get(key));
    for (const key of keys) if (this.#find(nameOf(key)) === undefined) hold(key, ttl);
    return Promise.resolve({
      keys: new Set(leases.keys()),
      extend: (keys, longer) => {
        for (const key of own(keys)) hold(key, longer);
        return Promise.resolve();
      },
      release: (keys = leases.keys()) => {
        for (const key of own(keys)) this.#entries.delete(nameOf(key));
        return Promise.resolve();
      },
    });
  };

  readonly publish = (channel: string, message: string): Promise<void> => {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(message);
    return Promise.resolve();
  };

  readonly subscribe = (channel: string, listener: (message: string) => void): (() => void) => {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => void listeners.delete(listener);
  };

  readonly close = (): Promise<void> => {
    this.#cancelRemoval();
    this.#cancelWrite?.();
    this.#writeCounts();
    this.#file?.close();
    return Promise.resolve();
  };

  #addTo(key: string, by: number, ttl: number): number {
    const entry = this.#find(key);
    const sum = Number(entry?.value ?? 0) + by;
    if (by === 0) return sum;
    this.#entries.set(key, { value: String(sum), endsAt: entry?.endsAt ?? this.#clock.now() + ttl });
    if (this.#file !== undefined) {
      this.#unwritten.add(key);
      this.#cancelWrite ??= this.#clock.after(writeCountsAfter, () => this.#writeCounts());
    }
    return sum;
  }

  #mapOf(key: string): Map<string, MemoryEntry> | LRUCache<string, MemoryEntry> {
    return key.startsWith(cachePrefix) ? this.#cached : this.#entries;
  }

  #find(key: string): MemoryEntry | undefined {
    const entry = this.#mapOf(key).get(key);
    return entry !== undefined && entry.endsAt > this.#clock.now() ? entry : undefined;
  }

  /** A failure of the file rejects, as every failure of a store. */
  #write(work: () => void): Promise<void> {
    return this.#file === undefined ? Promise.resolve() : Promise.resolve().then(work);
  }

  #writeCounts(): void {
    this.#cancelWrite = undefined;
    const counts = [...this.#unwritten].flatMap((key) => {
      const entry = this.#find(key);
      return entry === undefined ? [] : [{ key, ...entry }];
    });
    if (counts.length === 0) return;
    try {
      this.#file?.write(counts);
      this.#unwritten.clear();
    } catch {
      // The disk is full. The next change of a count tries again.
    }
  }

  #removeLater(): void {
    this.#cancelRemoval = this.#clock.after(removeEvery, () => {
      const endedKeys = [...this.#entries.keys(), ...this.#cached.keys()].filter(
        (key) => this.#find(key) === undefined,
      );
      for (const key of endedKeys) this.#mapOf(key).delete(key);
      this.#removeLater();
    });
  }
}

/** V8 takes one byte for each character of a text in Latin 1, and two otherwise. */
const storedBytes = (text: string): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length;
