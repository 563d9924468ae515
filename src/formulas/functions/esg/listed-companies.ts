import type { WireRecord } from "../../../contract/page";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { type Argument } from "../../arguments/argument";
import { distinctEntities, readEntityIds } from "../../arguments/entities";
import { idsIn, listRows } from "../../define/alignment";
import { findCoverage, logCoverage, rowCoverage, uncoveredErrors } from "../../define/coverage";
import type { AnyInvocation } from "../../define/invocation";
import type { EngineAccess, TableContext } from "../../table/context";
import type { FormulaResult } from "../../table/formula-result";
import type { ShownColumns } from "../../table/layout";
import { type ListingTable, listTable, type RecordFilter, sortedRecords } from "../../table/listing-table";
import { alignRows } from "../../table/table-builder";

// In this module, because both load late.
export { languageNames } from "./languages";

/** A listing of a universe, and the companies that it is narrowed to. */
export type UniverseListing = Omit<ListingTable, "path"> & { readonly path: { readonly universe_id: string } };

/**
 * A listing as a table, with only the records of these companies, because the service has no such filter. Companies that could not be
 * found, and companies that are not covered, have rows behind all others, so that none is left out without a sign.
 * @throws AddinError the first failure where no entity was found; those of `listTable`.
 */
export const listCompanies = async (
  invocation: AnyInvocation & TableContext,
  listing: UniverseListing,
  shown: ShownColumns,
  entities: Argument,
): Promise<FormulaResult> => {
  const { ids, failures } = await readEntityIds(invocation, entities);
  const [first] = failures;
  if (ids.size === 0 && first !== undefined) throw first;
  const active = new Set<unknown>();
  const byCompany = filterByIds([...ids]);
  const keep: RecordFilter["keep"] = (record) => {
    const isListed = byCompany.keep(record);
    if (isListed) active.add(record["entity_id"]);
    return isListed;
  };
  const filter = alsoKeep(listing.filter, { ...byCompany, keep });
  return listTable(invocation, { ...listing, filter }, shown, async ({ truncated }) => {
    const missing = [...ids].filter((id) => !active.has(id));
    // A company without a record among the first rows may have some behind them, so its licence is not asked for.
    const coverage = await findCoverage(invocation, listing.path.universe_id, missing, { licences: !truncated });
    logCoverage(invocation, [...ids, ...failures], coverage);
    return [...failures, ...uncoveredErrors(coverage)];
  });
};

/** Keeps the records of the entities with these ids. */
export const filterByIds = (entityIds: readonly string[]): RecordFilter => {
  const ids = new Set(entityIds);
  return { keep: (record) => ids.has(String(record["entity_id"])), fields: ["entity_id"] };
};

/**
 * The companies of a list, for functions that compute over the records: a number for only a part of the list would mislead.
 * @throws AddinError for the first entity that was not found, with the number of them.
 */
export const wholeList = async (access: EngineAccess, entities: Argument): Promise<readonly string[]> => {
  const { ids, failures } = await readEntityIds(access, entities);
  const [first] = failures;
  if (first === undefined) return [...ids];
  if (ids.size === 0 || !(first instanceof AddinError)) throw first;
  const values = { count: failures.length, total: distinctEntities(entities).length, first: first.message };
  throw new AddinError(first.code, t("formula.entitiesLeft", values));
};

/**
 * One row for each cell of a list, in its order: the first record of its company by `sort`, else in the order of the service; blank where
 * a covered company has none, and an error with the reason where a company is not covered. `outside`: those are blank too.
 * @throws AddinError `invalid-argument` where there is no list, and for a setting that would move rows or translate the whole listing.
 */
export const alignWithList = async (
  invocation: AnyInvocation & TableContext,
  listing: UniverseListing,
  tableColumns: ShownColumns,
  { entities, outside }: { readonly entities: Argument | undefined; readonly outside: "blank" | undefined },
): Promise<FormulaResult> => {
  const { distinct, explode } = invocation.layout;
  const refusedOptions = Object.entries({ distinct, explode, limit: listing.limit, translate: invocation.translate });
  for (const [key, value] of refusedOptions)
    if (value !== undefined) throw new AddinError("invalid-argument", t("functions.notWithAlign", { key }));
  if (entities === undefined) throw new AddinError("invalid-argument", t("functions.alignNeedsEntities"));
  const rows = await listRows(invocation, entities);
  const ids = idsIn(rows);
  const first = new Map<unknown, WireRecord>();
  const filteredListing = { ...listing, filter: alsoKeep(listing.filter, filterByIds(ids)) };
  for (const record of await sortedRecords(invocation, filteredListing, tableColumns))
    if (!first.has(record["entity_id"])) first.set(record["entity_id"], record);
  const missing = ids.filter((id) => !first.has(id));
  const coverage = await findCoverage(invocation, listing.path.universe_id, missing);
  logCoverage(invocation, rows, coverage);
  const operations = { ...tableColumns.operations, sort: [] };
  return alignRows(
    invocation,
    rows.map((row) => {
      const { error, status } = rowCoverage(row, coverage);
      if (typeof row === "string" && error === undefined) return first.get(row) ?? { entity_id: row };
      const isBlank = outside === "blank" && (status === "not in universe" || status === "no access");
      return isBlank ? undefined : error;
    }),
    { ...tableColumns, operations },
  );
};

const alsoKeep = (one: RecordFilter | undefined, other: RecordFilter): RecordFilter =>
  one === undefined
    ? other
    : {
        keep: (record) => one.keep(record) && other.keep(record),
        fields: [...one.fields, ...other.fields],
      };
