import { itemAt } from "../common/random";
import { licensedTextPlaceholder } from "../records/document";
import { isoTime } from "../records/esg-event";
import { languageName } from "../text/languages";
import { aggregate, type MatchedDocument, meanResult, mentions, type AnalysedSentence } from "./matching";
import type { AnalysedEntity, Plan } from "./plan";
import { analysisSiteType } from "./site-filter";

export interface ResultContext {
  readonly plan: Plan;
  /** The code of the language of the summary. */
  readonly language: string;
}

type Sentiment = "negative" | "neutral" | "positive";
type Member = (match: MatchedDocument, context: ResultContext) => unknown;

const linkedEntities = (
  { entities }: MatchedDocument,
  { plan }: ResultContext,
): { entity: AnalysedEntity; similarity: number }[] =>
  entities.map(({ position, similarity }) => ({ entity: itemAt(plan.entities, position), similarity }));

/** Sentences that mention an entity; all sentences if only linking found the entity. */
export const sentencesAbout = (
  entity: AnalysedEntity,
  sentences: readonly AnalysedSentence[],
): readonly AnalysedSentence[] => {
  const about = sentences.filter((sentence) => mentions(entity, sentence));
  return about.length > 0 ? about : sentences;
};

const whole =
  (name: Sentiment): Member =>
  ({ analysed }) =>
    aggregate(analysed.sentences.map(({ results }) => results[name]));

const perEntity =
  (name: Sentiment): Member =>
  (match, context) =>
    Object.fromEntries(
      linkedEntities(match, context).map(({ entity }) => [
        entity.name,
        aggregate(sentencesAbout(entity, match.analysed.sentences).map(({ results }) => results[name])),
      ]),
    );

const keywordCounts = (
  ids: Iterable<number>,
  counts: ReadonlyMap<number, number>,
  phrases: readonly string[],
): Record<string, number> =>
  Object.fromEntries([...ids].flatMap((id) => (counts.has(id) ? [[phrases[id] ?? "", counts.get(id) ?? 0]] : [])));

const sentenceMatches = (sentence: AnalysedSentence, match: MatchedDocument, context: ResultContext): object[] => {
  const { plan } = context;
  const linked = match.analysed.document.companies.filter(({ name }) => sentence.text.includes(name));
  const similarity = Math.max(...match.entities.map((entity) => entity.similarity));
  const entities = linkedEntities(match, context).filter(({ entity }) => mentions(entity, sentence));
  return [
    ...(plan.has("ner-linking")
      ? linked.map(({ id, name }) => ({ class: "entity", entity_id: id, entity_type: "ORG", label: name, similarity }))
      : []),
    ...(plan.has("raw-matcher")
      ? entities.map(({ entity, similarity: own }) => ({
          class: "mentions",
          count: keywordCounts(entity.keywords, sentence.counts, plan.phrases),
          entity_id: entity.id,
          similarity: own,
        }))
      : []),
  ];
};

const sentences: Member = (match, context) => {
  const premium = match.analysed.document.site.licence === "premium";
  return match.analysed.sentences.map((sentence, index) => ({
    sentence_id: index,
    type: sentence.type,
    text: premium ? licensedTextPlaceholder : sentence.text,
    entities: linkedEntities(match, context)
      .filter(({ entity }) => mentions(entity, sentence))
      .map(({ entity }) => entity.name),
    matches: sentenceMatches(sentence, match, context),
    results: sentence.results,
  }));
};

const concepts: Member = ({ analysed }, { plan }) => {
  if (!plan.has("concept")) return undefined;
  const matches = [...plan.concepts].map(
    ([label, ids]) => [label, keywordCounts(ids, analysed.counts, plan.phrases)] as const,
  );
  return Object.fromEntries(matches.filter(([, counts]) => Object.keys(counts).length > 0));
};

const entities: Member = ({ analysed }, { plan }) => {
  if (!plan.has("ner-linking")) return undefined;
  const counts = analysed.document.companies.map(({ id, name }) => {
    const count = analysed.sentences.filter(({ text }) => text.includes(name)).length;
    return { id, name, count };
  });
  return Object.fromEntries(
    counts.filter(({ count }) => count > 0).map(({ id, name, count }) => [id, [{ [name]: count, entity_type: "ORG" }]]),
  );
};

const mentioned: Member = (match, context) => {
  if (!context.plan.has("raw-matcher")) return undefined;
  const mentionsByEntity = linkedEntities(match, context).map(
    ({ entity }) => [entity.name, keywordCounts(entity.keywords, match.analysed.counts, context.plan.phrases)] as const,
  );
  return Object.fromEntries(mentionsByEntity.filter(([, counts]) => Object.keys(counts).length > 0));
};

/** The members of a result document; undefined if unknown, or if the request did not include their worker. */
export const resultMembers: Readonly<Record<string, Member>> = {
  id: ({ analysed }) => analysed.document.contentId,
  title: ({ analysed: { document } }) => document.wording(document.language)?.title ?? undefined,
  url: ({ analysed }) => analysed.document.url ?? undefined,
  extract_date: ({ analysed }) => isoTime(analysed.document.time).replace("Z", "+00:00"),
  language: ({ analysed }) => languageName(analysed.document.language),
  qscore: ({ analysed }, { plan }) =>
    plan.has("quality-score") ? (analysed.document.quality ?? undefined) : undefined,
  "the service": ({ analysed: { document } }) => ({
    country: document.site.country?.toUpperCase(),
    site: document.site.domain,
    site_type: analysisSiteType(document.site),
  }),
  document_negative: whole("negative"),
  document_neutral: whole("neutral"),
  document_positive: whole("positive"),
  document_polarity: ({ analysed }) => meanResult(analysed.sentences, "polarity"),
  document_entity_negative: perEntity("negative"),
  document_entity_neutral: perEntity("neutral"),
  document_entity_positive: perEntity("positive"),
  document_entity_polarity: (match, context) =>
    Object.fromEntries(
      linkedEntities(match, context).map(({ entity }) => [
        entity.name,
        meanResult(sentencesAbout(entity, match.analysed.sentences), "polarity"),
      ]),
    ),
  concepts,
  entities,
  mentions: mentioned,
  sentences,
  summary: ({ analysed }, { language }) => analysed.document.wording(language)?.summary ?? undefined,
};
