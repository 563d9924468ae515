import type { ListingExtent, ListingRequest } from "../runtime/listing";
import type { WireRecord } from "../runtime/wire-record";
import type { ColumnSet } from "../table/fields";
import { requestedFields } from "../table/fields";
import type { Matrix } from "../table/matrix";
import { createSizeGuard } from "../table/size";
import { rowMaker } from "../table/table";
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

/** Walks the listing as far as the limit asks and the size allows, and lays it out. */
export const listTable = async (call: AnyCall, table: TableOfListing): Promise<Matrix> => {
  const shown = showColumns(call, table.set, table.fields);
  const { records, truncated } = await readListing(call, table, shown);
  if (truncated && call.layout.sort.length > 0) call.inquiry.trace.truncated(tell("formula.sortedPart"));
  return tabulate(call, records, shown);
};

/** The records of a listing that a table needs. */
export const readListing = (
  call: AnyCall,
  table: TableOfListing,
  shown: Shown,
): ReturnType<AnyCall["runtime"]["listings"]["read"]> =>
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
      beforePage: foreseeSize(call, shown),
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

/** Refuses the next page when what is there fills a result already; each record is measured once. */
const foreseeSize = (call: AnyCall, shown: Shown): NonNullable<ListingExtent["beforePage"]> => {
  const guard = createSizeGuard(call.host);
  const style = { empty: "", dates: call.layout.dates, formatted: false } as const;
  const makeRow = rowMaker(shown.columns, style, { join: call.layout.join, entity: shown.entity });
  let measured = 0;
  return (records) => {
    const total = tell("table.moreThan", { rows: records.length });
    for (const record of records.slice(measured)) guard.add(makeRow(record), total);
    measured = records.length;
    guard.foresee(total);
  };
};
