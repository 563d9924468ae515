import { readFileSync } from "node:fs";
import path from "node:path";
import type { Enrichment, Mention, Sentence, SentenceResults, Sentiment, Signal, SourceDocument } from "../records";
import { loadLanguageDetector } from "./language";
import { MentionFinder, type UnreliableName } from "./mentions";
import type { NamedCompany } from "./name-matcher";
import { matchGoals, matchSureGoals } from "./sdg-goals";
import { splitSentences } from "./sentences";
import { type SentenceSentiment, scoreSentiment } from "./sentiment";
import { summarize } from "./summaries";
import { type TextWord, textWords } from "./text-words";
import { readTopicRules, type RuleMatch, TopicMatcher, type TopicRule } from "./topic-rules";

/** The version of each step. Raise it where the step computes otherwise: all documents are then read again. */
export const stepVersions = {
  language: 1,
  sentences: 2,
  mentions: 3,
  sentiment: 1,
  goals: 1,
  topics: 2,
  summary: 1,
  duplicates: 1,
  events: 1,
  novelty: 1,
} as const;

/** The part of a signal that a document alone says; events, clusters and ids follow from all documents. */
export type DocumentSignal = Omit<Signal, "id" | "event" | "case" | "clusterSize" | "reliability" | "novelty">;

/** What a document says by itself. */
export type DocumentEnrichment = Pick<
  Enrichment,
  "language" | "sentences" | "mentions" | "topics" | "summary" | "mainStory"
> & { readonly signals: readonly DocumentSignal[] };

/** The table of rules that comes with Spillway; a firm's own takes its place. */
export const defaultTopicRules = (): readonly TopicRule[] =>
  readTopicRules(readFileSync(path.join(__dirname, "topic-rules.csv"), "utf8"));

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const levels = (polarity: number): Sentiment => ({
  positive: rounded(Math.max(0, polarity)),
  negative: rounded(Math.max(0, -polarity)),
  neutral: rounded(1 - Math.abs(polarity)),
  polarity: rounded(polarity),
});

/** Gives strong polarity more weight: sign(p)(e^|p| - 1)/(e - 1), as the made-up world does. */
const exponential = (polarity: number): number =>
  rounded((Math.sign(polarity) * Math.expm1(Math.abs(polarity))) / Math.expm1(1));

/** Emotions are missing: no rule of ours tells them. */
const sentenceResults = ({ polarity }: SentenceSentiment): SentenceResults => ({
  ...levels(polarity),
  polarity_exp: exponential(polarity),
});

interface ReadSentence {
  readonly record: Sentence;
  readonly words: readonly TextWord[];
  readonly mentions: readonly Mention[];
  readonly matches: readonly RuleMatch[];
  readonly polarity: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** The languages (ISO 639-2/B) in which rules are applied. Texts in others say of no company what happened to it. */
export const ruleLanguages: readonly string[] = ["eng"];

/** Texts longer than this are read up to here: a filing's later pages are exhibits. */
const longestText = 100_000;

/** Reads documents: language, sentences, companies, sentiment, topics. Holds the names of the companies and the rules. */
export class Enricher {
  readonly #finder: MentionFinder;
  readonly #topics: TopicMatcher;
  readonly #detect: (text: string) => string | undefined;
  /** The ids of companies by their number of the SEC. */
  readonly #filers: ReadonlyMap<string, string>;

  private constructor(
    companies: readonly NamedCompany[],
    rules: readonly TopicRule[],
    detect: (text: string) => string | undefined,
  ) {
    [this.#finder, this.#topics, this.#detect] = [new MentionFinder(companies), new TopicMatcher(rules), detect];
    this.#filers = new Map(companies.flatMap(({ id, cik }) => (cik == null ? [] : [[cik, id] as const])));
  }

  static async create(companies: readonly NamedCompany[], rules: readonly TopicRule[]): Promise<Enricher> {
    return new Enricher(companies, rules, await loadLanguageDetector());
  }

  /** The companies whose names texts cannot be relied on to say. */
  unreliable(): ReadonlyMap<string, UnreliableName> {
    return this.#finder.unreliable();
  }

  /** What a document says. Sentiment and topics are read in English only; other languages get companies and a summary. */
  enrich({
    title,
    text,
    language,
    filer,
  }: Pick<SourceDocument, "title" | "text" | "language" | "filer">): DocumentEnrichment {
    const body = text.slice(0, longestText);
    const name = language ?? this.#detect(`${title ?? ""}\n${body}`) ?? "und";
    const hasRules = ruleLanguages.includes(name);
    const spans = [
      ...(title === null || title.trim() === "" ? [] : [{ text: title.trim(), type: 0 as const }]),
      ...splitSentences(body).map((span) => ({ text: span.text, type: 1 as const })),
    ];
    const mentions = this.#withFiler(this.#findMentions(spans.map((span) => span.text)), filer, title);
    const sentences = spans.map(({ text: sentence, type }, position): ReadSentence => {
      const sentiment = hasRules ? scoreSentiment(sentence) : undefined;
      const words = hasRules ? textWords(sentence) : [];
      return {
        record: { text: sentence, type, results: sentiment === undefined ? {} : sentenceResults(sentiment) },
        words,
        mentions: mentions.get(position) ?? [],
        matches: this.#topics.match(words),
        polarity: sentiment?.polarity ?? 0,
      };
    });
    const goals = matchGoals(sentences.flatMap(({ words }) => words));
    const texts = spans.filter(({ type }) => type === 1).map((span) => span.text);
    const summary = summarize(texts, 2);
    return {
      language: name,
      sentences: sentences.map(({ record }) => record),
      mentions: sentences.flatMap((sentence) => sentence.mentions),
      topics: distinct([
        ...sentences.flatMap(({ matches }) => matches.map(({ rule }) => rule.subCategory)),
        ...goals.map(({ goal }) => `SDG:${goal}`),
      ]),
      summary: summary.length === 0 ? null : summary.join(" "),
      mainStory: summarize(texts, 1)[0] ?? null,
      signals: hasRules ? companySignals(sentences) : unreadSignals(sentences),
    };
  }

  /** The mentions with the company that filed the document: its number is sure, and its name in the title may be a former one. */
  #withFiler(
    mentions: ReadonlyMap<number, readonly Mention[]>,
    filer = "",
    title: string | null,
  ): ReadonlyMap<number, readonly Mention[]> {
    const company = this.#filers.get(filer);
    const name = /^(.+?): /.exec(title?.trim() ?? "")?.[1];
    if (company === undefined || name === undefined) return mentions;
    const others = (mentions.get(0) ?? []).filter(({ start }) => start >= name.length);
    return new Map([...mentions, [0, [{ company, text: name, sentence: 0, start: 0 }, ...others]]]);
  }

  /** Finds companies in the whole text, so that a full name in one sentence explains a short one in another. */
  #findMentions(sentences: readonly string[]): ReadonlyMap<number, readonly Mention[]> {
    const starts: number[] = [];
    let text = "";
    for (const sentence of sentences) {
      starts.push(text.length);
      text += `${sentence}\n`;
    }
    const mentions = new Map<number, Mention[]>();
    let sentence = 0;
    for (const { id, start, end } of this.#finder.find(text)) {
      while ((starts[sentence + 1] ?? Infinity) <= start) sentence += 1;
      const mention = { company: id, text: text.slice(start, end), sentence, start: start - (starts[sentence] ?? 0) };
      mentions.set(sentence, [...(mentions.get(sentence) ?? []), mention]);
    }
    return mentions;
  }
}

const mentionedCompanies = (sentences: readonly ReadSentence[]): readonly string[] =>
  distinct(sentences.flatMap(({ mentions }) => mentions.map(({ company }) => company)));

/** What nobody read: a text without rules for its language says something of a company, and nothing knows what. */
const unreadSignals = (sentences: readonly ReadSentence[]): readonly DocumentSignal[] =>
  mentionedCompanies(sentences).map((company) => ({
    ...sharedMembers(company, sentences),
    kind: "unread",
    categories: [],
    subCategories: [],
    keywords: [],
    score: null,
    rule: null,
    evidence: null,
  }));

/** `A Boeing 707` is no company, but what one made: what happens to it is another one's matter as a rule. */
const isModel = (text: string, { start, text: name }: Mention): boolean =>
  /(?:^|\s)(?:an?|the|one|two|three|\d+)\s$/i.test(text.slice(0, start)) &&
  /^\.? \w*\d/.test(text.slice(start + name.length));

/** How a sentence begins that goes on about the company of the sentence before. */
const backReference =
  /^["“]?(?:it|its|they|their|(?:the|this) (?:company|firm|group|corporation|registrant|issuer|bank|insurer|airline|carrier|manufacturer|maker|carmaker|automaker|retailer|operator|producer|utility))\b/i;

/**
 * What the sentences near a company say about it: those that name it, and those behind them that name no company. A topic of
 * the second kind counts only where the sentence refers to the company.
 */
const companySignals = (sentences: readonly ReadSentence[]): readonly DocumentSignal[] =>
  mentionedCompanies(sentences).flatMap((company) => {
    const isNamed = ({ record, mentions }: ReadSentence): boolean =>
      mentions.some((mention) => mention.company === company && !isModel(record.text, mention));
    const near = sentences.filter((sentence, position) => {
      const before = sentences[position - 1];
      return isNamed(sentence) || (sentence.mentions.length === 0 && before !== undefined && isNamed(before));
    });
    const telling = near.filter((sentence) => isNamed(sentence) || backReference.test(sentence.record.text));
    return [...topicSignal(company, near, telling), ...goalSignal(company, near)];
  });

const sharedMembers = (
  company: string,
  near: readonly ReadSentence[],
): Pick<DocumentSignal, "company" | "companyKeywords" | "sentiment"> => ({
  company,
  companyKeywords: distinct(
    near.flatMap(({ mentions }) => mentions.filter((each) => each.company === company).map(({ text }) => text)),
  ),
  sentiment: levels(mean(near.map(({ polarity }) => polarity))),
});

/** The strongest rule that applies near a company gives the score; none where no rule applies. */
const topicSignal = (
  company: string,
  near: readonly ReadSentence[],
  telling: readonly ReadSentence[],
): readonly DocumentSignal[] => {
  const matches = telling
    .flatMap(({ record, matches: own }) => own.map((match) => ({ ...match, sentence: record.text })))
    .sort((one, other) => other.rule.score - one.rule.score);
  const [strongest] = matches;
  if (strongest === undefined) return [];
  const { rule, phrases, sentence } = strongest;
  return [
    {
      ...sharedMembers(company, near),
      kind: "esg",
      categories: distinct(matches.map((match) => match.rule.category)),
      subCategories: distinct(matches.map((match) => match.rule.subCategory)),
      keywords: distinct(matches.flatMap((match) => match.phrases)),
      score: rule.score,
      rule: `${rule.rule}: ${phrases.join(", ")}`,
      evidence: sentence,
    },
  ];
};

/** The goals that the sentences near a company surely speak of. They have no score: no rule gives one. */
const goalSignal = (company: string, near: readonly ReadSentence[]): readonly DocumentSignal[] => {
  const goals = matchSureGoals(near.flatMap(({ words }) => words));
  const [strongest] = goals;
  if (strongest === undefined) return [];
  return [
    {
      ...sharedMembers(company, near),
      kind: "sdg",
      categories: goals.map(({ goal }) => `SDG:${goal}`),
      subCategories: [],
      keywords: distinct(goals.flatMap(({ phrases }) => phrases)),
      score: null,
      rule: `SDG:${strongest.goal}: ${strongest.phrases.join(", ")}`,
      evidence: null,
    },
  ];
};
