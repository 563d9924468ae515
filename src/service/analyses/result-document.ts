import { itemAt } from "../world/item-at";
import { licensedTextPlaceholder } from "../routes/legacy-documents";
import { documentUrl, siteOf } from "../records/document";
import { languageName } from "../text/languages";
import { documentLanguage, documentSummary, documentTitle } from "../world/document-text";
import type { TextLanguage } from "../world/topics";
import { instant, type World } from "../world/world";
import type { MatchedDocument } from "./matching";
import type { AnalysedEntity, Plan } from "./plan";
import { aggregate, mentions, type ReadSentence } from "./reading";
import { analysisSiteType } from "./site-filter";

/** What a result document is made from. */
export interface ResultContext {
  readonly world: World;
  readonly plan: Plan;
  /** The language of the summary; `null` where it cannot be rendered. */
  readonly language: TextLanguage | null;
}

type Sentiment = "negative" | "neutral" | "positive";
type Member = (matched: MatchedDocument, context: ResultContext) => unknown;

const entitiesOf = (
  { entities }: MatchedDocument,
  { plan }: ResultContext,
): { entity: AnalysedEntity; similarity: number }[] =>
  entities.map(({ position, similarity }) => ({ entity: itemAt(plan.entities, position), similarity }));

/** Sentences about an entity: those that mention it, or all where it was found by linking alone. */
export const sentencesAbout = (entity: AnalysedEntity, sentences: readonly ReadSentence[]): readonly ReadSentence[] => {
  const about = sentences.filter((sentence) => mentions(entity, sentence));
  return about.length > 0 ? about : sentences;
};

const whole =
  (name: Sentiment): Member =>
  ({ read }) =>
    aggregate(read.sentences.map(({ results }) => results[name]));

const perEntity =
  (name: Sentiment): Member =>
  (matched, context) =>
    Object.fromEntries(
      entitiesOf(matched, context).map(({ entity }) => [
        entity.name,
        aggregate(sentencesAbout(entity, matched.read.sentences).map(({ results }) => results[name])),
      ]),
    );

const countsOf = (
  ids: Iterable<number>,
  counts: ReadonlyMap<number, number>,
  phrases: readonly string[],
): Record<string, number> =>
  Object.fromEntries([...ids].flatMap((id) => (counts.has(id) ? [[phrases[id] ?? "", counts.get(id) ?? 0]] : [])));

/** The organisation that a sentence of the document names, as the linker found it. */
const linked = ({ read }: MatchedDocument, { world }: ResultContext): { id: string; label: string } => {
  const ordinal = world.corpus.entity[read.document] ?? 0;
  return { id: world.ids.entity.idOf(ordinal), label: world.catalogue.identity(ordinal).name };
};

const matchesOf = (sentence: ReadSentence, matched: MatchedDocument, context: ResultContext): object[] => {
  const { plan } = context;
  const { id, label } = linked(matched, context);
  const named = plan.has("ner-linking") && sentence.text.includes(label);
  const similarity = Math.max(...matched.entities.map((entity) => entity.similarity));
  const found = entitiesOf(matched, context).filter(({ entity }) => mentions(entity, sentence));
  return [
    ...(named ? [{ class: "entity", entity_id: id, entity_type: "ORG", label, similarity }] : []),
    ...(plan.has("raw-matcher")
      ? found.map(({ entity, similarity: own }) => ({
          class: "mentions",
          count: countsOf(entity.keywords, sentence.counts, plan.phrases),
          entity_id: entity.id,
          similarity: own,
        }))
      : []),
  ];
};

const sentences: Member = (matched, context) => {
  const premium = siteOf(context.world, matched.read.document).licence === "premium";
  return matched.read.sentences.map((sentence, index) => ({
    sentence_id: index,
    type: sentence.type,
    text: premium ? licensedTextPlaceholder : sentence.text,
    entities: entitiesOf(matched, context)
      .filter(({ entity }) => mentions(entity, sentence))
      .map(({ entity }) => entity.name),
    matches: matchesOf(sentence, matched, context),
    results: sentence.results,
  }));
};

const concepts: Member = ({ read }, { plan }) => {
  if (!plan.has("concept")) return undefined;
  const found = [...plan.concepts].map(([label, ids]) => [label, countsOf(ids, read.counts, plan.phrases)] as const);
  return Object.fromEntries(found.filter(([, counts]) => Object.keys(counts).length > 0));
};

const entities: Member = (matched, context) => {
  if (!context.plan.has("ner-linking")) return undefined;
  const { id, label } = linked(matched, context);
  const count = matched.read.sentences.filter(({ text }) => text.includes(label)).length;
  return count === 0 ? {} : { [id]: [{ [label]: count, entity_type: "ORG" }] };
};

const mentioned: Member = (matched, context) => {
  if (!context.plan.has("raw-matcher")) return undefined;
  const found = entitiesOf(matched, context).map(
    ({ entity }) => [entity.name, countsOf(entity.keywords, matched.read.counts, context.plan.phrases)] as const,
  );
  return Object.fromEntries(found.filter(([, counts]) => Object.keys(counts).length > 0));
};

/** The members of a result document; undefined where the worker that makes it was not asked for. */
export const resultMembers: Readonly<Record<string, Member>> = {
  id: ({ read }, { world }) => world.ids.content.idOf(read.document),
  title: ({ read }, { world }) => documentTitle(world, read.document, documentLanguage(world, read.document)) ?? "",
  url: ({ read }, { world }) => documentUrl(world, read.document) ?? "",
  extract_date: ({ read }, { world }) => instant(world, world.corpus.time[read.document] ?? 0).replace("Z", "+00:00"),
  language: ({ read }, { world }) => languageName(documentLanguage(world, read.document)),
  qscore: ({ read }, { world, plan }) => (plan.has("quality-score") ? world.corpus.quality[read.document] : undefined),
  "the service": ({ read }, { world }) => {
    const site = siteOf(world, read.document);
    return { country: site.country?.toUpperCase() ?? null, site: site.domain, site_type: analysisSiteType(site) };
  },
  document_negative: whole("negative"),
  document_neutral: whole("neutral"),
  document_positive: whole("positive"),
  document_polarity: ({ read }) => aggregate(read.sentences.map(({ results }) => results.polarity)).mean,
  document_entity_negative: perEntity("negative"),
  document_entity_neutral: perEntity("neutral"),
  document_entity_positive: perEntity("positive"),
  document_entity_polarity: (matched, context) =>
    Object.fromEntries(
      entitiesOf(matched, context).map(({ entity }) => [
        entity.name,
        aggregate(sentencesAbout(entity, matched.read.sentences).map(({ results }) => results.polarity)).mean,
      ]),
    ),
  concepts,
  entities,
  mentions: mentioned,
  sentences,
  summary: ({ read }, { world, language }) =>
    language === null ? null : documentSummary(world, read.document, language),
};
