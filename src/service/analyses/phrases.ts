import { wordsOf } from "../text/words";

interface Phrase {
  readonly words: readonly string[];
  readonly id: number;
}

/** Finds many phrases in a text at once. */
export interface PhraseMatcher {
  /** Counts the occurrences of each phrase, by id. */
  readonly count: (text: string, found: Map<number, number>) => void;
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
  // Cutting a text into words costs most; a few phrases tell sooner that none can be in it.
  const firsts = byFirst.size <= 40 ? [...byFirst.keys()] : undefined;
  return {
    count: (text, found) => {
      const lower = text.toLowerCase();
      if (firsts?.some((first) => lower.includes(first)) === false) return;
      const words = wordsOf(lower);
      for (let at = 0; at < words.length; at += 1) {
        const candidates = byFirst.get(words[at] ?? "");
        if (candidates === undefined) continue;
        for (const phrase of candidates)
          if (occursAt(phrase, words, at)) found.set(phrase.id, (found.get(phrase.id) ?? 0) + 1);
      }
    },
  };
};
