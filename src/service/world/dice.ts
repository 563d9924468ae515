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

/** Successive draws for one record. */
export interface Draw {
  readonly unit: () => number;
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
}

/** Draws one after another for the record `index`, starting at `salt`. */
export const drawFor = (dice: Dice, index: number, salt = 0): Draw => {
  let next = salt;
  const unit = (): number => dice.unit(index, next++);
  const below = (limit: number): number => Math.floor(unit() * limit);
  return {
    unit,
    below,
    chance: (probability) => unit() < probability,
    pick: (choices) => choices[below(choices.length)] as never,
  };
};
