import { stemOf } from "./words";

const weights = (line: string, weight: number): [string, number][] =>
  line.split(" ").map((word) => [stemOf(word), weight]);

/** Words of the ESG trade with a valence that VADER's lexicon does not have, by stem. */
export const issueWords: ReadonlyMap<string, number> = new Map([
  ...weights("investigation probe fined lawsuit sued violations court allegations appeal ruling", -0.6),
  ...weights(
    "concealed negligence compensation protested reprimand sanctions recall cartel laundering bribery evasion",
    -1.1,
  ),
  ...weights("spill pollution deforestation contamination toxic slavery discrimination", -1.2),
  ...weights("prevent credible expands launched invest pledges renewable recycling", 0.7),
]);

/** The seven emotions the analyses name. */
export const emotionNames = ["anger", "anticipation", "fear", "joy", "sadness", "surprise", "trust"] as const;

/** An emotion. */
export type Emotion = (typeof emotionNames)[number];

const stemsOf = (line: string): ReadonlySet<string> => new Set(line.split(" ").map(stemOf));

/** Words that carry an emotion, by stem; our own lists. */
export const emotionStems: Readonly<Record<Emotion, ReadonlySet<string>>> = {
  anger: stemsOf(
    "anger angered angry abuse accuse accused blame criticise criticises fury hostile lawsuit outrage protest protested scandal shameful threats violation",
  ),
  anticipation: stemsOf(
    "announced await coming expected follow forecast future hope invest launch plan pledges promise promised scheduled soon week will",
  ),
  fear: stemsOf(
    "afraid alarm concerns culture danger dangerous fear illegal investigation risk severe threat threats warn warnings worry",
  ),
  joy: stemsOf(
    "award celebrate excellent glad grateful happy joy praised progress successful success welcomed win wins",
  ),
  sadness: stemsOf("badly damage damaged grief harmed heavy loss losses mourn regret sad suffer tragic victims"),
  surprise: stemsOf(
    "abrupt astonish emerged ignored new opened published reveal revealed shock sudden surprise unexpected",
  ),
  trust: stemsOf(
    "agree commitment confirm credible experts faith honest independent reliable safe secure stable standards support trust",
  ),
};
