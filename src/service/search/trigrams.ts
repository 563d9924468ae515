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

/** Makes the index of lowercase texts. */
export const createTrigramIndex = (entries: readonly Entry[]): TrigramIndex => {
  const lists = layOut(entries);
  const counts = new Uint8Array(entries.length);
  const listOf = (slot: number): Int32Array =>
    lists.entries.subarray(lists.offsets[slot] ?? 0, lists.offsets[slot + 1] ?? 0);
  const similar: TrigramIndex["similar"] = (text, least) => {
    const grams = [...trigramsOf(text)].map(listOf).sort((a, b) => a.length - b.length);
    // A text sharing too few trigrams cannot reach the similarity, so it must be met in one of the rarer lists.
    const rare = grams.length - Math.ceil(grams.length * least) + 1;
    const touched: number[] = [];
    grams.forEach((list, rank) => {
      for (const entry of list) {
        const count = counts[entry] ?? 0;
        if (count === 0 && rank >= rare) continue;
        if (count === 0) touched.push(entry);
        counts[entry] = count + 1;
      }
    });
    const found: { owner: number; similarity: number }[] = [];
    for (const entry of touched) {
      const together = counts[entry] ?? 0;
      counts[entry] = 0;
      const similarity = together / (grams.length + (lists.sizes[entry] ?? 0) - together);
      if (similarity >= least) found.push({ owner: entries[entry]?.owner ?? 0, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.owner - b.owner);
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
