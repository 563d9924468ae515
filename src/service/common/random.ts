/** The item at a position, modulo the length of the list. @throws if the list is empty. */
export const itemAt = <T>(list: readonly T[], position: number): T => {
  const item = list[position % list.length];
  if (item === undefined) throw new Error(`no item ${position} among ${list.length}`);
  return item;
};

const scramble = (value: number): number => {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** One independent random stream per kind of record: adding a kind does not change the others. */
export type RandomStream =
  "entity" | "event" | "case" | "document" | "content" | "universe" | "user" | "company" | "text" | "site";

const kinds: readonly RandomStream[] = [
  "entity",
  "event",
  "case",
  "document",
  "content",
  "universe",
  "user",
  "company",
  "text",
  "site",
];

/** A pure function of (index, salt), so that records can be computed alone and in any order. */
export interface SeededRandom {
  /** 32 random bits. */
  readonly bits: (index: number, salt: number) => number;
  /** A number in [0, 1). */
  readonly unit: (index: number, salt: number) => number;
}

export const createSeededRandom = (seed: number, kind: RandomStream): SeededRandom => {
  const base = scramble(scramble(seed ^ 0x5bd1e995) + Math.imul(kinds.indexOf(kind) + 1, 0x9e3779b1));
  const bits = (index: number, salt: number): number =>
    scramble(scramble(base ^ Math.imul(index + 1, 0x27d4eb2f)) ^ Math.imul(salt + 1, 0x165667b1));
  return { bits, unit: (index, salt) => bits(index, salt) / 4294967296 };
};

/** Successive random values for one record. A class, because millions of instances share their methods. */
export class Sampler {
  readonly #random: SeededRandom;
  readonly #index: number;
  #salt: number;

  constructor(random: SeededRandom, index: number, salt: number) {
    this.#random = random;
    this.#index = index;
    this.#salt = salt;
  }

  /** A number in [0, 1). */
  unit(): number {
    const salt = this.#salt;
    this.#salt = salt + 1;
    return this.#random.unit(this.#index, salt);
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return itemAt(choices, this.below(choices.length));
  }
}

/** Samples for the record `index`, starting at `salt`. */
export const samplerFor = (random: SeededRandom, index: number, salt = 0): Sampler => new Sampler(random, index, salt);
