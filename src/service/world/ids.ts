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
const high = (value: number): string => hex[value >>> 16] ?? "";
const low = (value: number): string => hex[value & 0xffff] ?? "";
const word = (value: number): string => high(value) + low(value);

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

/** A record says its id twice, and its neighbours often belong to the same entity and event. */
const remembering = (make: (ordinal: number) => string): ((ordinal: number) => string) => {
  let last = { ordinal: Number.NaN, id: "" };
  return (ordinal) => {
    if (ordinal !== last.ordinal) last = { ordinal, id: make(ordinal) };
    return last.id;
  };
};

/** Makes the uuids (version 4 in shape) of one kind of record. */
export const createNumbering = (seed: number, kind: Kind): Numbering => {
  const { dice, forward, backward } = createPermutation(seed, kind);
  const idOf = remembering((ordinal) => {
    const first = word(forward(ordinal));
    const second = (dice.bits(ordinal, 9001) & 0xffff0fff) | 0x4000;
    const third = (dice.bits(ordinal, 9002) & 0x3fffffff) | 0x80000000;
    const fourth = word(dice.bits(ordinal, 9003));
    return `${first}-${high(second)}-${low(second)}-${high(third)}-${low(third)}${fourth}`;
  });
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id.toLowerCase() ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};

/** Makes the 24-digit document identifiers of the content route. */
export const createContentNumbering = (seed: number): Numbering => {
  const { dice, forward, backward } = createPermutation(seed, "content");
  const idOf = remembering(
    (ordinal) => `${word(forward(ordinal))}${word(dice.bits(ordinal, 9001))}${word(dice.bits(ordinal, 9002))}`,
  );
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};
