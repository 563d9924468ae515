import type { Clock } from "./clock";
import type { LateParts } from "./late-parts";
import { largestAnswer, mostBytes } from "./memory-bounds";
import type { MemoryView } from "./memory-view";
import type { ParkedRecords } from "./parked-records";
import type { Kept } from "./recall";
import { Shelf } from "./shelf";
import { sizeOf } from "./size-of";
import type { KeyValueStorage } from "./storage";
import { createStore } from "./store";

/** How an answer is remembered: `small` ones share records read once at start, a `spill` has its own, a `session` one never leaves this page. */
export type Keeping = "small" | "spill" | "session";

interface Remembered extends Kept<unknown> {
  readonly keeping: Keeping;
  readonly bytes: number;
}

const countAfter = 250;

/** What was answered, in records, by key; in memory up to so many bytes and on the device, apart for every account. */
export class Memory implements MemoryView {
  readonly size = createStore({ records: 0, bytes: 0 });
  readonly latestAt = createStore<number | undefined>(undefined);
  readonly #clock: Clock;
  readonly #shelf: Shelf;
  // A map keeps its order: what is used goes to the end.
  readonly #kept = new Map<string, Remembered>();
  #bytes = 0;
  #counting = false;

  constructor(clock: Clock, storage: KeyValueStorage, lateParts: () => Promise<LateParts>) {
    this.#clock = clock;
    this.#shelf = new Shelf({
      clock,
      storage,
      lateParts,
      answer: (key) => this.#kept.get(key),
      latestAt: () => this.latestAt.get(),
    });
  }

  /** Turns to this account's memory and reads its small answers; false where it is the one in use. */
  async open(identity: string): Promise<boolean> {
    const content = await this.#shelf.open(identity);
    if (content === undefined) return false;
    this.#forget();
    for (const [key, at, value] of content.small)
      this.#take(key, { at, value, keeping: "small", bytes: sizeOf(value) });
    this.#came(content.latestAt);
    return true;
  }

  /** Turns to the memory of the account that was used last on this device. */
  async openLast(): Promise<void> {
    const identity = await this.#shelf.last();
    if (identity !== undefined) await this.open(identity);
  }

  /** A small answer or one of this session. */
  get<Value>(key: string): Kept<Value> | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    // Which was used last matters only when something has to go soon.
    if (this.#bytes > mostBytes / 2) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept as Kept<Value>;
  }

  /** A spill, from the device where it is no longer in memory. */
  async read<Value>(key: string): Promise<Kept<Value> | undefined> {
    const kept = this.get<Value>(key);
    if (kept !== undefined) return kept;
    const stored = await this.#shelf.read(key);
    if (stored !== undefined && !this.#kept.has(key))
      this.#take(key, { ...stored, keeping: "spill", bytes: stored.bytes ?? sizeOf(stored.value) });
    return this.get<Value>(key);
  }

  /** A spill as it stands on the device now, whatever is in memory. */
  stored(key: string): Promise<Kept<unknown> | undefined> {
    return this.#shelf.read(key);
  }

  /** Where the walks under this key park records that are too many for memory. */
  parked(key: string): Promise<ParkedRecords> {
    return this.#shelf.parked(key);
  }

  /** Remembers an answer in the place of the one under this key; the answer is what is remembered. */
  put<Value>(key: string, kept: Kept<Value>, keeping: Keeping): Kept<Value> {
    const remembered = { at: kept.at, value: kept.value, keeping, bytes: kept.bytes ?? sizeOf(kept.value) };
    this.#drop(key);
    if (remembered.bytes <= largestAnswer) this.#take(key, remembered);
    if (keeping === "spill") this.#shelf.touchSpill(key);
    else if (keeping === "small") this.#shelf.touch(key);
    else this.#shelf.drop(key);
    return remembered;
  }

  /** Writes to the device what is not there yet, at once. */
  flush(): Promise<void> {
    return this.#shelf.writeNow();
  }

  /** Forgets everything of this account, here and on the device. */
  async clear(): Promise<void> {
    this.#forget();
    await this.#shelf.clear();
  }

  /** Forgets everything of this account and that it was here. */
  async wipe(): Promise<void> {
    await this.clear();
    await this.#shelf.leave();
  }

  /** Small answers by key, for those who keep an index of them. */
  *entries(): Iterable<readonly [string, Kept<unknown>]> {
    yield* this.#kept;
  }

  #take(key: string, remembered: Remembered): void {
    this.#kept.set(key, remembered);
    this.#bytes += remembered.bytes;
    this.#came(remembered.at);
    for (const [oldest] of this.#bytes > mostBytes ? this.#kept : []) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
    this.#count();
  }

  #came(at: number | undefined): void {
    if (at !== undefined && at > (this.latestAt.get() ?? Number.NEGATIVE_INFINITY)) this.latestAt.set(at);
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }

  #forget(): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.latestAt.set(undefined);
    this.#count();
  }

  #count(): void {
    if (this.#counting) return;
    this.#counting = true;
    this.#clock.after(countAfter, () => {
      this.#counting = false;
      this.size.set({ records: this.#kept.size, bytes: this.#bytes });
    });
  }
}
