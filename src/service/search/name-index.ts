import type { YieldIfDue } from "../common/clock";
import { likeTest } from "../http/conditions";
import type { World } from "../world/world";
import type { EntityScores } from "./entity-scores";
import { createTrigramIndex, type TrigramEntry, type TrigramIndex } from "./trigram-index";

/** Finds entities by parts of their names or by similar names. */
export interface NameIndex {
  /**
   * Scores the entities whose name (or alias) matches `ilike`: equal 4, prefix 2 to 3, part 1 to 2. Without wildcards,
   * similar names follow with their similarity (below 1). Works in time slices.
   */
  readonly like: (key: "name" | "alias", text: string, scores: EntityScores) => Promise<void>;
  readonly warm: () => void;
}

interface Part {
  readonly entries: readonly TrigramEntry[];
  readonly index: TrigramIndex;
}

/** Minimum similarity of trigrams for similar names. */
const leastSimilarity = 0.45;

/** A query longer than this multiple of the longest name matches nothing. */
const tooLong = 3;

/** A part with at least so many entries is not made again when entities are added. */
const fullPart = 500;

/**
 * The names or aliases of all entities, in parts. Entities that were added to the catalogue come into the last part at
 * the next search, so only that small part is made again.
 */
class Names {
  readonly #world: World;
  readonly #key: "name" | "alias";
  readonly #parts: Part[] = [];
  #covered = 0;
  /** Length of the longest text, in characters. */
  #longest = 0;

  constructor(world: World, key: "name" | "alias") {
    this.#world = world;
    this.#key = key;
  }

  get longest(): number {
    return this.#longest;
  }

  parts(): readonly Part[] {
    const newNames = this.#takeAdded();
    if (newNames.length === 0) return this.#parts;
    for (const { text } of newNames) this.#longest = Math.max(this.#longest, text.length);
    const last = this.#parts.at(-1);
    const open = last !== undefined && last.entries.length < fullPart ? this.#parts.pop() : undefined;
    const entries = [...(open?.entries ?? []), ...newNames];
    this.#parts.push({ entries, index: createTrigramIndex(entries) });
    return this.#parts;
  }

  /** The entries of entities that are new in the catalogue. */
  #takeAdded(): TrigramEntry[] {
    const { catalogue } = this.#world;
    const entries: TrigramEntry[] = [];
    for (; this.#covered < catalogue.count(); this.#covered += 1) {
      const { name, alias } = catalogue.identity(this.#covered);
      for (const text of this.#key === "name" ? [name] : alias)
        entries.push({ text: text.toLowerCase(), owner: this.#covered });
    }
    return entries;
  }
}

const worth = (text: string, query: string): number => {
  if (text === query) return 4;
  return (text.startsWith(query) ? 2 : 1) + query.length / (text.length + 1);
};

/** The longest part of a pattern without wildcards. */
const longestPart = (text: string): string =>
  text.split(/[%_]/).reduce((best, part) => (part.length > best.length ? part : best), "");

/** Creates the index of names and aliases. Each is built at its first search. */
export const createNameIndex = (world: World, yieldIfDue: YieldIfDue): NameIndex => {
  const names = { name: new Names(world, "name"), alias: new Names(world, "alias") };
  return {
    like: async (key, input, scores) => {
      const parts = [...names[key].parts()];
      const text = input.toLowerCase();
      const plain = longestPart(text);
      // A text this much longer than every name matches none, and its trigrams would take too long.
      if (plain.length > names[key].longest * tooLong) return;
      const isLike = likeTest(text);
      for (const { entries, index } of parts) {
        await yieldIfDue();
        const candidates = index.containing(plain);
        const count = candidates?.length ?? entries.length;
        for (let position = 0; position < count; position += 1) {
          const entry = entries[candidates?.[position] ?? position];
          if (entry !== undefined && isLike(entry.text)) scores.raise(entry.owner, worth(entry.text, plain));
          if (position % 1_024 === 1_023) await yieldIfDue();
        }
        if (/[%_]/.test(text)) continue;
        for (const { owner, similarity } of index.similar(text, leastSimilarity))
          scores.raise(owner, similarity * 0.99);
      }
    },
    warm: () => {
      names.name.parts();
      names.alias.parts();
    },
  };
};
