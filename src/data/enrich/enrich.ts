import { readFileSync } from "node:fs";
import path from "node:path";
import type { Enrichment, Mention, Sentence, SentenceResults, Sentiment, Signal, SourceDocument } from "../records";
import { loadLanguageDetector } from "./language";
import { MentionFinder } from "./mentions";
import type { NamedCompany } from "./name-matcher";
import { matchGoals } from "./sdg-goals";
import { splitSentences } from "./sentences";
import { type SentenceSentiment, scoreSentiment } from "./sentiment";
import { summarize } from "./summaries";
import { textWords } from "./text-words";
import { readTopicRules, type RuleMatch, TopicMatcher, type TopicRule } from "./topic-rules";

/** The version of each step. Raise it where the step computes otherwise: documents are then enriched again. */
export const stepVersions = {
  language: 1,
  sentences: 1,
  mentions: 1,
  sentiment: 1,
  goals: 1,
  topics: 1,
  summary: 1,
} as const;

/** One number for all steps, as records have it: it rises with each of them. */
export const enrichmentVersion = Object.values(stepVersions).reduce((sum, version) => sum + version, 0);

/** The part of a signal that a document alone says; events, clusters and ids follow from all documents. */
export type DocumentSignal = Pick<
  Signal,
  "kind" | "company" | "companyKeywords" | "categories" | "subCategories" | "keywords" | "score" | "rule" | "sentiment"
>;

/** What a document says by itself. */
export type DocumentEnrichment = Pick<
  Enrichment,
  "version" | "language" | "sentences" | "mentions" | "topics" | "summary" | "mainStory"
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

/** Emotions are not computed: no rule of ours tells them. */
const noEmotions = { anger: 0, anticipation: 0, fear: 0, joy: 0, sadness: 0, surprise: 0, trust: 0 } as const;

const sentenceResults = ({ polarity }: SentenceSentiment): SentenceResults => ({
  ...noEmotions,
  ...levels(polarity),
  polarity_exp: exponential(polarity),
});

interface ReadSentence {
  readonly record: Sentence;
  readonly mentions: readonly Mention[];
  readonly matches: readonly RuleMatch[];
  readonly polarity: number;
  readonly reasons: readonly string[];
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Texts longer than this are read up to here: a filing's later pages are exhibits. */
const longestText = 100_000;

/** Reads documents: language, sentences, companies, sentiment, topics. Holds the names of the companies and the rules. */
export class Enricher {
  readonly #finder: MentionFinder;
  readonly #topics: TopicMatcher;
  readonly #detect: (text: string) => string | undefined;

  private constructor(finder: MentionFinder, topics: TopicMatcher, detect: (text: string) => string | undefined) {
    [this.#finder, this.#topics, this.#detect] = [finder, topics, detect];
  }

  static async create(companies: readonly NamedCompany[], rules: readonly TopicRule[]): Promise<Enricher> {
    return new Enricher(new MentionFinder(companies), new TopicMatcher(rules), await loadLanguageDetector());
  }

  /** What a document says. Sentiment and topics are read in English only; other languages get companies and a summary. */
  enrich({ title, text, language }: Pick<SourceDocument, "title" | "text" | "language">): DocumentEnrichment {
    const body = text.slice(0, longestText);
    const name = language ?? this.#detect(`${title ?? ""}\n${body}`) ?? "und";
    const isEnglish = name === "eng";
    const spans = [
      ...(title === null || title.trim() === "" ? [] : [{ text: title.trim(), type: 0 as const }]),
      ...splitSentences(body).map((span) => ({ text: span.text, type: 1 as const })),
    ];
    const mentions = this.#findMentions(spans.map((span) => span.text));
    const sentences = spans.map(({ text: sentence, type }, position): ReadSentence => {
      const sentiment = isEnglish ? scoreSentiment(sentence) : { polarity: 0, label: "neutral" as const, reasons: [] };
      return {
        record: { text: sentence, type, results: sentenceResults(sentiment) },
        mentions: mentions.get(position) ?? [],
        matches: isEnglish ? this.#topics.match(textWords(sentence)) : [],
        polarity: sentiment.polarity,
        reasons: sentiment.reasons,
      };
    });
    const goals = isEnglish ? matchGoals(textWords(`${title ?? ""}\n${body}`)) : [];
    const texts = spans.filter(({ type }) => type === 1).map((span) => span.text);
    const summary = summarize(texts, 2);
    return {
      version: enrichmentVersion,
      language: name,
      sentences: sentences.map(({ record }) => record),
      mentions: sentences.flatMap((sentence) => sentence.mentions),
      topics: distinct([
        ...sentences.flatMap(({ matches }) => matches.map(({ rule }) => rule.subCategory)),
        ...goals.map(({ goal }) => `SDG:${goal}`),
      ]),
      summary: summary.length === 0 ? null : summary.join(" "),
      mainStory: summarize(texts, 1)[0] ?? null,
      signals: companySignals(sentences),
    };
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

/** A topic of a sentence counts for the companies named there; in the title or without a name for those of the sentence before too. */
const companySignals = (sentences: readonly ReadSentence[]): readonly DocumentSignal[] => {
  const companies = distinct(sentences.flatMap(({ mentions }) => mentions.map(({ company }) => company)));
  return companies.flatMap((company): DocumentSignal[] => {
    const near = sentences.filter(
      ({ mentions }, position) =>
        mentions.some((mention) => mention.company === company) ||
        (mentions.length === 0 &&
          (sentences[position - 1]?.mentions.some((mention) => mention.company === company) ?? false)),
    );
    const matches = near
      .flatMap((sentence) => sentence.matches)
      .sort((one, other) => other.rule.score - one.rule.score);
    const [strongest] = matches;
    if (strongest === undefined) return [];
    const { rule, phrases } = strongest;
    return [
      {
        kind: "esg",
        company,
        companyKeywords: distinct(
          near.flatMap(({ mentions }) => mentions.filter((each) => each.company === company).map((each) => each.text)),
        ),
        categories: distinct(matches.map((match) => match.rule.category)),
        subCategories: distinct(matches.map((match) => match.rule.subCategory)),
        keywords: distinct(matches.flatMap((match) => match.phrases)),
        score: rule.score,
        rule: `${rule.rule}: ${phrases.join(", ")}`,
        sentiment: levels(mean(near.map(({ polarity }) => polarity))),
      },
    ];
  });
};
