import type { WireRecord } from "../../contract/page";
import { queryRules } from "../../contract/query-rules";
import type { ListingRoute, RouteName } from "../../contract/routes";
import { AddinError } from "../../engine/http/addin-error";
import {
  collectPages,
  type ListingExtent,
  type ListingPage,
  type ListingRequest,
  mostRecords,
} from "../../engine/pagination/listing";
import { t } from "../../i18n/t";
import { columnFields } from "./columns";
import type { EngineAccess, TableContext } from "./context";
import { toReadOptions, type ShownColumns } from "./layout";
import type { FormulaResult } from "./formula-result";
import { listFrom, toScalar } from "./nested/values";
import { meaning } from "./readable";
import type { Row } from "./rows";
import { type SortColumn, sorted, sortValue } from "./sort";
import { type End, newTable, type RowLimit, rowLimit, type TableBuilder } from "./table-builder";

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
 * A listing as a table. Its rows are made page by page; no further page is requested once the result is too large. The rows of
 * `failures` follow behind all others; it is called when the records are there.
 * @throws AddinError `too-large`, `no-rows`, and the failures of the service.
 */
export const listTable = async (
  context: TableContext,
  listing: ListingTable,
  tableColumns: ShownColumns,
  failures?: (end: End) => Promise<readonly Row[]>,
): Promise<FormulaResult> => {
  const { table, lastRecords, end } = await fillListingTable(context, listing, tableColumns);
  return table.finish(lastRecords, await failures?.(end), end);
};

/**
 * The records of a listing that a table needs.
 * @throws AddinError `too-large` where a table of them would not fit, and the failures of the service.
 */
export const readListing = async (
  context: TableContext,
  listing: ListingTable,
  tableColumns: ShownColumns,
): Promise<TableRecords> => {
  const records: WireRecord[] = [];
  const { end } = await fillListingTable(context, listing, tableColumns, (page) => {
    if (page.isFirst) records.length = 0;
    for (const record of page.records) records.push(record);
  });
  return { ...end, records };
};

/** A table with the records of all pages but the last one. */
interface FilledTable {
  readonly table: TableBuilder;
  readonly lastRecords: readonly WireRecord[];
  readonly end: End;
}

/** One way to read a listing, so that the rows of its table come in the right order. */
interface ReadOrder {
  /** The columns, with the `sort` that is left to do here. */
  readonly shown: ShownColumns;
  readonly order: ListingTable["query"][string];
  readonly extent: ListingExtent;
  /** What follows where the service has more than was read: the part is shown, the next order is tried, or the table is refused. */
  readonly ifTruncated: "show" | "next" | "refuse";
}

/**
 * Reads as much of a listing as the rows of its table need, and makes them.
 * @throws AddinError `too-large` where more than 100,000 records would have to be read, or where the table does not fit.
 */
const fillListingTable = async (
  context: TableContext,
  listing: ListingTable,
  tableColumns: ShownColumns,
  collect: (page: ListingPage) => void = () => undefined,
): Promise<FilledTable> => {
  const limit = rowLimit(context, listing.limit);
  for (const { shown: columns, order, extent, ifTruncated } of readOrders(context, listing, tableColumns, limit)) {
    const table = newTable(context, columns, limit);
    const ordered = { ...listing, query: { ...listing.query, order } };
    for await (const page of listingPages(context, ordered, tableColumns, extent)) {
      if (page.isFirst) table.restart();
      collect(page);
      if (page.end === undefined) await table.add(page.records);
      else if (ifTruncated === "refuse") requireWhole(page.end);
      if (page.end !== undefined && !(ifTruncated === "next" && page.end.truncated))
        return { table, lastRecords: page.records, end: page.end };
    }
  }
  throw new Error("No order shows a listing of any length.");
};

/**
 * The ways to read a listing, to be tried in order. `limit` counts rows after `sort` and `distinct`: what the service can sort is sorted
 * there, everything else is read to the end first.
 */
const readOrders = (
  { layout }: TableContext,
  { route, query, filter, whole }: ListingTable,
  tableColumns: ShownColumns,
  { rows, isCap }: Pick<RowLimit, "rows" | "isCap">,
): readonly ReadOrder[] => {
  const { sort, distinct } = tableColumns.operations;
  const { order } = query;
  const sortOrder = serviceOrder(route, sort, order);
  const isSorted = sort.length > 0;
  if (whole === true || distinct?.joins !== undefined || (isSorted && sortOrder === undefined))
    return [{ shown: tableColumns, order, extent: { limit: mostRecords }, ifTruncated: "refuse" }];
  const distinctBy =
    distinct && ((record: WireRecord) => sortValue(distinct, record, toReadOptions(layout, tableColumns.entity)));
  // With a filter or `distinct` only one row more tells whether the cap cuts anything off.
  const limit = isCap && (filter ?? distinctBy) !== undefined ? rows + 1 : rows;
  const extent = { limit, ...(distinctBy && { distinctBy }) };
  if (!isSorted) return [{ shown: tableColumns, order, extent, ifTruncated: "show" }];
  const unsorted = { ...tableColumns, operations: { ...tableColumns.operations, sort: [] } };
  const byService: ReadOrder = { shown: unsorted, order: sortOrder, extent, ifTruncated: "show" };
  // A listing that ends within the cap is sorted here: formulas that differ only in `sort` share its records.
  return isCap
    ? [{ shown: tableColumns, order, extent: { limit: rows }, ifTruncated: "next" }, byService]
    : [byService];
};

/** @throws AddinError `too-large` where 100,000 records were read for fewer rows than the limit. */
const listingPages = async function* (
  context: TableContext,
  { route, path, query, filter, perScore }: ListingTable,
  tableColumns: ShownColumns,
  extent: ListingExtent,
): AsyncGenerator<ListingPage> {
  const pages = context.runtime.listings.pages(
    {
      route,
      path,
      query: definedQuery({ ...query, translate: context.translate }),
      fields: [...new Set([...columnFields(tableColumns.needed), ...(filter?.fields ?? [])])],
      ...(perScore === true && { perScore }),
    },
    { ...extent, ...(filter && { keep: filter.keep }) },
    context.requestContext,
  );
  for await (const page of pages) {
    if (page.end?.cutOff === true) throw tooManyRecords();
    yield page;
  }
};

const definedQuery = (query: ListingTable["query"]): ListingRequest["query"] =>
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
  tableColumns: ShownColumns,
): Promise<readonly WireRecord[]> => {
  const { records, ...end } = await collectPages(listingPages(context, listing, tableColumns, { limit: mostRecords }));
  requireWhole(end);
  const { sort } = tableColumns.operations;
  if (sort.length === 0) return records;
  const options = toReadOptions(context.layout, tableColumns.entity);
  const items = records.map((record) => ({
    record,
    values: sort.map(({ column }) => sortValue(column, record, options)),
  }));
  return (await sorted(items, sort, context.host.yieldToHost)).map(({ record }) => record);
};

/** @throws AddinError `too-large` where the service has records that were not read. */
const requireWhole = ({ truncated, note }: End): void => {
  if (truncated) throw tooManyRecords(note);
};

const tooManyRecords = (note?: string): AddinError =>
  new AddinError("too-large", note ?? t("formula.partial", { limit: mostRecords }));

/**
 * Keeps records that hold one of these values in each of these fields, in the spelling of the service or as it is shown, without case,
 * and that pass `also`; undefined keeps all.
 */
export const filterByValues = (
  valuesByField: Readonly<Record<string, readonly string[] | undefined>>,
  also?: RecordFilter,
): RecordFilter | undefined => {
  const tests = Object.entries(valuesByField).flatMap(([field, values]) =>
    values === undefined ? [] : [{ field, isWanted: meaning(field, values) }],
  );
  if (tests.length === 0) return also;
  const holds = (record: WireRecord): boolean =>
    tests.every(({ field, isWanted }) => listFrom(record[field]).some((value) => isWanted(String(toScalar(value)))));
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
  sortText: string | readonly string[] | undefined,
): readonly string[] | undefined => {
  const order = sort.map(({ column: { name, joins }, descending }) =>
    joins === undefined && ordersBy(route, name) ? `${name}:${descending ? "desc" : "asc"}` : undefined,
  );
  if (order.length === 0 || !order.every((item) => item !== undefined)) return undefined;
  const fieldName = (item: string): string => item.slice(0, item.indexOf(":"));
  const all = [...order, ...[sortText ?? []].flat()];
  return all.filter((item, place) => all.findIndex((other) => fieldName(other) === fieldName(item)) === place);
};
