import type { Issue } from "../../wire/problems";
import { wrongElement } from "../http/api-error";
import type { Limits } from "../limits";
import { findLanguage } from "../text/languages";
import type { Plan } from "./plan";
import type { Matched } from "./run";

/** The body of a download after its schema was checked. */
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

/** Fields that are sorted by one entity's value. */
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

/** The position of an entity of the analysis, by name or id; -1 without one. */
export const positionOf = (plan: Plan, entity: string): number =>
  plan.entities.findIndex(({ name, id }) => name.toLowerCase() === entity.toLowerCase() || id === entity.toLowerCase());

/** The label of a concept of the analysis, whatever its case. */
export const conceptOf = (plan: Plan, concept: string): string | undefined =>
  [...plan.concepts.keys()].find((label) => label.toLowerCase() === concept.toLowerCase());

type Refuse = (field: string, message: string) => void;

const checkChoices = ({ plan }: Source, { concept, entity, date }: DownloadRequest, refuse: Refuse): void => {
  const { start_date: start, end_date: end } = plan.request;
  if (concept !== undefined && conceptOf(plan, concept) === undefined)
    refuse("concept", "The concept does not belong to the instance");
  if (entity !== undefined && positionOf(plan, entity) === -1)
    refuse("entity", "The entity does not belong to the instance");
  if (date !== undefined && (date < start || date > end))
    refuse("date", `The date is outside the instance's range ${start} to ${end}`);
};

/** Rules 1 and 3. */
const checkSort = (
  { matched }: Source,
  { sort, date, entity }: DownloadRequest,
  { refuse, limits }: { refuse: Refuse; limits: Limits },
): void => {
  if (sort === undefined) return;
  if (!sortable.includes(sort.field)) refuse("sort", `Expected a field of ${sortable.join(", ")}`);
  if (ofEntity.includes(sort.field) && entity === undefined) refuse("entity", `Required to sort by ${sort.field}`);
  if (date === undefined && matched.documents.length >= limits.sortNeedsDate)
    refuse("date", "Required to sort an analysis of this size");
};

/** Rule 6. */
const checkTranslation = ({ translate, fields }: DownloadRequest, refuse: Refuse): void => {
  if (translate === undefined || translate === "") return;
  if (findLanguage(translate) === undefined) refuse("translate", `"${translate.slice(0, 100)}" is no known language`);
  if (fields?.includes("summary") !== true)
    refuse("translate", "Only summary is translated, and it is not among the fields");
};

/** What a schema cannot say (specification, "download", rules 1, 3 and 6). */
export const issuesOf = (source: Source, request: DownloadRequest, limits: Limits): Issue[] => {
  const issues: Issue[] = [];
  const refuse: Refuse = (field, message) => void issues.push(wrongElement(`body.${field}`, message));
  checkChoices(source, request, refuse);
  checkSort(source, request, { refuse, limits });
  checkTranslation(request, refuse);
  return issues;
};

/** The analysis that is downloaded. */
export interface Source {
  readonly matched: Matched;
  readonly plan: Plan;
}
