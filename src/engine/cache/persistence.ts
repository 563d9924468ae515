import { isObject } from "../../facts/json";
import type { Clock } from "../clock";
import type { KeyValueStorage } from "../storage";
import { type ChunkStore, splitChunks, type LongList, type StoredList, withList, withoutLongLists } from "./chunks";
import type { CacheEntry, HeldEntry } from "./entry";

/** A small entry on the device: key, time of its fetch (ms since 1970), value. */
export type SmallEntry = readonly [key: string, at: number, value: unknown];

/** What is read when an account is opened. Large entries are read on demand, so the newest time is stored separately. */
export interface PersistedContent {
  readonly small: readonly SmallEntry[];
  readonly latestAt: number | undefined;
}

/** The entries that are written. */
export interface PersistedEntries {
  readonly get: (key: string) => HeldEntry | undefined;
  readonly latestAt: () => number | undefined;
}

/** Small entries in one record of the device: few enough records to read at start, short enough to write without blocking the page. */
const entriesPerRecord = 400;
const recordNames = { account: "account", latest: "latest" } as const;

/** Milliseconds without a change before a write, and milliseconds from the first change to a write at the latest. */
const quietBeforeWrite = 2_000;
const longestWriteDelay = 10_000;

/** The entries on the device, separately for each account; changes are written after a pause. */
export class Persistence {
  readonly #clock: Clock;
  readonly #storage: KeyValueStorage;
  readonly #entries: PersistedEntries;
  readonly #large: LargeEntries;
  #identity: string | undefined;
  #records: string[][] = [];
  readonly #recordOf = new Map<string, number>();
  readonly #changedRecords = new Set<number>();
  readonly #changedLarge = new Set<string>();
  /** Another object after everything was deleted or another account was opened: writes that began before stop. */
  #epoch = {};
  /** Resolves when the writes and deletions that have begun have ended. */
  #underWay: Promise<unknown> = Promise.resolve();
  #cancelWrite: (() => void) | undefined;
  #firstChangeAt = 0;
  #lastChangeAt = 0;

  constructor(clock: Clock, storage: KeyValueStorage, entries: PersistedEntries) {
    this.#clock = clock;
    this.#storage = storage;
    this.#entries = entries;
    this.#large = new LargeEntries(storage);
  }

  /** The account that is open. */
  get account(): string | undefined {
    return this.#identity;
  }

  /** The account that was opened last on this device. */
  async lastAccount(): Promise<string | undefined> {
    const identity = await this.#storage.get(recordNames.account);
    return typeof identity === "string" ? identity : undefined;
  }

  /** Writes what changed, then opens this account and reads its small entries; `undefined` where it is open already. */
  async open(identity: string): Promise<PersistedContent | undefined> {
    if (identity === this.#identity) return undefined;
    await this.write();
    // A deletion of this account that has begun ends first.
    await this.#underWay;
    this.#close();
    this.#identity = identity;
    await this.#storage.set(recordNames.account, identity);
    const latest = await this.#storage.get(this.#keyOf(recordNames.latest));
    const latestAt = typeof latest === "number" ? latest : undefined;
    const all: SmallEntry[] = [];
    for (;;) {
      const record = await this.#storage.get(this.#recordKey(this.#records.length));
      if (!Array.isArray(record)) return { small: all, latestAt };
      const entries = record as readonly SmallEntry[];
      for (const [key] of entries) this.#recordOf.set(key, this.#records.length);
      this.#records.push(entries.map(([key]) => key));
      all.push(...entries);
    }
  }

  /** Reads a large entry. */
  read(key: string): Promise<CacheEntry<unknown> | undefined> {
    return this.#large.read(this.#keyOf(key));
  }

  /** The chunks of a large entry. */
  chunks(key: string): ChunkStore {
    return this.#large.chunks(this.#identity && this.#keyOf(key));
  }

  /** A small entry changed. */
  changedSmall(key: string): void {
    let record = this.#recordOf.get(key);
    if (record === undefined) {
      if ((this.#records.at(-1)?.length ?? entriesPerRecord) >= entriesPerRecord) this.#records.push([]);
      record = this.#records.length - 1;
      this.#records[record]?.push(key);
      this.#recordOf.set(key, record);
    }
    this.#changedRecords.add(record);
    this.#scheduleWrite();
  }

  /** A large entry changed. */
  changedLarge(key: string): void {
    this.#changedLarge.add(key);
    this.#scheduleWrite();
  }

  /** The entry at this key is no longer for the device. */
  remove(key: string): void {
    if (this.#recordOf.has(key)) this.changedSmall(key);
    else this.changedLarge(key);
  }

  /** Writes what changed, one record after the other, so that the page stays responsive. */
  async write(): Promise<void> {
    for (const step of this.#writing(false)) await step();
  }

  /** Writes what changed in parallel: the page is about to close. */
  async writeAtOnce(): Promise<void> {
    await Promise.all(this.#writing(true).map((step) => step()));
  }

  /** Removes everything of this account from the device. */
  clear(): Promise<void> {
    const identity = this.#identity;
    const own = this.#keyOf("");
    this.#forget();
    return identity === undefined ? Promise.resolve() : this.#begin(() => this.#delete(own));
  }

  /** Closes the account, and removes its name and everything of it from the device. */
  wipe(): Promise<void> {
    const identity = this.#identity;
    const own = this.#keyOf("");
    this.#close();
    return this.#begin(async () => {
      if (identity !== undefined) await this.#delete(own);
      if (this.#identity === undefined) await this.#storage.delete(recordNames.account);
    });
  }

  async #delete(prefix: string): Promise<void> {
    for (const key of await this.#storage.keys()) if (key.startsWith(prefix)) await this.#storage.delete(key);
  }

  /** Starts a deletion when the writes that have begun have ended, so that none of them lands after it. */
  #begin(deletion: () => Promise<void>): Promise<void> {
    const end = this.#underWay.then(deletion);
    this.#underWay = end.catch(() => undefined);
    return end;
  }

  #writing(atOnce: boolean): readonly (() => Promise<unknown>)[] {
    this.#stopTimer();
    if (this.#identity === undefined) return [];
    const epoch = this.#epoch;
    const records = [...this.#changedRecords].map((record) => () => this.#writeRecord(record));
    const others = [...this.#changedLarge].map(
      (key) => (): Promise<unknown> => this.#large.write(this.#keyOf(key), () => this.#entries.get(key), atOnce),
    );
    if (records.length + others.length > 0)
      others.push(() => this.#storage.set(this.#keyOf(recordNames.latest), this.#entries.latestAt()));
    this.#changedRecords.clear();
    this.#changedLarge.clear();
    // Another account may be opened while one record after the other is written.
    const run = async (step: WriteStep): Promise<unknown> => {
      if (this.#epoch !== epoch) return undefined;
      const end = Promise.resolve(step());
      this.#underWay = Promise.allSettled([this.#underWay, end]);
      return end;
    };
    return [...records, ...others].map((step) => () => run(step));
  }

  #writeRecord(record: number): Promise<unknown> {
    const small = (this.#records[record] ?? []).flatMap((key): SmallEntry[] => {
      const entry = this.#entries.get(key);
      return entry?.retention === "small" ? [[key, entry.at, entry.value]] : [];
    });
    return this.#storage.set(this.#recordKey(record), small);
  }

  #scheduleWrite(): void {
    this.#lastChangeAt = this.#clock.now();
    if (this.#cancelWrite !== undefined) return;
    this.#firstChangeAt = this.#lastChangeAt;
    this.#startTimer(quietBeforeWrite);
  }

  #startTimer(milliseconds: number): void {
    this.#cancelWrite = this.#clock.after(milliseconds, () => {
      const now = this.#clock.now();
      const quiet = now - this.#lastChangeAt;
      if (quiet < quietBeforeWrite && now - this.#firstChangeAt < longestWriteDelay)
        this.#startTimer(quietBeforeWrite - quiet);
      else void this.write().catch(() => undefined);
    });
  }

  #stopTimer(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
  }

  // Every version has stored entries under this prefix. It must not change, so that sign-out finds all of them.
  #keyOf(key: string): string {
    return `memory ${this.#identity ?? ""} ${key}`;
  }

  #recordKey(record: number): string {
    return this.#keyOf(`small ${record}`);
  }

  #close(): void {
    this.#identity = undefined;
    this.#forget();
  }

  #forget(): void {
    this.#epoch = {};
    this.#stopTimer();
    this.#records = [];
    this.#recordOf.clear();
    this.#changedRecords.clear();
    this.#changedLarge.clear();
    this.#large.reset();
  }
}

/** A large entry on the device: its long lists are empty here and stored in chunks. */
interface StoredLargeEntry extends CacheEntry<unknown> {
  readonly lists?: readonly StoredList[];
}

type WriteStep = () => unknown;

const isStored = (value: unknown): value is StoredLargeEntry =>
  isObject(value) && "at" in value && typeof value["at"] === "number" && "value" in value;

/** Large entries on the device. They are written and read in chunks, so that no task copies a hundred thousand records. */
class LargeEntries {
  readonly #storage: KeyValueStorage;
  /** The keys of the chunks of each entry that was read or written here. */
  readonly #chunks = new Map<string, readonly string[]>();
  /** Another object for each account: writes that an earlier account started are dropped. */
  #account = {};
  readonly #swept = new Set<string>();

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  /** Reads the entry at this key of the device; `undefined` where there is none or one of its chunks is missing. */
  async read(key: string): Promise<CacheEntry<unknown> | undefined> {
    const entry = await this.#storage.get(key);
    if (!isStored(entry)) return undefined;
    const { at, bytes, chunks = [], lists = [] } = entry;
    let { value } = entry;
    this.#chunks.set(key, [...lists.flatMap(({ parts }) => parts), ...chunks]);
    for (const { path, parts } of lists) {
      const items: unknown[] = [];
      for (const part of parts) {
        const read = await this.#storage.get(part);
        if (!Array.isArray(read)) return undefined;
        for (const item of read as readonly unknown[]) items.push(item);
      }
      value = withList(value, path, items);
    }
    return { at, value, bytes, chunks };
  }

  /**
   * Writes the entry that `current` returns, chunk after chunk, or all at once where the page is about to close. The writing ends early
   * when `current` changes.
   */
  async write(key: string, current: () => HeldEntry | undefined, atOnce: boolean): Promise<void> {
    const entry = current();
    // An entry that was evicted from memory stays on the device as it was written last.
    if (entry === undefined) return;
    const steps = entry.retention === "large" ? this.#writing(key, entry) : this.#removing(key);
    const run = (step: WriteStep): unknown => (current() === entry ? step() : undefined);
    if (atOnce) await Promise.all(steps.map(run));
    else for (const step of steps) await run(step);
  }

  /** Another account is opened, or none. */
  reset(): void {
    this.#account = {};
    this.#chunks.clear();
    this.#swept.clear();
  }

  /** The chunks that belong to the entry at this key; without a key nothing is stored. */
  chunks(key: string | undefined): ChunkStore {
    const account = this.#account;
    const storage = this.#storage;
    const isCurrent = (): boolean => account === this.#account;
    return {
      read: async (chunk) => {
        const read = await storage.get(chunk);
        return Array.isArray(read) ? read : undefined;
      },
      write: async (version, name, items) => {
        if (key === undefined || !isCurrent()) return undefined;
        const prefix = `${key} chunk `;
        const chunk = `${prefix}${version} ${name}`;
        await this.#sweep(key, prefix, version);
        this.#chunks.set(key, [...(this.#chunks.get(key) ?? []), chunk]);
        const isStored = await storage.set(chunk, items);
        if (!isCurrent()) await storage.delete(chunk);
        return !isCurrent() || isStored === false ? undefined : chunk;
      },
    };
  }

  /** Deletes the chunks of older versions that a closed page left without an entry; once for each entry. */
  async #sweep(key: string, prefix: string, version: number): Promise<void> {
    if (this.#swept.has(key)) return;
    this.#swept.add(key);
    for (const chunk of await this.#storage.keys()) {
      const isOlder = chunk.startsWith(prefix) && Number.parseFloat(chunk.slice(prefix.length)) < version;
      if (isOlder && this.#chunks.get(key)?.includes(chunk) !== true) await this.#storage.delete(chunk);
    }
  }

  /** The chunks first, then the entry that names them, then the removal of the chunks of the version before. */
  #writing(key: string, { at, value, bytes, chunks = [] }: HeldEntry): readonly WriteStep[] {
    const storage = this.#storage;
    const long: LongList[] = [];
    const rest = withoutLongLists(value, [], long);
    const lists = long.map(({ path, items }) => ({
      path,
      chunks: splitChunks(`${key} part ${path.join(".")} ${at}`, items),
    }));
    const parts = lists.flatMap((list) => list.chunks);
    const before = this.#chunks.get(key) ?? [];
    const keys = [...parts.map((part) => part.key), ...chunks];
    const obsolete = before.filter((chunk) => !keys.includes(chunk));
    // Both versions may exist until the end: a writing that ends early leaves its chunks to the next one.
    this.#chunks.set(key, [...before, ...keys]);
    const storedLists = lists.map((list): StoredList => ({
      path: list.path,
      parts: list.chunks.map((part) => part.key),
    }));
    return [
      ...parts.map((part) => () => storage.set(part.key, part.items.slice(part.from, part.end))),
      () => storage.set(key, { at, value: rest, bytes, chunks, lists: storedLists }),
      ...obsolete.map((chunk) => () => storage.delete(chunk)),
      () => this.#deleted(key, obsolete),
    ];
  }

  #deleted(key: string, obsolete: readonly string[]): void {
    const left = (this.#chunks.get(key) ?? []).filter((chunk) => !obsolete.includes(chunk));
    this.#chunks.set(key, [...new Set(left)]);
  }

  #removing(key: string): readonly WriteStep[] {
    const chunks = this.#chunks.get(key) ?? [];
    this.#chunks.delete(key);
    return [key, ...chunks].map((each) => () => this.#storage.delete(each));
  }
}
