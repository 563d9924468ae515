import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { comparableText } from "../../../../i18n/typed-text";

/** The families of functions in the order of the tree. */
export const families = ["ESG", "ENTITY", "UNIVERSE", "SDG", "DOC", "ANALYSIS", "KG", "TASKS", "QUERY"] as const;

/** The functions of a family, in the order of the reference. */
export const rankFunctions = (
  functions: readonly FunctionDefinition[],
  family: (typeof families)[number],
): readonly FunctionDefinition[] => functions.filter(({ name }) => name.startsWith(`${family}.`));

/** In small letters and without accents, so that `societe` finds `société`. */
const plainLetters = (text: string): string => comparableText(text).normalize("NFD").replaceAll(/\p{M}/gu, "");

const startsWord = (text: string, word: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));

/** How well a word of the search fits: its name counts more than its synonyms, these more than its help. 0: not at all. */
const fit = ({ name, synonyms, description }: FunctionDefinition, word: string): number => {
  if (plainLetters(name) === word) return 5;
  if (startsWord(plainLetters(name), word) || plainLetters(name).startsWith(word)) return 4;
  if (startsWord(plainLetters(synonyms), word)) return 3;
  if (startsWord(plainLetters(description), word)) return 2;
  return plainLetters(`${name} ${synonyms} ${description}`).includes(word) ? 1 : 0;
};

/** The functions that have every word of a search in their name, help or synonyms, the best first. Empty for a blank search. */
export const searchFunctions = (
  functions: readonly FunctionDefinition[],
  search: string,
): readonly FunctionDefinition[] => {
  const words = plainLetters(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return functions
    .map((definition) => {
      const fits = words.map((word) => fit(definition, word));
      return { definition, rank: fits.includes(0) ? 0 : fits.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ definition }) => definition);
};
