const slots = 1 << 18;
/** Longer texts do not fit the 16-bit counters. */
const mostGrams = 65_535;

const trigramSlot = (text: string, at: number): number => {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (Math.imul(Math.imul(a, 0x9e37) + b, 0x79b9) + Math.imul(c, 0x85eb)) & (slots - 1);
};

/** The distinct trigrams of a lowercase text, as slots of the index. */
export const textTrigrams = (text: string): Int32Array => {
  const padded = `  ${text} `;
  const trigrams = new Set<number>();
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(trigramSlot(padded, at));
  return Int32Array.from(trigrams);
};

/** Finds texts that are similar to a text or contain one. */
export interface TrigramIndex {
  /** Owners of texts with at least this Jaccard similarity of trigrams, best first. */
  readonly similar: (text: string, least: number) => { readonly owner: number; readonly similarity: number }[];
  /** Texts that may contain the part; undefined if the part is shorter than a trigram. */
  readonly containing: (part: string) => Int32Array | undefined;
}

/** A text of the index and the ordinal of its owner. */
export interface TrigramEntry {
  readonly text: string;
  readonly owner: number;
}

interface Lists {
  readonly offsets: Int32Array;
  readonly entries: Int32Array;
  readonly sizes: Uint16Array;
  /** The maximum of `sizes`. */
  readonly largest: number;
}

const layOut = (entries: readonly TrigramEntry[]): Lists => {
  const grams = entries.map((entry) => textTrigrams(entry.text));
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
  const sizes = Uint16Array.from(grams, (list) => Math.min(mostGrams, list.length));
  return { offsets, entries: laid, sizes, largest: sizes.reduce((most, size) => Math.max(most, size), 0) };
};

/** Binary search in an ascending list. */
const containsText = (list: Int32Array, target: number): boolean => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return list[low] === target;
};

/**
 * A similarity search in progress: how many trigrams each text shares with the query so far. Its loops take most of
 * the search time.
 */
interface TrigramCount {
  readonly counts: Uint16Array;
  readonly sizes: Uint16Array;
  /** Shared trigrams that make a text similar enough, by the number of its own trigrams. */
  readonly needed: Uint16Array;
  met: number[];
}

const neededFor = (size: number, least: number, largest: number): Uint16Array =>
  Uint16Array.from({ length: largest + 1 }, (_, other) =>
    Math.min(mostGrams, Math.ceil((least * (size + other)) / (1 + least) - 1e-9)),
  );

/** Counts shared trigrams. A text first seen here can match at most `left` lists. */
const scan = ({ counts, sizes, needed, met }: TrigramCount, list: Int32Array, left: number): void => {
  for (const entry of list) {
    const count = counts[entry] ?? 0;
    if (count > 0) counts[entry] = count + 1;
    else if (left >= (needed[sizes[entry] ?? 0] ?? 0)) {
      counts[entry] = 1;
      met.push(entry);
    }
  }
};

/** Looks up the texts seen so far in a long list, and drops those that cannot become similar any more. */
const look = (question: TrigramCount, list: Int32Array, left: number): void => {
  const { counts, sizes, needed, met } = question;
  question.met = met.filter((entry) => {
    const count = (counts[entry] ?? 0) + (containsText(list, entry) ? 1 : 0);
    const hopeless = count + left - 1 < (needed[sizes[entry] ?? 0] ?? 0);
    counts[entry] = hopeless ? 0 : count;
    return !hopeless;
  });
};

/** Drops the texts that cannot become similar within `left` more lists. */
const forget = (question: TrigramCount, left: number): void => {
  const { counts, sizes, needed, met } = question;
  question.met = met.filter((entry) => {
    const hopeless = (counts[entry] ?? 0) + left < (needed[sizes[entry] ?? 0] ?? 0);
    if (hopeless) counts[entry] = 0;
    return !hopeless;
  });
};

/**
 * Processes the lists, the shortest first. A text that is in none of them when `fewest` are left cannot become
 * similar.
 */
const visit = (question: TrigramCount, lists: readonly Int32Array[], fewest: number): void => {
  for (const [rank, list] of lists.entries()) {
    const left = lists.length - rank;
    if (left === fewest - 1) forget(question, left);
    // The last lists are the longest. Only the texts seen so far are looked up in them.
    if (left < fewest && list.length > question.met.length * 4) look(question, list, left);
    else scan(question, list, left);
  }
};

/** Creates an index of lowercase texts. */
export const createTrigramIndex = (entries: readonly TrigramEntry[]): TrigramIndex => {
  const lists = layOut(entries);
  const counts = new Uint16Array(entries.length);
  const listOf = (slot: number): Int32Array =>
    lists.entries.subarray(lists.offsets[slot] ?? 0, lists.offsets[slot + 1] ?? 0);
  const similar: TrigramIndex["similar"] = (text, least) => {
    const grams = [...textTrigrams(text)].map(listOf).sort((a, b) => a.length - b.length);
    const all = grams.length;
    const { sizes, largest } = lists;
    if (all > mostGrams) return [];
    const question: TrigramCount = { counts, sizes, needed: neededFor(all, least, largest), met: [] };
    visit(question, grams, Math.ceil(all * least));
    const matches = question.met.map((entry) => {
      const together = counts[entry] ?? 0;
      counts[entry] = 0;
      const owner = entries[entry]?.owner ?? 0;
      return { owner, similarity: together / (all + (sizes[entry] ?? 0) - together) };
    });
    return matches
      .filter(({ similarity }) => similarity >= least)
      .sort((a, b) => b.similarity - a.similarity || a.owner - b.owner);
  };
  const containing: TrigramIndex["containing"] = (part) => {
    let best: Int32Array | undefined;
    for (let at = 0; at + 3 <= part.length; at += 1) {
      const list = listOf(trigramSlot(part, at));
      if (best === undefined || list.length < best.length) best = list;
    }
    return best;
  };
  return { similar, containing };
};
