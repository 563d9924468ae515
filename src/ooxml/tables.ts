import { cellName, parseRange } from "../facts/addresses";
import { tableType } from "./blank-workbook";
import { withMoreRows } from "./cell-reference";
import type { OpenSheet, OpenTable, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { decodeText, encodeText } from "./shared-strings";
import { sheetOrder } from "./sheet";
import type { CellModel, SheetModel, TableModel } from "./workbook-model";
import { EditableXml } from "./editable-xml";
import { childOf, element, endOfTag, mainNamespace, withAttribute } from "./xml";

const tableOrder = ["autoFilter", "sortState", "tableColumns", "tableStyleInfo", "extLst"];

/** The names of a table's columns: the texts of its header row, where Excel requires different, filled ones. */
export const columnNames = ({ range }: TableModel, textAt: (row: number, column: number) => string): string[] => {
  const area = parseRange(range);
  const names: string[] = [];
  const usedNames = new Set<string>();
  for (let column = area?.startColumn ?? 0; area !== undefined && column <= area.endColumn; column += 1) {
    const text = textAt(area.startRow, column);
    let name = text === "" ? `Column${column - area.startColumn + 1}` : text;
    for (let number = 2; usedNames.has(name.toLowerCase()); number += 1)
      name = `${text === "" ? "Column" : text}${number}`;
    usedNames.add(name.toLowerCase());
    names.push(name);
  }
  return names;
};

/** The header cells of a sheet's tables with the texts that their columns need. */
export const withHeaders = ({ cells, tables }: SheetModel): readonly CellModel[] => {
  if (tables.length === 0) return cells;
  const byPlace = new Map(cells.map((cell) => [cellName(cell.row, cell.column), cell]));
  const before = byPlace.size;
  const renamed = tables.flatMap((table) => {
    const area = parseRange(table.range);
    const names = columnNames(table, (row, column) => headerText(byPlace.get(cellName(row, column))));
    return names.map((name, index): CellModel => {
      const [row, column] = [area?.startRow ?? 0, (area?.startColumn ?? 0) + index];
      const cell = byPlace.get(cellName(row, column));
      return cell?.formula !== undefined || cell?.value === name ? cell : { ...cell, row, column, value: name };
    });
  });
  for (const cell of renamed) byPlace.set(cellName(cell.row, cell.column), cell);
  const isSame =
    byPlace.size === before && cells.every((cell) => byPlace.get(cellName(cell.row, cell.column)) === cell);
  if (isSame) return cells;
  return [...byPlace.values()].toSorted((one, other) => one.row - other.row || one.column - other.column);
};

const headerText = (cell: CellModel | undefined): string => {
  const { value } = cell ?? {};
  return value === undefined || typeof value === "object" ? "" : String(value);
};

/** Makes the table parts of a sheet what the model says. */
export const writeTables = (open: OpenWorkbook, sheet: OpenSheet, model: SheetModel): void => {
  const hidden = open.tablesOf(sheet).filter((table) => !table.hasHeader);
  const present = open.tablesOf(sheet).filter((table) => table.hasHeader);
  const texts = new Map(model.cells.map((cell) => [cellName(cell.row, cell.column), headerText(cell)]));
  const namesOf = (table: TableModel): string[] =>
    columnNames(table, (row, column) => texts.get(cellName(row, column)) ?? "");
  const pairs = new Map<TableModel, OpenTable>();
  const free = new Set(present);
  const match = (fits: (table: TableModel, known: OpenTable) => boolean): void => {
    for (const table of model.tables) {
      const known = pairs.has(table) ? undefined : [...free].find((one) => fits(table, one));
      if (known === undefined) continue;
      pairs.set(table, known);
      free.delete(known);
    }
  };
  match((table, known) => table.name.toLowerCase() === known.name.toLowerCase());
  match((table, known) => table.range === known.shown);
  for (const [table, known] of pairs) changeTable(open, known, table, namesOf(table));
  const newTables = model.tables.filter((table) => !pairs.has(table));
  if (newTables.length === 0 && free.size === 0) return;
  for (const { part, relation } of free) {
    open.parts.unrelate(sheet.part, relation);
    open.parts.delete(part);
  }
  const relations = [
    ...hidden.map(({ relation }) => relation),
    ...present.filter((known) => !free.has(known)).map(({ relation }) => relation),
    ...newTables.map((table) => addTablePart(open, sheet, table, namesOf(table))),
  ];
  const list = relations.map((id) => element("tablePart", { "xmlns:r": officeRelations, "r:id": id })).join("");
  const whole = relations.length === 0 ? undefined : element("tableParts", { count: relations.length }, list);
  sheet.cells?.xml.set("tableParts", whole, sheetOrder);
};

const changeTable = (open: OpenWorkbook, known: OpenTable, table: TableModel, names: readonly string[]): void => {
  const columns = childOf(known.root, "tableColumns")?.children ?? [];
  const sameColumns =
    columns.length === names.length &&
    columns.every(({ attributes }, index) => decodeText(attributes["name"] ?? "") === names[index]);
  if (table.name === known.name && table.range === known.shown && sameColumns) return;
  const xml = new EditableXml(known.part, open.parts.text(known.part));
  xml.setAttribute("ref", withMoreRows(table.range, known.totals));
  xml.setAttribute("displayName", table.name);
  xml.setAttribute("name", table.name);
  xml.setAttributeOf("autoFilter", "autoFilter", "ref", table.range);
  if (!sameColumns) xml.set("tableColumns", writeTableColumns(names, knownColumns(xml)), tableOrder);
  open.parts.set(known.part, xml.toString());
};

/** A column of a table as its part has it: totals, formats and the formula of new rows are kept with it. */
interface ColumnInFile {
  readonly name: string;
  readonly id: number;
  /** Without the prefix of the part. */
  readonly xml: string;
}

const knownColumns = (table: EditableXml): ColumnInFile[] => {
  const list = table.get("tableColumns");
  if (list === undefined) return [];
  return new EditableXml(table.part, list).children.map((xml) => {
    const { attributes } = table.parse(xml);
    return {
      name: decodeText(attributes["name"] ?? ""),
      id: Number(attributes["id"] ?? 0),
      xml: table.unprefixed(xml),
    };
  });
};

/** The name of a column as its part has it: line breaks are written as `_x000a_`. */
const encodeName = (name: string): string =>
  encodeText(name).replace(/[\t\n]/g, (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, "0")}_`);

const writeTableColumns = (names: readonly string[], known: readonly ColumnInFile[]): string => {
  let next = Math.max(0, ...known.map(({ id }) => id)) + 1;
  const elements = names.map((name, index) => {
    const same = known.find((one) => one.name === name) ?? (known.length === names.length ? known[index] : undefined);
    if (same === undefined) return element("tableColumn", { id: next++, name: encodeName(name) });
    return same.name === name ? same.xml : withAttribute(same.xml, endOfTag(same.xml, 0), "name", encodeName(name));
  });
  return element("tableColumns", { count: names.length }, elements.join(""));
};

const addTablePart = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  { name, range }: TableModel,
  names: readonly string[],
): string => {
  const part = open.parts.freeName("xl/tables/table", ".xml");
  const ids = open.parts.names
    .filter((one) => open.parts.contentType(one) === tableType)
    .map((one) => Number(/\sid="(\d+)"/.exec(open.parts.text(one).slice(0, 2_000))?.[1] ?? 0));
  const style = {
    name: "TableStyleMedium2",
    showFirstColumn: 0,
    showLastColumn: 0,
    showRowStripes: 1,
    showColumnStripes: 0,
  };
  const content =
    element("autoFilter", { ref: range }) + writeTableColumns(names, []) + element("tableStyleInfo", style);
  const id = Math.max(0, ...ids) + 1;
  const root = { xmlns: mainNamespace, id, name, displayName: name, ref: range, totalsRowShown: 0 };
  open.parts.set(part, element("table", root, content), tableType);
  return open.parts.relate(sheet.part, `${officeRelations}/table`, part);
};
