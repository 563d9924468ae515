import { ArrangedTable } from "../table/arranged-table";
import { type Arrangement, arrangementOf, keepsPlaces, layoutColumns } from "../table/arrangement";
import type { Column, TableRecord } from "../table/column";
import { type ColumnSet, columnsFor, joinedFields } from "../table/fields";
import type { Matrix } from "../table/matrix";
import { isRecord, type Row } from "../table/row-maker";
import { GrowingTable } from "../table/growing-table";
import type { AnyCall } from "./call";
import { unlessAllFailed } from "./own-row";

/** The columns of a result, and those its layout needs beside them. */
export interface Shown {
  readonly columns: readonly Column[];
  /** Shown columns and those that sort, distinct and explode need. */
  readonly needed: readonly Column[];
  readonly arrangement: Arrangement;
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
  const arrangement = arrangementOf(set, call.layout, columns);
  return { columns, needed: more.length === 0 ? columns : [...columns, ...more], arrangement };
};

const translatedSet = (set: ColumnSet): ColumnSet => ({
  ...set,
  shown: set.shown.flatMap((name) => withTranslation(set, name)),
});

const withTranslation = (set: ColumnSet, name: string): readonly string[] => {
  const translated = `translated_${name}`;
  return set.members.some((member) => member.name === translated) ? [name, translated] : [name];
};

/** A table that can be made while its records come. */
export interface Table {
  readonly add: (records: readonly TableRecord[]) => Promise<void>;
  /** These rows are the last; failures stand behind all. */
  readonly finish: (rows: readonly Row[], failures?: readonly Row[]) => Promise<Matrix>;
}

/** A new table of these columns, arranged and joined with entities where the layout and the columns ask for it. */
export const newTable = (call: AnyCall, shown: Shown): Table => {
  const { layout, host } = call;
  const made = { layout, host, look: { join: layout.join, entity: shown.entity } };
  const { arrangement } = shown;
  const joins = joinedFields(shown.needed);
  if (joins.length > 0 || !keepsPlaces(arrangement))
    return new ArrangedTable(shown.columns, made, { arrangement, entities: (ids) => entitiesOf(call, ids, joins) });
  const table = new GrowingTable(shown.columns, made);
  return {
    add: (records) => table.add(records),
    finish: (rows, failures = []) => table.finish(failures.length === 0 ? rows : [...rows, ...failures]),
  };
};

/** Records to a matrix: entities joined, sorted, kept apart, spread, laid out. Failures of a list stand behind the rows. */
export const tabulate = async (call: AnyCall, given: readonly Row[], shown: Shown): Promise<Matrix> => {
  const rows = unlessAllFailed(given);
  const records = rows.every(isRecord) ? rows : rows.filter(isRecord);
  const failures = records.length === rows.length ? [] : rows.filter((row) => row !== undefined && !isRecord(row));
  return newTable(call, shown).finish(records, failures);
};

/** Rows that keep their places, errors and blanks among them, to a matrix; where all failed, the first failure is thrown. */
export const alignRows = async (call: AnyCall, given: readonly Row[], shown: Shown): Promise<Matrix> =>
  newTable(call, shown).finish(unlessAllFailed(given));

/** Each entity once, through the shared batch. */
const entitiesOf = async (
  call: AnyCall,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, TableRecord | undefined>> => {
  const found = await Promise.all(ids.map((id) => call.runtime.entities.byId(id, fields, call.inquiry)));
  return new Map(ids.map((id, index) => [id, found[index]]));
};
