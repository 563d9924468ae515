import type { ICellData, Nullable } from "@univerjs/core";
import { columnLetters, formatRange, parseLocalAddress } from "../../facts/addresses";
import type { ChartModel } from "../../ooxml/chart-model";
import { mapFormulas } from "../../ooxml/charts";
import type { SheetChart } from "../charts/sheet-charts";
import type { WorkbookContext } from "../../ooxml/read-workbook";
import { type CellValue, withoutMembers } from "../../ooxml/workbook-model";
import type { OfficeHost } from "../office/office-host";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import { definedNames } from "../univer/defined-names";
import { openWithResults } from "./opening-calculation";
import { readResults, saveResults } from "./saved-results";
import { findCutFilter, toSheetFiles } from "./to-file";
import { sheetIdAt } from "./to-snapshot";
import { checkWorkbook, type SheetFile, type WorkbookFile } from "./workbook-file";
import { readXlsx, type SheetResults, writeXlsx } from "./xlsx";

let openedCount = 0;

/**
 * Replaces the open workbook by a workbook in JSON, and the add-in's page by a new one. Functions with saved results are
 * not called. `unsaved`: it has changes that no file has. A file that fails halfway leaves the add-in running.
 */
export const openWorkbookFile = async (host: OfficeHost, json: unknown, unsaved = false): Promise<void> => {
  const file = checkWorkbook(json);
  // First, because the page of the old workbook must not change the new one.
  await host.runtime?.end();
  try {
    replaceWorkbook(host, file, unsaved);
  } finally {
    await host.runtime?.start();
  }
};

const replaceWorkbook = (host: OfficeHost, file: WorkbookFile, unsaved: boolean): void => {
  const { book, charts, customXml, functions, settings, origin } = host;
  openedCount += 1;
  const unitId = `book-${openedCount}`;
  functions.restore(readResults(file, unitId));
  settings.open(file.settings ?? {});
  customXml.open(file.customXml ?? []);
  origin.source = file.source;
  origin.sheets = new Map(
    file.sheets.map(({ part, rest, moved, filter, keepsConditionalFormats, keepsDataValidations }, index) => [
      sheetIdAt(index),
      {
        ...(part !== undefined && { part }),
        ...(rest !== undefined && { rest }),
        ...(moved === true && { moved }),
        ...(filter?.hasOthers === true && { hasOtherFilters: true }),
        ...(keepsConditionalFormats === true && { keepsConditionalFormats }),
        ...(keepsDataValidations === true && { keepsDataValidations }),
      },
    ]),
  );
  book.engine.dateSystem.from1904 = file.dates1904 === true;
  const isManual = file.manualCalculation === true || host.faults.has("manual-calculation");
  functions.calculation.open(isManual ? "manual" : "automatic");
  openWithResults(host, file, unitId);
  file.sheets.forEach((sheet, index) => {
    const cutFilter = findCutFilter(book, sheetIdAt(index), sheet);
    if (cutFilter !== undefined)
      origin.sheets.set(sheetIdAt(index), { ...origin.sheets.get(sheetIdAt(index)), cutFilter });
  });
  book.threads.open(new Map(file.sheets.map(({ threads = [] }, index) => [sheetIdAt(index), threads])));
  charts.open(new Map(file.sheets.map((sheet, index) => [sheetIdAt(index), sheet.charts ?? []])));
  for (const sheet of file.sheets) {
    const sheetId = book.findSheet(sheet.name);
    if (sheetId === undefined) continue;
    for (const { name, address } of sheet.tables ?? []) book.tables.open({ ...book.area(address), sheetId }, name);
    if (sheet.protected === true) book.protection.protect(sheetId);
  }
  const active = file.active === undefined ? undefined : book.findSheet(file.active);
  if (active !== undefined) book.sheet(active).activate();
  host.unsaved.reset(unsaved);
  host.opened(file.name);
};

/** The open workbook in JSON, with the results of its functions. */
export const toWorkbookFile = ({ book, charts, customXml, functions, settings, origin }: OfficeHost): WorkbookFile => {
  const names = readDefinedNames(book);
  return {
    name: book.workbook.getName(),
    sheets: toSheetFiles(book, origin.sheets, (sheetId) => charts.list(sheetId).map(toChartFile(book))),
    active: book.workbook.getActiveSheet().getSheetName(),
    ...(book.engine.dateSystem.from1904 && { dates1904: true }),
    ...(functions.calculation.mode === "manual" && { manualCalculation: true }),
    settings: settings.saved,
    values: saveResults(book, functions),
    ...(names.length > 0 && { names }),
    ...(customXml.list.length > 0 && { customXml: customXml.list }),
    ...(origin.source !== undefined && { source: origin.source }),
  };
};

/** The open workbook in JSON, with what its formulas show: opened again, it need not calculate them. */
export const toShownWorkbook = (host: OfficeHost): WorkbookFile => {
  const file = toWorkbookFile(host);
  const sheets = host.book.workbook.getSheets().map((sheet, index): SheetFile => {
    const { values, spills } = shownSheet(host.book, sheet.getSheetId());
    const results = { values: Object.fromEntries(values), spills: Object.fromEntries(spills) };
    return {
      ...(file.sheets[index] ?? { name: sheet.getSheetName(), cells: {} }),
      ...(values.size > 0 && { shown: results }),
    };
  });
  return { ...file, sheets };
};

/** Excel refuses a formula with a sheet that is gone. */
const toChartFile =
  (book: Book) =>
  (chart: SheetChart): ChartModel =>
    mapFormulas(withoutMembers(chart, "id"), (formula) => {
      const sheet = parseLocalAddress(formula)?.sheet;
      return sheet === undefined || book.findSheet(sheet) !== undefined ? formula : "#REF!";
    });

const readDefinedNames = (book: Book): NonNullable<WorkbookFile["names"]> =>
  definedNames(book).map(({ sheetId, ...name }) => ({
    ...withoutMembers(name, "id"),
    ...(sheetId !== undefined && { sheet: book.sheet(sheetId).getSheetName() }),
  }));

const toContext = ({ functions, addin }: OfficeHost): WorkbookContext => ({
  custom: functions.names,
  addin,
  extraNamespace: "urn:spillway:workbench",
});

/** Reads an .xlsx file that may be opened. @throws an error with a message for the user */
export const readXlsxFile = (host: OfficeHost, bytes: Uint8Array, name: string): WorkbookFile =>
  checkWorkbook(readXlsx(bytes, name, toContext(host)));

/** Replaces the open workbook by an .xlsx file. @throws an error with a message for the user */
export const openXlsx = async (host: OfficeHost, bytes: Uint8Array, name: string): Promise<void> =>
  openWorkbookFile(host, readXlsx(bytes, name, toContext(host)));

/** The open workbook as an .xlsx file. What the workbench does not show is kept from the file that was opened. */
export const toXlsx = (host: OfficeHost): Uint8Array => {
  const shownSheets = host.book.workbook.getSheets().map((sheet) => {
    return [sheet.getSheetName(), shownSheet(host.book, sheet.getSheetId())] as const;
  });
  return writeXlsx(toWorkbookFile(host), new Map(shownSheets), toContext(host));
};

const savedErrorValue = /^#(N\/A|GETTING_DATA|[A-Z]+(\/0)?[!?])$/;

const toCellValue = (value: CellContent): CellValue =>
  typeof value === "string" && savedErrorValue.test(value) ? { error: value } : value;

/** The results of a sheet's formulas, with the cells that they fill. */
const shownSheet = (book: Book, sheetId: string): SheetResults => {
  const values = new Map<string, CellValue>();
  const spills = new Map<string, string>();
  const formats = new Map<string, string>();
  const add = (area: Area): void =>
    book.values(area).forEach((row, r) =>
      row.forEach((value, c) => {
        values.set(`${columnLetters(area.startColumn + c)}${area.startRow + r + 1}`, toCellValue(value));
      }),
    );
  book
    .sheet(sheetId)
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell: Nullable<ICellData>) => {
      if (cell?.f || cell?.si) add({ sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column });
    });
  for (const spill of book.spills(sheetId)) {
    add(spill);
    const { startRow, startColumn, endRow, endColumn } = spill;
    if (startRow !== endRow || startColumn !== endColumn)
      spills.set(`${columnLetters(startColumn)}${startRow + 1}`, formatRange(spill));
    book.spilledFormats(spill).forEach((row, r) =>
      row.forEach((pattern, c) => {
        if (pattern !== undefined) formats.set(`${columnLetters(startColumn + c)}${startRow + r + 1}`, pattern);
      }),
    );
  }
  return { values, spills, formats };
};
