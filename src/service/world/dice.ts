import { itemAt } from "./item-at";

const scramble = (value: number): number => {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** What is drawn for: each kind of record has its own sequence, so that adding one never moves another. */
export type Kind =
  "entity" | "event" | "case" | "document" | "content" | "universe" | "user" | "company" | "text" | "site";

const kinds: readonly Kind[] = [
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

/** Draws by (index, salt): a pure function, so that any record can be made alone and in any order. */
export interface Dice {
  /** 32 random bits. */
  readonly bits: (index: number, salt: number) => number;
  /** A number in [0, 1). */
  readonly unit: (index: number, salt: number) => number;
}

/** Makes the dice of one kind for a seed. */
export const createDice = (seed: number, kind: Kind): Dice => {
  const base = scramble(scramble(seed ^ 0x5bd1e995) + Math.imul(kinds.indexOf(kind) + 1, 0x9e3779b1));
  const bits = (index: number, salt: number): number =>
    scramble(scramble(base ^ Math.imul(index + 1, 0x27d4eb2f)) ^ Math.imul(salt + 1, 0x165667b1));
  return { bits, unit: (index, salt) => bits(index, salt) / 4294967296 };
};

/** Successive draws for one record. A class, because millions are made: their methods are made once. */
export class Draw {
  readonly #dice: Dice;
  readonly #index: number;
  #salt: number;

  constructor(dice: Dice, index: number, salt: number) {
    this.#dice = dice;
    this.#index = index;
    this.#salt = salt;
  }

  /** A number in [0, 1). */
  unit(): number {
    const salt = this.#salt;
    this.#salt = salt + 1;
    return this.#dice.unit(this.#index, salt);
  }

  /** A whole number from 0 to below the limit. */
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

/** Draws one after another for the record `index`, starting at `salt`. */
export const drawFor = (dice: Dice, index: number, salt = 0): Draw => new Draw(dice, index, salt);
