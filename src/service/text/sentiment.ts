import type { SentenceResults } from "../../data/records";
import { stemWord, splitWords } from "../../data/words";
import { SentimentIntensityAnalyzer } from "vader-sentiment";

const weights = (line: string, weight: number): [string, number][] =>
  line.split(" ").map((word) => [stemWord(word), weight]);

/** Valences of ESG words that are not in VADER's lexicon, by stem. */
export const issueWords: ReadonlyMap<string, number> = new Map([
  ...weights("investigation probe fined lawsuit sued violations court allegations appeal ruling", -0.6),
  ...weights(
    "concealed negligence compensation protested reprimand sanctions recall cartel laundering bribery evasion",
    -1.1,
  ),
  ...weights("spill pollution deforestation contamination toxic slavery discrimination", -1.2),
  ...weights("prevent credible expands launched invest pledges renewable recycling", 0.7),
]);

/** The seven emotions of the analyses. */
export const emotionNames = ["anger", "anticipation", "fear", "joy", "sadness", "surprise", "trust"] as const;

export type Emotion = (typeof emotionNames)[number];

const stemLine = (line: string): ReadonlySet<string> => new Set(line.split(" ").map(stemWord));

/** Words for each emotion, by stem; our own lists. */
export const emotionStems: Readonly<Record<Emotion, ReadonlySet<string>>> = {
  anger: stemLine(
    "anger angered angry abuse accuse accused blame criticise criticises fury hostile lawsuit outrage protest protested scandal shameful threats violation",
  ),
  anticipation: stemLine(
    "announced await coming expected follow forecast future hope invest launch plan pledges promise promised scheduled soon week will",
  ),
  fear: stemLine(
    "afraid alarm concerns culture danger dangerous fear illegal investigation risk severe threat threats warn warnings worry",
  ),
  joy: stemLine(
    "award celebrate excellent glad grateful happy joy praised progress successful success welcomed win wins",
  ),
  sadness: stemLine("badly damage damaged grief harmed heavy loss losses mourn regret sad suffer tragic victims"),
  surprise: stemLine(
    "abrupt astonish emerged ignored new opened published reveal revealed shock sudden surprise unexpected",
  ),
  trust: stemLine(
    "agree commitment confirm credible experts faith honest independent reliable safe secure stable standards support trust",
  ),
};

/** The names of the twelve numbers, in the order of the specification. */
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

/** Rounds to four decimals, like every sentiment in a response. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const strongest = 15;
const rawSentiment = (compound: number): number => {
  const bounded = Math.max(-0.9999, Math.min(0.9999, compound));
  return bounded * Math.sqrt(strongest / (1 - bounded * bounded));
};

const countEmotions = (stems: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of emotionNames) {
    const hits = stems.filter((stem) => emotionStems[name].has(stem)).length;
    counts[name] = rounded(Math.min(1, (hits * 3) / Math.max(stems.length, 6)));
  }
  return counts;
};

/** Gives strong polarity more weight: sign(p)(e^|p| - 1)/(e - 1). The specification does not define `polarity_exp`. */
const exponential = (polarity: number): number =>
  (Math.sign(polarity) * Math.expm1(Math.abs(polarity))) / Math.expm1(1);

/** Scores an English sentence with VADER's lexicon and rules, our ESG words and our emotion words. */
export const scoreSentence = (text: string): Required<SentenceResults> => {
  const words = splitWords(text);
  const base = SentimentIntensityAnalyzer.polarity_scores(text);
  let [up, down] = [0, 0];
  for (const word of words) {
    const valence = issueWords.get(stemWord(word)) ?? 0;
    if (valence > 0) up += valence + 1;
    if (valence < 0) down += 1 - valence;
  }
  const length = Math.max(words.length, 1);
  const total = length + up + down;
  const polarity = rawSentiment(base.compound) + up - down;
  const compound = rounded(polarity / Math.sqrt(polarity * polarity + strongest));
  const positive = rounded((base.pos * length + up) / total);
  const negative = rounded((base.neg * length + down) / total);
  const emotions = countEmotions(words.map(stemWord));
  return {
    ...(emotions as Required<Pick<SentenceResults, (typeof emotionNames)[number]>>),
    negative,
    positive,
    neutral: rounded(Math.max(0, 1 - positive - negative)),
    polarity: compound,
    polarity_exp: rounded(exponential(compound)),
  };
};
