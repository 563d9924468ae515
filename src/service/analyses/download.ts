import type { Issue } from "../../contract/problems";
import { invalid, wrongElement } from "../http/problems";
import type { Limits } from "../common/limits";
import { findLanguage } from "../text/languages";
import type { Plan } from "./plan";
import type { MatchedDocuments } from "./run";
import { yieldEvery } from "../common/clock";
import type { DataSource } from "../data/source";
import { isoTime } from "../records/esg-event";
import { matchDocument, type MatchedDocument } from "./matching";
import { type ResultContext, resultMembers } from "./result-document";

/** The validated body of a download request. */
export interface DownloadRequest {
  readonly instance: string;
  readonly limit: number | Readonly<Record<string, number>>;
  readonly sort?: { readonly field: string; readonly order: "ASC" | "DESC" };
  readonly concept?: string;
  readonly entity?: string;
  readonly date?: string;
  readonly fields?: readonly string[];
  readonly translate?: string;
}

/** Fields whose sort value is that of one entity. */
export const ofEntity = [
  "document_entity_polarity",
  "document_entity_positive",
  "document_entity_neutral",
  "document_entity_negative",
];
const sortable = [
  "extract_date",
  "qscore",
  "language",
  "title",
  "url",
  "id",
  "document_polarity",
  "document_negative",
  "document_neutral",
  "document_positive",
  ...ofEntity,
];

/** The position of an entity of the analysis, by name or id; -1 if absent. */
export const entityPosition = (plan: Plan, entity: string): number =>
  plan.entities.findIndex(({ name, id }) => name.toLowerCase() === entity.toLowerCase() || id === entity.toLowerCase());

/** The label of a concept of the analysis, case-insensitive. */
export const conceptLabel = (plan: Plan, concept: string): string | undefined =>
  [...plan.concepts.keys()].find((label) => label.toLowerCase() === concept.toLowerCase());

type Refuse = (field: string, message: string) => void;

const checkChoices = ({ plan }: ReadyAnalysis, { concept, entity, date }: DownloadRequest, refuse: Refuse): void => {
  const { start_date: start, end_date: end } = plan.request;
  if (concept !== undefined && conceptLabel(plan, concept) === undefined)
    refuse("concept", "The concept does not belong to the instance");
  if (entity !== undefined && entityPosition(plan, entity) === -1)
    refuse("entity", "The entity does not belong to the instance");
  if (date !== undefined && (date < start || date > end))
    refuse("date", `The date is outside the instance's range ${start} to ${end}`);
};

/** Rules 1 and 3. */
const checkSort = (
  { matched: matches }: ReadyAnalysis,
  { sort, date, entity }: DownloadRequest,
  refuse: Refuse,
  limits: Limits,
): void => {
  if (sort === undefined) return;
  if (!sortable.includes(sort.field)) refuse("sort", `Expected a field of ${sortable.join(", ")}`);
  if (ofEntity.includes(sort.field) && entity === undefined) refuse("entity", `Required to sort by ${sort.field}`);
  if (date === undefined && matches.documents.length >= limits.sortNeedsDate)
    refuse("date", "Required to sort an analysis of this size");
};

/** Rule 6. */
const checkTranslation = ({ translate, fields }: DownloadRequest, refuse: Refuse): void => {
  if (translate === undefined || translate === "") return;
  if (findLanguage(translate) === undefined) refuse("translate", `"${translate.slice(0, 100)}" is no known language`);
  if (fields?.includes("summary") !== true)
    refuse("translate", "Only summary is translated, and it is not among the fields");
};

/** What a schema cannot express (specification, "download", rules 1, 3 and 6). */
export const downloadIssues = (source: ReadyAnalysis, request: DownloadRequest, limits: Limits): Issue[] => {
  const issues: Issue[] = [];
  const refuse: Refuse = (field, message) => void issues.push(wrongElement(`body.${field}`, message));
  checkChoices(source, request, refuse);
  checkSort(source, request, refuse, limits);
  checkTranslation(request, refuse);
  return issues;
};

export interface ReadyAnalysis {
  readonly matched: MatchedDocuments;
  readonly plan: Plan;
}

const detailed = ["id", "title", "sentences", "url", "the service"];

export interface DownloadContext {
  readonly data: DataSource;
  readonly limits: Limits;
  /** The code of the language of the summary. */
  readonly language: string;
}

/** The positions of the documents of a day, or of all. */
const onDay = ({ documents, times }: MatchedDocuments, date: string | undefined): number[] =>
  [...documents.keys()].filter((position) => date === undefined || isoTime(times[position] ?? 0).startsWith(date));

type DocumentFilter = (document: MatchedDocument) => boolean;

const documentFilter = ({ plan }: ReadyAnalysis, request: DownloadRequest): DocumentFilter | undefined => {
  const tests: DocumentFilter[] = [];
  if (request.entity !== undefined) {
    const index = entityPosition(plan, request.entity);
    tests.push(({ entities }) => entities.some(({ position }) => position === index));
  }
  if (request.concept !== undefined) {
    const ids = plan.concepts.get(conceptLabel(plan, request.concept) ?? "") ?? [];
    tests.push(({ analysed }) => ids.some((id) => analysed.counts.has(id)));
  }
  return tests.length === 0 ? undefined : (document) => tests.every((test) => test(document));
};

/** The sort value of a document: the mean of aggregates, the entity's value of maps (rules 2 and 3). */
const sortValue = (document: MatchedDocument, request: DownloadRequest, context: ResultContext): number | string => {
  const field = request.sort?.field ?? "extract_date";
  const value = resultMembers[field]?.(document, context);
  const name = context.plan.entities[entityPosition(context.plan, request.entity ?? "")]?.name ?? "";
  const entityValue = ofEntity.includes(field) ? (value as Record<string, unknown>)[name] : value;
  if (typeof entityValue === "number" || typeof entityValue === "string") return entityValue;
  // A document without title or URL sorts like an empty one.
  return (entityValue as { mean?: number } | undefined)?.mean ?? "";
};

interface Candidate {
  readonly document: number;
  readonly by: number | string;
}

const compareValues =
  (sign: number) =>
  (a: Candidate, b: Candidate): number =>
    a.by === b.by ? a.document - b.document : (a.by < b.by ? -1 : 1) * sign;

/** The numbers of the documents ordered by `sort`; newest first without it. */
const sortDocuments = async (
  data: DataSource,
  source: ReadyAnalysis,
  request: DownloadRequest,
  context: ResultContext,
): Promise<number[]> => {
  const { documents, times } = source.matched;
  const positions = onDay(source.matched, request.date);
  const filter = documentFilter(source, request);
  if (filter === undefined && request.sort === undefined)
    return positions
      .sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0) || (documents[a] ?? 0) - (documents[b] ?? 0))
      .map((position) => documents[position] ?? 0);
  const yieldIfDue = yieldEvery();
  const candidates: Candidate[] = [];
  for await (const batch of data.readDocuments(positions.map((position) => documents[position] ?? 0))) {
    for (const document of batch) {
      const match = matchDocument(document, context.plan);
      if (match !== undefined && filter?.(match) !== false)
        candidates.push({ document: document.ordinal, by: sortValue(match, request, context) });
      await yieldIfDue();
    }
  }
  return candidates.sort(compareValues(request.sort?.order === "ASC" ? 1 : -1)).map(({ document }) => document);
};

/** The computed limit. The specification does not define an object's limit: we add up its numbers. */
const computedLimit = ({ limit }: DownloadRequest): number =>
  typeof limit === "number" ? limit : Object.values(limit).reduce((sum, each) => sum + each, 0);

const downloadFields = (request: DownloadRequest, limits: Limits): string[] => {
  const fieldNames = request.fields ?? Object.keys(resultMembers);
  const fields = [...new Set(["id", ...fieldNames])];
  // Rule 5 takes precedence over "id is always added": above the limit the detailed fields are not returned.
  return computedLimit(request) > limits.detailedDocuments
    ? fields.filter((field) => !detailed.includes(field))
    : fields;
};

/** The documents of one download, in order, and how to create the record of each. */
export interface DocumentSelection {
  readonly documents: readonly MatchedDocument[];
  readonly record: (document: MatchedDocument) => object;
}

/**
 * The first documents of a list. One that has changed since the analysis and no longer belongs to it is left out, and
 * the next one takes its place.
 */
const firstMatches = async (
  data: DataSource,
  plan: Plan,
  { ordinals, most }: { readonly ordinals: readonly number[]; readonly most: number },
): Promise<MatchedDocument[]> => {
  const yieldIfDue = yieldEvery();
  const matches: MatchedDocument[] = [];
  for (let begin = 0; matches.length < most && begin < ordinals.length; begin += most)
    for await (const batch of data.readDocuments(ordinals.slice(begin, begin + most)))
      for (const document of batch) {
        const match = matchDocument(document, plan);
        if (match !== undefined && matches.length < most) matches.push(match);
        await yieldIfDue();
      }
  return matches;
};

/** Selects the documents of one download; at most `downloadDocuments` (rules 1 to 7). @throws 400. */
export const selectDocuments = async (
  source: ReadyAnalysis,
  request: DownloadRequest,
  { data, limits, language }: DownloadContext,
): Promise<DocumentSelection> => {
  const issues = downloadIssues(source, request, limits);
  if (issues.length > 0) throw invalid(issues);
  const context: ResultContext = { plan: source.plan, language };
  const fields = downloadFields(request, limits);
  const most = Math.min(computedLimit(request), limits.downloadDocuments);
  const ordinals = await sortDocuments(data, source, request, context);
  return {
    documents: await firstMatches(data, source.plan, { ordinals, most }),
    record: (match) => Object.fromEntries(fields.map((field) => [field, resultMembers[field]?.(match, context)])),
  };
};
