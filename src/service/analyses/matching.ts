import { itemAt } from "../world/item-at";
import type { World } from "../world/world";
import type { AnalysedEntity, Plan } from "./plan";
import { meanOf, readDocument, similarityOf, type ReadDocument } from "./reading";

/** An entity found in a document, by its position in the plan. */
export interface FoundEntity {
  readonly position: number;
  readonly similarity: number;
}

/** A document that belongs to an analysis. */
export interface MatchedDocument {
  readonly read: ReadDocument;
  readonly entities: readonly FoundEntity[];
}

const keywordsMet = (entity: AnalysedEntity, read: ReadDocument, { request }: Plan): boolean => {
  const where =
    request.search_in.includes("title") && request.search_in.includes("text")
      ? undefined
      : request.search_in[0] === "title"
        ? 0
        : 1;
  const counted = (id: number): number =>
    where === undefined
      ? (read.counts.get(id) ?? 0)
      : read.sentences.reduce(
          (sum, sentence) => sum + (sentence.type === where ? (sentence.counts.get(id) ?? 0) : 0),
          0,
        );
  let met = 0;
  for (const id of read.counts.keys()) if (entity.keywords.has(id) && counted(id) >= request.min_repeat) met += 1;
  return met >= request.min_match;
};

/** ner-linking also finds an entity by what the document's company is linked to in the catalogue. */
const isFound = (world: World, entity: AnalysedEntity, { read, plan }: { read: ReadDocument; plan: Plan }): boolean =>
  keywordsMet(entity, read, plan) ||
  (plan.has("ner-linking") && entity.ordinal !== undefined && entity.ordinal === world.corpus.entity[read.document]);

const any = (wanted: Iterable<number>, read: ReadDocument): boolean => [...wanted].some((id) => read.counts.has(id));

const conceptsMet = ({ request, concepts }: Plan, read: ReadDocument): boolean =>
  request.concepts_filter === undefined || [...concepts.values()].some((words) => any(words, read));

const sentimentsMet = ({ request }: Plan, read: ReadDocument): boolean =>
  Object.entries(request.sentiments_filter ?? {}).every(([name, { min = -Infinity, max = Infinity }]) => {
    const mean = meanOf(read.sentences, name as "positive" | "negative" | "neutral" | "polarity");
    return mean >= min && mean <= max;
  });

/** Reads a document and tells whether it belongs to the analysis, and by which entities. */
export const matchDocument = (world: World, document: number, plan: Plan): MatchedDocument | undefined => {
  const read = readDocument(world, document, plan);
  const found = plan.entities.flatMap((entity, position) => (isFound(world, entity, { read, plan }) ? [position] : []));
  if (found.length === 0 || any(plan.exclude, read)) return undefined;
  if (plan.together.size > 0 && !any(plan.together, read)) return undefined;
  if (!conceptsMet(plan, read) || !sentimentsMet(plan, read)) return undefined;
  const compared = plan.has("entity-similarity");
  const entities = found
    .map((position) => ({
      position,
      similarity: compared ? similarityOf(itemAt(plan.entities, position), read) : 1,
    }))
    .filter(({ similarity }) => !compared || similarity >= plan.request.similarity_threshold);
  return entities.length === 0 ? undefined : { read, entities };
};
