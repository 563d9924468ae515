import { itemAt } from "../common/random";
import { documentUrl, licensedTextPlaceholder, documentSite } from "../records/document";
import { languageName } from "../text/languages";
import { documentLanguage, documentSummary, documentTitle } from "../world/document-text";
import type { TextLanguage } from "../text/topics";
import { instant, type World } from "../world/world";
import { aggregate, type MatchedDocument, mentions, type AnalysedSentence } from "./matching";
import type { AnalysedEntity, Plan } from "./plan";
import { analysisSiteType } from "./site-filter";

export interface ResultContext {
  readonly world: World;
  readonly plan: Plan;
  /** The language of the summary; null if it cannot be rendered. */
  readonly language: TextLanguage | null;
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

/** The organisation that the entity linker finds in the document. */
const linked = ({ analysed }: MatchedDocument, { world }: ResultContext): { id: string; label: string } => {
  const ordinal = world.corpus.entity[analysed.document] ?? 0;
  return { id: world.ids.entity.idOf(ordinal), label: world.catalogue.identity(ordinal).name };
};

const sentenceMatches = (sentence: AnalysedSentence, match: MatchedDocument, context: ResultContext): object[] => {
  const { plan } = context;
  const { id, label } = linked(match, context);
  const isLinked = plan.has("ner-linking") && sentence.text.includes(label);
  const similarity = Math.max(...match.entities.map((entity) => entity.similarity));
  const entities = linkedEntities(match, context).filter(({ entity }) => mentions(entity, sentence));
  return [
    ...(isLinked ? [{ class: "entity", entity_id: id, entity_type: "ORG", label, similarity }] : []),
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
  const premium = documentSite(context.world, match.analysed.document).licence === "premium";
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

const entities: Member = (match, context) => {
  if (!context.plan.has("ner-linking")) return undefined;
  const { id, label } = linked(match, context);
  const count = match.analysed.sentences.filter(({ text }) => text.includes(label)).length;
  return count === 0 ? {} : { [id]: [{ [label]: count, entity_type: "ORG" }] };
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
  id: ({ analysed }, { world }) => world.ids.content.idOf(analysed.document),
  title: ({ analysed }, { world }) =>
    documentTitle(world, analysed.document, documentLanguage(world, analysed.document)) ?? undefined,
  url: ({ analysed }, { world }) => documentUrl(world, analysed.document) ?? undefined,
  extract_date: ({ analysed }, { world }) =>
    instant(world, world.corpus.time[analysed.document] ?? 0).replace("Z", "+00:00"),
  language: ({ analysed }, { world }) => languageName(documentLanguage(world, analysed.document)),
  qscore: ({ analysed }, { world, plan }) =>
    plan.has("quality-score") ? world.corpus.quality[analysed.document] : undefined,
  "the service": ({ analysed }, { world }) => {
    const site = documentSite(world, analysed.document);
    return { country: site.country?.toUpperCase(), site: site.domain, site_type: analysisSiteType(site) };
  },
  document_negative: whole("negative"),
  document_neutral: whole("neutral"),
  document_positive: whole("positive"),
  document_polarity: ({ analysed }) => aggregate(analysed.sentences.map(({ results }) => results.polarity)).mean,
  document_entity_negative: perEntity("negative"),
  document_entity_neutral: perEntity("neutral"),
  document_entity_positive: perEntity("positive"),
  document_entity_polarity: (match, context) =>
    Object.fromEntries(
      linkedEntities(match, context).map(({ entity }) => [
        entity.name,
        aggregate(sentencesAbout(entity, match.analysed.sentences).map(({ results }) => results.polarity)).mean,
      ]),
    ),
  concepts,
  entities,
  mentions: mentioned,
  sentences,
  summary: ({ analysed }, { world, language }) =>
    language === null ? undefined : documentSummary(world, analysed.document, language),
};
