import { likeTest } from "../http/like";
import type { World } from "../world/world";
import { createTrigramIndex, type Entry, type TrigramIndex } from "./trigrams";

/** Finds entities by parts of their names or by similar names. */
export interface NameIndex {
  /**
   * Entities whose name (or alias) matches `ilike`, with what the match is worth: equal 4, beginning 2 to 3, part 1 to 2. Without
   * wildcards similar names follow, worth their similarity (below 1).
   */
  readonly like: (key: "name" | "alias", text: string) => ReadonlyMap<number, number>;
  readonly warm: () => void;
  /** The catalogue changed. */
  readonly forget: () => void;
}

interface Part {
  readonly entries: readonly Entry[];
  readonly index: TrigramIndex;
  /** Characters of the longest text. */
  readonly longest: number;
}

/** Names that share at least so many of their trigrams count as similar. */
const leastSimilarity = 0.45;

/** So many times the length of the longest name is beyond any likeness. */
const tooLong = 3;

const entriesOf = (world: World, key: "name" | "alias"): Entry[] => {
  const entries: Entry[] = [];
  for (let owner = 0; owner < world.catalogue.count(); owner += 1) {
    const { name, alias } = world.catalogue.identity(owner);
    for (const text of key === "name" ? [name] : alias) entries.push({ text: text.toLowerCase(), owner });
  }
  return entries;
};

const worth = (text: string, wanted: string): number => {
  if (text === wanted) return 4;
  return (text.startsWith(wanted) ? 2 : 1) + wanted.length / (text.length + 1);
};

/** The longest run of plain characters in a pattern. */
const longestPart = (text: string): string =>
  text.split(/[%_]/).reduce((best, part) => (part.length > best.length ? part : best), "");

/** Makes the index of names and aliases; each is built when it is first needed. */
export const createNameIndex = (world: World): NameIndex => {
  const parts = new Map<string, Part>();
  const part = (key: "name" | "alias"): Part => {
    const known = parts.get(key);
    if (known !== undefined) return known;
    const entries = entriesOf(world, key);
    const longest = entries.reduce((most, { text }) => Math.max(most, text.length), 0);
    const made = { entries, index: createTrigramIndex(entries), longest };
    parts.set(key, made);
    return made;
  };
  return {
    like: (key, given) => {
      const { entries, index, longest } = part(key);
      const text = given.toLowerCase();
      const found = new Map<number, number>();
      // What is so much longer than every name is none, and has more trigrams than anybody should wait for.
      if (longestPart(text).length > longest * tooLong) return found;
      const wildcards = /[%_]/.test(text);
      const plain = longestPart(text);
      const isLike = likeTest(text);
      const raise = (owner: number, value: number): void =>
        void found.set(owner, Math.max(found.get(owner) ?? 0, value));
      const test = (entry: Entry | undefined): void => {
        if (entry !== undefined && isLike(entry.text)) raise(entry.owner, worth(entry.text, plain));
      };
      const candidates = index.containing(plain);
      if (candidates === undefined) for (const entry of entries) test(entry);
      else for (const at of candidates) test(entries[at]);
      if (!wildcards)
        for (const { owner, similarity } of index.similar(text, leastSimilarity)) raise(owner, similarity * 0.99);
      return found;
    },
    warm: () => {
      part("name");
      part("alias");
    },
    forget: () => parts.clear(),
  };
};
