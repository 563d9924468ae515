import { isObject, type JsonObject } from "../../facts/json";
import { type CellRange, parseLocalAddress } from "../../facts/addresses";
import { lastColumn, lastRow, longestCellText, longestFormula } from "../../facts/excel-limits";
import type { CellFormat } from "../../ooxml/cell-format";
import { type ChartModel, isChartType, mostCharts, mostSeries } from "../../ooxml/chart-model";
import type { ConditionalFormat } from "../../ooxml/conditional-format";
import type { DataValidation } from "../../ooxml/data-validation";
import { areThreads } from "../../ooxml/threads";
import type {
  ColumnsModel,
  CommentThread,
  CustomXmlModel,
  FilterColumnModel,
  LinkModel,
  NoteModel,
} from "../../ooxml/workbook-model";
import type { CellContent } from "../univer/entry";
import { checkConditionalFormats, conditionalCost } from "./conditional-cost";
import { measureCost, type FormulaCost, largestSheet } from "./formula-cost";
import { checkShownResults, type ShownResults, sizeOfResults } from "./shown-results";
import { checkDataValidations, validationCost } from "./validation-cost";

/** The filter of a sheet. */
export interface FilterFile {
  /** With the header row. */
  readonly address: string;
  readonly columns?: readonly FilterColumnModel[];
  /** The rows that it hides, from 0. Other hidden rows are those of the sheet. */
  readonly hiddenRows?: readonly number[];
  /** The .xlsx file has criteria that are not shown. The rows that they hide are hidden rows of the sheet. */
  readonly hasOthers?: boolean;
}

export interface SheetFile {
  readonly name: string;
  /** Values and formulas by address, as typed: `"=A1*2"` is a formula, `"'0012"` a text. */
  readonly cells: Readonly<Record<string, CellContent>>;
  /** Formulas without a result are calculated when the workbook is opened. */
  readonly shown?: ShownResults;
  /** Pixels by column, `{ "A": 160 }`. */
  readonly widths?: Readonly<Record<string, number>>;
  /** By address: a cell, a range or whole columns (`"C:C"`). */
  readonly formats?: Readonly<Record<string, CellFormat>>;
  /** The first has the highest priority. */
  readonly conditionalFormats?: readonly ConditionalFormat[];
  readonly dataValidations?: readonly DataValidation[];
  readonly tables?: readonly { readonly name: string; readonly address: string }[];
  readonly filter?: FilterFile;
  readonly merged?: readonly string[];
  readonly charts?: readonly ChartModel[];
  readonly notes?: readonly NoteModel[];
  readonly links?: readonly LinkModel[];
  /** Threads of comments, which only files have. */
  readonly threads?: readonly CommentThread[];
  /** Pixels by row, counted from 1. */
  readonly heights?: Readonly<Record<string, number>>;
  readonly hiddenRows?: readonly number[];
  /** Letters. */
  readonly hiddenColumns?: readonly string[];
  readonly frozenRows?: number;
  readonly frozenColumns?: number;
  readonly protected?: boolean;
  readonly hidden?: boolean;
  /** Pixels of columns without a width of their own. */
  readonly defaultWidth?: number;
  /** Pixels of rows without a height of their own. */
  readonly defaultHeight?: number;
  /** The part of `source` that the sheet was read from. */
  readonly part?: string;
  /** The columns up to the last one of a sheet, if its file gives them a format or a width: they are not shown. */
  readonly rest?: ColumnsModel;
  /** Its part has conditional formats that would take too long to apply: they are kept and not shown. */
  readonly keepsConditionalFormats?: boolean;
  /** Its part has data validation that would take too long to check: it is kept and not shown. */
  readonly keepsDataValidations?: boolean;
  /** Rows or columns were inserted, deleted or moved since the sheet was read from its part. */
  readonly moved?: boolean;
}

/** A name for a formula or a range. */
export interface NameFile {
  readonly name: string;
  /** As it is typed, without `=`. */
  readonly formula: string;
  /** The sheet that alone knows the name. */
  readonly sheet?: string;
  readonly comment?: string;
  readonly hidden?: boolean;
}

/** The result of a custom function, so that a reopened workbook shows it without a call. */
export interface SavedResult {
  /** A hash of function and arguments; `*` for the only call of the formula, whatever its arguments are. */
  readonly key: string;
  readonly value: unknown;
}

/**
 * A workbook of the workbench, as JSON (docs/workbench.md, "Workbooks in JSON"): samples, and what this browser keeps.
 * Users open and save .xlsx files.
 */
export interface WorkbookFile {
  readonly name: string;
  readonly sheets: readonly SheetFile[];
  readonly active?: string;
  /** Days count from 1904, as in old Excel for Mac. */
  readonly dates1904?: boolean;
  /** All formulas are calculated when the workbook is opened: the results that its file shows may be wrong. */
  readonly calculatesOnLoad?: boolean;
  /** Changes are calculated on demand only. */
  readonly manualCalculation?: boolean;
  /** `Office.context.document.settings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Results of custom functions by the cell of the formula, `Sheet1!B2`. */
  readonly values?: Readonly<Record<string, readonly SavedResult[]>>;
  readonly names?: readonly NameFile[];
  /** Custom XML parts, which add-ins store data in. */
  readonly customXml?: readonly CustomXmlModel[];
  /** The .xlsx file that the workbook was opened from: what the workbench does not show is kept from it. */
  readonly source?: Uint8Array;
}

export const blankWorkbook: WorkbookFile = { name: "Book1", sheets: [{ name: "Sheet1", cells: {} }] };

/** What a workbook file may hold, so that opening it ends within seconds. */
export const workbookLimits = {
  /** Bytes of a file that the user picks. */
  bytes: 100 * 2 ** 20,
  levels: 50,
  sheets: 200,
  /** Of all sheets. */
  cells: 1_000_000,
  /** In merged areas and tables of all sheets. */
  areaCells: 200_000,
  /** In formats of all sheets; whole columns count as one cell each. */
  formatCells: 1_000_000,
  /** Merged areas, or tables, of all sheets. */
  areas: 5_000,
  /** Results of formulas and the cells that they fill, in all sheets. */
  results: 1_000_000,
  /** In the ranges that results fill, in all sheets. */
  spilledCells: 10_000_000,
  textLength: longestCellText,
  filterColumns: 1_000,
  /** In all sheets. */
  notes: 10_000,
  /** In all sheets. */
  links: 200_000,
  /** Pixels of the longer side of a note. */
  noteSize: 10_000,
  formulas: 100_000,
  /** That all formulas read together. */
  readCells: 200_000_000,
  /** Conditional formats of all sheets. */
  rules: 2_000,
  /** Cells that conditional formats look at, in all sheets. */
  ruleCells: 2_000_000,
  /** Cells that the formulas of conditional formats read. */
  ruleReads: 100_000_000,
  /** Data validations of all sheets. */
  validations: 2_000,
  /** Cells with data validation, in all sheets. */
  validatedCells: 200_000,
  /** Cells that the formulas of data validation read. */
  validationReads: 100_000_000,
} as const;

/** What one formula may cost. Characters and levels are those of Excel; deeper and longer ones exhaust the stack. */
const mostOfFormula: Readonly<Record<keyof FormulaCost, readonly [most: number, what: string]>> = {
  characters: [longestFormula, "of up to 8,192 characters"],
  levels: [64, "of up to 64 levels"],
  operators: [1_000, "with up to 1,000 operators"],
  lambdaLevels: [2, "with up to 2 LAMBDA within each other"],
  cells: [5_000_000, "that reads up to 5,000,000 cells"],
};

/** Reads a file that the user picked. @throws an error with a message for the user. */
export const readPickedFile = async (file: Blob): Promise<Uint8Array> => {
  if (file.size > workbookLimits.bytes) throw tooMuch("bytes", workbookLimits.bytes, file.size);
  return new Uint8Array(await file.arrayBuffer());
};

/** Validates a file before any of it is opened. @throws an error with a message for the user. */
export const checkWorkbook = (file: unknown): WorkbookFile => {
  checkLevels(file);
  const { name, sheets, values, customXml } = (isObject(file) ? file : {}) as Partial<WorkbookFile>;
  if (typeof name !== "string" || !Array.isArray(sheets) || sheets.length === 0)
    throw new Error('A workbook file needs "name" and at least one sheet in "sheets" (docs/workbench.md).');
  if (sheets.length > workbookLimits.sheets) throw tooMuch("sheets", workbookLimits.sheets, sheets.length);
  for (const sheet of sheets as unknown[])
    if (!isObject(sheet) || typeof sheet["name"] !== "string" || !isObject(sheet["cells"]))
      throw new Error('Each sheet of a workbook file needs "name" and "cells" (docs/workbench.md).');
  const sum = Object.fromEntries(Object.keys(countNouns).map((what) => [what, 0])) as Sum;
  for (const sheet of sheets as SheetFile[]) checkSheet(sheet, sum);
  if (values !== undefined) checkValues(values);
  checkCustomXml(customXml);
  checkRules(file as WorkbookFile, sum);
  checkValidations(file as WorkbookFile, sum);
  checkFormulas(file as WorkbookFile, sum);
  return file as WorkbookFile;
};

const checkCustomXml = (parts: unknown): void => {
  const isRight = Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part["xml"] === "string");
  if (parts !== undefined && !isRight)
    throw new Error('"customXml" of a workbook file must be a list of objects with "xml".');
};

const tooMuch = (what: string, allowed: number, got: number | string): Error =>
  new Error(`A workbook file may have up to ${allowed.toLocaleString("en")} ${what}, got ${got.toLocaleString("en")}.`);

/** Goes level by level without recursion, because a deep file would exhaust the stack. */
const checkLevels = (file: unknown): void => {
  let level: unknown[] = [file];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > workbookLimits.levels) throw tooMuch("levels", workbookLimits.levels, "more");
    const next: unknown[] = [];
    for (const value of level)
      if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value))
        for (const member of Object.values(value)) next.push(member);
    level = next;
  }
};

/** What is counted over all sheets, and how messages call it. */
const countNouns = {
  cells: "cells",
  results: "results of formulas",
  spilledCells: "cells that results fill",
  areaCells: "cells in merged areas and tables",
  formatCells: "cells with formats",
  areas: "merged areas and tables",
  notes: "notes",
  links: "links",
  formulas: "formulas",
  readCells: "cells that its formulas read",
  rules: "conditional formats",
  ruleCells: "cells with conditional formats",
  ruleReads: "cells that its conditional formats read",
  validations: "data validations",
  validatedCells: "cells with data validation",
  validationReads: "cells that its data validation reads",
};

type Sum = Record<keyof typeof countNouns, number>;

const addToSum = (sum: Sum, what: keyof Sum, count: number): void => {
  sum[what] += count;
  if (sum[what] > workbookLimits[what]) throw tooMuch(countNouns[what], workbookLimits[what], sum[what]);
};

const wrongMember = (sheet: SheetFile, member: string, allowed: string, got: unknown): Error =>
  new Error(`${member} of the sheet "${sheet.name}" must be ${allowed}, got ${describeValue(got)}.`);

const readArea = (sheet: SheetFile, member: string, address: unknown): CellRange => {
  const parsed = typeof address === "string" ? parseLocalAddress(address) : undefined;
  if (parsed === undefined || parsed.sheet !== undefined)
    throw wrongMember(sheet, member, "addresses between A1 and XFD1048576", address);
  return parsed;
};

const memberEntries = (sheet: SheetFile, member: "cells" | "widths" | "heights" | "formats"): [string, unknown][] => {
  const value: unknown = sheet[member] ?? {};
  if (!isObject(value)) throw wrongMember(sheet, member, "an object", value);
  return Object.entries(value);
};

const checkList = (
  sheet: SheetFile,
  member: "merged" | "tables" | "charts" | "notes" | "links" | "hiddenRows" | "hiddenColumns",
): readonly unknown[] => {
  const value: unknown = sheet[member] ?? [];
  if (!Array.isArray(value)) throw wrongMember(sheet, member, "a list", value);
  return value;
};

const checkSheet = (sheet: SheetFile, sum: Sum): void => {
  checkSheetCells(sheet, sum);
  checkAreas(sheet, sum);
  checkFilter(sheet);
  for (const [letters, width] of memberEntries(sheet, "widths")) {
    readArea(sheet, "widths", `${letters}1`);
    if (typeof width !== "number" || !(width >= 0 && width <= 100_000))
      throw wrongMember(sheet, `widths ${letters}`, "a number of pixels from 0 to 100000", width);
  }
  for (const [row, height] of memberEntries(sheet, "heights")) {
    readArea(sheet, "heights", `A${row}`);
    if (typeof height !== "number" || !(height >= 0 && height <= 100_000))
      throw wrongMember(sheet, `heights ${row}`, "a number of pixels from 0 to 100000", height);
  }
  checkShown(sheet, sum);
  checkCharts(sheet);
  checkNotes(sheet, sum);
  checkLinks(sheet, sum);
  for (const letters of checkList(sheet, "hiddenColumns")) readArea(sheet, "hiddenColumns", `${String(letters)}1`);
  for (const row of checkList(sheet, "hiddenRows"))
    if (!isWhole(row, lastRow)) throw wrongMember(sheet, "hiddenRows", `whole numbers from 0 to ${lastRow}`, row);
  for (const [member, last] of [
    ["frozenRows", lastRow],
    ["frozenColumns", lastColumn],
  ] as const)
    if (sheet[member] !== undefined && !isWhole(sheet[member], last))
      throw wrongMember(sheet, member, `a whole number from 0 to ${last}`, sheet[member]);
};

const checkNotes = (sheet: SheetFile, sum: Sum): void => {
  if (!areThreads(sheet.threads ?? [])) throw wrongMember(sheet, "threads", "threads of comments", sheet.threads);
  for (const note of checkList(sheet, "notes")) {
    addToSum(sum, "notes", 1);
    const { cell, text, author, width, height } = isObject(note) ? note : {};
    if (areaSize(readArea(sheet, "notes", cell)) !== 1) throw wrongMember(sheet, "notes", "of single cells", cell);
    const areTexts = typeof text === "string" && ["string", "undefined"].includes(typeof author);
    if (
      !areTexts ||
      text.length > workbookLimits.textLength ||
      ![width, height].every((side) => isWhole(side, workbookLimits.noteSize))
    )
      throw wrongMember(sheet, `notes ${String(cell)}`, 'objects with "cell", "text", "width" and "height"', note);
  }
};

const checkLinks = (sheet: SheetFile, sum: Sum): void => {
  for (const link of checkList(sheet, "links")) {
    addToSum(sum, "links", 1);
    const { range, address, place, tip, display } = isObject(link) ? link : {};
    readArea(sheet, "links", range);
    const texts = [address, place, tip, display].filter((text) => text !== undefined);
    const areTexts = texts.every((text) => typeof text === "string" && text.length <= workbookLimits.textLength);
    if (!areTexts || (address ?? place) === undefined)
      throw wrongMember(sheet, `links ${String(range)}`, 'objects with "range" and an "address" or a "place"', link);
  }
};

const checkCharts = (sheet: SheetFile): void => {
  const charts = checkList(sheet, "charts");
  if (charts.length > mostCharts) throw tooMuch("charts in a sheet", mostCharts, charts.length);
  for (const chart of charts) {
    const { name, type, series, from, to, categoryAxis, valueAxis } = isObject(chart) ? chart : {};
    if (typeof name !== "string" || typeof type !== "string" || !isChartType(type))
      throw wrongMember(sheet, "charts", 'objects with a "name" and a "type" that can be drawn', chart);
    if (!Array.isArray(series) || series.length > mostSeries || !series.every(isObject))
      throw wrongMember(sheet, `charts "${name}"`, `a chart with a list of up to ${mostSeries} series`, series);
    const isPlaced = [from, to].every(
      (point) => isObject(point) && isWhole(point["row"], lastRow) && isWhole(point["column"], lastColumn),
    );
    if (!isPlaced || !isObject(categoryAxis) || !isObject(valueAxis))
      throw wrongMember(sheet, `charts "${name}"`, 'a chart with "from", "to" and two axes', chart);
  }
};

const checkFilter = (sheet: SheetFile): void => {
  const filter: unknown = sheet.filter;
  if (filter === undefined) return;
  if (!isObject(filter)) throw wrongMember(sheet, "filter", "an object", filter);
  const { startRow, endRow, startColumn, endColumn } = readArea(sheet, "filter", filter["address"]);
  if (endColumn - startColumn >= workbookLimits.filterColumns)
    throw wrongMember(
      sheet,
      "filter",
      `up to ${workbookLimits.filterColumns.toLocaleString("en")} columns`,
      filter["address"],
    );
  const { columns = [], hiddenRows = [] } = filter;
  if (!Array.isArray(columns) || !Array.isArray(hiddenRows))
    throw wrongMember(sheet, "filter", 'an object with the lists "columns" and "hiddenRows"', filter);
  for (const row of hiddenRows)
    if (!isWhole(row, endRow) || Number(row) <= startRow)
      throw wrongMember(sheet, "hiddenRows of the filter", "rows below its header", row);
  for (const column of columns as unknown[]) {
    if (!isObject(column) || !isWhole(column["column"], endColumn - startColumn) || !hasCriterion(column))
      throw wrongMember(sheet, "columns of the filter", 'objects with "column" and "values" or "conditions"', column);
  }
};

const hasCriterion = ({ values, conditions }: JsonObject): boolean =>
  Array.isArray(values) || Array.isArray(conditions);

const checkSheetCells = (sheet: SheetFile, sum: Sum): void => {
  for (const [address, content] of memberEntries(sheet, "cells")) {
    addToSum(sum, "cells", 1);
    if (areaSize(readArea(sheet, "cells", address)) !== 1) throw wrongMember(sheet, "cells", "single cells", address);
    if (!["string", "number", "boolean"].includes(typeof content))
      throw wrongMember(sheet, address, "a text, a number, true or false", content);
    if (typeof content === "string" && content.length > workbookLimits.textLength)
      throw wrongMember(sheet, address, `a text of up to ${workbookLimits.textLength} characters`, content);
  }
};

/** The engine clears spills cell by cell, so that their size is limited too. */
const checkShown = (sheet: SheetFile, sum: Sum): void => {
  if (sheet.shown === undefined) return;
  const wrongOne = checkShownResults(sheet.shown);
  if (wrongOne !== undefined) throw wrongMember(sheet, "shown", wrongOne, sheet.shown);
  const { results, spilledCells } = sizeOfResults(sheet.shown);
  addToSum(sum, "results", results);
  addToSum(sum, "spilledCells", spilledCells);
};

/** The engine calculates on the page's thread and cannot be interrupted within a formula. */
const checkFormulas = (file: WorkbookFile, sum: Sum): void => {
  const size = largestSheet(file);
  for (const sheet of file.sheets)
    for (const [address, content] of Object.entries(sheet.cells)) {
      if (typeof content !== "string" || !content.startsWith("=")) continue;
      addToSum(sum, "formulas", 1);
      const cost = measureCost(content, size);
      for (const [name, [highest, what]] of Object.entries(mostOfFormula)) {
        const got = cost[name as keyof FormulaCost];
        if (got > highest) throw wrongMember(sheet, address, `a formula ${what}`, got.toLocaleString("en"));
      }
      addToSum(sum, "readCells", cost.cells);
    }
};

/** The engine applies conditional formats on the page's thread too. */
const checkRules = (file: WorkbookFile, sum: Sum): void => {
  const size = largestSheet(file);
  for (const sheet of file.sheets) {
    const formats: unknown = sheet.conditionalFormats ?? [];
    const wrongOne = checkConditionalFormats(formats);
    if (wrongOne !== undefined) throw wrongMember(sheet, "conditionalFormats", wrongOne, formats);
    for (const format of formats as readonly ConditionalFormat[]) {
      const { cells, readCells } = conditionalCost(format, size);
      addToSum(sum, "rules", 1);
      addToSum(sum, "ruleCells", cells);
      addToSum(sum, "ruleReads", readCells);
    }
  }
};

/** Data validation is checked cell by cell. */
const checkValidations = (file: WorkbookFile, sum: Sum): void => {
  const size = largestSheet(file);
  for (const sheet of file.sheets) {
    const list: unknown = sheet.dataValidations ?? [];
    const wrongOne = checkDataValidations(list);
    if (wrongOne !== undefined) throw wrongMember(sheet, "dataValidations", wrongOne, list);
    for (const validation of list as readonly DataValidation[]) {
      const { cells, readCells } = validationCost(validation, size);
      addToSum(sum, "validations", 1);
      addToSum(sum, "validatedCells", cells);
      addToSum(sum, "validationReads", readCells);
    }
  }
};

const checkAreas = (sheet: SheetFile, sum: Sum): void => {
  for (const [address, format] of memberEntries(sheet, "formats")) {
    const area = readArea(sheet, "formats", address);
    if (!isObject(format)) throw wrongMember(sheet, `formats ${address}`, "an object", format);
    // Whole columns keep one format each.
    const { startRow, endRow, startColumn, endColumn } = area;
    addToSum(sum, "formatCells", startRow === 0 && endRow === lastRow ? endColumn - startColumn + 1 : areaSize(area));
  }
  const tables = checkList(sheet, "tables").map((table) => {
    if (isObject(table) && typeof table["name"] === "string") return table["address"];
    throw wrongMember(sheet, "tables", 'objects with "name" and "address"', table);
  });
  for (const address of [...checkList(sheet, "merged"), ...tables]) {
    addToSum(sum, "areas", 1);
    addToSum(sum, "areaCells", areaSize(readArea(sheet, "merged areas and tables", address)));
  }
};

const areaSize = ({ startRow, endRow, startColumn, endColumn }: CellRange): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);

const isWhole = (value: unknown, highest: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= highest;

/** Saved results end on their sheet, so that no sheet grows beyond its limits. */
const checkValues = (values: unknown): void => {
  if (!isObject(values)) throw new Error('"values" of a workbook file must be an object.');
  for (const [address, results] of Object.entries(values)) {
    const cell = parseLocalAddress(address);
    const fits = (value: unknown): boolean => {
      if (!Array.isArray(value) || cell === undefined) return true;
      const columns = Array.isArray(value[0]) ? value[0].length : 1;
      return cell.startRow + value.length <= lastRow + 1 && cell.startColumn + columns <= lastColumn + 1;
    };
    const areResults = Array.isArray(results) && results.every((one) => isObject(one) && fits(one["value"]));
    if (cell === undefined || !areResults)
      throw new Error(`The saved result of ${describeValue(address)} in the workbook file cannot be read.`);
  }
};

/** A value in a message, shortened. */
const describeValue = (value: unknown): string => {
  const text =
    typeof value === "string"
      ? `"${value}"`
      : Array.isArray(value)
        ? "a list"
        : isObject(value)
          ? "an object"
          : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
