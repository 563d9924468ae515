import { SentimentIntensityAnalyzer } from "vader-sentiment";
import { emotionNames, emotionStems, issueWords } from "./lexicon";
import { stemOf, wordsOf } from "./words";

/** The twelve numbers of a sentence, as the analyses return them. */
export interface SentenceResults {
  readonly anger: number;
  readonly anticipation: number;
  readonly fear: number;
  readonly joy: number;
  readonly negative: number;
  readonly neutral: number;
  readonly polarity: number;
  readonly polarity_exp: number;
  readonly positive: number;
  readonly sadness: number;
  readonly surprise: number;
  readonly trust: number;
}

/** Their names, in the order they are stored. */
export const resultNames = [
  "anger",
  "anticipation",
  "fear",
  "joy",
  "negative",
  "neutral",
  "polarity",
  "polarity_exp",
  "positive",
  "sadness",
  "surprise",
  "trust",
] as const;

/** Rounds to four decimals, as every sentiment on the wire. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const strongest = 15;
const rawOf = (compound: number): number => {
  const bounded = Math.max(-0.9999, Math.min(0.9999, compound));
  return bounded * Math.sqrt(strongest / (1 - bounded * bounded));
};

const emotionsOf = (stems: readonly string[]): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const name of emotionNames) {
    const hits = stems.filter((stem) => emotionStems[name].has(stem)).length;
    found[name] = rounded(Math.min(1, (hits * 3) / Math.max(stems.length, 6)));
  }
  return found;
};

/** Weighs strong polarity more: sign(p)(e^|p| - 1)/(e - 1); the specification does not define `polarity_exp`. */
const exponential = (polarity: number): number =>
  (Math.sign(polarity) * Math.expm1(Math.abs(polarity))) / Math.expm1(1);

/** Scores an English sentence: VADER's lexicon and rules, our list of ESG words that it lacks, and our lists of emotions. */
export const scoreSentence = (text: string): SentenceResults => {
  const words = wordsOf(text);
  const base = SentimentIntensityAnalyzer.polarity_scores(text);
  let [up, down] = [0, 0];
  for (const word of words) {
    const valence = issueWords.get(stemOf(word)) ?? 0;
    if (valence > 0) up += valence + 1;
    if (valence < 0) down += 1 - valence;
  }
  const length = Math.max(words.length, 1);
  const total = length + up + down;
  const polarity = rawOf(base.compound) + up - down;
  const compound = rounded(polarity / Math.sqrt(polarity * polarity + strongest));
  const positive = rounded((base.pos * length + up) / total);
  const negative = rounded((base.neg * length + down) / total);
  const emotions = emotionsOf(words.map(stemOf));
  return {
    ...(emotions as Pick<SentenceResults, (typeof emotionNames)[number]>),
    negative,
    positive,
    neutral: rounded(Math.max(0, 1 - positive - negative)),
    polarity: compound,
    polarity_exp: rounded(exponential(compound)),
  };
};
