import { sheetColumns } from "../../facts/excel-limits";
import type { FieldType } from "../../contract/fields";
import type { YieldToHost } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import { onDemand } from "../../i18n/on-demand";
import { t } from "../../i18n/t";
import type { RecordIdentity } from "./formula-result";
import { type Column, columnLabel, ownMember, type TableRecord } from "./columns";
import { listFrom, type Scalar, toScalar } from "./nested/values";
import { sorted } from "./sort";

/** What a record counts under in one dimension; undefined is "(none)". */
export type Key = string | number | undefined;

/** One dimension of a pivot. */
export interface Dimension {
  /** The column that shows the key. */
  readonly name: string;
  /** Its header, where not that of the name. */
  readonly label?: string;
  readonly type: FieldType;
  /** The keys of a record: it counts under each; under "(none)" where there is no key. */
  readonly keysOf: (record: TableRecord) => readonly Exclude<Key, undefined>[];
  /** The natural order: months in time, scores from 1 to 5, names by the alphabet. */
  readonly compare: (one: Exclude<Key, undefined>, other: Exclude<Key, undefined>) => number;
  /** True where the rows with most records come first. Columns are in natural order always. */
  readonly largestFirst?: boolean;
  /** What a row shows for a key; the key itself where it is missing. */
  readonly show?: (key: Exclude<Key, undefined>) => Scalar;
  /** The name of a column for a key; what a row shows where it is missing. */
  readonly title?: (key: Exclude<Key, undefined>) => string;
  /** The header cell of a column for a key, where it is a number or a date and not the title. */
  readonly header?: (key: Exclude<Key, undefined>) => Column["header"];
  /** The key after a key, so that rows and columns in time have no gap. */
  readonly next?: (key: Exclude<Key, undefined>) => Exclude<Key, undefined>;
  /** Keys that have a row or column also without records; with `next`, all between the first and the last have one. */
  readonly keys?: readonly Exclude<Key, undefined>[];
  /** The days that tell which keys of coarser dimensions a key lies in: a week may lie in two months. */
  readonly days?: (key: Exclude<Key, undefined>) => readonly string[];
  /** The key of this dimension that a day lies in, where another one is finer. It has no gaps of its own then. */
  readonly around?: (day: string) => Exclude<Key, undefined>;
  /** Number formats of cells by their number, where they are not that of the column: they mark periods that are covered in part. */
  readonly formats?: ReadonlyMap<number, string>;
  /** What follows the title of a column, for the same reason. */
  readonly mark?: (key: Exclude<Key, undefined>) => string;
  /** A last column with the key itself: the id of a name. */
  readonly idColumn?: string;
}

/** A number, or a date, over the records of one cell of a pivot. It also answers for no records: 0 or undefined. */
export interface Measure {
  readonly name: string;
  /** The header, where not that of the name. */
  readonly label?: string | undefined;
  readonly type: FieldType;
  readonly numberFormat?: string | undefined;
  /** `keys`: those of the row, and of the column where there is one; none in totals. */
  readonly of: (records: readonly TableRecord[], keys: readonly Key[]) => Scalar;
}

/** How records are counted. */
export interface PivotLayout {
  /** The dimensions of the rows. */
  readonly by: readonly Dimension[];
  /** The dimension of the columns; without it each measure has one column. */
  readonly across?: Dimension | undefined;
  readonly measures: readonly Measure[];
  /** Adds a row, and with `across` a column for each measure, that counts each record once. */
  readonly total?: boolean;
}

/** The columns and rows of a pivot. */
export interface PivotTable {
  readonly columns: readonly Column[];
  /** Its dimensions name a row. */
  readonly identity: RecordIdentity;
  readonly rows: readonly TableRecord[];
  /** The row that counts each record once. */
  readonly total: TableRecord | undefined;
  /** The row of these keys; zero and blank where no record has them. */
  readonly rowOf: (keys: readonly Key[]) => TableRecord;
}

/** The name of records without a value. Texts of cells do not depend on the language, so that formulas can compare them. */
export const unnamed = "(none)";

const totalName = "Total";

/** Records counted between two looks at the clock. */
const slice = 512;

/** The records of one row: each once, and by the key of the column. */
interface PivotGroup {
  readonly keys: readonly Key[];
  readonly records: TableRecord[];
  readonly byColumn: Map<Key, TableRecord[]>;
}

const newGroup = (keys: readonly Key[]): PivotGroup => ({ keys, records: [], byColumn: new Map() });

/** Distinct keys of a record; "(none)" where there is none. */
const dimensionKeys = (dimension: Dimension, record: TableRecord): readonly Key[] => {
  const keys = dimension.keysOf(record);
  if (keys.length < 2) return keys.length === 0 ? [undefined] : keys;
  return [...new Set(keys)];
};

const combinations = (lists: readonly (readonly Key[])[]): readonly (readonly Key[])[] =>
  lists.reduce<readonly (readonly Key[])[]>(
    (combined, keys) => combined.flatMap((before) => keys.map((key) => [...before, key])),
    [[]],
  );

const keysText = (keys: readonly Key[]): string => JSON.stringify(keys.map((key) => key ?? null));

const addTo = ({ records, byColumn }: PivotGroup, record: TableRecord, columnKeys: readonly Key[]): void => {
  records.push(record);
  for (const key of columnKeys) {
    const cell = byColumn.get(key);
    if (cell === undefined) byColumn.set(key, [record]);
    else cell.push(record);
  }
};

/**
 * Counts records by one or several dimensions, in time slices.
 * @throws AddinError `too-large` for more columns than Excel has; `no-rows` where there is no column.
 */
export const pivot = async (
  records: readonly TableRecord[],
  layout: PivotLayout,
  yieldToHost: YieldToHost,
): Promise<PivotTable> => {
  const { by, across } = layout;
  const groups = new Map<string, PivotGroup>();
  const all = newGroup([]);
  const sizes = by.map(() => new Map<Key, number>());
  for (const [index, record] of records.entries()) {
    const turn = index % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    const columnKeys = across === undefined ? [] : dimensionKeys(across, record);
    const rowKeys = by.map((dimension) => dimensionKeys(dimension, record));
    addTo(all, record, columnKeys);
    for (const [place, keys] of rowKeys.entries())
      for (const key of keys) sizes[place]?.set(key, (sizes[place].get(key) ?? 0) + 1);
    for (const keys of combinations(rowKeys)) {
      const text = keysText(keys);
      const group = groups.get(text) ?? newGroup(keys);
      groups.set(text, group);
      addTo(group, record, columnKeys);
    }
  }
  fillGaps(groups, by, sizes);
  const columns = measureColumns(layout, [...all.byColumn.keys()]);
  const rows: TableRecord[] = [];
  for (const [index, group] of (await orderGroups([...groups.values()], by, sizes, yieldToHost)).entries()) {
    const turn = index % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    rows.push(toRow(group, by, columns));
  }
  return {
    columns: pivotColumns(by, columns),
    identity: { kind: "row", key: by.map(({ idColumn, name }) => idColumn ?? name) },
    rows,
    total: layout.total === true ? totalRow(all, by, columns) : undefined,
    rowOf: (keys) => toRow(groups.get(keysText(keys)) ?? newGroup(keys), by, columns),
  };
};

/** Most rows that are added for periods without records. */
const mostGaps = 100_000;

/**
 * Adds the rows of periods without records, for each combination of the other keys that has records.
 * @throws AddinError `too-large`.
 */
const fillGaps = (
  groups: Map<string, PivotGroup>,
  by: readonly Dimension[],
  sizes: readonly Map<Key, number>[],
): void => {
  const place = by.findIndex(({ next, around }) => next !== undefined && around === undefined);
  const dimension = by[place];
  if (dimension === undefined) return;
  const keys = keysWithoutGaps(dimension, [...(sizes[place]?.keys() ?? [])]).filter((key) => key !== undefined);
  const isPeriod = ({ around }: Dimension, index: number): boolean => index === place || around !== undefined;
  const others = new Map<string, readonly Key[]>();
  for (const group of groups.values()) {
    const rest = group.keys.map((key, index) => (isPeriod(by[index] ?? dimension, index) ? undefined : key));
    others.set(keysText(rest), rest);
  }
  if (by.every(isPeriod))
    others.set(
      "",
      by.map(() => undefined),
    );
  const count = others.size * keys.length;
  if (count > mostGaps)
    throw new AddinError("too-large", t("table.tooManyPeriods", { rows: count, periods: keys.length }));
  const days = keys.flatMap((key) => (dimension.days?.(key) ?? [String(key)]).map((day) => ({ key, day })));
  for (const rest of others.values())
    for (const { key, day } of days) {
      const row = by.map((each, index) => (index === place ? key : (each.around?.(day) ?? rest[index])));
      const text = keysText(row);
      if (!groups.has(text)) groups.set(text, newGroup(row));
      for (const [index, part] of row.entries()) if (sizes[index]?.has(part) === false) sizes[index].set(part, 0);
    }
};

/** Rows in the order of their first dimension, then of the second, and so on. */
const orderGroups = async (
  groups: readonly PivotGroup[],
  by: readonly Dimension[],
  sizes: readonly ReadonlyMap<Key, number>[],
  yieldToHost: YieldToHost,
): Promise<readonly PivotGroup[]> => {
  const ranks = by.map((dimension, place) => {
    const size = sizes[place] ?? new Map<Key, number>();
    const bySize = (one: Key, other: Key): number =>
      dimension.largestFirst === true && one !== undefined && other !== undefined
        ? (size.get(other) ?? 0) - (size.get(one) ?? 0)
        : 0;
    const keys = [...size.keys()].sort((one, other) => bySize(one, other) || compareKeys(dimension, one, other));
    return new Map(keys.map((key, rank) => [key, rank]));
  });
  const items = groups.map((group) => ({ group, values: group.keys.map((key, place) => ranks[place]?.get(key)) }));
  const ascending = by.map(() => ({ descending: false }));
  return (await sorted(items, ascending, yieldToHost)).map(({ group }) => group);
};

/** Natural order; "(none)" is last. */
const compareKeys = ({ compare }: Dimension, one: Key, other: Key): number =>
  one === undefined || other === undefined
    ? Number(one === undefined) - Number(other === undefined)
    : compare(one, other);

/** A column of one measure, for all records of a row or for those of one key. */
interface MeasureColumn {
  readonly name: string;
  readonly label: string;
  readonly header?: Column["header"];
  readonly measure: Measure;
  /** The key of the column; undefined where each measure has one column, and in that of totals. */
  readonly key?: Key;
  readonly recordsOf: (group: PivotGroup) => readonly TableRecord[];
}

const none: readonly TableRecord[] = [];

const measureColumns = (
  { by, across, measures, total }: PivotLayout,
  keysInRows: readonly Key[],
): readonly MeasureColumn[] => {
  const recordsOfRow = ({ records }: PivotGroup): readonly TableRecord[] => records;
  if (across === undefined)
    return measures.map((measure) => ({
      name: measure.name,
      label: measure.label ?? columnLabel(measure.name),
      measure,
      recordsOf: recordsOfRow,
    }));
  const keys = keysWithoutGaps(across, keysInRows);
  const count = (keys.length + (total === true ? 1 : 0)) * measures.length + by.length;
  if (count > sheetColumns)
    throw new AddinError("too-large", t("table.tooWide", { columns: count, limit: sheetColumns }));
  if (count === 0) throw new AddinError("no-rows", t("table.noRows"));
  const titles = keyTitles(across, keys);
  const sources = [
    ...keys.map((key) => ({
      key,
      title: titles.get(key) ?? unnamed,
      mark: key === undefined ? "" : (across.mark?.(key) ?? ""),
      header: key === undefined ? undefined : across.header?.(key),
      recordsOf: ({ byColumn }: PivotGroup) => byColumn.get(key) ?? none,
    })),
    ...(total === true
      ? [{ key: undefined, title: totalName, mark: "", header: undefined, recordsOf: recordsOfRow }]
      : []),
  ];
  const single = measures.length === 1;
  return measures.flatMap((measure) =>
    sources.map(({ key, title, mark, header, recordsOf }) => ({
      name: single ? title : `${title} ${measure.name}`,
      label: title + mark + (single ? "" : ` ${lowerFirst(measure.label ?? columnLabel(measure.name))}`),
      header: single ? header : undefined,
      key,
      measure,
      recordsOf,
    })),
  );
};

/** "Mean polarity" → "mean polarity"; acronyms keep their capitals. */
const lowerFirst = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The keys of rows or columns in natural order, without gaps in time, "(none)" last. */
const keysWithoutGaps = (dimension: Dimension, keys: readonly Key[]): readonly Key[] => {
  const sortedKeys = [...new Set([...(dimension.keys ?? []), ...keys.filter((key) => key !== undefined)])].sort(
    dimension.compare,
  );
  const last = sortedKeys.at(-1);
  const [first] = sortedKeys;
  const completeKeys: Exclude<Key, undefined>[] = [];
  if (dimension.next === undefined || first === undefined || last === undefined) completeKeys.push(...sortedKeys);
  else
    for (
      let key = first;
      dimension.compare(key, last) <= 0 && completeKeys.length <= sheetColumns;
      key = dimension.next(key)
    )
      completeKeys.push(key);
  return keys.includes(undefined) ? [...completeKeys, undefined] : completeKeys;
};

/** The header of each key. Keys of one name (two companies) carry their keys too. */
const keyTitles = (dimension: Dimension, keys: readonly Key[]): ReadonlyMap<Key, string> => {
  const definedKeys = keys.filter((key) => key !== undefined);
  const titles = definedKeys.map((key) => dimension.title?.(key) ?? String(dimension.show?.(key) ?? key));
  const uses = new Map<string, number>([
    [unnamed, 1],
    [totalName, 1],
  ]);
  for (const title of titles) uses.set(title, (uses.get(title) ?? 0) + 1);
  return new Map(
    definedKeys.map((key, index) => {
      const title = titles[index] ?? "";
      return [key, uses.get(title) === 1 ? title : `${title} (${key})`];
    }),
  );
};

const toRow = (group: PivotGroup, by: readonly Dimension[], columns: readonly MeasureColumn[]): TableRecord => {
  const row: Record<string, unknown> = {};
  for (const [place, dimension] of by.entries()) {
    const key = group.keys[place];
    row[dimension.name] = key === undefined ? unnamed : (dimension.show?.(key) ?? key);
    if (dimension.idColumn !== undefined) row[dimension.idColumn] = key;
  }
  for (const { name, measure, key, recordsOf } of columns)
    row[name] = measure.of(recordsOf(group), key === undefined ? group.keys : [...group.keys, key]);
  return row;
};

/** Named in the first column; blank in the other dimensions. */
const totalRow = (all: PivotGroup, by: readonly Dimension[], columns: readonly MeasureColumn[]): TableRecord => ({
  ...toRow(all, [], columns),
  ...(by[0] && { [by[0].name]: totalName }),
});

const pivotColumns = (by: readonly Dimension[], columns: readonly MeasureColumn[]): readonly Column[] => [
  // A score or a year that the total row has not is no missing number.
  ...by.map(({ name, label, type, formats }) => ({
    ...pivotColumn(name, label ?? columnLabel(name), type === "integer" ? "text" : type),
    ...(formats && { formats }),
  })),
  ...columns.map(({ name, label, header, measure }) => ({
    ...pivotColumn(name, label, measure.type),
    header,
    numberFormat: measure.numberFormat,
  })),
  ...by.flatMap(({ idColumn }) =>
    idColumn === undefined ? [] : [pivotColumn(idColumn, columnLabel(idColumn), "text")],
  ),
];

const pivotColumn = (name: string, label: string, type: FieldType): Column => ({
  name,
  label,
  type,
  member: ownMember(name, type),
  own: { name, read: toScalar },
  read: (record) => toScalar(record[name]),
});

/** The texts and numbers of a value or a list, as keys; blank texts are none. */
export const keysFrom = (value: unknown): readonly Exclude<Key, undefined>[] =>
  listFrom(value)
    .map(toScalar)
    .filter((key) => typeof key === "string" || typeof key === "number")
    .filter((key) => key !== "");

const numericCollator = onDemand(() => new Intl.Collator("en", { numeric: true }));

/** The order of texts by the alphabet and of numbers by size. */
export const compareKeyNames = (one: Exclude<Key, undefined>, other: Exclude<Key, undefined>): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : numericCollator().compare(String(one), String(other));

/** The order of a known list; all else follows by name. */
export const byList =
  (list: readonly Exclude<Key, undefined>[]): Dimension["compare"] =>
  (one, other) => {
    const [first, second] = [list.indexOf(one), list.indexOf(other)];
    if (first < 0 || second < 0) return Number(first < 0) - Number(second < 0) || compareKeyNames(one, other);
    return first - second;
  };
