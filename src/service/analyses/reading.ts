import { renderStatement, rounded, scoreStatement, type Statement } from "../text/render";
import type { resultNames, SentenceResults } from "../text/score";
import { stemOf, wordsOf } from "../text/words";
import { documentLanguage, documentStory, documentTitle } from "../world/document-text";
import type { World } from "../world/world";
import type { AnalysedEntity, Plan } from "./plan";

/** One sentence of a document as an analysis reads it. */
export interface ReadSentence {
  readonly text: string;
  /** 0 the title, 1 the text. */
  readonly type: 0 | 1;
  readonly results: SentenceResults;
  /** Phrase id → how often. */
  readonly counts: ReadonlyMap<number, number>;
}

/** A document as an analysis reads it. */
export interface ReadDocument {
  readonly document: number;
  readonly sentences: readonly ReadSentence[];
  /** Phrase id → how often in the whole document. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Reads a document: its sentences in its own language, the phrases found in each. A document without a title begins with its text. */
export const readDocument = (world: World, document: number, plan: Plan): ReadDocument => {
  const language = documentLanguage(world, document);
  const { title, sentences, subject } = documentStory(world, document);
  const heading = documentTitle(world, document, language);
  const counts = new Map<number, number>();
  const readOne = (statement: Statement, text: string, type: 0 | 1): ReadSentence => {
    const found = plan.matcher.count(text);
    for (const [id, count] of found) counts.set(id, (counts.get(id) ?? 0) + count);
    return { text, type, results: scoreStatement(statement.key, subject.topic), counts: found };
  };
  const read = [
    ...(heading === null ? [] : [readOne(title, heading, 0)]),
    ...sentences.map((statement) => readOne(statement, renderStatement(statement, subject, language), 1)),
  ];
  return { document, sentences: read, counts };
};

/** Whether the words of an entity occur in a sentence. */
export const mentions = ({ keywords }: AnalysedEntity, { counts }: ReadSentence): boolean => {
  // Few phrases occur in a sentence, but an entity may have very many keywords.
  for (const id of counts.keys()) if (keywords.has(id)) return true;
  return false;
};

/** How much of an entity's context, name and keywords the document speaks of, 0 to 1. */
export const similarityOf = (entity: AnalysedEntity, read: ReadDocument): number => {
  const words = new Set(read.sentences.flatMap((sentence) => wordsOf(sentence.text)).map(stemOf));
  const met = [...entity.terms].filter((term) => words.has(term)).length;
  return rounded(met / Math.max(1, entity.terms.size));
};

/** Greatest, mean, median and least of some numbers. */
export interface Aggregates {
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
}

/** Aggregates the numbers of sentences; none of them gives zeros. */
export const aggregate = (values: readonly number[]): Aggregates => {
  if (values.length === 0) return { max: 0, mean: 0, median: 0, min: 0 };
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { max: sorted.at(-1) ?? 0, mean: rounded(mean), median: rounded(median), min: sorted[0] ?? 0 };
};

/** The mean of one result over sentences. */
export const meanOf = (sentences: readonly ReadSentence[], name: (typeof resultNames)[number]): number =>
  aggregate(sentences.map((sentence) => sentence.results[name])).mean;
