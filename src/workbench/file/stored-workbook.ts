import { isObject, type JsonObject } from "../../facts/json";
import {
  cellName,
  type CellRange,
  columnLetters,
  countCells,
  parseLocalAddress,
  parseRange,
} from "../../facts/addresses";
import { lastColumn, lastRow, longestCellText, longestFormula } from "../../facts/excel-limits";
import { isChartType, mostCharts, mostSeries } from "../../ooxml/chart-model";
import type { ConditionalFormat } from "../../ooxml/conditional-format";
import type { DataValidation } from "../../ooxml/data-validation";
import { areThreads } from "../../ooxml/threads";
import type { ColumnsModel, SheetModel, WorkbookModel } from "../../ooxml/workbook-model";
import { checkConditionalFormats, conditionalCost } from "./conditional-cost";
import { type FormulaCost, largestSheet, measureCost, type SheetSize } from "./formula-cost";
import { checkDataValidations, validationCost } from "./validation-cost";

/** The result of a custom function, so that a reopened workbook shows it without a call. */
export interface SavedResult {
  /** A hash of function and arguments; `*` for the only call of the formula, whatever its arguments are. */
  readonly key: string;
  readonly value: unknown;
}

/** A workbook as this browser stores it: the model, and what the workbench keeps beside it. */
export interface StoredWorkbook extends WorkbookModel {
  readonly name: string;
  /** Results of custom functions by the cell of the formula, `Sheet1!B2`. */
  readonly values: Readonly<Record<string, readonly SavedResult[]>>;
  /** The .xlsx file that the workbook was opened from: what the workbench does not show is kept from it. */
  readonly source?: Uint8Array;
}

/** Pixels of columns and rows without a size of their own. */
export const defaultSize = { width: 88, height: 22 } as const;

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

/** Checks that opening a workbook ends within seconds, and returns it. @throws an error with a message for the user */
export const checkLimits = (workbook: StoredWorkbook): StoredWorkbook => {
  const { sheets, customXml, values } = workbook;
  checkLevels({ ...workbook, sheets: [] });
  if (sheets.length > workbookLimits.sheets) throw tooMuch("sheets", workbookLimits.sheets, sheets.length);
  const sum = Object.fromEntries(Object.keys(countNouns).map((what) => [what, 0])) as Sum;
  for (const sheet of sheets) checkSheet(sheet, sum);
  checkValues(values);
  checkCustomXml(customXml);
  const size = largestSheet(workbook);
  checkRules(workbook, size, sum);
  checkValidations(workbook, size, sum);
  checkFormulas(workbook, size, sum);
  return workbook;
};

const checkCustomXml = (parts: unknown): void => {
  const isRight = Array.isArray(parts) && parts.every((part) => isObject(part) && typeof part["xml"] === "string");
  if (parts !== undefined && !isRight)
    throw new Error('"customXml" of a workbook file must be a list of objects with "xml".');
};

export const tooMuch = (what: string, allowed: number, got: number | string): Error =>
  new Error(`A workbook file may have up to ${allowed.toLocaleString("en")} ${what}, got ${got.toLocaleString("en")}.`);

/** Goes level by level without recursion, because a deep file would exhaust the stack. */
export const checkLevels = (file: unknown): void => {
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

export const wrongMember = (sheet: Pick<SheetModel, "name">, member: string, allowed: string, got: unknown): Error =>
  new Error(`${member} of the sheet "${sheet.name}" must be ${allowed}, got ${describeValue(got)}.`);

/** @throws an error with a message for the user if the text is no address on a sheet */
export const readArea = (sheet: Pick<SheetModel, "name">, member: string, address: unknown): CellRange => {
  const parsed = typeof address === "string" ? parseLocalAddress(address) : undefined;
  if (parsed === undefined || parsed.sheet !== undefined)
    throw wrongMember(sheet, member, "addresses between A1 and XFD1048576", address);
  return parsed;
};

const checkList = (sheet: SheetModel, member: "merged" | "charts" | "notes" | "links"): readonly unknown[] => {
  const value: unknown = sheet[member] ?? [];
  if (!Array.isArray(value)) throw wrongMember(sheet, member, "a list", value);
  return value;
};

const checkSheet = (sheet: SheetModel, sum: Sum): void => {
  checkCells(sheet, sum);
  checkAreas(sheet, sum);
  checkFilter(sheet);
  for (const { start, end, width, format } of sheet.columns) {
    if (width !== undefined && !isSize(width))
      throw wrongMember(sheet, `widths ${columnLetters(start)}`, "a number of pixels from 0 to 100000", width);
    if (format !== undefined && !isRest({ start, end })) addToSum(sum, "formatCells", end - start + 1);
  }
  for (const { row, height } of sheet.rows) {
    if (!isWhole(row, lastRow)) throw wrongMember(sheet, "hiddenRows", `whole numbers from 0 to ${lastRow}`, row);
    if (height !== undefined && !isSize(height))
      throw wrongMember(sheet, `heights ${row + 1}`, "a number of pixels from 0 to 100000", height);
  }
  checkCharts(sheet);
  checkNotes(sheet, sum);
  checkLinks(sheet, sum);
  for (const [member, last] of [
    ["frozenRows", lastRow],
    ["frozenColumns", lastColumn],
  ] as const)
    if (!isWhole(sheet[member], last))
      throw wrongMember(sheet, member, `a whole number from 0 to ${last}`, sheet[member]);
};

const isSize = (pixels: unknown): boolean => typeof pixels === "number" && pixels >= 0 && pixels <= 100_000;

/** Columns that end with the last one of a sheet and are more than these are not shown one by one. */
const mostShownColumns = 1_000;

/** The columns up to the last one of a sheet, if its file gives them a format or a width: they are not shown. */
export const isRest = ({ start, end }: Pick<ColumnsModel, "start" | "end">): boolean =>
  end === lastColumn && end - start >= mostShownColumns;

const checkNotes = (sheet: SheetModel, sum: Sum): void => {
  if (!areThreads(sheet.threads ?? [])) throw wrongMember(sheet, "threads", "threads of comments", sheet.threads);
  for (const note of checkList(sheet, "notes")) {
    addToSum(sum, "notes", 1);
    const { cell, text, author, width, height } = isObject(note) ? note : {};
    if (countCells(readArea(sheet, "notes", cell)) !== 1) throw wrongMember(sheet, "notes", "of single cells", cell);
    const areTexts = typeof text === "string" && ["string", "undefined"].includes(typeof author);
    if (
      !areTexts ||
      text.length > workbookLimits.textLength ||
      ![width, height].every((side) => isWhole(side, workbookLimits.noteSize))
    )
      throw wrongMember(sheet, `notes ${String(cell)}`, 'objects with "cell", "text", "width" and "height"', note);
  }
};

const checkLinks = (sheet: SheetModel, sum: Sum): void => {
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

const checkCharts = (sheet: SheetModel): void => {
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

const checkFilter = (sheet: SheetModel): void => {
  const filter: unknown = sheet.filter;
  if (filter === undefined) return;
  if (!isObject(filter)) throw wrongMember(sheet, "filter", "an object", filter);
  const { startRow, endRow, startColumn, endColumn } = readArea(sheet, "filter", filter["range"]);
  if (endColumn - startColumn >= workbookLimits.filterColumns)
    throw wrongMember(
      sheet,
      "filter",
      `up to ${workbookLimits.filterColumns.toLocaleString("en")} columns`,
      filter["range"],
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

/** The engine clears spills cell by cell, so that their size is limited too. */
const checkCells = (sheet: SheetModel, sum: Sum): void => {
  for (const { row, column, value, formula, spill, spilled, format } of sheet.cells) {
    if (format !== undefined) addToSum(sum, "formatCells", 1);
    if (value === undefined && formula === undefined) continue;
    if (spilled !== true) addToSum(sum, "cells", 1);
    if (spilled === true || formula !== undefined) addToSum(sum, "results", value === undefined ? 0 : 1);
    if (typeof value === "string" && value.length > workbookLimits.textLength)
      throw wrongMember(sheet, cellName(row, column), `a text of up to ${workbookLimits.textLength} characters`, value);
    const area = spill === undefined ? undefined : parseRange(spill);
    if (area !== undefined) addToSum(sum, "spilledCells", countCells(area));
  }
};

/** The engine calculates on the page's thread and cannot be interrupted within a formula. */
const checkFormulas = ({ sheets }: StoredWorkbook, size: SheetSize, sum: Sum): void => {
  for (const sheet of sheets)
    for (const { row, column, formula } of sheet.cells) {
      if (formula === undefined) continue;
      addToSum(sum, "formulas", 1);
      const cost = measureCost(formula, size);
      for (const [name, [highest, what]] of Object.entries(mostOfFormula)) {
        const got = cost[name as keyof FormulaCost];
        if (got > highest)
          throw wrongMember(sheet, cellName(row, column), `a formula ${what}`, got.toLocaleString("en"));
      }
      addToSum(sum, "readCells", cost.cells);
    }
};

/** The engine applies conditional formats on the page's thread too. */
const checkRules = ({ sheets }: StoredWorkbook, size: SheetSize, sum: Sum): void => {
  for (const sheet of sheets) {
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
const checkValidations = ({ sheets }: StoredWorkbook, size: SheetSize, sum: Sum): void => {
  for (const sheet of sheets) {
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

const checkAreas = (sheet: SheetModel, sum: Sum): void => {
  const tables = sheet.tables.map(({ range }) => range);
  for (const address of [...checkList(sheet, "merged"), ...tables]) {
    addToSum(sum, "areas", 1);
    addToSum(sum, "areaCells", countCells(readArea(sheet, "merged areas and tables", address)));
  }
};

const isWhole = (value: unknown, highest: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= highest;

/** Saved results end on their sheet, so that no sheet grows beyond its limits. */
const checkValues = (values: StoredWorkbook["values"]): void => {
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
