import { createDice, type Kind } from "./dice";

/** Numbers records with uuids and finds the number again, without a table. */
export interface Numbering {
  readonly idOf: (ordinal: number) => string;
  /** The ordinal of an id made by this numbering; undefined for any other id. */
  readonly ordinalOf: (id: string) => number | undefined;
  /** Sorts as the ids do, without making them. */
  readonly rankOf: (ordinal: number) => number;
}

const hex = Array.from({ length: 65536 }, (_, value) => value.toString(16).padStart(4, "0"));
const word = (value: number): string => `${hex[value >>> 16] ?? ""}${hex[value & 0xffff] ?? ""}`;

/**
 * A numbering whose first 32 bits are a four-round Feistel permutation of the ordinal, keyed by seed and kind, and whose rest is a
 * hash of it: ids look random, never collide, and lead back to their record.
 */
const createPermutation = (seed: number, kind: Kind) => {
  const dice = createDice(seed, kind);
  const round = (half: number, turn: number): number => dice.bits(half, 7001 + turn) & 0xffff;
  const forward = (ordinal: number): number => {
    let left = ordinal >>> 16;
    let right = ordinal & 0xffff;
    for (let turn = 0; turn < 4; turn += 1) [left, right] = [right, left ^ round(right, turn)];
    return ((left << 16) | right) >>> 0;
  };
  const backward = (value: number): number => {
    let left = value >>> 16;
    let right = value & 0xffff;
    for (let turn = 3; turn >= 0; turn -= 1) [left, right] = [right ^ round(left, turn), left];
    return ((left << 16) | right) >>> 0;
  };
  return { dice, forward, backward };
};

/** Makes the uuids (version 4 in shape) of one kind of record. */
export const createNumbering = (seed: number, kind: Kind): Numbering => {
  const { dice, forward, backward } = createPermutation(seed, kind);
  const idOf = (ordinal: number): string => {
    const [b, c, d] = [dice.bits(ordinal, 9001), dice.bits(ordinal, 9002), dice.bits(ordinal, 9003)];
    const second = word(((b & 0xffff0fff) | 0x4000) >>> 0);
    const third = word(((c & 0x3fffffff) | 0x80000000) >>> 0);
    return `${word(forward(ordinal))}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${word(d)}`;
  };
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id.toLowerCase() ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};

/** Makes the 24-digit document identifiers of the content route. */
export const createContentNumbering = (seed: number): Numbering => {
  const { dice, forward, backward } = createPermutation(seed, "content");
  const idOf = (ordinal: number): string =>
    `${word(forward(ordinal))}${word(dice.bits(ordinal, 9001))}${word(dice.bits(ordinal, 9002))}`;
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};
