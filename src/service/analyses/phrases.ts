import { wordsOf } from "../text/words";

interface Phrase {
  readonly words: readonly string[];
  readonly id: number;
}

/** Finds many phrases in a text at once. */
export interface PhraseMatcher {
  /** Counts the occurrences of each phrase, by id. */
  readonly count: (words: readonly string[], found: Map<number, number>) => void;
}

const occursAt = (phrase: Phrase, words: readonly string[], at: number): boolean => {
  for (let offset = 1; offset < phrase.words.length; offset += 1) {
    if (words[at + offset] !== phrase.words[offset]) return false;
  }
  return true;
};

/** Makes the matcher: full words, without case, several words in their order. Phrases without words never match. */
export const createPhraseMatcher = (phrases: readonly string[]): PhraseMatcher => {
  const byFirst = new Map<string, Phrase[]>();
  phrases.forEach((text, id) => {
    const words = wordsOf(text);
    const [first] = words;
    if (first === undefined) return;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, id }]);
  });
  return {
    count: (words, found) => {
      for (let at = 0; at < words.length; at += 1) {
        const candidates = byFirst.get(words[at] ?? "");
        if (candidates === undefined) continue;
        for (const phrase of candidates)
          if (occursAt(phrase, words, at)) found.set(phrase.id, (found.get(phrase.id) ?? 0) + 1);
      }
    },
  };
};
