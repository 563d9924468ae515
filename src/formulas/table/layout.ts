import { longestCellText } from "../../facts/excel-limits";
import { AddinError } from "../../engine/http/addin-error";
import { formatList, t } from "../../i18n/t";
import { type Column, columnNamed, columnsFor, type ColumnSet, type FieldName, type ColumnMember } from "./columns";
import type { RecordIdentity } from "./formula-result";
import { CellError } from "./matrix";
import type { EmptyCells } from "./rows";
import { type Nested, type ReadOptions, toScalar } from "./nested/values";
import type { SortColumn } from "./sort";

/** One key of the option `sort`. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** How a table is laid out: the common options as they were read. */
export interface Layout {
  /** `yes`: labels such as "Last activity", in English in every language; `names`: the names of the service. */
  readonly headers: "yes" | "names" | "no";
  /** `readable`: names of places and values of enumerations as people write them; `raw`: the spelling of the service. */
  readonly texts: "readable" | "raw";
  readonly empty: EmptyCells;
  /** The text between several values of one cell. */
  readonly join: string;
  readonly dates: "excel" | "iso";
  readonly transpose: boolean;
  readonly sort: readonly SortKey[];
  readonly distinct: string | undefined;
  readonly explode: string | undefined;
  /** Whether a result that the workbook's row cap ends has a last row that says so. */
  readonly more: boolean;
}

/** The layout that the options describe; `headers` is the default of the function. */
export const readLayout = (values: Readonly<Record<string, unknown>>, headers: Layout["headers"]): Layout => ({
  headers: (values["headers"] as Layout["headers"] | undefined) ?? headers,
  texts: (values["texts"] as Layout["texts"] | undefined) ?? "readable",
  empty: emptyCells(values["empty"] as string | undefined),
  join: (values["join"] as string | undefined) ?? "; ",
  dates: (values["dates"] as Layout["dates"] | undefined) ?? "excel",
  transpose: values["transpose"] === true,
  sort: (values["sort"] as readonly SortKey[] | undefined) ?? [],
  distinct: values["distinct"] as string | undefined,
  explode: values["explode"] as string | undefined,
  more: values["more"] !== false,
});

const notAvailable: EmptyCells = { number: new CellError("#N/A"), other: "" };
const zero: EmptyCells = { number: 0, other: "" };

/** Only numbers are `#N/A` or 0 where they are missing: a text or a date of 0 would be a value that nobody gave. */
const emptyCells = (filler = ""): EmptyCells => {
  const lower = filler.toLowerCase();
  if (lower === "na") return notAvailable;
  if (lower === "zero") return zero;
  const text = filler.slice(0, longestCellText);
  return { number: text, other: text };
};

/** A result that is aligned with a list stands beside it, so it has no header row. */
export const headersUnlessAligned = (options: Readonly<Record<string, unknown>>): Layout["headers"] =>
  options["align"] === true ? "no" : "yes";

/** How a layout reads values; `entity`: whose part of per-entity values is shown. */
export const toReadOptions = ({ join, texts }: Layout, entity?: string): ReadOptions => ({
  join,
  entity,
  rawTexts: texts === "raw",
});

/** A member of which each part gets a row. */
export type ExplodedMember = ColumnMember & { readonly nested: Nested };

/** What `sort`, `distinct` and `explode` do to the rows, in this order. */
export interface RowOperations {
  readonly sort: readonly SortColumn[];
  readonly distinct: Column | undefined;
  readonly explode: ExplodedMember | undefined;
}

/** The columns of a result, and what happens to its rows. */
export interface ShownColumns {
  readonly columns: readonly Column[];
  /** The shown columns and those that sort, distinct and explode read. */
  readonly needed: readonly Column[];
  readonly operations: RowOperations;
  /** The entity whose part of per-entity values is shown; undefined shows all of them. */
  readonly entity?: string | undefined;
  readonly identity?: RecordIdentity | undefined;
}

/**
 * The columns that the argument `fields` asks for. With `translate` a text is shown translated; without `fields` each translated column
 * follows its original.
 * @throws AddinError `invalid-argument` for an unknown field, for a translated field without `translate`, and where `explode` names a
 * column that is not shown or has no parts.
 */
export const showColumns = (
  { layout, translate }: { readonly layout: Layout; readonly translate: string | undefined },
  set: ColumnSet,
  fields: readonly FieldName[] | undefined,
): ShownColumns => {
  if (translate === undefined) {
    for (const name of fields ?? []) refuseTranslation(set, name);
    return showGivenColumns(layout, set, withoutTranslations(columnsFor(set, fields)));
  }
  const columns = columnsFor(withTranslations(set), fields);
  return showGivenColumns(layout, set, fields === undefined ? columns : translatedColumns(set, columns));
};

const translatedPrefix = "translated_";

const findTranslation = (set: ColumnSet, name: string): ColumnMember | undefined =>
  set.members.find((member) => member.name === translatedPrefix + name);

/** The originals of translated columns are replaced, unless both are shown. A text without translation is shown as it is. */
const translatedColumns = (set: ColumnSet, columns: readonly Column[]): readonly Column[] => {
  const known = translatedCache.get(columns);
  if (known !== undefined) return known;
  const names = new Set(columns.map(({ name }) => name));
  const columnList = columns.map((column): Column => {
    const member = names.has(translatedPrefix + column.name) ? undefined : findTranslation(set, column.name);
    if (member === undefined) return column;
    const { name, label, type } = column;
    const read: Column["read"] = (record, look) => toScalar(record[member.name]) ?? column.read(record, look);
    return { name, label, type, member: column.member, also: member, read };
  });
  translatedCache.set(columns, columnList);
  return columnList;
};

/** Cached, because thousands of cells show the same columns. */
const translatedCache = new WeakMap<readonly Column[], readonly Column[]>();

/** @throws AddinError `invalid-argument` where the name is that of a translated field, which is blank without a language. */
const refuseTranslation = (set: ColumnSet, name: FieldName): void => {
  const field = /^\+?\s*translated[_ ](.+)$/i
    .exec(typeof name === "string" ? name : "")?.[1]
    ?.trim()
    .toLowerCase()
    .replaceAll(" ", "_");
  if (field !== undefined && findTranslation(set, field) !== undefined)
    throw new AddinError(
      "invalid-argument",
      t("table.needsTranslate", { argument: "fields", name: translatedPrefix + field }),
    );
};

/**
 * These columns, with what `sort`, `distinct` and `explode` read of the set.
 * @throws AddinError `invalid-argument` where they name no column of the set.
 */
export const showGivenColumns = (layout: Layout, set: ColumnSet, columns: readonly Column[]): ShownColumns => {
  const read = layoutColumns(set, layout);
  return {
    columns,
    needed: read.length === 0 ? columns : [...columns, ...read],
    operations: rowOperations(set, layout, columns),
    identity: set.identity,
  };
};

/** One set for each set, because columns are cached by set. */
const setsWithTranslations = new WeakMap<ColumnSet, ColumnSet>();

const withTranslations = (set: ColumnSet): ColumnSet => {
  const names = set.shown.flatMap((name) =>
    findTranslation(set, name) === undefined ? [name] : [name, translatedPrefix + name],
  );
  const known = setsWithTranslations.get(set) ?? { ...set, shown: names };
  setsWithTranslations.set(set, known);
  return known;
};

/** Cached like the translated columns. */
const originals = new WeakMap<readonly Column[], readonly Column[]>();

/** Without the translated columns that `*` and `default` name: they are blank without a language. */
const withoutTranslations = (columns: readonly Column[]): readonly Column[] => {
  if (columns.every(({ name }) => !name.startsWith(translatedPrefix))) return columns;
  const known = originals.get(columns) ?? columns.filter(({ name }) => !name.startsWith(translatedPrefix));
  originals.set(columns, known);
  return known;
};

const layoutColumns = (set: ColumnSet, { sort, distinct, explode }: Layout): readonly Column[] => [
  ...sort.map(({ field }) => columnNamed(set, field, "sort")),
  ...(distinct === undefined ? [] : [columnNamed(set, distinct, "distinct")]),
  ...(explode === undefined ? [] : [columnNamed(set, explode, "explode")]),
];

/**
 * The operations of a layout on a table of these columns.
 * @throws AddinError `invalid-argument` where `explode` names a column that is not shown or has no parts.
 */
export const rowOperations = (
  set: ColumnSet,
  { sort, distinct, explode }: Layout,
  tableColumns: readonly Column[],
): RowOperations => ({
  sort: sort.map(({ field, descending }) => {
    const column = columnNamed(set, field, "sort");
    const amount = revenuePath(column);
    return { column, descending, ...(amount && { currency: columnNamed(set, `${amount}.currency`, "sort") }) };
  }),
  distinct: distinct === undefined ? undefined : columnNamed(set, distinct, "distinct"),
  explode: explode === undefined ? undefined : explodedMember(columnNamed(set, explode, "explode"), tableColumns),
});

/** The path of the revenue whose amount a column shows: `revenue[2]` of `revenue[2].value`. Undefined for any other column. */
const revenuePath = ({ name }: Column): string | undefined =>
  /^(.*\brevenue(?:\[\d+\])?)(?:\.value)?$/i.exec(name)?.[1];

const explodedMember = ({ name, member, joins }: Column, tableColumns: readonly Column[]): ExplodedMember => {
  if (member?.nested === undefined || joins !== undefined)
    throw new AddinError("invalid-argument", t("table.notExplodable", { name }));
  if (tableColumns.every((other) => other.member?.name !== member.name))
    throw new AddinError(
      "invalid-argument",
      t("table.notShown", { option: "explode", name, allowed: formatList(tableColumns.map((column) => column.name)) }),
    );
  return { ...member, nested: member.nested };
};

/** Whether each record becomes one row, in the order of the records. */
export const keepsRecordOrder = ({ sort, distinct, explode }: RowOperations): boolean =>
  sort.length === 0 && distinct === undefined && explode === undefined;
