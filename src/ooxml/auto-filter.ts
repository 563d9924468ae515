import { parseRange } from "../facts/addresses";
import { sheetOrder } from "./sheet";
import type { FilterColumnModel, FilterCondition, FilterModel, RowModel } from "./workbook-model";
import { EditableXml } from "./editable-xml";
import { childrenOf, element, isOn, type XmlElement } from "./xml";

const filterOperators = new Set([
  "equal",
  "notEqual",
  "greaterThan",
  "greaterThanOrEqual",
  "lessThan",
  "lessThanOrEqual",
]);
const mostShownColumns = 1_000;

/** The filter of a sheet; undefined if it has none, or one that cannot be shown. */
export const readFilter = (xml: EditableXml, rows: readonly RowModel[] = []): FilterModel | undefined => {
  const filter = xml.child("autoFilter");
  const range = filter?.attributes["ref"] ?? "";
  const area = parseRange(range);
  if (area === undefined) return undefined;
  const width = area.endColumn - area.startColumn + 1;
  if (width > mostShownColumns || area.startRow === area.endRow) return undefined;
  const columns: FilterColumnModel[] = [];
  let hasOthers = false;
  for (const column of childrenOf(filter, "filterColumn")) {
    const read = readColumn(column);
    if (read !== undefined && read.column < width) columns.push(read);
    else if (column.children.length > 0) hasOthers = true;
  }
  // A file does not say which rows its filter hides. Excel shows all rows of the range when the filter is cleared.
  const isKnown = !hasOthers && columns.length > 0;
  const hiddenRows = rows.filter(
    ({ row, hidden }) => isKnown && hidden === true && row > area.startRow && row <= area.endRow,
  );
  return {
    range,
    columns,
    ...(hiddenRows.length > 0 && { hiddenRows: hiddenRows.map(({ row }) => row) }),
    ...(hasOthers && { hasOthers }),
  };
};

const readColumn = ({ attributes, children }: XmlElement): FilterColumnModel | undefined => {
  const column = Number(attributes["colId"]);
  const [criterion, ...others] = children;
  if (!Number.isInteger(column) || column < 0 || criterion === undefined || others.length > 0) return undefined;
  if (criterion.name === "filters") return readValues(column, criterion);
  return criterion.name === "customFilters" ? readFilterColumn(column, criterion) : undefined;
};

/** Dates that are chosen by year or month are kept and not shown. */
const readValues = (column: number, { attributes, children }: XmlElement): FilterColumnModel | undefined => {
  const values = children.map((child) => (child.name === "filter" ? child.attributes["val"] : undefined));
  if (!values.every((value) => value !== undefined)) return undefined;
  return { column, values, ...(isOn(attributes["blank"]) && { blank: true }) };
};

const readFilterColumn = (column: number, { attributes, children }: XmlElement): FilterColumnModel | undefined => {
  const conditions = children.map((child): FilterCondition => {
    const { operator, val = "" } = child.attributes as Readonly<Record<"operator" | "val", string | undefined>>;
    return {
      value: val,
      ...(operator !== undefined && { operator: operator as NonNullable<FilterCondition["operator"]> }),
    };
  });
  const isKnown = conditions.every(({ operator }) => operator === undefined || filterOperators.has(operator));
  if (!isKnown || conditions.length < 1 || conditions.length > 2) return undefined;
  return { column, conditions, ...(isOn(attributes["and"]) && { and: true }) };
};

/** Makes the filter of a sheet what the model says. Criteria that are not shown keep their text. */
export const writeFilter = (
  xml: EditableXml,
  filter: FilterModel | undefined,
  before: FilterModel | undefined,
): void => {
  if (criteriaKey(filter) === criteriaKey(before)) return;
  xml.set("autoFilter", filter === undefined ? undefined : filterElement(filter, keptColumns(xml, filter)), sheetOrder);
};

const criteriaKey = (filter: FilterModel | undefined): string =>
  JSON.stringify([filter?.range, filter?.columns, filter?.hasOthers]);

const filterElement = ({ range, columns }: FilterModel, unknownColumns: ReadonlyMap<number, string>): string => {
  const all = new Map(unknownColumns);
  for (const column of columns) all.set(column.column, columnElement(column));
  const ordered = [...all].toSorted(([one], [other]) => one - other).map(([, text]) => text);
  return element("autoFilter", { ref: range }, ordered.join(""));
};

/** The text of the criteria that are not shown, by column; none if the width of the range has changed. */
const keptColumns = (xml: EditableXml, { range }: FilterModel): ReadonlyMap<number, string> => {
  const filter = xml.child("autoFilter");
  if (filter === undefined || countColumns(filter.attributes["ref"] ?? "") !== countColumns(range)) return new Map();
  const texts = new EditableXml(xml.part, xml.unprefixed(xml.get("autoFilter") ?? "")).texts("filterColumn");
  return new Map(
    childrenOf(filter, "filterColumn").flatMap((column, index) => {
      const text = texts[index];
      return text === undefined || readColumn(column) !== undefined ? [] : [[Number(column.attributes["colId"]), text]];
    }),
  );
};

const countColumns = (range: string): number | undefined => {
  const area = parseRange(range);
  return area && area.endColumn - area.startColumn;
};

const columnElement = ({ column, values, blank, conditions = [], and }: FilterColumnModel): string => {
  const criterion =
    values === undefined
      ? element(
          "customFilters",
          { and: and === true ? 1 : undefined },
          conditions.map(({ operator, value }) => element("customFilter", { operator, val: value })).join(""),
        )
      : element(
          "filters",
          { blank: blank === true ? 1 : undefined },
          values.map((val) => element("filter", { val })).join(""),
        );
  return element("filterColumn", { colId: column }, criterion);
};
