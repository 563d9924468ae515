import {
  joinSentences,
  namesCompany,
  renderStatement,
  rounded,
  scoreStatement,
  type Statement,
  type Subject,
} from "../text/render";
import { fillStory, storyKeys, type StoryKind } from "../text/story";
import type { StatementKey } from "../text/statements-eng";
import { drawFor, type Draw } from "./dice";
import { placesOf } from "./event-text";
import { itemAt } from "./item-at";
import { esgTopics, sdgTopics, textLanguages, type TextLanguage, type Topic } from "./topics";
import { rememberLast } from "./remember-last";
import type { World } from "./world";

/** What a document says: a title, sentences, and what they are about; the same statements in every language. */
export interface DocumentStory {
  /** `UPDATE 2 - ` and the like before the title of a later document of a cluster. */
  readonly prefix: string;
  readonly title: Statement;
  readonly sentences: readonly Statement[];
  /** What is said, each statement once. */
  readonly keys: readonly StatementKey[];
  readonly subject: Subject;
}

/** What a document is about. */
export const documentTopic = ({ corpus }: World, document: number): Topic => {
  const topics = document < corpus.esgCount ? esgTopics : sdgTopics;
  return itemAt(topics, corpus.topic[document] ?? 0);
};

/** The language a document is written in. */
export const documentLanguage = ({ corpus }: World, document: number): TextLanguage =>
  textLanguages[corpus.language[document] ?? 0] ?? "eng";

const kindOf = (world: World, document: number): StoryKind => {
  const { corpus, catalogue } = world;
  const { country } = catalogue.identity(corpus.entity[document] ?? 0);
  return {
    positive: document >= corpus.esgCount,
    score: corpus.score[corpus.cluster[document] ?? 0] ?? 3,
    places: placesOf(country),
  };
};

const drawOf = (world: World, document: number): Draw =>
  drawFor(world.dice.document, world.corpus.cluster[document] ?? 0, 200_000);

/** Documents of a cluster share its draws; a later one leaves out one sentence of the body. */
const chooseKeys = (world: World, document: number): StatementKey[] => {
  const keys = storyKeys(drawOf(world, document), kindOf(world, document));
  const position = document - (world.corpus.cluster[document] ?? 0);
  return position === 0 ? keys : keys.filter((_, index) => index !== 2 + (position % Math.max(1, keys.length - 3)));
};

const keysOf = rememberLast(chooseKeys);

/** One cluster in forty is a live report that goes over the same ground many times: longer than what is translated. */
const isLong = ({ corpus }: World, document: number): boolean => (corpus.cluster[document] ?? 0) % 40 === 5;
const longSentences = 190;

const createStory = (world: World, document: number): DocumentStory => {
  const first = world.corpus.cluster[document] ?? 0;
  const { places } = kindOf(world, document);
  const keys = keysOf(world, document);
  const fill = (chosen: readonly StatementKey[], from: number): Statement[] =>
    fillStory(chosen, places, (position) => world.dice.text.bits(first, from + position));
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

/** Makes the story of a document. */
export const documentStory = rememberLast(createStory);

/** The title in a language; null where the source had none. */
export const documentTitle = (world: World, document: number, language: TextLanguage): string | null => {
  const marks = world.corpus.marks[document] ?? 0;
  if ((marks & 1) !== 0) return null;
  const { prefix, title, subject } = documentStory(world, document);
  const text = prefix + renderStatement(title, subject, language);
  return (marks & 4) !== 0 ? `="${text}"` : text;
};

/** The sentences of the text in a language. */
export const documentSentences = (world: World, document: number, language: TextLanguage): string[] => {
  const { sentences, subject } = documentStory(world, document);
  return sentences.map((sentence) => renderStatement(sentence, subject, language));
};

/** The text in a language. */
export const documentText = (world: World, document: number, language: TextLanguage): string =>
  joinSentences(documentSentences(world, document, language), language);

const sentencesFrom = (
  world: World,
  document: number,
  { language, begin, end }: { language: TextLanguage; begin: number; end?: number },
): string[] => {
  const { sentences, subject } = documentStory(world, document);
  return sentences.slice(begin, end).map((sentence) => renderStatement(sentence, subject, language));
};

/** The summary in a language: the lead and the sentence after it. */
export const documentSummary = (world: World, document: number, language: TextLanguage): string =>
  joinSentences(sentencesFrom(world, document, { language, begin: 0, end: 2 }), language);

/** The main story in a language: the lead; null for documents of little substance. */
export const documentMainStory = (world: World, document: number, language: TextLanguage): string | null =>
  (world.corpus.quality[document] ?? 0) < 30
    ? null
    : (sentencesFrom(world, document, { language, begin: 0, end: 1 })[0] ?? null);

/** New developments, in English: the outlook of a document that is not the first of its event; otherwise null. */
export const documentNovelty = (world: World, document: number): string | null => {
  const event = world.corpus.event[document] ?? -1;
  const first = event === -1 || world.corpus.event[document - 1] !== event;
  return first ? null : (sentencesFrom(world, document, { language: "eng", begin: -1 })[0] ?? null);
};

/** Sentiment toward the entity over the whole document. */
export interface Sentiment {
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  readonly polarity: number;
}

const measureSentiment = (world: World, document: number): Sentiment => {
  const topic = documentTopic(world, document);
  let [negative, positive, polarity, count] = [0, 0, 0, 0];
  for (const key of keysOf(world, document)) {
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

/** The sentiment of a document: the mean over the statements that name the company; positive, neutral and negative sum to 1. */
export const documentSentiment = rememberLast(measureSentiment);
