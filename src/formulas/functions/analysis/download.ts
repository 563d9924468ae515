import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { sourceField } from "./document-columns";
import { cellText } from "../../arguments/argument";
import { readDate, refuseFuture } from "../../arguments/dates";
import { type Kind, optional, raw, required, text, uuid, whole } from "../../arguments/parameters";
import type { AnyInvocation } from "../../define/invocation";
import type { TableRecord } from "../../table/columns";
import type { TableExtent } from "../../table/table-builder";
import { isoDay } from "../../table/iso-dates";
import { toMembers, toScalar } from "../../table/nested/values";

/** The body of a download (specification, "POST {base_url}/api/2.0/analyze/download"). */
export interface AnalysisDownload {
  readonly instance: string;
  readonly limit: number;
  readonly fields: readonly string[];
  readonly entity?: string | undefined;
  readonly concept?: string | undefined;
  /** `yyyy-mm-dd`. */
  readonly date?: string | undefined;
  readonly sort?: { readonly field: string; readonly order?: string | undefined } | undefined;
  readonly translate?: string | undefined;
}

/** The most documents of one download, which has no cursor; the default number of documents. */
export const mostDocuments = 500;

/** The prefix of fields that hold a value for each entity: to sort by one, the entity must be named. */
const perEntityPrefix = "document_entity_";

/**
 * Documents of an analysis. The cell is recalculated when a running analysis is ready.
 * @throws AddinError `invalid-argument` where the request breaks a rule of the specification, before anything is sent; `not-ready`.
 */
export const downloadDocuments = async (
  invocation: AnyInvocation,
  request: AnalysisDownload,
): Promise<readonly TableRecord[]> => {
  checkDownload(request);
  invocation.requestContext.log.dependsOn("analyses");
  const { sort, ...members } = request;
  const body = {
    ...definedMembers(members),
    ...(sort && { sort: definedMembers(sort) }),
  };
  const answer = await invocation.runtime.answers.ask({ route: "downloadAnalysis", body }, invocation.requestContext);
  return (Array.isArray(answer) ? answer : []).map(withSource);
};

const definedMembers = (members: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** @throws AddinError `invalid-argument` where the request breaks a rule of the specification. */
export const checkDownload = ({
  sort,
  entity,
  translate,
  fields,
}: Pick<AnalysisDownload, "sort" | "entity" | "translate" | "fields">): void => {
  if (sort !== undefined && sort.field.startsWith(perEntityPrefix) && entity === undefined)
    throw new AddinError("invalid-argument", t("functions.entityToSort", { field: sort.field }));
  if (translate !== undefined && !fields.includes("summary"))
    throw new AddinError("invalid-argument", t("functions.translateNeedsSummary"));
};

/** Puts the object with country, site and site_type under `source`: the specification leaves its key open. */
const withSource = (document: unknown): TableRecord => {
  const members = toMembers(document);
  const source = members[sourceField] ?? Object.values(members).find(isSource);
  return { ...members, ...(source !== undefined && { source }) };
};

const isSource = (value: unknown): boolean => "site" in toMembers(value) || "site_type" in toMembers(value);

/** The text that the service sends in place of withheld premium text. */
const placeholder = /licen[sc]ed.*not (?:allowed|permitted)|not (?:allowed|permitted).*licen[sc]ed/i;

/** The text of a sentence; a marker where premium text is withheld. */
export const sentenceText = (text: unknown): unknown =>
  placeholder.test(String(toScalar(text) ?? "")) ? t("functions.withheld") : text;

/** The id of an analysis. */
export const instance = required("instance", uuid);

/**
 * How the table of a download ends: with a row that says that more may exist, where nobody asked for so few documents. The
 * service does not tell how many an analysis holds.
 * @throws AddinError `too-large` where the option `sort` would sort a part of the documents that nobody asked for.
 */
export const downloadExtent = (
  { layout }: AnyInvocation,
  documents: readonly TableRecord[],
  limit: number | undefined,
): TableExtent => {
  const truncated = documents.length >= mostDocuments && limit === undefined;
  if (truncated && layout.sort.length > 0)
    throw new AddinError("too-large", t("functions.sortsPart", { most: mostDocuments }));
  const sentence = (): string => t("functions.moreDocuments", { count: documents.length });
  return { limit: { rows: Infinity, isCap: true, sentence }, truncated };
};

const documentCount = whole(1, mostDocuments, () => t("allowed.documents", { most: mostDocuments }));

/** The number of documents of an analysis, up to 500; `all` reads them day by day. */
export const documentLimit = optional<number | "all">("limit", {
  ...documentCount,
  read: (cells, scope) =>
    cells.length === 1 && cellText(cells[0]).toLowerCase() === "all" ? "all" : documentCount.read(cells, scope),
});

/** The name of an entity of the analysis. */
export const analysisEntity = optional("text", text);

/** One day of an analysis, as `yyyy-mm-dd`: the service cuts its days in UTC. */
const dayKind: Kind<string> = {
  ...raw,
  allowed: () => t("allowed.date"),
  read: (cells, { name, now }) => {
    const cell = raw.read(cells, { name, now });
    const { start } = readDate(cell, { name, now });
    refuseFuture(start, cell, { name, now });
    return isoDay(start);
  },
};

/** Options of every function that downloads documents of an analysis. */
export const downloadOptions = { concept: text, date: dayKind };
