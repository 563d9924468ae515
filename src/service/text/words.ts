import { stemmer } from "stemmer";

// Chinese and Japanese put no spaces between words, so each of their characters is one.
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}\p{N}])+/gu;

const plain = /[a-z0-9]+/g;
const beyondAscii = /[^\x00-\x7f]/;

/** The words of a text, lowercase: letters, marks and digits; symbols separate, accents stay. */
export const wordsOf = (text: string): string[] => {
  const lower = text.toLowerCase();
  return (beyondAscii.test(lower) ? lower.normalize("NFC").match(token) : lower.match(plain)) ?? [];
};

const stems = new Map<string, string>();

/** The stem of a lowercase word, so that word, words and wording are the same (Porter). */
export const stemOf = (word: string): string => {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size > 200_000) stems.clear();
  stems.set(word, stem);
  return stem;
};
