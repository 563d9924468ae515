import { AddinError } from "../error/addin-error";
import type { TableRecord } from "../table/column";
import { membersOf, scalarOf } from "../table/nested/reading";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";
import { sourceField } from "./column-sets";

/** What is asked of the download of an analysis (specification, "POST {base_url}/api/2.0/analyze/download"). */
export interface Download {
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

/** The most documents of one download; there is no cursor to go on from. */
export const mostDocuments = 500;
/** How many documents a download brings when nothing is said. */
export const usualDocuments = 100;

/** Sorting by these is by entity, so that the entity must be named. */
const perEntity = "document_entity_";

/** Documents of an analysis. The specification's rules are checked before anything is sent; while it runs the cell heals by itself. */
export const download = async (call: AnyCall, asked: Download): Promise<readonly TableRecord[]> => {
  check(asked);
  call.inquiry.trace.reads("analyses");
  const { sort, ...members } = asked;
  const body = {
    ...withoutMissing(members),
    ...(sort && { sort: withoutMissing(sort) }),
  };
  const answer = await call.runtime.answers.ask({ route: "downloadAnalysis", body }, call.inquiry);
  return (Array.isArray(answer) ? answer : []).map(withSource);
};

const withoutMissing = (members: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const check = ({ sort, entity, translate, fields }: Download): void => {
  if (sort !== undefined && sort.field.startsWith(perEntity) && entity === undefined)
    throw new AddinError("invalid-argument", tell("functions.entityToSort", { field: sort.field }));
  if (translate !== undefined && !fields.includes("summary"))
    throw new AddinError("invalid-argument", tell("functions.translateNeedsSummary"));
};

/** The object with country, site and site_type under a name of its own: its key on the wire is not certain. */
const withSource = (document: unknown): TableRecord => {
  const members = membersOf(document);
  const source = members[sourceField] ?? Object.values(members).find(isSource);
  return { ...members, ...(source !== undefined && { source }) };
};

const isSource = (value: unknown): boolean => "site" in membersOf(value) || "site_type" in membersOf(value);

/** The sentence that stands for withheld premium text. */
const placeholder = /licen[sc]ed.*not (?:allowed|permitted)|not (?:allowed|permitted).*licen[sc]ed/i;

/** A sentence's text; withheld premium text is marked, so that nobody takes the placeholder for a sentence. */
export const sentenceText = (text: unknown): unknown =>
  placeholder.test(String(scalarOf(text) ?? "")) ? tell("functions.withheld") : text;
