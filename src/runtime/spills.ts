import type { Kept } from "./recall";
import type { KeyValueStorage } from "./storage";

/** Where a long list stands in a value: member by member. */
type Path = readonly string[];

interface LongList {
  readonly path: Path;
  readonly items: readonly unknown[];
}

interface StoredList {
  readonly path: Path;
  /** Under which keys its parts stand. */
  readonly parts: readonly string[];
}

/** A spill as it stands on the device: its long lists are empty, and their parts stand beside it. */
interface Stored extends Kept<unknown> {
  readonly lists?: readonly StoredList[];
}

/** What memory holds; only what is kept as a spill belongs on the device. */
type Remembered = Kept<unknown> & { readonly keeping: string };
type Step = () => Promise<void>;

/** Items that are copied at once, by the page's own thread. */
const perPart = 2_000;
/** Long lists lie no deeper: the records of one of several walks. */
const deepest = 2;

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && "at" in value && typeof value.at === "number" && "value" in value;

/** Spills on the device. A long one is written and read in parts, so that no task copies a hundred thousand records. */
export class Spills {
  readonly #storage: KeyValueStorage;
  // The parts beside each spill that this page has read or written.
  readonly #parts = new Map<string, readonly string[]>();

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  /** Reads the spill at this place; one that lacks a part is none. */
  async read(place: string): Promise<Kept<unknown> | undefined> {
    const stored = await this.#storage.get(place);
    if (!isStored(stored)) return undefined;
    const { at, bytes, lists = [] } = stored;
    let { value } = stored;
    this.#parts.set(
      place,
      lists.flatMap(({ parts }) => parts),
    );
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
    const go = async (step: Step): Promise<void> => (kept() === begun ? step() : undefined);
    if (atOnce) await Promise.all(steps.map(go));
    else for (const step of steps) await go(step);
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
    const keys = parts.map(({ key }) => key);
    // Until the end both may be there: a writing that ends early leaves its parts to the next one.
    this.#parts.set(place, [...before, ...keys]);
    return [
      ...parts.map(
        ({ key, items, from, end }) =>
          () =>
            storage.set(key, items.slice(from, end)),
      ),
      () => storage.set(place, { at, value: rest, bytes, lists: lists.map(named) }),
      ...before.filter((key) => !keys.includes(key)).map((key) => () => storage.delete(key)),
      () => Promise.resolve(void this.#parts.set(place, keys)),
    ];
  }

  #removing(place: string): readonly Step[] {
    const parts = this.#parts.get(place) ?? [];
    this.#parts.delete(place);
    return [place, ...parts].map((key) => () => this.#storage.delete(key));
  }
}

interface Part {
  readonly key: string;
  readonly items: readonly unknown[];
  readonly from: number;
  readonly end: number;
}

const named = ({ path, parts }: { readonly path: Path; readonly parts: readonly Part[] }): StoredList => ({
  path,
  parts: parts.map(({ key }) => key),
});

/** Parts have names of their own for every state of a list, so that those of the state before stay whole while they are written. */
const partsOf = (name: string, items: readonly unknown[]): readonly Part[] => {
  const { length } = items;
  return Array.from({ length: Math.ceil(length / perPart) }, (_, part) => ({
    key: `${name} ${length} ${part}`,
    items,
    from: part * perPart,
    end: Math.min(length, (part + 1) * perPart),
  }));
};

/** A value whose long lists are empty; they are put into `long`. */
const withoutLong = (value: unknown, path: Path, long: LongList[]): unknown => {
  if (Array.isArray(value) && value.length > perPart) {
    long.push({ path, items: value });
    return [];
  }
  if (typeof value !== "object" || value === null || path.length === deepest) return value;
  const within = (item: unknown, name: string): unknown => withoutLong(item, [...path, name], long);
  if (Array.isArray(value)) return value.map((item, index) => within(item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, within(item, name)]));
};

/** Puts a list back into a value that was just read, which nobody else holds. */
const withList = (value: unknown, [name, ...path]: Path, items: readonly unknown[]): unknown => {
  if (name === undefined) return items;
  const holder = value as Record<string, unknown>;
  holder[name] = withList(holder[name], path, items);
  return holder;
};
