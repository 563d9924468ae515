import { remove as removeConfusables } from "confusables";

/** Letters that fonts draw alike within ASCII: 1 and l as i, 0 as o, rn as m. */
const foldAscii = (text: string): string =>
  text
    .replaceAll(/[l1|!]/g, "i")
    .replaceAll("0", "o")
    .replaceAll("rn", "m");

const fold = (text: string): string =>
  foldAscii(
    removeConfusables(text.normalize("NFKD").toLowerCase())
      .normalize("NFKD")
      .toLowerCase()
      // Marks, spaces, punctuation and characters that are not drawn.
      .replaceAll(/[^\p{L}\p{N}|!]/gu, ""),
  );

/**
 * Whether a person could take a text for an ASCII word: in other case, with spaces or unseen characters, or with letters
 * that look alike. A letter of another script counts as alike if most letters of the text are those of the word.
 */
export const looksLike = (text: string, word: string): boolean => {
  const [letters, expected] = [Array.from(fold(text)), Array.from(fold(word))];
  if (letters.length !== expected.length) return false;
  const isForeign = (letter: string): boolean => letter > "\u007f";
  const equal = letters.filter((letter, index) => letter === expected[index]).length;
  return (
    equal > expected.length / 2 && letters.every((letter, index) => isForeign(letter) || letter === expected[index])
  );
};
