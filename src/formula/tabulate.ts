import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { Column, TableRecord } from "../table/column";
import { type ColumnSet, columnsFor, joinedFields } from "../table/fields";
import { arrange, layoutColumns, rearranges } from "../table/layout";
import type { Matrix } from "../table/matrix";
import type { Row } from "../table/row-maker";
import { toMatrix } from "../table/table";
import type { AnyCall } from "./call";
import { unlessAllFailed } from "./own-row";

/** The columns of a result, and those its layout needs beside them. */
export interface Shown {
  readonly set: ColumnSet;
  readonly columns: readonly Column[];
  /** Shown columns and those that sort, distinct and explode need. */
  readonly needed: readonly Column[];
  /** Whose part of per-entity values is meant. */
  readonly entity?: string | undefined;
}

/** The columns that `fields` asks for; with `translate` and no fields each translated column stands behind its original. */
export const showColumns = (
  call: AnyCall,
  set: ColumnSet,
  fields: readonly (string | undefined)[] | undefined,
): Shown => {
  const columns = columnsFor(call.translate === undefined ? set : translatedSet(set), fields);
  const more = layoutColumns(set, call.layout);
  return { set, columns, needed: more.length === 0 ? columns : [...columns, ...more] };
};

const translatedSet = (set: ColumnSet): ColumnSet => ({
  ...set,
  shown: set.shown.flatMap((name) => withTranslation(set, name)),
});

const withTranslation = (set: ColumnSet, name: string): readonly string[] => {
  const translated = `translated_${name}`;
  return set.members.some((member) => member.name === translated) ? [name, translated] : [name];
};

/** Records to a matrix: entities joined, sorted, kept apart, spread, laid out. Failures of a list stand behind the rows. */
export const tabulate = async (call: AnyCall, given: readonly Row[], shown: Shown): Promise<Matrix> => {
  const rows = unlessAllFailed(given);
  const records = rows.every(isRecord) ? rows : rows.filter(isRecord);
  const joins = joinedFields(shown.needed).length > 0;
  const joined = joins ? await joinEntities(call, records, shown.needed) : records;
  const look = { join: call.layout.join, entity: shown.entity };
  const { layout, host } = call;
  const arranging = { set: shown.set, layout, look, pause: host.pause };
  const arranged = rearranges(layout) ? await arrange(joined, shown.columns, arranging) : joined;
  const failures = records.length === rows.length ? [] : rows.filter((row) => row !== undefined && !isRecord(row));
  const all = failures.length === 0 ? arranged : [...arranged, ...failures];
  return toMatrix(all, shown.columns, { layout, look, host });
};

/** Rows that keep their places, errors and blanks among them, to a matrix; where all failed, the first failure is thrown. */
export const alignRows = async (call: AnyCall, given: readonly Row[], shown: Shown): Promise<Matrix> => {
  const rows = unlessAllFailed(given);
  const records = rows.filter(isRecord);
  const joined = await joinEntities(call, records, shown.needed);
  const byRecord = new Map(records.map((record, index) => [record, joined[index]]));
  const placed = rows.map((row) => (isRecord(row) ? byRecord.get(row) : row));
  const look = { join: call.layout.join, entity: shown.entity };
  return toMatrix(placed, shown.columns, { layout: call.layout, look, host: call.host });
};

const isRecord = (row: Row): row is TableRecord =>
  row !== undefined && !(row instanceof AddinError) && !(row instanceof CellError);

/** Every record with its entity beside it, where a column asks for one: each entity once, through the shared batch. */
export const joinEntities = async (
  call: AnyCall,
  records: readonly TableRecord[],
  columns: readonly Column[],
): Promise<readonly TableRecord[]> => {
  const wanted = joinedFields(columns);
  if (wanted.length === 0) return records;
  const ids = [...new Set(records.map((record) => record["entity_id"]).filter((id) => typeof id === "string"))];
  const found = await Promise.all(ids.map((id) => call.runtime.entities.byId(id, wanted, call.inquiry)));
  const entities = new Map(ids.map((id, index) => [id, found[index]]));
  return records.map((record) => ({ ...record, entity: entities.get(String(record["entity_id"])) }));
};
