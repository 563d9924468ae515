import type { Clock } from "./clock";
import type { LateParts } from "./late-parts";
import type { ParkedRecords } from "./parked-records";
import { QuietAlarm } from "./quiet-alarm";
import type { Kept } from "./recall";
import type { Spills } from "./spills";
import type { KeyValueStorage } from "./storage";

/** A small answer as it stands on the device: key, when it was fetched, value. */
export type SmallAnswer = readonly [key: string, at: number, value: unknown];

/** What is read at once; spills are not, so the time of the youngest answer stands apart. */
export interface ShelfContent {
  readonly small: readonly SmallAnswer[];
  readonly latestAt: number | undefined;
}

/** What the shelf stands on: the device's storage and the memory whose answers it writes. */
export interface ShelfDoors {
  readonly clock: Clock;
  readonly storage: KeyValueStorage;
  readonly lateParts: () => Promise<LateParts>;
  /** What the memory holds under a key; `session` answers stay off the device. */
  readonly answer: (key: string) => (Kept<unknown> & { readonly keeping: string }) | undefined;
  /** When the youngest answer came. */
  readonly latestAt: () => number | undefined;
}

/** Small answers per record: few enough records to read at once, short enough to write without holding up the page. */
const perRecord = 400;
const names = { account: "account", latest: "latest" } as const;

/** What is remembered on the device, per account: small answers many to a record, every spill apart; written in pauses. */
export class Shelf {
  readonly #doors: ShelfDoors;
  #spills: Spills | undefined;
  #identity: string | undefined;
  #records: string[][] = [];
  readonly #recordOf = new Map<string, number>();
  readonly #dirtyRecords = new Set<number>();
  readonly #dirtySpills = new Set<string>();
  readonly #alarm: QuietAlarm;

  constructor(doors: ShelfDoors) {
    this.#doors = doors;
    this.#alarm = new QuietAlarm(doors.clock, () => void this.write().catch(() => undefined));
  }

  /** The account that was opened last. */
  async last(): Promise<string | undefined> {
    const identity = await this.#doors.storage.get(names.account);
    return typeof identity === "string" ? identity : undefined;
  }

  /** Turns to this account and reads its small answers and when its youngest came; undefined where it is the one in use. */
  async open(identity: string): Promise<ShelfContent | undefined> {
    if (identity === this.#identity) return undefined;
    await this.write();
    this.#reset();
    this.#identity = identity;
    await this.#doors.storage.set(names.account, identity);
    const latest = await this.#doors.storage.get(this.#place(names.latest));
    const latestAt = typeof latest === "number" ? latest : undefined;
    const all: SmallAnswer[] = [];
    for (;;) {
      const stored = await this.#doors.storage.get(this.#recordKey(this.#records.length));
      if (!Array.isArray(stored)) return { small: all, latestAt };
      const answers = stored as readonly SmallAnswer[];
      for (const [key] of answers) this.#recordOf.set(key, this.#records.length);
      this.#records.push(answers.map(([key]) => key));
      all.push(...answers);
    }
  }

  /** Reads a spill. */
  async read(key: string): Promise<Kept<unknown> | undefined> {
    return (await this.#loadSpills()).read(this.#place(key));
  }

  /** Where the walks of this spill park their records. */
  async parked(key: string): Promise<ParkedRecords> {
    const spills = await this.#loadSpills();
    return spills.parked(this.#identity && this.#place(key));
  }

  /** This answer no longer belongs on the device. */
  drop(key: string): void {
    if (this.#recordOf.has(key)) this.touch(key);
    else this.touchSpill(key);
  }

  /** This small answer changed. */
  touch(key: string): void {
    let record = this.#recordOf.get(key);
    if (record === undefined) {
      if ((this.#records.at(-1)?.length ?? perRecord) >= perRecord) this.#records.push([]);
      record = this.#records.length - 1;
      this.#records[record]?.push(key);
      this.#recordOf.set(key, record);
    }
    this.#dirtyRecords.add(record);
    this.#alarm.touch();
  }

  /** This spill changed. */
  touchSpill(key: string): void {
    this.#dirtySpills.add(key);
    this.#alarm.touch();
  }

  /** Writes what changed, one record after the other, so that the page can breathe. */
  async write(): Promise<void> {
    for (const step of this.#steps(false)) await step();
  }

  /** Writes what changed at once: the page is about to go, and waits for nothing. */
  async writeNow(): Promise<void> {
    await Promise.all(this.#steps(true).map((step) => step()));
  }

  #steps(atOnce: boolean): readonly (() => Promise<unknown>)[] {
    this.#alarm.stop();
    const identity = this.#identity;
    if (identity === undefined) return [];
    const records = [...this.#dirtyRecords].map((record) => () => this.#writeRecord(record));
    const spills = [...this.#dirtySpills].map((key) => (): Promise<unknown> => this.#writeSpill(key, atOnce));
    if (records.length + spills.length > 0)
      spills.push(() => this.#doors.storage.set(this.#place(names.latest), this.#doors.latestAt()));
    this.#dirtyRecords.clear();
    this.#dirtySpills.clear();
    // Another account may be opened while one record after the other is written.
    return [...records, ...spills].map((step) => async () => (this.#identity === identity ? step() : undefined));
  }

  #writeRecord(record: number): Promise<unknown> {
    const small = (this.#records[record] ?? []).flatMap((key): SmallAnswer[] => {
      const kept = this.#doors.answer(key);
      return kept?.keeping === "small" ? [[key, kept.at, kept.value]] : [];
    });
    return this.#doors.storage.set(this.#recordKey(record), small);
  }

  async #writeSpill(key: string, atOnce: boolean): Promise<void> {
    await (await this.#loadSpills()).write(this.#place(key), () => this.#doors.answer(key), atOnce);
  }

  async #loadSpills(): Promise<Spills> {
    const { Spills: Loaded } = await this.#doors.lateParts();
    return (this.#spills ??= new Loaded(this.#doors.storage));
  }

  /** Removes everything of this account from the device. */
  async clear(): Promise<void> {
    const own = this.#place("");
    this.#dropWork();
    if (this.#identity === undefined) return;
    const { storage } = this.#doors;
    for (const key of await storage.keys()) if (key.startsWith(own)) await storage.delete(key);
  }

  /** Forgets which account was here. */
  async leave(): Promise<void> {
    this.#reset();
    await this.#doors.storage.delete(names.account);
  }

  #place(key: string): string {
    return `memory ${this.#identity ?? ""} ${key}`;
  }

  #recordKey(record: number): string {
    return this.#place(`small ${record}`);
  }

  #reset(): void {
    this.#identity = undefined;
    this.#dropWork();
  }

  #dropWork(): void {
    this.#alarm.stop();
    this.#records = [];
    this.#recordOf.clear();
    this.#dirtyRecords.clear();
    this.#dirtySpills.clear();
    this.#spills?.forget();
  }
}
