import {
  joinSentences,
  namesCompany,
  renderStatement,
  rounded,
  scoreStatement,
  type Statement,
  type Subject,
} from "../text/statement";
import { fillStory, storyKeys, type StoryKind } from "../text/story";
import type { StatementKey } from "../text/statements/english";
import { type Sampler, samplerFor, itemAt } from "../common/random";
import { countryPlaces } from "./event-text";
import { esgTopics, sdgTopics, type TextLanguage, textLanguages, type Topic } from "../text/topics";
import { memoizeLast } from "../common/memoize-last";
import type { World } from "./world";

/** The content of a document: title, sentences and subject. The statements are the same in every language. */
export interface DocumentStory {
  /** `UPDATE 2 - ` or similar, before the title of a later document of a cluster. */
  readonly prefix: string;
  readonly title: Statement;
  readonly sentences: readonly Statement[];
  /** The keys of the statements, each once. */
  readonly keys: readonly StatementKey[];
  readonly subject: Subject;
}

export const documentTopic = ({ corpus }: World, document: number): Topic => {
  const topics = document < corpus.esgCount ? esgTopics : sdgTopics;
  return itemAt(topics, corpus.topic[document] ?? 0);
};

/** The language of the original. */
export const documentLanguage = ({ corpus }: World, document: number): TextLanguage =>
  textLanguages[corpus.language[document] ?? 0] ?? "eng";

const storyKind = (world: World, document: number): StoryKind => {
  const { corpus, catalogue } = world;
  const { country } = catalogue.identity(corpus.entity[document] ?? 0);
  return {
    positive: document >= corpus.esgCount,
    score: corpus.score[corpus.cluster[document] ?? 0] ?? 3,
    places: countryPlaces(country),
  };
};

const documentSampler = (world: World, document: number): Sampler =>
  samplerFor(world.random.document, world.corpus.cluster[document] ?? 0, 200_000);

/** Documents of a cluster share their random samples. A later one omits one sentence of the body. */
const chooseKeys = (world: World, document: number): StatementKey[] => {
  const keys = storyKeys(documentSampler(world, document), storyKind(world, document));
  const position = document - (world.corpus.cluster[document] ?? 0);
  return position === 0 ? keys : keys.filter((_, index) => index !== 2 + (position % Math.max(1, keys.length - 3)));
};

const documentKeys = memoizeLast(chooseKeys);

/** One cluster in forty is a live report that repeats itself and is longer than the limit of translations. */
const isLong = ({ corpus }: World, document: number): boolean => (corpus.cluster[document] ?? 0) % 40 === 5;
const longSentences = 190;

const createStory = (world: World, document: number): DocumentStory => {
  const first = world.corpus.cluster[document] ?? 0;
  const { places } = storyKind(world, document);
  const keys = documentKeys(world, document);
  const fill = (keys: readonly StatementKey[], from: number): Statement[] =>
    fillStory(keys, places, (position) => world.random.text.bits(first, from + position));
  const statements = fill(keys, 0);
  if (isLong(world, document)) {
    while (statements.length < longSentences) statements.push(...fill(keys.slice(2, -1), statements.length));
  }
  const position = document - first;
  const [title, ...sentences] = statements;
  if (title === undefined) throw new Error(`document ${document} has no title`);
  const { name } = world.catalogue.identity(world.corpus.entity[document] ?? 0);
  return {
    prefix: position === 0 ? "" : `UPDATE ${position} - `,
    title,
    sentences,
    keys,
    subject: { company: name, topic: documentTopic(world, document) },
  };
};

export const documentStory = memoizeLast(createStory);

/** The title in a language; null if the source had none. */
export const documentTitle = (world: World, document: number, language: TextLanguage): string | null => {
  const marks = world.corpus.marks[document] ?? 0;
  if ((marks & 1) !== 0) return null;
  const { prefix, title, subject } = documentStory(world, document);
  const text = prefix + renderStatement(title, subject, language);
  return (marks & 4) !== 0 ? `="${text}"` : text;
};

export const documentSentences = (world: World, document: number, language: TextLanguage): string[] => {
  const { sentences, subject } = documentStory(world, document);
  return sentences.map((sentence) => renderStatement(sentence, subject, language));
};

export const documentText = (world: World, document: number, language: TextLanguage): string =>
  joinSentences(documentSentences(world, document, language), language);

const sentencesFrom = (
  world: World,
  document: number,
  language: TextLanguage,
  begin: number,
  end?: number,
): string[] => {
  const { sentences, subject } = documentStory(world, document);
  return sentences.slice(begin, end).map((sentence) => renderStatement(sentence, subject, language));
};

/** The summary in a language: the lead and the next sentence. */
export const documentSummary = (world: World, document: number, language: TextLanguage): string =>
  joinSentences(sentencesFrom(world, document, language, 0, 2), language);

/** The main story in a language: the lead; null for documents of low quality. */
export const documentMainStory = (world: World, document: number, language: TextLanguage): string | null =>
  (world.corpus.quality[document] ?? 0) < 30 ? null : (sentencesFrom(world, document, language, 0, 1)[0] ?? null);

/** New developments, in English: the outlook of a document; null for the first document of an event. */
export const documentNovelty = (world: World, document: number): string | null => {
  const event = world.corpus.event[document] ?? -1;
  const first = event === -1 || world.corpus.event[document - 1] !== event;
  return first ? null : (sentencesFrom(world, document, "eng", -1)[0] ?? null);
};

/** Sentiment toward the entity in the whole document. */
export interface Sentiment {
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  readonly polarity: number;
}

const measureSentiment = (world: World, document: number): Sentiment => {
  const topic = documentTopic(world, document);
  let [negative, positive, polarity, count] = [0, 0, 0, 0];
  for (const key of documentKeys(world, document)) {
    if (!namesCompany(key)) continue;
    const results = scoreStatement(key, topic);
    negative += results.negative;
    positive += results.positive;
    polarity += results.polarity;
    count += 1;
  }
  const scale = 1 / Math.max(count, 1);
  const [down, up] = [rounded(negative * scale), rounded(positive * scale)];
  return { negative: down, positive: up, neutral: rounded(1 - down - up), polarity: rounded(polarity * scale) };
};

/**
 * The sentiment of a document: the mean over the statements that name the company. Positive, neutral and negative sum
 * to 1.
 */
export const documentSentiment = memoizeLast(measureSentiment);
