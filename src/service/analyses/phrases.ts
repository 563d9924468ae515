import { wordsOf } from "../text/words";

interface Phrase {
  readonly words: readonly string[];
  readonly id: number;
}

/** Finds many phrases in a text at once. */
export interface PhraseMatcher {
  /** The occurrences of each phrase that occurs, by id. */
  readonly count: (text: string) => ReadonlyMap<number, number>;
}

type Beginnings = ReadonlyMap<string, readonly Phrase[]>;
type Counts = Map<number, number>;

const nothing: ReadonlyMap<number, number> = new Map();

const raise = (counts: Counts | undefined, id: number): Counts => {
  const raised: Counts = counts ?? new Map<number, number>();
  return raised.set(id, (raised.get(id) ?? 0) + 1);
};

/** Whether a character of lowercase ASCII belongs to a word; past the end of a text it does not. */
const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

const endOfWord = (text: string, begin: number): number => {
  let end = begin;
  while (isWordCode(text.charCodeAt(end))) end += 1;
  return end;
};

/** Whether the words of a phrase after its first follow one another from here. */
const follows = ({ words }: Phrase, text: string, from: number): boolean => {
  let at = from;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? "";
    while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
    if (!text.startsWith(word, at) || isWordCode(text.charCodeAt(at + word.length))) return false;
    at += word.length;
  }
  return true;
};

/** For each first letter of a phrase the lengths, as bits, that its first word has: most words of a text are no such word. */
const lengthsOf = (beginnings: Beginnings): Int32Array => {
  const lengths = new Int32Array(128);
  for (const word of beginnings.keys()) {
    const code = word.charCodeAt(0);
    if (code < 128) lengths[code] = (lengths[code] ?? 0) | (1 << Math.min(word.length, 31));
  }
  return lengths;
};

/** Counts in a text of ASCII without cutting it into words. */
const createPlainCount = (beginnings: Beginnings): ((text: string) => ReadonlyMap<number, number>) => {
  const lengths = lengthsOf(beginnings);
  return (text) => {
    let counts: Counts | undefined;
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      const end = endOfWord(text, at);
      const fits = end > at && (((lengths[code] ?? 0) >>> Math.min(end - at, 31)) & 1) === 1;
      for (const phrase of (fits ? beginnings.get(text.slice(at, end)) : undefined) ?? [])
        if (follows(phrase, text, end)) counts = raise(counts, phrase.id);
      at = end + 1;
    }
    return counts ?? nothing;
  };
};

const occursAt = (phrase: Phrase, words: readonly string[], at: number): boolean => {
  for (let offset = 1; offset < phrase.words.length; offset += 1) {
    if (words[at + offset] !== phrase.words[offset]) return false;
  }
  return true;
};

const countWords = (words: readonly string[], beginnings: Beginnings): ReadonlyMap<number, number> => {
  let counts: Counts | undefined;
  for (let at = 0; at < words.length; at += 1) {
    for (const phrase of beginnings.get(words[at] ?? "") ?? [])
      if (occursAt(phrase, words, at)) counts = raise(counts, phrase.id);
  }
  return counts ?? nothing;
};

const beyondAscii = /[^\x00-\x7f]/;

/** Makes the matcher: full words, without case, several words in their order. Phrases without words never match. */
export const createPhraseMatcher = (phrases: readonly string[]): PhraseMatcher => {
  const beginnings = new Map<string, Phrase[]>();
  phrases.forEach((text, id) => {
    const words = wordsOf(text);
    const [first] = words;
    if (first === undefined) return;
    beginnings.set(first, [...(beginnings.get(first) ?? []), { words, id }]);
  });
  const countPlain = createPlainCount(beginnings);
  return {
    count: (text) => {
      const lower = text.toLowerCase();
      return beyondAscii.test(lower) ? countWords(wordsOf(lower), beginnings) : countPlain(lower);
    },
  };
};
