import type { EventRecord } from "../records";
import { uuidFrom } from "../uuid-from";
import { type EventGroup, groupEvents } from "./events";

/** What events are made from: a document that a rule scored for a company. */
export interface ScoredDocument {
  /** The id of its signal. */
  readonly id: string;
  /** The number of the document. */
  readonly document: number;
  /** The event that it belongs to; null if it has been read since. */
  readonly event: string | null;
  /** ISO 8601, UTC, whole seconds. */
  readonly time: string;
  readonly score: number;
  readonly rule: string;
  readonly evidence: string;
  readonly category: string;
  readonly subCategory: string;
  readonly title: string | null;
}

/** An event as the data have it. */
export interface KnownEvent {
  readonly id: string;
  readonly subCategory: string;
  readonly start: string;
  readonly last: string;
  readonly documents: number;
}

/** An event with its documents in the order of time. */
export interface CompanyEvent {
  readonly record: EventRecord;
  readonly documents: readonly ScoredDocument[];
  /** Where what is new must be computed again: the first document that was not in the event. Undefined: nowhere. */
  readonly changedFrom: number | undefined;
}

const longestTitle = 160;

const shorten = (text: string): string =>
  text.length <= longestTitle
    ? text
    : `${text
        .slice(0, longestTitle)
        .replace(/\s\S*$/, "")
        .trimEnd()}…`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Events keep their ids while documents come and go: from one of their documents, or from an event near in time. */
const eventId = (
  company: string,
  { subCategory, start, last }: EventGroup,
  documents: readonly ScoredDocument[],
  known: readonly KnownEvent[],
  taken: ReadonlySet<string>,
): string => {
  const free = known.filter(({ id }) => !taken.has(id));
  const ownIds = new Set(documents.map(({ event }) => event));
  const same =
    free.find(({ id }) => ownIds.has(id)) ??
    free.find((event) => event.subCategory === subCategory && event.start <= last && event.last >= start);
  if (same !== undefined) return same.id;
  const knownIds = new Set(known.map(({ id }) => id));
  for (let number = 0; ; number += 1) {
    const id = uuidFrom(`event ${company} ${subCategory} ${documents[0]?.id ?? ""} ${number}`);
    if (!taken.has(id) && !knownIds.has(id)) return id;
  }
};

/** The event of a group. Its score is the highest that a rule gave, and its summary names that rule. */
const eventRecord = (
  company: string,
  id: string,
  { subCategory, start, last }: EventGroup,
  documents: readonly ScoredDocument[],
): EventRecord | undefined => {
  const [top] = [...documents].sort((one, other) => other.score - one.score);
  if (top === undefined) return undefined;
  return {
    id,
    // A case is all that is said about a company and a topic, at any time.
    case: uuidFrom(`case ${company} ${subCategory}`),
    company,
    title: `${capitalize(subCategory)}: ${shorten(top.title ?? top.evidence)}`,
    summary: `Score ${top.score} by the rule ${top.rule}. ${top.evidence}`,
    start,
    last,
    score: top.score,
    categories: [top.category],
    subCategories: [subCategory],
    documents: documents.length,
    ungc: null,
    translations: {},
  };
};

/** The events of a company. Documents of one topic are one event until nothing was written for a while. */
export const companyEvents = (
  company: string,
  documents: readonly ScoredDocument[],
  known: readonly KnownEvent[],
): readonly CompanyEvent[] => {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const taken = new Set<string>();
  return groupEvents(documents.map((document) => ({ ...document, company }))).flatMap((group) => {
    const members = group.documents.map((id) => byId.get(id)).filter((document) => document !== undefined);
    const id = eventId(company, group, members, known, taken);
    taken.add(id);
    const record = eventRecord(company, id, group, members);
    if (record === undefined) return [];
    const before = known.find((event) => event.id === id);
    const firstNew = members.findIndex(({ event }) => event !== id);
    // A document that left the event may have said first what another one says now.
    const changedFrom =
      before !== undefined && before.documents !== members.length - countNew(members, id) ? 0 : firstNew;
    return [{ record, documents: members, changedFrom: changedFrom === -1 ? undefined : changedFrom }];
  });
};

const countNew = (documents: readonly ScoredDocument[], id: string): number =>
  documents.filter(({ event }) => event !== id).length;
