import { PhraseFinder, phraseKey } from "./phrases";
import { type GoalPhrases, goalPhrases } from "./sdg-phrases";
import type { TextWord } from "./text-words";

/** A goal that a text is about. */
export interface GoalMatch {
  /** 1 to 17. */
  readonly goal: number;
  /** How much of the text speaks of it: the sum over its phrases. */
  readonly weight: number;
  /** The phrases that stand in the text, the most frequent first. */
  readonly phrases: readonly string[];
}

interface GoalPhrase {
  readonly goal: number;
  readonly phrase: string;
  readonly weight: number;
}

const strongWeight = 1;
const weakWeight = 0.4;
/** The sum that names a goal. */
const leastWeight = 1;
/** Further occurrences of a phrase add less. */
const occurrences = (count: number): number => 1 + 0.5 * Math.log2(count);

/** Each phrase of a goal once: `recycled` is `recycling` again, and the strong one stays. */
const distinctPhrases = ({ strong, weak }: GoalPhrases, goal: number): readonly (readonly [string, GoalPhrase])[] => {
  const byKey = new Map<string, GoalPhrase>();
  for (const phrase of weak) byKey.set(phraseKey(phrase), { goal, phrase, weight: weakWeight });
  for (const phrase of strong) byKey.set(phraseKey(phrase), { goal, phrase, weight: strongWeight });
  return [...byKey.values()].map((value) => [value.phrase, value]);
};

const finder = new PhraseFinder<GoalPhrase>(
  goalPhrases.flatMap((phrases, position) => distinctPhrases(phrases, position + 1)),
);

/** The goals that a text in English is about, the strongest first. */
export const matchGoals = (words: readonly TextWord[]): readonly GoalMatch[] => {
  const counts = new Map<GoalPhrase, number>();
  for (const { value } of finder.find(words)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const goals = new Map<number, { weight: number; phrases: [string, number][] }>();
  for (const [{ goal, phrase, weight }, count] of counts) {
    const match = goals.get(goal) ?? { weight: 0, phrases: [] };
    goals.set(goal, match);
    match.weight += weight * occurrences(count);
    match.phrases.push([phrase, count]);
  }
  return [...goals]
    .filter(([, { weight }]) => weight >= leastWeight)
    .map(([goal, { weight, phrases }]) => ({
      goal,
      weight,
      phrases: phrases.sort(([, one], [, other]) => other - one).map(([phrase]) => phrase),
    }))
    .sort((one, other) => other.weight - one.weight);
};

/** Whether a phrase stands in a text (lower case, between spaces) as it is, or in the plural. */
const isLiteral = (text: string, phrase: string): boolean =>
  text.includes(` ${phrase.toLowerCase()} `) || text.includes(` ${phrase.toLowerCase()}s `);

/**
 * The goals that a few sentences are surely about: two of a goal's phrases stand there as they are, and one of them has
 * several words. Stems would take `in connection with` for connectivity, and single words occur in every contract.
 */
export const matchSureGoals = (words: readonly TextWord[]): readonly GoalMatch[] => {
  const text = ` ${words.map(({ lower }) => lower).join(" ")} `;
  return matchGoals(words).flatMap((match) => {
    const phrases = match.phrases.filter((phrase) => isLiteral(text, phrase));
    return phrases.length > 1 && phrases.some((phrase) => phrase.includes(" ")) ? [{ ...match, phrases }] : [];
  });
};
