import { stemmer } from "stemmer";

// Chinese and Japanese put no spaces between words, so each of their characters is one.
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}\p{N}])+/gu;

/** The words of a text, lowercase: letters, marks and digits; symbols separate, accents stay. */
export const wordsOf = (text: string): string[] => text.normalize("NFC").toLowerCase().match(token) ?? [];

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
