import { foldText } from "../../facts/folded-text";

// Near-duplicates of one day by MinHash: two texts share about as many of their least hashes as they share shingles.

/** A text to be compared, with its day (YYYY-MM-DD): only texts of one day are compared. */
export interface DatedText {
  readonly id: string;
  readonly day: string;
  readonly text: string;
}

/** Characters of a shingle. Shingles of characters survive a dropped word better than shingles of words. */
const shingleLength = 9;
const hashCount = 96;
const bandRows = 3;
/** Texts whose signatures agree at least this far are near-duplicates. */
const leastAgreement = 0.5;
/** Texts shorter than this many shingles are equal or different: there is nothing to estimate. */
const leastShingles = 12;

const seeds = Uint32Array.from({ length: hashCount }, (_, index) => Math.imul(index + 1, 0x9e3779b1) | 1);

/** The least hash of the text's shingles under each of the hash functions; undefined for a text that is too short. */
export const signText = (text: string): Uint32Array | undefined => {
  const letters = foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  if (letters.length < shingleLength + leastShingles) return undefined;
  const least = new Uint32Array(hashCount).fill(0xffffffff);
  const base = 0x01000193;
  let power = 1;
  for (let at = 1; at < shingleLength; at += 1) power = Math.imul(power, base);
  let rolling = 0;
  for (let at = 0; at < letters.length; at += 1) {
    if (at >= shingleLength) rolling = (rolling - Math.imul(letters.charCodeAt(at - shingleLength), power)) | 0;
    rolling = (Math.imul(rolling, base) + letters.charCodeAt(at)) | 0;
    if (at < shingleLength - 1) continue;
    let mixed = Math.imul(rolling ^ (rolling >>> 16), 0x85ebca6b);
    mixed ^= mixed >>> 13;
    for (let index = 0; index < hashCount; index += 1) {
      const seed = seeds[index] ?? 1;
      const hash = Math.imul(mixed ^ (seed >>> 7), seed) >>> 0;
      const folded = (hash ^ (hash >>> 15)) >>> 0;
      if (folded < (least[index] ?? 0)) least[index] = folded;
    }
  }
  return least;
};

/** The part of the hashes that two signatures share: an estimate of the part of the shingles. */
export const signatureAgreement = (one: Uint32Array, other: Uint32Array): number => {
  let equal = 0;
  for (let index = 0; index < hashCount; index += 1) if (one[index] === other[index]) equal += 1;
  return equal / hashCount;
};

/** Groups texts of one day that are the same or nearly: the clusters with more than one text, each in the order of the input. */
export const groupNearDuplicates = (texts: readonly DatedText[]): readonly (readonly string[])[] => {
  const parents = texts.map((_, position) => position);
  const root = (position: number): number => {
    let at = position;
    while (parents[at] !== at) at = parents[at] ?? at;
    parents[position] = at;
    return at;
  };
  const signatures = texts.map(({ text }) => signText(text));
  const buckets = new Map<string, number[]>();
  for (const [position, { day, text }] of texts.entries()) {
    const signature = signatures[position];
    const keys =
      signature === undefined
        ? [`${day} ${foldText(text)}`]
        : Array.from(
            { length: hashCount / bandRows },
            (_, band) => `${day} ${band} ${signature.slice(band * bandRows, (band + 1) * bandRows).join(" ")}`,
          );
    for (const key of keys) {
      const bucket = buckets.get(key) ?? [];
      buckets.set(key, bucket);
      const match = bucket.find((other) => {
        const otherSignature = signatures[other];
        if (signature === undefined || otherSignature === undefined) return signature === otherSignature;
        return root(other) === root(position) || signatureAgreement(signature, otherSignature) >= leastAgreement;
      });
      if (match === undefined) bucket.push(position);
      else parents[Math.max(root(position), root(match))] = Math.min(root(position), root(match));
    }
  }
  const groups = new Map<number, string[]>();
  for (const [position, { id }] of texts.entries()) {
    const group = groups.get(root(position)) ?? [];
    groups.set(root(position), group);
    group.push(id);
  }
  return [...groups.values()].filter((group) => group.length > 1);
};
