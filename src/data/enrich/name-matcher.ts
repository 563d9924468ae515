import { type CompanyName, companyName } from "../names/company-names";

/** A company with the names that it is known by: legal name, other names, previous names. */
export interface NamedCompany {
  readonly id: string;
  readonly names: readonly string[];
  /** The number of the SEC, without leading zeros. */
  readonly cik?: string | null;
}

export interface NameMatch {
  readonly id: string;
  /** The name of the company that matches best. */
  readonly name: string;
  /** How much of both names the aligned words make up, by weight: 0 to 1. */
  readonly score: number;
}

export interface NameSearch {
  /** Best first, ten at most. */
  readonly matches: readonly NameMatch[];
  /** The company that is taken without a review; undefined where a person has to decide. */
  readonly accepted?: NameMatch | undefined;
}

interface IndexedName extends CompanyName {
  readonly id: string;
  readonly name: string;
}

/** How far the number of edits between two words goes: 0, 1, or 2 for more. */
const editDistance = (one: string, other: string): number => {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > 1) return 2;
  let start = 0;
  while (start < one.length && one.charAt(start) === other.charAt(start)) start += 1;
  const [left, right] = [one.slice(start), other.slice(start)];
  const [first = "", second = ""] = left;
  const isSwap = right.startsWith(`${second}${first}`) && left.slice(2) === right.slice(2);
  const isEdit = left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
  return isSwap || isEdit ? 1 : 2;
};

const isSubsequence = (short: string, long: string): boolean => {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
};

const isPlural = (short: string, long: string): boolean =>
  short.length > 3 && (long === `${short}s` || long === `${short.slice(0, -1)}ies`);

/** `intl`, `mfg`: the letters stand in the word, in order. */
const isContraction = (short: string, long: string): boolean =>
  short.length <= 5 && isSubsequence(short, long) && !short.endsWith("s");

/** How alike two words are: 1 equal, less for a shortened or misspelled one, 0 for different ones. */
const wordSimilarity = (one: string, other: string): number => {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 2 || !long.startsWith(short.slice(0, 1)) || /\d/.test(long)) return 0;
  if (isPlural(short, long)) return 0.96;
  if (short.length > 4 && editDistance(one, other) === 1) return 0.88;
  if (long.startsWith(short)) return short.length > 2 ? 0.85 : 0.6;
  return isContraction(short, long) ? 0.7 : 0;
};

/** Words that many names add or leave out: they tell two companies apart only where nothing else does. */
const weakWords = new Set("holding holdings group grp hldgs hldg hld gruppe groupe grupo the of de".split(" "));

interface Alignment {
  readonly score: number;
  /** True where every word stands in both names: equal, joined otherwise, or in the plural. Weak words may be left out. */
  readonly isComplete: boolean;
}

const joinLimit = 4;

/** Words of one name that together are a word of the other, or its initials: how many, or 0. */
const joinedCount = (
  words: readonly string[],
  start: number,
  word: string,
): { readonly count: number; readonly similarity: number } => {
  let text = "";
  let initials = "";
  for (let count = 1; count <= joinLimit && start + count <= words.length; count += 1) {
    const part = words[start + count - 1] ?? "";
    text += part;
    initials += part[0] ?? "";
    if (count > 1 && text === word) return { count, similarity: 1 };
    if (count > 2 && initials === word) return { count, similarity: 0.7 };
  }
  return { count: 0, similarity: 0 };
};

/** The words of a name with what each is worth in the alignment: 0 for a word without a partner. */
interface AlignedName {
  readonly words: readonly string[];
  readonly values: number[];
}

const alignEqualWords = (one: AlignedName, other: AlignedName): void => {
  for (const [at, word] of one.words.entries()) {
    const same = other.words.findIndex((each, place) => each === word && other.values[place] === 0);
    if (same !== -1) one.values[at] = other.values[same] = 1;
  }
};

/** Aligns words of the first name that together are a word of the other. */
const alignJoinedWords = (one: AlignedName, other: AlignedName): void => {
  for (const at of one.words.keys())
    for (const [place, word] of other.words.entries()) {
      if (one.values[at] === 1 || other.values[place] === 1) continue;
      const { count, similarity } = joinedCount(one.words, at, word);
      if (count === 0) continue;
      one.values.fill(similarity, at, at + count);
      other.values[place] = similarity;
    }
};

const alignSimilarWords = (one: AlignedName, other: AlignedName): void => {
  for (const [at, word] of one.words.entries()) {
    if (one.values[at] !== 0) continue;
    let [best, place] = [0, -1];
    for (const [position, each] of other.words.entries()) {
      const similarity = other.values[position] === 0 ? wordSimilarity(word, each) : 0;
      if (similarity > best) [best, place] = [similarity, position];
    }
    if (place !== -1) one.values[at] = other.values[place] = best;
  }
};

const alignedValue = 0.95;

/** Aligns the words of two names; each word counts by its weight. */
const alignNames = (one: readonly string[], other: readonly string[], weight: (word: string) => number): Alignment => {
  const [left, right] = [one, other].map((words): AlignedName => ({ words, values: words.map(() => 0) })) as [
    AlignedName,
    AlignedName,
  ];
  alignEqualWords(left, right);
  alignJoinedWords(left, right);
  alignJoinedWords(right, left);
  alignSimilarWords(left, right);
  // `Graham Corp.` and `Graham Holdings Co.` are two companies.
  const needsWeakWords = one.filter((word) => !weakWords.has(word)).length < 2;
  let [sum, total] = [0, 0];
  let isComplete = true;
  for (const { words, values } of [left, right])
    for (const [at, word] of words.entries()) {
      const value = values[at] ?? 0;
      sum += value * weight(word);
      total += weight(word);
      if (value < alignedValue && (needsWeakWords || !weakWords.has(word))) isComplete = false;
    }
  return { score: total === 0 ? 0 : sum / total, isComplete };
};

/** Legal forms of both names of which none is the same: two companies (`Acme Ltd`, `Acme Inc.`), or one whose name was shortened. */
const formPenalty = (one: CompanyName, other: CompanyName): number => {
  if (one.forms.length === 0 || other.forms.length === 0) return 0.005;
  return one.forms.some((form) => other.forms.includes(form)) ? 0 : 0.01;
};

const blockLimit = 60;
const keyLimit = 4_000;

/** The keys under which a name is looked for: its words, their beginnings, and the whole in one word. */
const blockKeys = (words: readonly string[]): readonly string[] => {
  const keys = words.flatMap((word) => [`=${word}`, `^${word.slice(0, 3)}`]);
  const joined = words.join("");
  keys.push(`+${joined.slice(0, 5)}`);
  if (words.length > 2) keys.push(`=${words.map((word) => word[0] ?? "").join("")}`);
  for (let at = 0; at + 1 < words.length; at += 1) keys.push(`=${words[at] ?? ""}${words[at + 1] ?? ""}`);
  return [...new Set(keys)];
};

/** Finds companies by names that are written otherwise than in the list. */
export class NameMatcher {
  readonly #names: readonly IndexedName[];
  readonly #blocks = new Map<string, number[]>();
  readonly #frequencies = new Map<string, number>();

  constructor(companies: readonly NamedCompany[]) {
    this.#names = companies.flatMap(({ id, names }) =>
      [...new Set(names)].map((name): IndexedName => ({ id, name, ...companyName(name) })),
    );
    for (const [position, { words }] of this.#names.entries()) {
      for (const key of blockKeys(words)) this.#block(key).push(position);
      for (const word of new Set(words)) this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
    }
  }

  #block(key: string): number[] {
    const block = this.#blocks.get(key) ?? [];
    this.#blocks.set(key, block);
    return block;
  }

  /** The rarer a word is among the names, the more it says. */
  #weight = (word: string): number => {
    const rarity = Math.log((this.#names.length + 2) / ((this.#frequencies.get(word) ?? 0) + 1));
    return (weakWords.has(word) ? 0.35 : 1) * Math.max(0.3, rarity);
  };

  #candidates(words: readonly string[]): readonly IndexedName[] {
    const scores = new Map<number, number>();
    const blocks = blockKeys(words).map((key) => ({ key, block: this.#blocks.get(key) ?? [] }));
    for (const { key, block } of blocks) {
      if (block.length > keyLimit) continue;
      const rarity = Math.log((this.#names.length + 2) / (block.length + 1)) * (key.startsWith("^") ? 0.6 : 1);
      for (const position of block) scores.set(position, (scores.get(position) ?? 0) + rarity);
    }
    return [...scores]
      .map(([position, score]) => ({ name: this.#names[position], score }))
      .flatMap(({ name, score }) => (name === undefined ? [] : [{ name, score: score / (4 + name.words.length) }]))
      .sort((one, other) => other.score - one.score)
      .slice(0, blockLimit)
      .map(({ name }) => name);
  }

  /** How alike two names are: 0 to 1. Words weigh as rare as they are among the names of the list. */
  compare(one: string, other: string): number {
    const [left, right] = [companyName(one), companyName(other)];
    return alignNames(left.words, right.words, this.#weight).score - formPenalty(left, right);
  }

  /**
   * The companies whose names come nearest. One is accepted where all words of both names align, no other company's do as well, and the
   * name says something: a similarity alone accepts nothing.
   */
  search(text: string): NameSearch {
    const query = companyName(text);
    if (query.words.length === 0) return { matches: [] };
    const best = new Map<string, NameMatch & { readonly isComplete: boolean }>();
    for (const candidate of this.#candidates(query.words)) {
      const { score, isComplete } = alignNames(query.words, candidate.words, this.#weight);
      const match = {
        id: candidate.id,
        name: candidate.name,
        score: Math.max(0, score - formPenalty(query, candidate)),
        isComplete,
      };
      const known = best.get(candidate.id);
      if (known === undefined || match.score > known.score) best.set(candidate.id, match);
    }
    const sorted = [...best.values()].sort((one, other) => other.score - one.score).slice(0, 10);
    const [first, second] = sorted;
    const isAccepted =
      first?.isComplete === true &&
      first.score >= acceptedScore &&
      !(second?.isComplete === true && second.score > first.score - margin);
    return {
      matches: sorted.map(({ id, name, score }) => ({ id, name, score })),
      accepted: isAccepted ? { id: first.id, name: first.name, score: first.score } : undefined,
    };
  }
}

const acceptedScore = 0.9;
const margin = 0.004;
