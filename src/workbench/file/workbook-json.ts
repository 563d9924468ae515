import { type CellRange, parseCell, parseRange } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import { isObject, type JsonObject } from "../../facts/json";
import type { CellFormat } from "../../ooxml/cell-format";
import {
  CellCollection,
  type CellModel,
  type CellValue,
  type ColumnsModel,
  type FilterModel,
  type NameModel,
  type RowModel,
  type SheetModel,
  type TableModel,
  withoutMembers,
  type WorkbookModel,
} from "../../ooxml/workbook-model";
import { type CellContent, parseEntry } from "../univer/entry";
import {
  checkLevels,
  checkLimits,
  defaultSize,
  readArea,
  type StoredWorkbook,
  tooMuch,
  workbookLimits,
  wrongMember,
} from "./stored-workbook";

type SameInJson =
  | "conditionalFormats"
  | "dataValidations"
  | "merged"
  | "charts"
  | "notes"
  | "links"
  | "threads"
  | "frozenRows"
  | "frozenColumns"
  | "protected"
  | "hidden"
  | "defaultWidth"
  | "defaultHeight"
  | "part"
  | "keepsConditionalFormats"
  | "keepsDataValidations"
  | "moved";

/** A sheet of a workbook in JSON. */
export interface SheetJson extends Partial<Pick<SheetModel, SameInJson>> {
  readonly name: string;
  /** Values and formulas by address, as typed: `"=A1*2"` is a formula, `"'0012"` a text. */
  readonly cells: Readonly<Record<string, CellContent>>;
  /** What formulas showed, with spilled cells, by address, and the ranges that they fill. */
  readonly shown?: {
    readonly values: Readonly<Record<string, CellValue>>;
    readonly spills?: Readonly<Record<string, string>>;
  };
  /** Pixels by column, `{ "A": 160 }`. */
  readonly widths?: Readonly<Record<string, number>>;
  /** By address: a cell, a range or whole columns (`"C:C"`). */
  readonly formats?: Readonly<Record<string, CellFormat>>;
  readonly tables?: readonly { readonly name: string; readonly address: string }[];
  readonly filter?: Partial<Omit<FilterModel, "range">> & { readonly address: string };
  /** Pixels by row, counted from 1. */
  readonly heights?: Readonly<Record<string, number>>;
  /** From 0. Those that the filter hides are in `filter`. */
  readonly hiddenRows?: readonly number[];
  /** Letters. */
  readonly hiddenColumns?: readonly string[];
  /** The columns up to the last one of the sheet. */
  readonly rest?: ColumnsModel;
}

/** A workbook as people write it (docs/workbench.md, "Workbooks in JSON"), and as browsers stored it until November 2026. */
export interface WorkbookJson
  extends
    Partial<Omit<WorkbookModel, "sheets" | "names" | "active">>,
    Partial<Pick<StoredWorkbook, "values" | "source">> {
  readonly name: string;
  readonly sheets: readonly SheetJson[];
  /** The name of the sheet in front. */
  readonly active?: string;
  readonly names?: readonly (Omit<NameModel, "sheet"> & { readonly sheet?: string })[];
}

/** Reads a workbook in JSON, or one that this browser stored. @throws an error with a message for the user */
export const readWorkbookJson = (content: unknown): StoredWorkbook => {
  const { name, sheets } = (isObject(content) ? content : {}) as Partial<WorkbookJson>;
  if (typeof name !== "string" || !Array.isArray(sheets) || sheets.length === 0)
    throw new Error('A workbook file needs "name" and at least one sheet in "sheets" (docs/workbench.md).');
  for (const sheet of sheets as unknown[])
    if (!isObject(sheet) || typeof sheet["name"] !== "string" || typeof sheet["cells"] !== "object")
      throw new Error('Each sheet of a workbook file needs "name" and "cells" (docs/workbench.md).');
  if (Array.isArray((sheets as readonly SheetJson[])[0]?.cells)) return checkLimits(content as StoredWorkbook);
  checkLevels(content);
  return checkLimits(toStoredWorkbook(content as WorkbookJson));
};

const toStoredWorkbook = ({ sheets, names = [], active, ...rest }: WorkbookJson): StoredWorkbook => {
  const sheetIndex = (name: string | undefined): number => sheets.findIndex((sheet) => sheet.name === name);
  if (!isObject(rest.values ?? {})) throw new Error('"values" of a workbook file must be an object.');
  const reader = new SheetReader();
  return {
    dates1904: false,
    settings: {},
    values: {},
    ...rest,
    sheets: sheets.map((sheet) => reader.read(sheet)),
    names: names.map(({ sheet, ...name }) => ({
      ...name,
      ...(sheetIndex(sheet) !== -1 && { sheet: sheetIndex(sheet) }),
    })),
    active: Math.max(0, sheetIndex(active)),
  };
};

const inOtherForm = [
  "cells",
  "shown",
  "widths",
  "formats",
  "tables",
  "filter",
  "heights",
  "hiddenRows",
  "hiddenColumns",
  "rest",
] as const satisfies readonly (keyof SheetJson)[];

/** Reads the sheets of one workbook: their ranges of formats are counted before they become cells. */
class SheetReader {
  #formatCells = 0;

  read(sheet: SheetJson): SheetModel {
    return {
      merged: [],
      frozenRows: 0,
      frozenColumns: 0,
      protected: false,
      defaultWidth: defaultSize.width,
      defaultHeight: defaultSize.height,
      ...withoutMembers(sheet, ...inOtherForm),
      cells: this.#cells(sheet),
      columns: this.#columns(sheet),
      rows: readRows(sheet),
      tables: readTables(sheet),
      ...(sheet.filter !== undefined && { filter: readFilter(sheet) }),
    };
  }

  #cells(sheet: SheetJson): CellModel[] {
    const cells = new CellCollection();
    for (const [address, content] of memberEntries(sheet, "cells")) {
      const { row, column } = readCellAddress(sheet, "cells", address);
      Object.assign(cells.at(row, column), enteredCell(sheet, address, content));
    }
    addResults(cells, sheet);
    for (const [address, format] of memberEntries(sheet, "formats")) {
      const area = this.#formattedArea(sheet, address, format);
      if (isWholeColumns(area) || Object.keys(format as CellFormat).length === 0) continue;
      for (let row = area.startRow; row <= area.endRow; row += 1)
        for (let column = area.startColumn; column <= area.endColumn; column += 1) {
          const cell = cells.at(row, column);
          cell.format = { ...cell.format, ...(format as CellFormat) };
        }
    }
    return cells.sorted();
  }

  /** Whole columns keep one format each. */
  #formattedArea(sheet: SheetJson, address: string, format: unknown): CellRange {
    if (!isObject(format)) throw wrongMember(sheet, `formats ${address}`, "an object", format);
    const area = readArea(sheet, "formats", address);
    const { startRow, endRow, startColumn, endColumn } = area;
    this.#formatCells += (isWholeColumns(area) ? 1 : endRow - startRow + 1) * (endColumn - startColumn + 1);
    if (this.#formatCells > workbookLimits.formatCells)
      throw tooMuch("cells with formats", workbookLimits.formatCells, this.#formatCells);
    return area;
  }

  #columns(sheet: SheetJson): ColumnsModel[] {
    const columns = new Map<number, ColumnsModel>();
    const add = (column: number, members: Partial<ColumnsModel>): void => {
      columns.set(column, { ...columns.get(column), ...members, start: column, end: column });
    };
    for (const [letters, width] of memberEntries(sheet, "widths"))
      add(readArea(sheet, "widths", `${letters}1`).startColumn, { width: width as number });
    for (const letters of readList(sheet, "hiddenColumns"))
      add(readArea(sheet, "hiddenColumns", `${String(letters)}1`).startColumn, { hidden: true });
    for (const [address, format] of memberEntries(sheet, "formats")) {
      const area = readArea(sheet, "formats", address);
      if (!isWholeColumns(area)) continue;
      for (let column = area.startColumn; column <= area.endColumn; column += 1)
        add(column, { format: format as CellFormat });
    }
    const ordered = [...columns.values()].toSorted((one, other) => one.start - other.start);
    return withRest(ordered, sheet.rest);
  }
}

/** Columns with those up to the last one of the sheet behind them. */
export const withRest = (columns: readonly ColumnsModel[], rest: ColumnsModel | undefined): ColumnsModel[] =>
  rest === undefined
    ? [...columns]
    : [...columns, { ...rest, start: Math.max(rest.start, (columns.at(-1)?.start ?? -1) + 1) }];

const isWholeColumns = ({ startRow, endRow }: CellRange): boolean => startRow === 0 && endRow === lastRow;

const memberEntries = (sheet: SheetJson, member: "cells" | "widths" | "heights" | "formats"): [string, unknown][] => {
  const value: unknown = sheet[member] ?? {};
  if (!isObject(value)) throw wrongMember(sheet, member, "an object", value);
  return Object.entries(value);
};

const readList = (sheet: SheetJson, member: "tables" | "hiddenRows" | "hiddenColumns"): readonly unknown[] => {
  const value: unknown = sheet[member] ?? [];
  if (!Array.isArray(value)) throw wrongMember(sheet, member, "a list", value);
  return value;
};

const readCellAddress = (
  sheet: SheetJson,
  member: string,
  address: string,
): { readonly row: number; readonly column: number } => {
  const cell = parseCell(address);
  if (cell !== undefined) return cell;
  readArea(sheet, member, address);
  throw wrongMember(sheet, member, "single cells", address);
};

const readShown = (sheet: SheetJson): Required<NonNullable<SheetJson["shown"]>> => {
  const { shown = { values: {} } }: { readonly shown?: unknown } = sheet;
  const { values, spills = {} } = isObject(shown) ? shown : {};
  if (!isObject(values) || !isObject(spills))
    throw wrongMember(sheet, "shown", 'an object with the objects "values" and "spills"', shown);
  for (const [address, value] of Object.entries(values)) {
    const content = isObject(value) ? value["error"] : value;
    if (parseCell(address) === undefined || !["string", "number", "boolean"].includes(typeof content))
      throw wrongMember(sheet, "shown", "texts, numbers, truth values and errors of single cells", shown);
  }
  return { values, spills } as Required<NonNullable<SheetJson["shown"]>>;
};

/** Adds what formulas showed. */
const addResults = (cells: CellCollection, sheet: SheetJson): void => {
  const { values, spills } = readShown(sheet);
  for (const [address, value] of Object.entries(values)) {
    const { row, column } = readCellAddress(sheet, "shown", address);
    const cell = cells.at(row, column);
    if (cell.formula !== undefined) cell.value = value;
    else if (cell.value === undefined) Object.assign(cell, { value, spilled: true });
  }
  for (const [address, spill] of Object.entries(spills)) {
    const { row, column } = readCellAddress(sheet, "shown", address);
    const area = parseRange(spill);
    if (area?.startRow !== row || area.startColumn !== column)
      throw wrongMember(sheet, "shown", "ranges that begin at their formula", spill);
    const cell = cells.at(row, column);
    if (cell.formula !== undefined && cell.value !== undefined) cell.spill = spill;
  }
};

const errorConstant =
  /^=(#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|UNKNOWN!|CONNECT!))$/;

/** A formula, or the error that it is. */
export const formulaContent = (formula: string): Pick<CellModel, "formula" | "value"> => {
  const error = errorConstant.exec(formula)?.[1];
  return error === undefined ? { formula } : { value: { error } };
};

/** The content of a cell as it is typed. */
const enteredCell = (sheet: SheetJson, address: string, content: unknown): Partial<CellModel> => {
  if (typeof content === "number" || typeof content === "boolean") return { value: content };
  if (typeof content !== "string") throw wrongMember(sheet, address, "a text, a number, true or false", content);
  const { f, v, t, s } = parseEntry(content);
  if (typeof f === "string") return formulaContent(f);
  if (v === null || v === undefined) return {};
  const pattern = typeof s === "object" ? s?.n?.pattern : undefined;
  const isTruth = t === parseEntry(true).t;
  return { value: isTruth ? Boolean(v) : v, ...(pattern !== undefined && { format: { numberFormat: pattern } }) };
};

const readTables = (sheet: SheetJson): TableModel[] =>
  readList(sheet, "tables").map((table) => {
    const { name, address } = isObject(table) ? table : ({} as JsonObject);
    if (typeof name !== "string" || typeof address !== "string")
      throw wrongMember(sheet, "tables", 'objects with "name" and "address"', table);
    return { name, range: address };
  });

const readFilter = (sheet: SheetJson): FilterModel => {
  const filter: unknown = sheet.filter;
  if (!isObject(filter)) throw wrongMember(sheet, "filter", "an object", filter);
  const { address, columns = [], ...rest } = filter;
  return { ...rest, range: address as string, columns: columns as FilterModel["columns"] };
};

const readRows = (sheet: SheetJson): RowModel[] => {
  const rows = new Map<number, RowModel>();
  for (const [digits, height] of memberEntries(sheet, "heights")) {
    const row = readArea(sheet, "heights", `A${digits}`).startRow;
    rows.set(row, { row, height: height as number });
  }
  const filtered: unknown = sheet.filter?.hiddenRows;
  const hidden = [...readList(sheet, "hiddenRows"), ...(Array.isArray(filtered) ? (filtered as unknown[]) : [])];
  for (const row of hidden as number[]) rows.set(row, { ...rows.get(row), row, hidden: true });
  return [...rows.values()].toSorted((one, other) => one.row - other.row);
};

/** A workbook with one empty sheet. */
export const blankWorkbook = readWorkbookJson({ name: "Book1", sheets: [{ name: "Sheet1", cells: {} }] });
