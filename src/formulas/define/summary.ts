import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import type { Argument } from "../arguments/argument";
import type { QueryValue } from "../arguments/filters";
import { goals } from "../arguments/goals";
import { choice, choices, flag, type Kind } from "../arguments/parameters";
import {
  type CalendarPeriod,
  calendarPeriods,
  dateCell,
  firstDayOfPeriod,
  isCalendarPeriod,
  nextPeriod,
  periodName,
  toWall,
} from "../table/calendar";
import { entityColumnMembers } from "../table/column-sets";
import { type Column, type ColumnSet, ownMember, type TableRecord } from "../table/columns";
import type { EngineAccess } from "../table/context";
import { parseIso } from "../table/iso-dates";
import { type Layout, showGivenColumns } from "../table/layout";
import type { FormulaResult } from "../table/formula-result";
import { CellError } from "../table/matrix";
import { listLeaves } from "../table/nested/industries";
import { toScalar } from "../table/nested/values";
import { byList, compareKeyNames, type Dimension, type Key, keysFrom, pivot } from "../table/pivot";
import { readable } from "../table/readable";
import type { Row } from "../table/rows";
import type { TimeZone } from "../table/time-zone";
import { alignRows, findEntities, tabulate } from "../table/table-builder";
import { idsIn, type ListRow } from "./alignment";
import { type ListCoverage, rowCoverage, uncoveredErrors } from "./coverage";
import { type ComparedPeriods, comparedRecords, pairedDay } from "./compared-periods";
import { CoveredPeriods, spanOfCondition } from "./covered-periods";
import type { AnyInvocation } from "./invocation";
import {
  beforeName,
  changeName,
  comparedMeasures,
  isDateMeasure,
  type CoveredDays,
  type MeasureName,
  toMeasures,
  measureTypes,
  membersShown,
  type SummaryRecords,
} from "./measures";

/** What records can be counted by. Country and sector are those of the company. */
export type Grouping =
  | "entity"
  | "country"
  | "sector"
  | "category"
  | "sub_category"
  | "goal"
  | "score"
  | "ungc_classification"
  | CalendarPeriod;

/** How a summary is laid out. */
export interface SummaryLayout extends SummaryRecords {
  readonly by: readonly Grouping[];
  readonly wide: Grouping | undefined;
  readonly show: readonly MeasureName[];
  readonly total: boolean;
  /** Records of two periods are compared; those of neither do not count. */
  readonly compare?: ComparedPeriods | undefined;
  /** What the header calls the date that counts, where a record has several and one of them counts. */
  readonly dateLabel?: string | undefined;
  /** The condition on the date that the records were read with. */
  readonly period?: QueryValue | undefined;
}

const mostGroupings = 3;

/** The argument `by`: one to three groupings, each once. */
export const groupingsKind = <const Value extends Grouping>(values: readonly Value[]): Kind<readonly Value[]> => {
  const several = choices(values);
  return {
    ...several,
    read: (cells, scope) => {
      const read = [...new Set(several.read(cells, scope))];
      if (read.length > mostGroupings)
        throw new AddinError(
          "invalid-argument",
          t("functions.tooManyGroupings", { name: scope.name, most: mostGroupings, count: read.length }),
        );
      return read;
    },
  };
};

/** The options of every summary. */
export const summaryOptions = <const Group extends Grouping, const Shown extends MeasureName>(
  groupings: readonly Group[],
  measureNames: readonly Shown[],
) => ({
  wide: choice(groupings),
  show: choices(measureNames),
  total: flag,
  align: flag,
  compare: choice(["previous", "year"]),
});

/** The argument `by` and the options of a summary, as they were given. */
interface GivenLayout {
  readonly by?: readonly Grouping[] | undefined;
  readonly wide?: Grouping | undefined;
  readonly show?: readonly MeasureName[] | undefined;
  readonly total?: boolean | undefined;
}

/** The layout that is asked for; `usual`: what is shown without the option `show`. */
export const summaryLayout = (
  records: SummaryRecords,
  { by = ["entity"], wide, show, total = false }: GivenLayout,
  usual: readonly MeasureName[],
): SummaryLayout => ({ ...records, by, wide, show: show ?? usual, total });

/** The columns that a summary can show, for the reference. By default it counts by entity. */
export const summaryColumns = (
  groupings: readonly Grouping[],
  measures: readonly MeasureName[],
  byDefault: readonly MeasureName[],
): ColumnSet => ({
  members: [
    ...groupings.map((grouping) => ownMember(groupingColumn(grouping), groupingType(grouping))),
    ...measures.map((name) => ownMember(name, measureTypes[name])),
    ...measures.flatMap((name) => [
      ownMember(beforeName(name), measureTypes[name]),
      ...(isDateMeasure(name) ? [] : [ownMember(changeName(name), measureTypes[name])]),
    ]),
    ownMember("entity_id", "text"),
  ],
  shown: ["entity.name", ...byDefault, "entity_id"],
});

const namesOfEntities = ["entity.name", "entity_id"];

const groupingColumn = (grouping: Grouping): string => (grouping === "entity" ? "entity.name" : grouping);

const groupingType = (grouping: Grouping): "text" | "integer" | "date" => {
  if (grouping === "score" || grouping === "year") return "integer";
  return isCalendarPeriod(grouping) ? "date" : "text";
};

/** The member of a record that a grouping reads. */
const groupingMember = (grouping: Grouping, date: string): string => {
  if (isCalendarPeriod(grouping)) return date;
  if (grouping in groupingFields) return "entity_id";
  if (grouping === "category" || grouping === "goal") return "categories";
  return grouping === "sub_category" ? "sub_categories" : grouping;
};

/** The field of the company that a grouping reads. */
const groupingFields: Readonly<Partial<Record<Grouping, string>>> = {
  entity: "name",
  country: "country",
  sector: "isic4",
};

/** The fields of records that a summary reads. */
export const summaryFields = (layout: SummaryLayout): readonly string[] => [
  ...new Set([
    "id",
    ...allGroupings(layout).map((grouping) => groupingMember(grouping, layout.date)),
    ...layout.show.flatMap((name) => membersShown(layout)[name]),
    ...(layout.compare === undefined ? [] : [layout.date]),
  ]),
];

/** What a summary counts by, in rows and columns. */
export const allGroupings = ({ by, wide }: Pick<SummaryLayout, "by" | "wide">): readonly Grouping[] =>
  wide === undefined || by.includes(wide) ? by : [...by, wide];

type Entities = ReadonlyMap<string, TableRecord | undefined>;

const pillars = ["E", "S", "G"];
const riskClassifications = ["low risk", "watchlist", "violator"];

/** What the dimensions of a summary read beside the records. */
interface Surroundings {
  /** The companies of the records. */
  readonly entities: Entities;
  readonly texts: Layout["texts"];
  readonly covered: CoveredPeriods;
  readonly timeZone: TimeZone | undefined;
  /** The shortest calendar period that rows are counted by. */
  readonly finest: CalendarPeriod | undefined;
}

/** The dimension of a grouping. */
const groupingDimension = (
  grouping: Grouping,
  { date }: SummaryRecords,
  { entities, texts, covered, timeZone, finest }: Surroundings,
): Dimension => {
  const shape = { name: groupingColumn(grouping), type: groupingType(grouping) };
  const member = groupingMember(grouping, date);
  const companyOf = (record: TableRecord): TableRecord => entities.get(String(record["entity_id"])) ?? {};
  const own: Dimension["keysOf"] = (record) => keysFrom(record[member]);
  const showField = (field: string): Pick<Dimension, "show"> =>
    texts === "raw" ? {} : { show: (key) => readable(field, String(key)) };
  if (isCalendarPeriod(grouping))
    return {
      ...shape,
      keysOf: (record) =>
        record[pairedDay] === undefined
          ? keysFrom(record[member]).flatMap((text) => dayIn(grouping, text, timeZone))
          : keysFrom(record[pairedDay]).flatMap((day) => dayIn(grouping, day, undefined)),
      compare: compareKeyNames,
      title: (key) => periodName(grouping, String(key)),
      mark: (key) => covered.mark(grouping, String(key)),
      next: (key) => nextPeriod(grouping, String(key)),
      keys: covered.keys(grouping),
      formats: covered.formats(grouping),
      ...(finest === grouping
        ? { days: (key) => covered.ends(grouping, String(key)) }
        : { around: (day) => firstDayOfPeriod(grouping, Date.parse(day)) }),
      ...(grouping === "year"
        ? { show: toYear, header: (key) => yearCell(toYear(key), covered.format(grouping, String(key))) }
        : { header: (key) => dateCell(String(key), covered.format(grouping, String(key))) }),
    };
  switch (grouping) {
    case "entity": {
      const nameOf: Dimension["show"] = (id) => toScalar(entities.get(String(id))?.["name"]) ?? id;
      const compare: Dimension["compare"] = (one, other) => compareKeyNames(String(nameOf(one)), String(nameOf(other)));
      return { ...shape, keysOf: own, compare, show: nameOf, largestFirst: true, idColumn: "entity_id" };
    }
    case "country":
      return {
        ...shape,
        keysOf: (record) => keysFrom(companyOf(record)["country"]),
        compare: compareKeyNames,
        largestFirst: true,
        ...showField("country"),
      };
    case "sector":
      return {
        ...shape,
        label: "Sector (primary)",
        keysOf: (record) => companySection(companyOf(record)),
        compare: compareKeyNames,
        largestFirst: true,
      };
    case "goal":
      return { ...shape, keysOf: own, compare: byList(goals), ...showField("categories") };
    case "score":
      return { ...shape, keysOf: own, compare: compareKeyNames, header: Number };
    case "ungc_classification":
      return { ...shape, keysOf: own, compare: byList(riskClassifications), ...showField("ungc_classification") };
    case "category":
      return { ...shape, keysOf: own, compare: byList(pillars), largestFirst: true, ...showField("categories") };
    case "sub_category":
      return { ...shape, keysOf: own, compare: compareKeyNames, largestFirst: true, ...showField("sub_categories") };
  }
};

const yearCell = (year: number, numberFormat: string): Column["header"] =>
  numberFormat === "yyyy" ? year : { kind: "formatted", value: year, numberFormat };

const toYear = (firstDay: string | number): number => Number(String(firstDay).slice(0, 4));

const dayIn = (grouping: CalendarPeriod, value: string | number, timeZone: TimeZone | undefined): readonly string[] => {
  const moment = parseIso(String(value));
  return moment === undefined ? [] : [firstDayOfPeriod(grouping, toWall(moment, timeZone))];
};

/** The ISIC4 section of the primary leaf, `K Financial and insurance activities`: one for each company, so that sectors add up. */
const companySection = (company: TableRecord): readonly string[] => {
  const section = listLeaves(company["isic4"])[0]?.path[0];
  return section === undefined ? [] : [`${section.code} ${section.description}`.trim()];
};

/** The entities that records were read for. */
export interface SummaryList {
  readonly rows: readonly ListRow[];
  /** True where each row of the list has a row in the result. */
  readonly align: boolean;
  /** Of companies without records. */
  readonly coverage?: ListCoverage;
  /** What such a company shows in place of its error. */
  readonly outside?: "zero" | "blank" | undefined;
}

const isFailure = (row: ListRow): row is AddinError | CellError =>
  row instanceof AddinError || row instanceof CellError;

/** A number over a part of the entities would mislead: a failed entity stands in a row of its own, or the summary fails. */
const refusePart = ({ rows, align }: SummaryList, { by, wide, total, show }: SummaryLayout): void => {
  const failed = rows.find(isFailure);
  const rowsOfEntities = align || (by.includes("entity") && wide !== "entity");
  if (failed !== undefined && (total || show.includes("share") || !rowsOfEntities)) throw failed;
};

/** Rows in time have 0 where nothing happened. @throws AddinError or CellError why where no company of the list is covered. */
const requireMonitored = (
  { rows, coverage = new Map() }: SummaryList,
  [reason]: readonly (AddinError | CellError)[],
): void => {
  const isMonitored = rows.some((row) => typeof row === "string" && rowCoverage(row, coverage).error === undefined);
  if (reason !== undefined && !isMonitored) throw reason;
};

/** @throws AddinError `invalid-argument` for days without a calendar period. */
export const checkDays = (layout: SummaryLayout): void => {
  if (layout.show.includes("days") && !allGroupings(layout).some(isCalendarPeriod))
    throw new AddinError("invalid-argument", t("functions.daysNeedPeriod"));
};

/**
 * Checks what can be checked before a call.
 * @throws AddinError `invalid-argument` where the status of companies is asked for without a row for each company of a list.
 */
export const checkStatus = ({ show, wide, compare }: SummaryLayout, align: boolean): void => {
  if (show.includes("status") && (!align || wide !== undefined || compare !== undefined))
    throw new AddinError("invalid-argument", t("functions.statusBesideList"));
};

/**
 * Checks what can be checked before a call.
 * @throws AddinError `invalid-argument` where a summary cannot be aligned with the list of entities.
 */
export const checkAlignment = (
  { layout }: AnyInvocation,
  { by, wide }: SummaryLayout,
  entities: Argument | undefined,
): void => {
  if (entities === undefined) throw new AddinError("invalid-argument", t("functions.alignNeedsEntities"));
  if (by.some((grouping) => grouping !== "entity") || wide === "entity")
    throw new AddinError("invalid-argument", t("functions.alignByEntity"));
  const moving = (["sort", "distinct", "explode"] as const).find((key) =>
    key === "sort" ? layout.sort.length > 0 : layout[key] !== undefined,
  );
  if (moving !== undefined) throw new AddinError("invalid-argument", t("functions.alignKeepsRows", { key: moving }));
};

const overlapping: readonly Grouping[] = ["category", "sub_category", "goal"];

const isOverlapping = (groupings: readonly Grouping[], { rows, align }: SummaryList): boolean =>
  groupings.some((grouping) => overlapping.includes(grouping)) ||
  (align && new Set(idsIn(rows)).size < idsIn(rows).length);

/**
 * Columns of which one says which date of a record counts, where a record has several: the first with numbers, or with `wide` the last
 * before them.
 */
const nameDate = (
  columns: readonly Column[],
  { dateLabel, wide }: SummaryLayout,
  dimensions: number,
): readonly Column[] => {
  if (dateLabel === undefined) return columns;
  const place = wide === undefined ? dimensions : Math.max(dimensions - 1, 0);
  return columns.map((column, index) =>
    index === place ? { ...column, label: noted(column.label, dateLabel) } : column,
  );
};

/** "Sector (primary)" → "Sector (primary, start date)". */
const noted = (label: string, note: string): string =>
  label.endsWith(")") ? `${label.slice(0, -1)}, ${note})` : `${label} (${note})`;

/** The days that the records are of. */
const coveredPeriods = (
  { compare, period }: SummaryLayout,
  { fetchedAt, now, timeZone }: AnyInvocation,
): CoveredPeriods => {
  const { start, end } = spanOfCondition(period);
  const span = { start: toWall(start, timeZone), end: toWall(end, timeZone) };
  return new CoveredPeriods(compare?.now ?? span, toWall(fetchedAt() ?? now, timeZone));
};

/** Reads the days of the shortest calendar period among the keys of a row and its column. */
const coveredDays = ({ by, wide }: SummaryLayout, covered: CoveredPeriods): CoveredDays => {
  const groupings = [...by.filter((grouping) => grouping !== wide), ...(wide === undefined ? [] : [wide])];
  const period = calendarPeriods.find((each) => groupings.includes(each));
  const place = groupings.findIndex((grouping) => grouping === period);
  return (keys: readonly Key[]) => {
    const key = keys[place];
    return period === undefined || key === undefined ? undefined : covered.days(period, String(key));
  };
};

/**
 * Counts records into a table. `list`: the entities that they were read for, where one may have failed or rows are aligned.
 * @throws AddinError `too-large`; `no-rows`; the failures of looking up the companies.
 */
export const summarize = async (
  invocation: AnyInvocation,
  read: readonly TableRecord[],
  layout: SummaryLayout,
  list: SummaryList = { rows: [], align: false },
): Promise<FormulaResult> => {
  const { compare, date } = layout;
  const periods = compare && comparedRecords(compare, read, date, invocation);
  const records = periods === undefined ? read : [...periods.now, ...periods.before];
  const rowGroupings = layout.by.filter((grouping) => grouping !== layout.wide);
  refusePart(list, layout);
  const groupings = allGroupings(layout);
  const entities = await readCompanies(invocation, records, groupings, list.align ? idsIn(list.rows) : []);
  const covered = coveredPeriods(layout, invocation);
  const finest = calendarPeriods.find((period) => rowGroupings.includes(period));
  const { timeZone } = invocation;
  const { texts } = invocation.layout;
  const toDimension = (grouping: Grouping): Dimension =>
    groupingDimension(grouping, layout, { entities, texts, covered, timeZone, finest });
  const daysOf = coveredDays(layout, covered);
  const measured = { ...layout, overlaps: isOverlapping(groupings, list) };
  const measures =
    periods === undefined
      ? toMeasures(layout.show, measured, records.length, daysOf)
      : comparedMeasures(measured, periods, daysOf);
  const across = layout.wide && toDimension(layout.wide);
  const table = await pivot(
    records,
    { by: rowGroupings.map(toDimension), across, measures, total: layout.total },
    invocation.host.yieldToHost,
  );
  const dated = nameDate(table.columns, layout, rowGroupings.length);
  const set: ColumnSet = {
    members: dated.map(({ name, type }) => ownMember(name, type)),
    shown: [],
    identity: table.identity,
    ...(rowGroupings.includes("entity") && { entity: entityColumnMembers }),
  };
  // Beside a list stand the values alone, so that a formula can calculate with them.
  const columns = list.align ? dated.filter(({ name }) => !namesOfEntities.includes(name)) : dated;
  const tableColumns = showGivenColumns(invocation.layout, set, columns);
  const last = table.total === undefined ? [] : [table.total];
  const { coverage = new Map() } = list;
  const uncovered = list.outside === undefined ? uncoveredErrors(coverage) : [];
  if (!list.align) requireMonitored(list, uncovered);
  if (!list.align)
    return tabulate(
      invocation,
      [...table.rows, ...new Set([...list.rows.filter(isFailure), ...uncovered])],
      tableColumns,
      last,
    );
  const rows = list.rows.map((row): Row => {
    const { error, status } = rowCoverage(row, coverage);
    const isReplaced = list.outside !== undefined && (status === "not in universe" || status === "no access");
    if (typeof row === "string" && (error === undefined || (isReplaced && list.outside === "zero")))
      return { ...table.rowOf([row]), ...(layout.show.includes("status") && { status }) };
    const cell = isReplaced ? "" : (error ?? "");
    if (layout.show.includes("status")) return columns.map(({ name }) => (name === "status" ? status : cell));
    return isReplaced ? undefined : error;
  });
  return alignRows(invocation, rows, tableColumns, last);
};

/** The companies that the groupings read, each looked up once, in shared batches. */
const readCompanies = async (
  access: EngineAccess,
  records: readonly TableRecord[],
  groupings: readonly Grouping[],
  listedIds: readonly string[],
): Promise<Entities> => {
  const fields = groupings.flatMap((grouping) => groupingFields[grouping] ?? []);
  if (fields.length === 0) return new Map();
  const ids = records.map((record) => record["entity_id"]).filter((id) => typeof id === "string");
  return findEntities(access, [...new Set([...ids, ...listedIds])], fields);
};
