import type { ListingExtent, ListingRequest, ListingResult } from "../runtime/listing";
import type { WireRecord } from "../runtime/wire-record";
import type { ColumnSet } from "../table/fields";
import { joinedFields, requestedFields } from "../table/fields";
import { GrowingTable } from "../table/growing-table";
import { rearranges } from "../table/layout";
import type { Matrix } from "../table/matrix";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";
import type { QueryValue } from "./filters";
import { type Shown, showColumns, tabulate } from "./tabulate";

/** Which listing a table shows, and how much of it. */
export interface TableOfListing {
  readonly route: ListingRequest["route"];
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, QueryValue | undefined>>;
  readonly set: ColumnSet;
  readonly fields: readonly (string | undefined)[] | undefined;
  readonly limit: number | "all" | undefined;
  /** Records to keep, decided here after fetching. */
  readonly keep?: ((record: WireRecord) => boolean) | undefined;
  /** Fields `keep` looks at. */
  readonly keepNeeds?: readonly string[];
  /** Whether a long walk may go score by score, side by side. */
  readonly chains?: boolean | undefined;
}

const usualLimit = 1_000;

/** How many records a limit means; `all` is the workbook's row cap. */
export const limitOf = (call: AnyCall, limit: number | "all" | undefined): number => {
  if (limit !== "all") return limit ?? usualLimit;
  call.inquiry.trace.reads("settings");
  return call.runtime.settings.get().rowCap;
};

/** Walks the listing as far as the limit asks and the size allows, and lays it out; rows that need no others are made page by page. */
export const listTable = async (call: AnyCall, table: TableOfListing): Promise<Matrix> => {
  const shown = showColumns(call, table.set, table.fields);
  const growing = isGrowing(call, shown) ? growingTable(call, shown) : undefined;
  const { records, handed, truncated } = await read(call, table, { shown, growing });
  if (truncated && call.layout.sort.length > 0) call.inquiry.trace.truncated(tell("formula.sortedPart"));
  return growing === undefined || handed === 0 ? tabulate(call, records, shown) : growing.finish(records);
};

/** The records of a listing that a table needs. */
export const readListing = (call: AnyCall, table: TableOfListing, shown: Shown): Promise<ListingResult> =>
  read(call, table, { shown, growing: undefined });

const read = (
  call: AnyCall,
  table: TableOfListing,
  { shown, growing }: { readonly shown: Shown; readonly growing: PagedTable | undefined },
): Promise<ListingResult> =>
  call.runtime.listings.read(
    {
      route: table.route,
      path: table.path,
      query: sentQuery({ ...table.query, translate: call.translate }),
      fields: [...new Set([...requestedFields(shown.needed), ...(table.keepNeeds ?? [])])],
      ...(table.chains === true && { chains: true }),
    },
    {
      limit: limitOf(call, table.limit),
      // What is made only to see whether it fits goes again; no record is looked at twice.
      beforePage: (growing ?? growingTable(call, shown)).add,
      drops: growing !== undefined,
      ...(table.keep && { keep: table.keep }),
    },
    call.inquiry,
  );

/** The members of a query that are there. */
export const sentQuery = (
  query: Readonly<Record<string, QueryValue | undefined>>,
): Readonly<Record<string, QueryValue>> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, QueryValue] => entry[1] !== undefined && entry[1] !== ""),
  );

/** A table that gets a listing's records before the next page is asked for, and refuses that one where it would not fit. */
interface PagedTable {
  readonly add: NonNullable<ListingExtent["beforePage"]>;
  readonly finish: (records: readonly WireRecord[]) => Promise<Matrix>;
}

const growingTable = (call: AnyCall, shown: Shown): PagedTable => {
  const { layout, host } = call;
  const made = { layout, host, look: { join: layout.join, entity: shown.entity } };
  let table = new GrowingTable(shown.columns, made);
  return {
    add: (records, begins) => {
      if (begins) table = new GrowingTable(shown.columns, made);
      return table.add(records);
    },
    finish: (records) => table.finish(records),
  };
};

/** Whether every row can be made from its record alone, and stands where the record came. */
const isGrowing = ({ layout }: AnyCall, { needed }: Shown): boolean =>
  !rearranges(layout) && joinedFields(needed).length === 0;
