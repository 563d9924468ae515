import type { SentenceResults } from "../../data/records";
import { rounded } from "../text/statement";
import type { resultNames } from "../text/sentiment";
import { stemWord, splitWords } from "../../data/words";
import type { Document } from "../data/source";
import type { AnalysedEntity, Plan } from "./plan";
import { itemAt } from "../common/random";

/** One analysed sentence of a document. */
export interface AnalysedSentence {
  readonly text: string;
  /** 0 for the title, 1 for the text. */
  readonly type: 0 | 1;
  readonly results: SentenceResults;
  /** Occurrences by phrase id. */
  readonly counts: ReadonlyMap<number, number>;
}

/** A document with its analysed sentences. */
export interface AnalysedDocument {
  readonly document: Document;
  readonly sentences: readonly AnalysedSentence[];
  /** Occurrences in the whole document by phrase id. */
  readonly counts: ReadonlyMap<number, number>;
}

/**
 * Analyses a document: its sentences in its own language, and the phrases in each. A document without a title starts
 * with its text.
 */
const analyseDocument = (document: Document, plan: Plan): AnalysedDocument => {
  const counts = new Map<number, number>();
  const sentences = document.sentences.map(({ text, type, results }): AnalysedSentence => {
    const termCounts = plan.matcher.count(text);
    for (const [id, count] of termCounts) counts.set(id, (counts.get(id) ?? 0) + count);
    return { text, type, results, counts: termCounts };
  });
  return { document, sentences, counts };
};

/** Whether a keyword of an entity occurs in a sentence. */
export const mentions = ({ keywords }: AnalysedEntity, { counts }: AnalysedSentence): boolean => {
  // Few phrases occur in a sentence, but an entity may have very many keywords.
  for (const id of counts.keys()) if (keywords.has(id)) return true;
  return false;
};

const documentStems = ({ sentences }: AnalysedDocument): ReadonlySet<string> =>
  new Set(sentences.flatMap((sentence) => splitWords(sentence.text)).map(stemWord));

/** The part of an entity's terms that are among the stems of a document, 0 to 1. */
const entitySimilarity = (entity: AnalysedEntity, words: ReadonlySet<string>): number => {
  const commonTerms = [...entity.terms].filter((term) => words.has(term)).length;
  return rounded(commonTerms / Math.max(1, entity.terms.size));
};

export interface Aggregates {
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
}

/** Aggregates the numbers that are known; undefined where none is. */
export const aggregate = (values: readonly (number | undefined)[]): Aggregates | undefined => {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { max: sorted.at(-1) ?? 0, mean: rounded(mean), median: rounded(median), min: sorted[0] ?? 0 };
};

/** Aggregates numbers that are given with how often each occurs; there is at least one. */
export const aggregateCounted = (values: readonly (readonly [value: number, count: number])[]): Aggregates => {
  const sorted = [...values].sort(([a], [b]) => a - b);
  let [count, sum] = [0, 0];
  for (const [value, times] of sorted) {
    count += times;
    sum += value * times;
  }
  const valueAt = (position: number): number => {
    let total = 0;
    for (const [value, times] of sorted) if ((total += times) > position) return value;
    return 0;
  };
  const median = (valueAt((count - 1) >> 1) + valueAt(count >> 1)) / 2;
  return { max: valueAt(count - 1), mean: rounded(sum / count), median: rounded(median), min: valueAt(0) };
};

/** The mean of one result over sentences; undefined where nobody computed it. */
export const meanResult = (
  sentences: readonly AnalysedSentence[],
  name: (typeof resultNames)[number],
): number | undefined => aggregate(sentences.map((sentence) => sentence.results[name]))?.mean;

/** An entity found in a document, by its position in the plan. */
export interface FoundEntity {
  readonly position: number;
  readonly similarity: number;
}

/** A document that belongs to an analysis. */
export interface MatchedDocument {
  readonly analysed: AnalysedDocument;
  readonly entities: readonly FoundEntity[];
}

const keywordsMet = (entity: AnalysedEntity, analysed: AnalysedDocument, { request }: Plan): boolean => {
  const where =
    request.search_in.includes("title") && request.search_in.includes("text")
      ? undefined
      : request.search_in[0] === "title"
        ? 0
        : 1;
  const countTerm = (id: number): number =>
    where === undefined
      ? (analysed.counts.get(id) ?? 0)
      : analysed.sentences.reduce(
          (sum, sentence) => sum + (sentence.type === where ? (sentence.counts.get(id) ?? 0) : 0),
          0,
        );
  let keywordCount = 0;
  for (const id of analysed.counts.keys())
    if (entity.keywords.has(id) && countTerm(id) >= request.min_repeat) keywordCount += 1;
  return keywordCount >= request.min_match;
};

/** ner-linking also finds an entity if the linker found that company in the document. */
const isFound = (entity: AnalysedEntity, analysed: AnalysedDocument, plan: Plan): boolean =>
  keywordsMet(entity, analysed, plan) ||
  (plan.has("ner-linking") && analysed.document.companies.some(({ id }) => id === entity.id));

const any = (ids: Iterable<number>, analysed: AnalysedDocument): boolean =>
  [...ids].some((id) => analysed.counts.has(id));

const conceptsMet = ({ request, concepts }: Plan, analysed: AnalysedDocument): boolean =>
  request.concepts_filter === undefined ||
  // A filter without keywords drops nothing, as every other empty filter.
  [...concepts.values()].every((words) => words.length === 0) ||
  [...concepts.values()].some((words) => any(words, analysed));

const sentimentsMet = ({ request }: Plan, analysed: AnalysedDocument): boolean =>
  Object.entries(request.sentiments_filter ?? {}).every(([name, { min = -Infinity, max = Infinity }]) => {
    const mean = meanResult(analysed.sentences, name as "positive" | "negative" | "neutral" | "polarity");
    return mean !== undefined && mean >= min && mean <= max;
  });

/** Analyses a document. Returns undefined if it does not belong to the analysis. */
export const matchDocument = (document: Document, plan: Plan): MatchedDocument | undefined => {
  const analysed = analyseDocument(document, plan);
  const positions = plan.entities.flatMap((entity, position) => (isFound(entity, analysed, plan) ? [position] : []));
  if (positions.length === 0 || any(plan.exclude, analysed)) return undefined;
  if (plan.together.size > 0 && !any(plan.together, analysed)) return undefined;
  if (!conceptsMet(plan, analysed) || !sentimentsMet(plan, analysed)) return undefined;
  const stems = plan.has("entity-similarity") ? documentStems(analysed) : undefined;
  const entities = positions
    .map((position) => ({
      position,
      similarity: stems === undefined ? 1 : entitySimilarity(itemAt(plan.entities, position), stems),
    }))
    .filter(({ similarity }) => stems === undefined || similarity >= plan.request.similarity_threshold);
  return entities.length === 0 ? undefined : { analysed, entities };
};
