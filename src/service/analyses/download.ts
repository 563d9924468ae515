import { createPacer } from "../clock";
import { invalid } from "../http/api-error";
import type { Limits } from "../limits";
import type { TextLanguage } from "../world/topics";
import { instant, type World } from "../world/world";
import { conceptOf, issuesOf, ofEntity, positionOf, type DownloadRequest, type Source } from "./download-rules";
import { matchDocument, type MatchedDocument } from "./matching";
import { resultMembers, type ResultContext } from "./result-document";

const detailed = ["id", "title", "sentences", "url", "the service"];

/** What the documents are made with. */
export interface DownloadContext {
  readonly world: World;
  readonly limits: Limits;
  readonly language: TextLanguage | null;
}

const onDay = (world: World, documents: Int32Array, date: string | undefined): Int32Array =>
  date === undefined
    ? documents
    : documents.filter((document) => instant(world, world.corpus.time[document] ?? 0).startsWith(date));

type Kept = (found: MatchedDocument) => boolean;

const keptBy = ({ plan }: Source, request: DownloadRequest): Kept | undefined => {
  const tests: Kept[] = [];
  if (request.entity !== undefined) {
    const wanted = positionOf(plan, request.entity);
    tests.push(({ entities }) => entities.some(({ position }) => position === wanted));
  }
  if (request.concept !== undefined) {
    const ids = plan.concepts.get(conceptOf(plan, request.concept) ?? "") ?? [];
    tests.push(({ read }) => ids.some((id) => read.counts.has(id)));
  }
  return tests.length === 0 ? undefined : (found) => tests.every((test) => test(found));
};

/** What a document is sorted by: aggregates by their mean, maps by the entity's value (rules 2 and 3). */
const sortValue = (found: MatchedDocument, request: DownloadRequest, context: ResultContext): number | string => {
  const field = request.sort?.field ?? "extract_date";
  const value = resultMembers[field]?.(found, context);
  const name = context.plan.entities[positionOf(context.plan, request.entity ?? "")]?.name ?? "";
  const chosen = ofEntity.includes(field) ? (value as Record<string, unknown>)[name] : value;
  if (typeof chosen === "number" || typeof chosen === "string") return chosen;
  return (chosen as { mean?: number } | undefined)?.mean ?? 0;
};

interface Candidate {
  readonly document: number;
  readonly by: number | string;
}

const compare =
  (sign: number) =>
  (a: Candidate, b: Candidate): number =>
    a.by === b.by ? a.document - b.document : (a.by < b.by ? -1 : 1) * sign;

/** Documents in their order: by `sort`, or else newest first. */
const inOrder = async (source: Source, request: DownloadRequest, context: ResultContext): Promise<number[]> => {
  const documents = onDay(context.world, source.matched.documents, request.date);
  const kept = keptBy(source, request);
  const { time } = context.world.corpus;
  if (kept === undefined && request.sort === undefined)
    return [...documents].sort((a, b) => (time[b] ?? 0) - (time[a] ?? 0) || a - b);
  const pace = createPacer();
  const found: Candidate[] = [];
  for (const document of documents) {
    const matched = matchDocument(context.world, document, context.plan);
    if (matched !== undefined && kept?.(matched) !== false)
      found.push({ document, by: sortValue(matched, request, context) });
    await pace();
  }
  return found.sort(compare(request.sort?.order === "ASC" ? 1 : -1)).map(({ document }) => document);
};

/** The computed limit: an object's numbers are added up, which is our reading of it. */
const computedLimit = ({ limit }: DownloadRequest): number =>
  typeof limit === "number" ? limit : Object.values(limit).reduce((sum, each) => sum + each, 0);

const fieldsOf = (request: DownloadRequest, limits: Limits): string[] => {
  const asked = request.fields ?? Object.keys(resultMembers);
  const fields = [...new Set(["id", ...asked])];
  // Rule 5 wins over "id is always added": above the limit the detailed fields are not returned.
  return computedLimit(request) > limits.detailedDocuments
    ? fields.filter((field) => !detailed.includes(field))
    : fields;
};

/** Chooses and makes the documents of one download call; at most `downloadDocuments` (rules 1 to 7). */
export const selectDocuments = async (
  source: Source,
  request: DownloadRequest,
  { world, limits, language }: DownloadContext,
): Promise<object[]> => {
  const issues = issuesOf(source, request, limits);
  if (issues.length > 0) throw invalid(issues);
  const context: ResultContext = { world, plan: source.plan, language };
  const fields = fieldsOf(request, limits);
  const chosen = (await inOrder(source, request, context)).slice(
    0,
    Math.min(computedLimit(request), limits.downloadDocuments),
  );
  const pace = createPacer();
  const made: object[] = [];
  for (const document of chosen) {
    const found = matchDocument(world, document, source.plan);
    if (found !== undefined)
      made.push(Object.fromEntries(fields.map((field) => [field, resultMembers[field]?.(found, context)])));
    await pace();
  }
  return made;
};
