import type { WireRecord } from "../../../contract/page";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { EngineAccess } from "../../table/context";
import type { FormulaResult } from "../../table/formula-result";
import type { CellError } from "../../table/matrix";
import { type ListingTable, type RecordFilter, sortedRecords } from "../../table/listing-table";
import type { ShownColumns } from "../../table/layout";
import type { TableContext } from "../../table/context";
import { alignRows } from "../../table/table-builder";
import { type Argument, type Cell } from "../../arguments/argument";
import { distinctEntities, entityIdsOf, optionalEntityList } from "../../arguments/entities";
import { mergeQuery, period, type QueryValue, score } from "../../arguments/filters";
import { optional, raw, text } from "../../arguments/parameters";
import type { AnyInvocation } from "../../define/invocation";
import { idsIn, listRows } from "../../define/alignment";

/** The listings of a universe that the ESG functions read. */
export type EsgListing = "listEsgEvents" | "listEsgDocuments";

/** The first arguments of every function that lists the ESG records of a universe. */
export const universeListingParameters = (route: EsgListing) => ({
  universe: optional("universe", text),
  minScore: optional("number", score(route)),
  from: optional("date", raw),
  to: optional("date", raw),
  entities: optionalEntityList,
});

/**
 * The filters of such a function: its options, `minScore`, and `from` and `to` on the wire member `date`.
 * @throws AddinError `invalid-argument` where an argument and an option set the same filter differently.
 */
export const universeListingQuery = (
  invocation: {
    readonly values: { readonly minScore: string | undefined; readonly from: Cell; readonly to: Cell };
    readonly now: number;
  },
  filters: Readonly<Record<string, QueryValue>>,
  route: EsgListing,
  date: string,
): Readonly<Record<string, QueryValue>> =>
  mergeQuery(filters, [
    { member: "score", argument: "minScore", value: invocation.values.minScore },
    { member: date, argument: "from, to", value: period(invocation, route, date) },
  ]);

/** The records of some entities, and a failure for each entity that was not found. */
export interface EntityFilter {
  /** Undefined keeps all records. */
  readonly filter: RecordFilter | undefined;
  /** Shown as rows behind all others, so that no entity is left out without a sign. */
  readonly failures: readonly (AddinError | CellError)[];
}

/**
 * Keeps only the records of these entities, because the service has no such filter.
 * @throws AddinError the first failure where no entity was found.
 */
export const keepEntities = async (access: EngineAccess, entities: Argument | undefined): Promise<EntityFilter> => {
  if (entities === undefined) return { filter: undefined, failures: [] };
  const { ids, failures } = await entityIdsOf(access, entities);
  const [first] = failures;
  if (ids.size === 0 && first !== undefined) throw first;
  return { filter: filterByIds([...ids]), failures };
};

/** Keeps the records of the entities with these ids. */
export const filterByIds = (entityIds: readonly string[]): RecordFilter => {
  const ids = new Set(entityIds);
  return { keep: (record) => ids.has(String(record["entity_id"])), fields: ["entity_id"] };
};

/**
 * As `keepEntities`, for functions that compute over the records: a number for only a part of the entities would mislead.
 * @throws AddinError for the first entity that was not found, with the number of them.
 */
export const filterByEntities = async (
  access: EngineAccess,
  entities: Argument | undefined,
): Promise<RecordFilter | undefined> => {
  const { filter, failures } = await keepEntities(access, entities);
  const [first] = failures;
  if (first === undefined || entities === undefined) return filter;
  if (!(first instanceof AddinError)) throw first;
  const values = { count: failures.length, total: distinctEntities(entities).length, first: first.message };
  throw new AddinError(first.code, t("formula.entitiesLeft", values));
};

/**
 * One row for each cell of a list, in its order: the first record of its company by `sort`, else in the order of the service; blank where
 * it has none.
 * @throws AddinError `invalid-argument` where there is no list, and for a setting that would move rows or translate the whole listing.
 */
export const alignWithList = async (
  invocation: AnyInvocation & TableContext,
  listing: ListingTable,
  shown: ShownColumns,
  entities: Argument | undefined,
): Promise<FormulaResult> => {
  const { distinct, explode } = invocation.layout;
  const refused = Object.entries({ distinct, explode, limit: listing.limit, translate: invocation.translate });
  for (const [key, value] of refused)
    if (value !== undefined) throw new AddinError("invalid-argument", t("functions.notWithAlign", { key }));
  if (entities === undefined) throw new AddinError("invalid-argument", t("functions.alignNeedsEntities"));
  const rows = await listRows(invocation, entities);
  const first = new Map<unknown, WireRecord>();
  const wanted = { ...listing, filter: alsoKeep(listing.filter, filterByIds(idsIn(rows))) };
  for (const record of await sortedRecords(invocation, wanted, shown))
    if (!first.has(record["entity_id"])) first.set(record["entity_id"], record);
  const operations = { ...shown.operations, sort: [] };
  return alignRows(
    invocation,
    rows.map((row) => (typeof row === "string" ? (first.get(row) ?? { entity_id: row }) : row)),
    { ...shown, operations },
  );
};

const alsoKeep = (one: RecordFilter | undefined, other: RecordFilter): RecordFilter =>
  one === undefined
    ? other
    : {
        keep: (record) => one.keep(record) && other.keep(record),
        fields: [...one.fields, ...other.fields],
      };
