import { stemWord } from "../words";
import { textWords } from "./text-words";

const fillers = new Set(
  (
    "a an the and or but of in on at by for with from to as is are was were be been has have had it its this that these those he she they we you i " +
    "his her their our which who whom will would can could may might not no than then also said says about into over after before"
  ).split(" "),
);

/** The stems of a sentence's words that say something. */
const tellingStems = (text: string): readonly string[] =>
  textWords(text)
    .filter(({ lower }) => !fillers.has(lower))
    .map(({ lower }) => stemWord(lower));

const shortest = 25;
const longest = 400;

/**
 * The sentences that say most of what a text says, in the order of the text: those whose words are frequent in it and that stand early.
 * Sentences that repeat one already taken are left out.
 */
export const summarize = (sentences: readonly string[], count: number): readonly string[] => {
  const stems = sentences.map(tellingStems);
  const frequencies = new Map<string, number>();
  for (const stem of stems.flatMap((each) => [...new Set(each)]))
    frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  const ranked = sentences
    .map((text, position) => {
      const words = stems[position] ?? [];
      const weight = words.reduce((sum, stem) => sum + (frequencies.get(stem) ?? 0), 0) / (words.length + 3);
      return { text, position, score: weight * (1 + 1 / (1 + position)), words: new Set(words) };
    })
    .filter(({ text }) => text.length >= shortest && text.length <= longest)
    .sort((one, other) => other.score - one.score);
  const taken: typeof ranked = [];
  for (const sentence of ranked) {
    if (taken.length === count) break;
    if (taken.every((other) => overlap(sentence.words, other.words) < sameContent)) taken.push(sentence);
  }
  return taken.sort((one, other) => one.position - other.position).map(({ text }) => text);
};

/** The part of the smaller set that is in both. */
const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let both = 0;
  for (const each of small) if (large.has(each)) both += 1;
  return both / small.size;
};

/** Sentences that share this part of their words say the same. */
const sameContent = 0.6;

/**
 * The sentences of a document that say what no earlier document of its event said, in order, at most `count`. Empty where nothing is new.
 */
export const newSentences = (
  sentences: readonly string[],
  earlier: readonly string[],
  count: number,
): readonly string[] => {
  const known = earlier.map((text) => new Set(tellingStems(text)));
  return sentences
    .filter((text) => text.length >= shortest)
    .filter((text) => {
      const words = new Set(tellingStems(text));
      return known.every((other) => overlap(words, other) < sameContent);
    })
    .slice(0, count);
};
