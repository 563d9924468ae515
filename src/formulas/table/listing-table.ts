import type { WireRecord } from "../../contract/page";
import { queryRules } from "../../contract/query-rules";
import type { ListingRoute, RouteName } from "../../contract/routes";
import { AddinError } from "../../engine/http/addin-error";
import {
  type ListingExtent,
  type ListingRequest,
  type ListingResult,
  mostRecords,
} from "../../engine/pagination/listing";
import { t } from "../../i18n/t";
import { requestedFields } from "./columns";
import type { EngineAccess, TableContext } from "./context";
import { readOptionsOf, type ShownColumns } from "./layout";
import type { FormulaResult } from "./formula-result";
import { listFrom, scalarOf } from "./nested/values";
import { meaning } from "./readable";
import type { Row } from "./rows";
import { type SortColumn, sorted, sortValue } from "./sort";
import { type End, newTable, type RowLimit, rowLimit } from "./table-builder";

/** Which records of a listing are kept, where the service has no such filter: decided after fetching. */
export interface RecordFilter {
  readonly keep: (record: WireRecord) => boolean;
  /** The fields that `keep` reads. */
  readonly fields: readonly string[];
}

/** A listing and how much of it a table shows. */
export interface ListingTable {
  readonly route: ListingRequest["route"];
  readonly path: ListingRequest["path"];
  /** Filters by wire name; missing and blank ones are not sent. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A number of rows; up to the workbook's row cap where it is `all` or undefined. */
  readonly limit: number | "all" | undefined;
  /** True where a later step needs all records, whatever the limit. */
  readonly whole?: boolean;
  readonly filter?: RecordFilter | undefined;
  /** Whether a long listing may be fetched score by score, side by side. */
  readonly perScore?: boolean | undefined;
}

/** The records that a table needs of a listing, and whether there are more. */
export interface TableRecords extends End {
  readonly records: readonly WireRecord[];
}

/**
 * A listing as a table. Its rows are made page by page; no further page is asked for once the result is too large. Rows for `failures`
 * follow behind all others.
 * @throws AddinError `too-large`, `no-rows`, and the failures of the service.
 */
export const listTable = async (
  context: TableContext,
  listing: ListingTable,
  shown: ShownColumns,
  failures: readonly Row[] = [],
): Promise<FormulaResult> => {
  const limit = rowLimit(context, listing.limit);
  return readInto(context, listing, shown, limit, async (plan) => {
    const table = newTable(context, plan.shown, limit);
    const { records, handed, ...end } = await plan.read({
      drops: true,
      beforePage: (page, begins) => {
        if (begins) table.restart();
        return table.add(page);
      },
    });
    // A listing that dropped nothing has all its records in the result, those of earlier pages too.
    if (handed === 0) table.restart();
    return { end, finish: () => table.finish(records, failures, end) };
  });
};

/**
 * The records of a listing that a table needs.
 * @throws AddinError `too-large` where a table of them would not fit, and the failures of the service.
 */
export const readListing = (
  context: TableContext,
  listing: ListingTable,
  shown: ShownColumns,
): Promise<TableRecords> => {
  const limit = rowLimit(context, listing.limit);
  return readInto(context, listing, shown, limit, async (plan) => {
    const table = newTable(context, plan.shown, limit);
    const end = await plan.read({
      beforePage: (page, begins) => {
        if (begins) table.restart();
        return table.add(page);
      },
    });
    return { end, finish: () => Promise.resolve(end) };
  });
};

type PageExtent = Pick<ListingExtent, "drops" | "beforePage">;

/** A way to read a listing: the columns, with the `sort` that is left to do here, and how the records are read. */
interface ReadPlan {
  readonly shown: ShownColumns;
  readonly read: (extent: PageExtent) => Promise<ListingResult>;
}

/** A listing that was read, and how its answer is made. */
interface Attempt<Answer> {
  readonly end: End;
  readonly finish: () => Promise<Answer>;
}

/**
 * Reads as much of a listing as the rows of its table need. `limit` counts rows after `sort` and `distinct`: what the service can
 * sort is sorted there, everything else is read to the end first.
 * @throws AddinError `too-large` where more than 100,000 records would have to be read.
 */
const readInto = async <Answer>(
  context: TableContext,
  listing: ListingTable,
  shown: ShownColumns,
  { rows, isCap }: Pick<RowLimit, "rows" | "isCap">,
  attempt: (plan: ReadPlan) => Promise<Attempt<Answer>>,
): Promise<Answer> => {
  const { sort, distinct } = shown.operations;
  const order = serviceOrder(listing.route, sort, listing.query["order"]);
  const isSorted = sort.length > 0;
  const needsWhole = listing.whole === true || distinct?.joins !== undefined || (isSorted && order === undefined);
  const distinctBy =
    distinct && ((record: WireRecord) => sortValue(distinct, record, readOptionsOf(context.layout, shown.entity)));
  // With a filter or `distinct` only one row more tells whether the cap cuts anything off.
  const limit = isCap && (listing.filter ?? distinctBy) !== undefined ? rows + 1 : rows;
  const stream = (query: ListingTable["query"], columns: ShownColumns): ReadPlan => ({
    shown: columns,
    read: (extent) =>
      read(context, { ...listing, query }, shown, { limit, ...extent, ...(distinctBy && { distinctBy }) }),
  });
  const whole = (most: number): ReadPlan => ({
    shown,
    read: (extent) => read(context, listing, shown, { limit: most, ...extent }),
  });
  if (needsWhole) {
    const { end, finish } = await attempt(whole(mostRecords));
    requireWhole(end);
    return finish();
  }
  if (!isSorted) return (await attempt(stream(listing.query, shown))).finish();
  if (isCap) {
    // A listing that ends within the cap is sorted here: formulas that differ only in `sort` share its records.
    const { end, finish } = await attempt(whole(rows));
    if (!end.truncated) return finish();
  }
  const unsorted = { ...shown, operations: { ...shown.operations, sort: [] } };
  return (await attempt(stream({ ...listing.query, order }, unsorted))).finish();
};

/** @throws AddinError `too-large` where 100,000 records were read for fewer rows than the limit. */
const read = async (
  context: TableContext,
  { route, path, query, filter, perScore }: ListingTable,
  shown: ShownColumns,
  extent: ListingExtent,
): Promise<ListingResult> => {
  const result = await context.runtime.listings.read(
    {
      route,
      path,
      query: withoutMissing({ ...query, translate: context.translate }),
      fields: [...new Set([...requestedFields(shown.needed), ...(filter?.fields ?? [])])],
      ...(perScore === true && { perScore }),
    },
    { ...extent, ...(filter && { keep: filter.keep }) },
    context.requestContext,
  );
  if (result.cutOff) throw tooMany();
  return result;
};

const withoutMissing = (query: ListingTable["query"]): ListingRequest["query"] =>
  Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string | readonly string[]] => entry[1] !== undefined && entry[1] !== "",
    ),
  );

/**
 * All records of a listing that pass the filter, for functions that compute over them.
 * @throws AddinError `too-large` where the listing has more than 100,000: no function computes over a part.
 */
export const wholeListing = async (
  context: EngineAccess,
  request: ListingRequest,
  filter?: RecordFilter,
): Promise<readonly WireRecord[]> => {
  const result = await context.runtime.listings.read(
    { ...request, fields: [...new Set([...request.fields, ...(filter?.fields ?? [])])] },
    { limit: mostRecords, ...(filter && { keep: filter.keep }) },
    context.requestContext,
  );
  requireWhole(result);
  return result.records;
};

/**
 * All records of a listing that pass its filter, in the order of `sort`; `limit` does not count.
 * @throws AddinError `too-large` where the listing has more than 100,000.
 */
export const sortedRecords = async (
  context: TableContext,
  listing: ListingTable,
  shown: ShownColumns,
): Promise<readonly WireRecord[]> => {
  const { records, ...end } = await read(context, listing, shown, { limit: mostRecords });
  requireWhole(end);
  const { sort } = shown.operations;
  if (sort.length === 0) return records;
  const options = readOptionsOf(context.layout, shown.entity);
  const items = records.map((record) => ({
    record,
    values: sort.map(({ column }) => sortValue(column, record, options)),
  }));
  return (await sorted(items, sort, context.host.yieldToHost)).map(({ record }) => record);
};

/** @throws AddinError `too-large` where the service has records that were not read. */
const requireWhole = ({ truncated, note }: End): void => {
  if (truncated) throw tooMany(note);
};

const tooMany = (note?: string): AddinError =>
  new AddinError("too-large", note ?? t("formula.partial", { limit: mostRecords }));

/**
 * Keeps records that hold one of these values in each of these fields, in the spelling of the service or as it is shown, without case,
 * and that pass `also`; undefined keeps all.
 */
export const filterByValues = (
  wanted: Readonly<Record<string, readonly string[] | undefined>>,
  also?: RecordFilter,
): RecordFilter | undefined => {
  const tests = Object.entries(wanted).flatMap(([field, values]) =>
    values === undefined ? [] : [{ field, isWanted: meaning(field, values) }],
  );
  if (tests.length === 0) return also;
  const holds = (record: WireRecord): boolean =>
    tests.every(({ field, isWanted }) => listFrom(record[field]).some((value) => isWanted(String(scalarOf(value)))));
  return {
    keep: (record) => holds(record) && (also?.keep(record) ?? true),
    fields: [...tests.map(({ field }) => field), ...(also?.fields ?? [])],
  };
};

/** Whether a route orders by a field. */
export const ordersBy = (route: RouteName, field: string): boolean =>
  queryRules[route]["order"]?.fields?.includes(field) === true;

/**
 * The option `sort` as the `order` of a route, so that the service sorts; undefined where the route cannot order by all of its
 * columns. The order that the formula asks the service for decides among equal values.
 */
export const serviceOrder = (
  route: ListingRoute,
  sort: readonly SortColumn[],
  given: string | readonly string[] | undefined,
): readonly string[] | undefined => {
  const order = sort.map(({ column: { name, joins }, descending }) =>
    joins === undefined && ordersBy(route, name) ? `${name}:${descending ? "desc" : "asc"}` : undefined,
  );
  if (order.length === 0 || !order.every((item) => item !== undefined)) return undefined;
  const named = (item: string): string => item.slice(0, item.indexOf(":"));
  const all = [...order, ...[given ?? []].flat()];
  return all.filter((item, place) => all.findIndex((other) => named(other) === named(item)) === place);
};
