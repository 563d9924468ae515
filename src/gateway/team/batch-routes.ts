import { canonicalJson, isObject } from "../../facts/json";
import { itemsPerCall, type RouteName } from "../../contract/routes";
import { toVendorCall, type TeamRequest } from "./team-request";
import type { VendorCall } from "./vendor-account";

/** The requested part of each record of a batch. */
export interface RecordSelection {
  readonly fields: readonly string[];
  /** Candidates of a search; 1 elsewhere. */
  readonly max: number;
}

/** One item of a batch. */
export interface BatchItem {
  /** Equal items have equal keys. */
  readonly key: string;
  readonly item: unknown;
}

/** A batch as its items, and how batches of its kind are requested and answered. */
export interface SplitBatch {
  readonly route: RouteName;
  /** What the answers depend on besides items and selection. Items of one kind can share a call. */
  readonly kind: string;
  readonly items: readonly BatchItem[];
  readonly selection: RecordSelection;
  readonly maxItems: number;
  /** The service counts each item of a call against a quota, so a call is never repeated. */
  readonly isCounted: boolean;
  readonly call: (items: readonly unknown[], selection: RecordSelection) => VendorCall;
  /** The values in the order of the items, null where there is no such record; undefined if the answer cannot be read. */
  readonly read: (answer: unknown, items: readonly unknown[]) => readonly unknown[] | undefined;
  /** Whether a value that was requested with a smaller `max` is all there is. */
  readonly isWhole: (value: unknown) => boolean;
  /** The answer to this batch, from the values of its items. */
  readonly join: (values: readonly unknown[]) => unknown;
}

/** Splits a batch; undefined where the request is none, or one that only the service can judge. */
export const splitBatch = (request: TeamRequest): SplitBatch | undefined => {
  const split = routesWithBatches[request.route];
  if (split === undefined || !isObject(request.body)) return undefined;
  return split(request, request.body);
};

type Members = Readonly<Record<string, unknown>>;

type Split = (request: TeamRequest, body: Members) => SplitBatch | undefined;

/** Items that one call takes. A batch never has more, so one call fetches all that a request waits for. */
const mostItems = (route: RouteName): number => itemsPerCall[route] ?? 0;

/** The items of a body, if there are as many as one call takes, all of the kind that `keyOf` knows. */
const readItems = (
  route: RouteName,
  items: unknown,
  keyOf: (item: Members) => string | undefined,
): readonly BatchItem[] | undefined => {
  if (!Array.isArray(items) || items.length === 0 || items.length > mostItems(route)) return undefined;
  const read = items.map((item: unknown) => {
    const key = isObject(item) ? keyOf(item) : undefined;
    return key === undefined ? undefined : { key, item };
  });
  return read.every((item) => item !== undefined) ? read : undefined;
};

/** Whether nothing else is there: a member that is not known here may change the answer. */
const hasOnly = (names: Iterable<string>, known: readonly string[]): boolean =>
  [...names].every((name) => known.includes(name));

const textList = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== "")
    ? (value as readonly string[])
    : undefined;

/** The fields of a query, which may be repeated or separated by commas. */
const requestedFields = (query: URLSearchParams): readonly string[] | undefined =>
  textList(query.getAll("fields").flatMap((value) => value.split(",")));

/** The members of a record that were requested. */
const pickFields = (record: unknown, isRequested: (name: string) => boolean): Members =>
  isObject(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => isRequested(name))) : {};

const listIn = (value: unknown, name: string): readonly unknown[] | undefined => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
};

const singleRecords = { isWhole: () => true, isCounted: false };

const splitSearch: Split = (request, body) => {
  const { route, query } = request;
  const fields = requestedFields(query);
  const [most, ...others] = query.getAll("max_candidates");
  const items = readItems(route, body["entities"], canonicalJson);
  if (fields === undefined || items === undefined || most === undefined || others.length > 0) return undefined;
  if (!/^[1-9]\d?$/.test(most) || !hasOnly(query.keys(), ["fields", "max_candidates"])) return undefined;
  if (!hasOnly(Object.keys(body), ["entities"])) return undefined;
  const max = Number(most);
  return {
    route,
    kind: route,
    items,
    selection: { fields, max },
    maxItems: mostItems(route),
    isCounted: false,
    call: (entities, selection) =>
      toVendorCall({
        ...{ route, path: {}, body: { entities } },
        query: new URLSearchParams([
          ["max_candidates", String(selection.max)],
          ...selection.fields.map((field) => ["fields", field]),
        ]),
      }),
    read: (answer, queries) => {
      const data = listIn(answer, "data");
      return data?.length === queries.length && data.every((each) => listIn(each, "matches") !== undefined)
        ? data
        : undefined;
    },
    isWhole: (value) => (listIn(value, "matches")?.length ?? 0) >= (value as FoundRecord).total_candidates,
    join: (values) => ({
      data: (values as readonly FoundRecord[]).map(({ total_candidates, matches }) => ({
        total_candidates,
        matches: matches.slice(0, max).map((match) => pickFields(match, (name) => fields.includes(name))),
      })),
    }),
  };
};

interface FoundRecord {
  readonly total_candidates: number;
  readonly matches: readonly unknown[];
}

/** The key of a document by the names of its two members; undefined if it has others, or other types. */
const documentItemKey = (id: string, date: string) => (item: Members) => {
  const { [id]: name, [date]: day } = item;
  if (typeof name !== "string" || typeof day !== "string" || !hasOnly(Object.keys(item), [id, date])) return undefined;
  return `${name.toLowerCase()} ${day}`;
};

const memberText = (value: unknown, name: string): string => String((value as Members)[name]);

/** The records of an answer in the order of the items. Ids have no case. */
const recordsInOrder = (records: readonly unknown[], id: string, items: readonly unknown[]): readonly unknown[] => {
  const byId = new Map(records.map((record) => [memberText(record, id).toLowerCase(), record]));
  return items.map((item) => byId.get(memberText(item, id).toLowerCase()) ?? null);
};

/** The records that were found, each once, in the order of their ids. */
const foundRecords = (values: readonly unknown[], id: string): readonly unknown[] => {
  const records = new Map(values.filter(isObject).map((record) => [memberText(record, id), record]));
  return [...records].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
};

/** The error of a record that names the fields which the licence does not cover, without those that were not requested. */
const licenceError = (record: unknown, isRequested: (name: string) => boolean): object => {
  const error = isObject(record) ? record["error"] : undefined;
  const problems = listIn(error, "errors");
  if (error === undefined || problems === undefined) return error === undefined ? {} : { error };
  const errors = problems.filter((each) => isRequested(memberText(each, "field")));
  return errors.length === 0 ? {} : { error: { ...(error as Members), errors } };
};

const contentId = "datamarts_document_id";

const splitContent: Split = (request, body) => {
  const { route, query } = request;
  const fields = requestedFields(query);
  const languages = query.getAll("translate");
  const items = readItems(route, body["documents"], documentItemKey(contentId, "extract_date"));
  if (fields === undefined || items === undefined || languages.length > 1) return undefined;
  if (!hasOnly(query.keys(), ["fields", "translate"]) || !hasOnly(Object.keys(body), ["documents"])) return undefined;
  const language = languages[0] ?? "";
  const isRequested = (name: string): boolean =>
    fields.includes(name) || (name.startsWith("translated_") && fields.includes(name.slice("translated_".length)));
  return {
    route,
    kind: `${route} ${language.toLowerCase()}`,
    items,
    selection: { fields, max: 1 },
    maxItems: mostItems(route),
    ...singleRecords,
    call: (documents, selection) =>
      toVendorCall({
        ...{ route, path: {}, body: { documents } },
        query: new URLSearchParams([
          ...[...new Set([...selection.fields, contentId])].map((field) => ["fields", field]),
          ...(language === "" ? [] : [["translate", language]]),
        ]),
      }),
    read: (answer, items) => {
      const data = listIn(answer, "data");
      return data && recordsInOrder(data, contentId, items);
    },
    join: (values) => ({
      data: foundRecords(values, contentId).map((record) => ({
        ...pickFields(record, isRequested),
        ...licenceError(record, isRequested),
      })),
    }),
  };
};

const splitLegacy: Split = (request, body) => {
  const { route, query } = request;
  const fields = textList(body["fields"]);
  const items = readItems(route, body["documents"], documentItemKey("id", "extracted"));
  if (fields === undefined || items === undefined || query.size > 0) return undefined;
  if (!hasOnly(Object.keys(body), ["documents", "fields"])) return undefined;
  return {
    route,
    kind: route,
    items,
    selection: { fields, max: 1 },
    maxItems: mostItems(route),
    ...singleRecords,
    call: (documents, selection) =>
      toVendorCall({ route, path: {}, query: new URLSearchParams(), body: { documents, fields: selection.fields } }),
    read: (answer, items) => (Array.isArray(answer) ? recordsInOrder(answer, "id", items) : undefined),
    // In the order of the request, with each id as it was written.
    join: (values) =>
      values.flatMap((value, index) =>
        value === null
          ? []
          : [{ ...pickFields(value, (name) => fields.includes(name)), id: memberText(items[index]?.item, "id") }],
      ),
  };
};

/** Translations are not cut to fewer fields, because one error speaks of several fields. */
const splitTranslation: Split = (request, body) => {
  const { route, query } = request;
  const { fields = [], language = "", documents, ...others } = body;
  const items = readItems(route, documents, documentItemKey("id", "extracted"));
  if (items === undefined || query.size > 0 || Object.keys(others).length > 0) return undefined;
  const how = { ...("fields" in body && { fields }), ...("language" in body && { language }) };
  return {
    route,
    kind: `${route} ${canonicalJson(how)}`,
    items,
    selection: { fields: [], max: 1 },
    maxItems: mostItems(route),
    ...singleRecords,
    isCounted: true,
    call: (items) =>
      toVendorCall({ route, path: {}, query: new URLSearchParams(), body: { documents: items, ...how } }),
    read: (answer, items) =>
      Array.isArray(answer) && answer.length === items.length ? (answer as readonly unknown[]) : undefined,
    join: (values) => values.map((value, index) => ({ ...(value as Members), ...(items[index]?.item as Members) })),
  };
};

const routesWithBatches: Readonly<Partial<Record<RouteName, Split>>> = {
  searchEntities: splitSearch,
  getDocuments: splitContent,
  getLegacyDocuments: splitLegacy,
  translateDocuments: splitTranslation,
};
