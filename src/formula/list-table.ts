import type { ListingRequest, ListingResult } from "../runtime/listing";
import type { WireRecord } from "../runtime/wire-record";
import type { ColumnSet } from "../table/fields";
import { requestedFields } from "../table/fields";
import type { Matrix } from "../table/matrix";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";
import type { QueryValue } from "./filters";
import { newTable, type Shown, showColumns, type Table, tabulate } from "./tabulate";

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

/** Walks the listing as far as the limit asks and the size allows, and lays it out; rows are made page by page. */
export const listTable = async (call: AnyCall, table: TableOfListing): Promise<Matrix> => {
  const shown = showColumns(call, table.set, table.fields);
  const paged = new PagedTable(call, shown);
  const { records, handed, truncated } = await read(call, table, { shown, paged, drops: true });
  if (truncated && call.layout.sort.length > 0) call.inquiry.trace.truncated(tell("formula.sortedPart"));
  return handed === 0 ? tabulate(call, records, shown) : paged.finish(records);
};

/** The records of a listing that a table needs. */
export const readListing = (call: AnyCall, table: TableOfListing, shown: Shown): Promise<ListingResult> =>
  read(call, table, { shown, paged: new PagedTable(call, shown), drops: false });

const read = (
  call: AnyCall,
  table: TableOfListing,
  { shown, paged, drops }: { readonly shown: Shown; readonly paged: PagedTable; readonly drops: boolean },
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
      beforePage: (records, begins) => paged.add(records, begins),
      drops,
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
class PagedTable {
  readonly #begin: () => Table;
  #table: Table;

  constructor(call: AnyCall, shown: Shown) {
    this.#begin = () => newTable(call, shown);
    this.#table = this.#begin();
  }

  /** A listing that is walked anew begins its table anew. */
  add(records: readonly WireRecord[], begins: boolean): Promise<void> {
    if (begins) this.#table = this.#begin();
    return this.#table.add(records);
  }

  finish(records: readonly WireRecord[]): Promise<Matrix> {
    return this.#table.finish(records);
  }
}
