import { createSeededRandom, type RandomStream } from "../common/random";

/** Converts ordinals to ids and back, without a table. */
export interface Numbering {
  readonly idOf: (ordinal: number) => string;
  /** The ordinal of an id of this numbering; undefined for any other id. */
  readonly ordinalOf: (id: string) => number | undefined;
  /** Sorts like the ids, without computing them. */
  readonly rankOf: (ordinal: number) => number;
}

/** The ordinals of the ids that this numbering knows. An unknown id has none, so a filter with it finds nothing. */
export const readOrdinals = (ids: readonly string[], numbering: Numbering): ReadonlySet<number> =>
  new Set(ids.map(numbering.ordinalOf).filter((ordinal) => ordinal !== undefined));

const wordHex = Array.from({ length: 65536 }, (_, value) => value.toString(16).padStart(4, "0"));
const high = (value: number): string => wordHex[value >>> 16] ?? "";
const low = (value: number): string => wordHex[value & 0xffff] ?? "";
const hashWord = (value: number): string => high(value) + low(value);

/**
 * The first 32 bits of an id are a four-round Feistel permutation of the ordinal, keyed by seed and kind; the rest is
 * a hash. Ids look random, never collide, and can be converted back.
 */
const createPermutation = (seed: number, kind: RandomStream) => {
  const random = createSeededRandom(seed, kind);
  const round = (half: number, turn: number): number => random.bits(half, 7001 + turn) & 0xffff;
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
  return { random, forward, backward };
};

/** Caches the last id: a record contains its id twice, and its neighbours often share entity and event. */
const cacheLast = (make: (ordinal: number) => string): ((ordinal: number) => string) => {
  let last = { ordinal: Number.NaN, id: "" };
  return (ordinal) => {
    if (ordinal !== last.ordinal) last = { ordinal, id: make(ordinal) };
    return last.id;
  };
};

/** The uuids (version 4 in format) of one kind of record. */
export const createNumbering = (seed: number, kind: RandomStream): Numbering => {
  const { random, forward, backward } = createPermutation(seed, kind);
  const idOf = cacheLast((ordinal) => {
    const first = hashWord(forward(ordinal));
    const second = (random.bits(ordinal, 9001) & 0xffff0fff) | 0x4000;
    const third = (random.bits(ordinal, 9002) & 0x3fffffff) | 0x80000000;
    const fourth = hashWord(random.bits(ordinal, 9003));
    return `${first}-${high(second)}-${low(second)}-${high(third)}-${low(third)}${fourth}`;
  });
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id.toLowerCase() ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};

/** The 24-digit document ids of POST /v3/documents. */
export const createContentNumbering = (seed: number): Numbering => {
  const { random, forward, backward } = createPermutation(seed, "content");
  const idOf = cacheLast(
    (ordinal) =>
      `${hashWord(forward(ordinal))}${hashWord(random.bits(ordinal, 9001))}${hashWord(random.bits(ordinal, 9002))}`,
  );
  const ordinalOf = (id: string): number | undefined => {
    const ordinal = backward(Number.parseInt(id.slice(0, 8), 16) >>> 0);
    return idOf(ordinal) === id ? ordinal : undefined;
  };
  return { idOf, ordinalOf, rankOf: forward };
};
