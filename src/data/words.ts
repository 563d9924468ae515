import { stemmer } from "stemmer";

// Chinese and Japanese write no spaces between words, so each character counts as a word.
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}\p{N}])+/gu;

const withoutAccents = /[a-z0-9]+/g;
const beyondAscii = /[^\x00-\x7f]/;

/** The lowercase words of a text: letters, marks and digits. Symbols separate words; accents stay. */
export const splitWords = (text: string): string[] => {
  const lower = text.toLowerCase();
  return (beyondAscii.test(lower) ? lower.normalize("NFC").match(token) : lower.match(withoutAccents)) ?? [];
};

const stems = new Map<string, string>();

/** The Porter stem of a lowercase word: word, words and wording have the same one. */
export const stemWord = (word: string): string => {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size > 200_000) stems.clear();
  if (word.length < 40) stems.set(word, stem);
  return stem;
};
