import type { Kept } from "./recall";
import { type LongList, named, partsOf, type StoredList, withList, withoutLong } from "./long-lists";
import { ParkedRecords } from "./parked-records";
import type { KeyValueStorage } from "./storage";
import type { Walk } from "./walk";

/** A spill as it stands on the device: its long lists are empty, and their parts stand beside it. */
interface Stored extends Kept<unknown> {
  readonly lists?: readonly StoredList[];
}

/** What memory holds; only what is kept as a spill belongs on the device. */
type Remembered = Kept<unknown> & { readonly keeping: string };
type Step = () => unknown;

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && "at" in value && typeof value.at === "number" && "value" in value;

/** The names of the parts that walks keep beside themselves. */
const parkedIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Partial<Walk>[]) : []).flatMap(({ parked }) => parked ?? []);

/** Spills on the device. A long one is written and read in parts, so that no task copies a hundred thousand records. */
export class Spills {
  readonly #storage: KeyValueStorage;
  // The parts beside each spill that this page has read or written.
  readonly #parts = new Map<string, readonly string[]>();
  /** Changes when another account comes: who began before writes no more. */
  #turn = {};
  #swept = new Set<string>();

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  /** Reads the spill at this place; one that lacks a part is none. */
  async read(place: string): Promise<Kept<unknown> | undefined> {
    const stored = await this.#storage.get(place);
    if (!isStored(stored)) return undefined;
    const { at, bytes, lists = [] } = stored;
    let { value } = stored;
    this.#parts.set(place, [...lists.flatMap(({ parts }) => parts), ...parkedIn(value)]);
    for (const { path, parts } of lists) {
      const items: unknown[] = [];
      for (const part of parts) {
        const read = await this.#storage.get(part);
        if (!Array.isArray(read)) return undefined;
        for (const item of read as readonly unknown[]) items.push(item);
      }
      value = withList(value, path, items);
    }
    return { at, value, ...(bytes !== undefined && { bytes }) };
  }

  /**
   * Writes what is remembered for this place now, part after part, or all at once where the page is about to go; `kept` tells what that
   * is. Where it changes or is wiped meanwhile the writing ends.
   */
  async write(place: string, kept: () => Remembered | undefined, atOnce: boolean): Promise<void> {
    const begun = kept();
    // One that memory had to let go meanwhile stays on the device as it was written last.
    if (begun === undefined) return;
    const steps = begun.keeping === "spill" ? this.#writing(place, begun) : this.#removing(place);
    const go = (step: Step): unknown => (kept() === begun ? step() : undefined);
    if (atOnce) await Promise.all(steps.map(go));
    else for (const step of steps) await go(step);
  }

  /** Forgets what it knows of an account: another one comes, or none. */
  forget(): void {
    this.#turn = {};
    this.#parts.clear();
    this.#swept.clear();
  }

  /** Where the walks of the spill at this place park their records; without a place nothing is kept. */
  parked(place: string | undefined): ParkedRecords {
    const turn = this.#turn;
    const storage = this.#storage;
    return new ParkedRecords({
      read: (part) => storage.get(part),
      write: async ({ at, name }, records) => {
        if (place === undefined || turn !== this.#turn) return undefined;
        const prefix = `${place} parked `;
        const key = `${prefix}${at} ${name}`;
        await this.#sweep(place, { prefix, at });
        this.#parts.set(place, [...(this.#parts.get(place) ?? []), key]);
        const kept = await storage.set(key, records);
        if (turn !== this.#turn) await storage.delete(key);
        return turn !== this.#turn || kept === false ? undefined : key;
      },
    });
  }

  /** Away with what older walks left that were never written whole: their page was closed. */
  async #sweep(place: string, { prefix, at }: { readonly prefix: string; readonly at: number }): Promise<void> {
    if (this.#swept.has(place)) return;
    this.#swept.add(place);
    for (const key of await this.#storage.keys()) {
      const isOlder = key.startsWith(prefix) && Number.parseFloat(key.slice(prefix.length)) < at;
      if (isOlder && this.#parts.get(place)?.includes(key) !== true) await this.#storage.delete(key);
    }
  }

  /** Its parts, then itself, and only then away with the parts it had. */
  #writing(place: string, { at, value, bytes }: Kept<unknown>): readonly Step[] {
    const storage = this.#storage;
    const long: LongList[] = [];
    const rest = withoutLong(value, [], long);
    const lists = long.map(({ path, items }) => ({
      path,
      parts: partsOf(`${place} part ${path.join(".")} ${at}`, items),
    }));
    const parts = lists.flatMap((list) => list.parts);
    const before = this.#parts.get(place) ?? [];
    const keys = [...parts.map(({ key }) => key), ...parkedIn(value)];
    const gone = before.filter((key) => !keys.includes(key));
    // Until the end both may be there: a writing that ends early leaves its parts to the next one.
    this.#parts.set(place, [...before, ...keys]);
    return [
      ...parts.map(
        ({ key, items, from, end }) =>
          () =>
            storage.set(key, items.slice(from, end)),
      ),
      () => storage.set(place, { at, value: rest, bytes, lists: lists.map(named) }),
      ...gone.map((key) => () => storage.delete(key)),
      () => this.#without(place, gone),
    ];
  }

  #without(place: string, gone: readonly string[]): void {
    const left = (this.#parts.get(place) ?? []).filter((key) => !gone.includes(key));
    this.#parts.set(place, [...new Set(left)]);
  }

  #removing(place: string): readonly Step[] {
    const parts = this.#parts.get(place) ?? [];
    this.#parts.delete(place);
    return [place, ...parts].map((key) => () => this.#storage.delete(key));
  }
}
