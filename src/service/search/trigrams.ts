const slots = 1 << 18;

const slotOf = (text: string, at: number): number => {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (Math.imul(Math.imul(a, 0x9e37) + b, 0x79b9) + Math.imul(c, 0x85eb)) & (slots - 1);
};

/** The distinct trigrams of a lowercase text, as slots of the index. */
export const trigramsOf = (text: string): Int32Array => {
  const padded = `  ${text} `;
  const found = new Set<number>();
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(slotOf(padded, at));
  return Int32Array.from(found);
};

/** Finds texts that are similar to another, or contain one. */
export interface TrigramIndex {
  /** Owners of texts whose trigrams overlap (Jaccard) at least so much, best first. */
  readonly similar: (text: string, least: number) => { readonly owner: number; readonly similarity: number }[];
  /** Texts that may contain the part; undefined where the part is too short to tell. */
  readonly containing: (part: string) => Int32Array | undefined;
}

/** One text of the index and whom it belongs to. */
export interface Entry {
  readonly text: string;
  readonly owner: number;
}

interface Lists {
  readonly offsets: Int32Array;
  readonly entries: Int32Array;
  readonly sizes: Uint8Array;
}

const layOut = (entries: readonly Entry[]): Lists => {
  const grams = entries.map((entry) => trigramsOf(entry.text));
  const offsets = new Int32Array(slots + 1);
  for (const list of grams) for (const slot of list) offsets[slot + 1] = (offsets[slot + 1] ?? 0) + 1;
  for (let slot = 0; slot < slots; slot += 1) offsets[slot + 1] = (offsets[slot + 1] ?? 0) + (offsets[slot] ?? 0);
  const next = offsets.slice();
  const laid = new Int32Array(offsets[slots] ?? 0);
  grams.forEach((list, entry) => {
    for (const slot of list) {
      laid[next[slot] ?? 0] = entry;
      next[slot] = (next[slot] ?? 0) + 1;
    }
  });
  return { offsets, entries: laid, sizes: Uint8Array.from(grams, (list) => Math.min(255, list.length)) };
};

/** Whether an ascending list holds a number. */
const holds = (list: Int32Array, wanted: number): boolean => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
};

/** A question in progress: how many of its trigrams each text that was met has so far. */
class Count {
  readonly #lists: Lists;
  readonly #counts: Uint8Array;
  readonly #size: number;
  readonly #least: number;
  met: number[] = [];

  constructor(lists: Lists, counts: Uint8Array, { size, least }: { size: number; least: number }) {
    this.#lists = lists;
    this.#counts = counts;
    this.#size = size;
    this.#least = least;
  }

  /** How many trigrams a text must share with the question to be similar enough. */
  #needed(entry: number): number {
    const size = this.#lists.sizes[entry] ?? 0;
    return Math.ceil((this.#least * (this.#size + size)) / (1 + this.#least) - 1e-9);
  }

  /** Counts every text of a list; one that is met here for the first time shares at most the `left` lists from here on. */
  scan(list: Int32Array, left: number): void {
    for (const entry of list) {
      const count = this.#counts[entry] ?? 0;
      if (count === 0 && left < this.#needed(entry)) continue;
      if (count === 0) this.met.push(entry);
      this.#counts[entry] = count + 1;
    }
  }

  /** Looks for the texts met so far in a long list, and forgets those that cannot become similar any more. */
  look(list: Int32Array, left: number): void {
    this.met = this.met.filter((entry) => {
      const count = (this.#counts[entry] ?? 0) + (holds(list, entry) ? 1 : 0);
      const hopeless = count + left - 1 < this.#needed(entry);
      this.#counts[entry] = hopeless ? 0 : count;
      return !hopeless;
    });
  }

  /** The similarity of a text that was met; its count is cleared for the next question. */
  take(entry: number): number {
    const together = this.#counts[entry] ?? 0;
    this.#counts[entry] = 0;
    return together / (this.#size + (this.#lists.sizes[entry] ?? 0) - together);
  }
}

/** Makes the index of lowercase texts. */
export const createTrigramIndex = (entries: readonly Entry[]): TrigramIndex => {
  const lists = layOut(entries);
  const counts = new Uint8Array(entries.length);
  const listOf = (slot: number): Int32Array =>
    lists.entries.subarray(lists.offsets[slot] ?? 0, lists.offsets[slot + 1] ?? 0);
  const similar: TrigramIndex["similar"] = (text, least) => {
    const grams = [...trigramsOf(text)].map(listOf).sort((a, b) => a.length - b.length);
    const count = new Count(lists, counts, { size: grams.length, least });
    grams.forEach((list, rank) => {
      const left = grams.length - rank;
      // No text can begin to be similar so late: long lists are only asked about those that were met.
      if (left < Math.ceil(grams.length * least) && list.length > count.met.length * 8) count.look(list, left);
      else count.scan(list, left);
    });
    return count.met
      .map((entry) => ({ owner: entries[entry]?.owner ?? 0, similarity: count.take(entry) }))
      .filter(({ similarity }) => similarity >= least)
      .sort((a, b) => b.similarity - a.similarity || a.owner - b.owner);
  };
  const containing: TrigramIndex["containing"] = (part) => {
    let best: Int32Array | undefined;
    for (let at = 0; at + 3 <= part.length; at += 1) {
      const list = listOf(slotOf(part, at));
      if (best === undefined || list.length < best.length) best = list;
    }
    return best;
  };
  return { similar, containing };
};
