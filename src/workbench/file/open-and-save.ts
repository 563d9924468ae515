import { parseLocalAddress } from "../../facts/addresses";
import type { ChartModel } from "../../ooxml/chart-model";
import { mapFormulas } from "../../ooxml/charts";
import type { SheetChart } from "../charts/sheet-charts";
import type { WorkbookContext } from "../../ooxml/read-workbook";
import { type NameModel, type SheetModel, withoutMembers } from "../../ooxml/workbook-model";
import type { OfficeHost, SheetOrigin } from "../office/office-host";
import type { Book } from "../univer/book";
import { definedNames } from "../univer/defined-names";
import { openWithResults } from "./opening-calculation";
import { readResults, saveResults } from "./saved-results";
import { checkLimits, isRest, type StoredWorkbook } from "./stored-workbook";
import { findCutFilter, toSheetModel } from "./to-model";
import { sheetIdAt } from "./to-snapshot";
import { readWorkbookJson } from "./workbook-json";
import { readXlsx, writeXlsx } from "./xlsx";

let openedCount = 0;

/** Replaces the open workbook by one in JSON, or by one that a browser stored. @throws an error with a message for the user */
export const openWorkbookJson = async (host: OfficeHost, json: unknown): Promise<void> =>
  openWorkbook(host, readWorkbookJson(json));

/**
 * Replaces the open workbook, and the add-in's page by a new one. Functions with saved results are not called.
 * `unsaved`: it has changes that no file has. A file that fails halfway leaves the add-in running.
 */
export const openWorkbook = async (host: OfficeHost, workbook: StoredWorkbook, unsaved = false): Promise<void> => {
  // First, because the page of the old workbook must not change the new one.
  await host.runtime?.end();
  try {
    replaceWorkbook(host, workbook, unsaved);
  } finally {
    await host.runtime?.start();
  }
};

const replaceWorkbook = (host: OfficeHost, file: StoredWorkbook, unsaved: boolean): void => {
  const { book, charts, customXml, functions, settings, origin } = host;
  openedCount += 1;
  const unitId = `book-${openedCount}`;
  functions.restore(readResults(file, unitId));
  settings.open(file.settings);
  customXml.open(file.customXml ?? []);
  origin.source = file.source;
  origin.sheets = new Map(file.sheets.map((sheet, index) => [sheetIdAt(index), sheetOrigin(sheet)]));
  book.engine.dateSystem.from1904 = file.dates1904;
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
    for (const { name, range } of sheet.tables) book.tables.open({ ...book.area(range), sheetId }, name);
    if (sheet.protected) book.protection.protect(sheetId);
  }
  const active = book.findSheet(file.sheets[file.active]?.name ?? "");
  if (active !== undefined) book.sheet(active).activate();
  host.unsaved.reset(unsaved);
  host.opened(file.name);
};

const sheetOrigin = ({ part, columns, moved, filter, ...sheet }: SheetModel): SheetOrigin => {
  const rest = columns.find(isRest);
  return {
    ...(part !== undefined && { part }),
    ...(rest !== undefined && { rest }),
    ...(moved === true && { moved }),
    ...(filter?.hasOthers === true && { hasOtherFilters: true }),
    ...(sheet.keepsConditionalFormats === true && { keepsConditionalFormats: true }),
    ...(sheet.keepsDataValidations === true && { keepsDataValidations: true }),
  };
};

/** The open workbook, with what its formulas show: opened again, it need not calculate them. */
export const toStoredWorkbook = (host: OfficeHost, formatsResults = false): StoredWorkbook => {
  const { book, charts, customXml, functions, settings, origin } = host;
  const sheets = book.workbook.getSheets();
  const active = book.workbook.getActiveSheet().getSheetId();
  return {
    name: book.workbook.getName(),
    sheets: sheets.map((sheet) => {
      const id = sheet.getSheetId();
      return toSheetModel(book, id, {
        origin: origin.sheets.get(id),
        charts: charts.list(id).map(toChartModel(book)),
        formatsResults,
      });
    }),
    active: sheets.findIndex((sheet) => sheet.getSheetId() === active),
    dates1904: book.engine.dateSystem.from1904,
    ...(functions.calculation.mode === "manual" && { manualCalculation: true }),
    settings: settings.saved,
    values: saveResults(book, functions),
    names: readDefinedNames(book),
    ...(customXml.list.length > 0 && { customXml: customXml.list }),
    ...(origin.source !== undefined && { source: origin.source }),
  };
};

/** Excel refuses a formula with a sheet that is gone. */
const toChartModel =
  (book: Book) =>
  (chart: SheetChart): ChartModel =>
    mapFormulas(withoutMembers(chart, "id"), (formula) => {
      const sheet = parseLocalAddress(formula)?.sheet;
      return sheet === undefined || book.findSheet(sheet) !== undefined ? formula : "#REF!";
    });

const readDefinedNames = (book: Book): NameModel[] => {
  const ids = book.workbook.getSheets().map((sheet) => sheet.getSheetId());
  return definedNames(book).map(({ sheetId, ...name }) => ({
    ...withoutMembers(name, "id"),
    ...(sheetId !== undefined && { sheet: ids.indexOf(sheetId) }),
  }));
};

const toContext = ({ functions, addin }: OfficeHost): WorkbookContext => ({
  custom: functions.names,
  addin,
  extraNamespace: "urn:spillway:workbench",
});

/** Reads an .xlsx file that may be opened. @throws an error with a message for the user */
export const readXlsxFile = (host: OfficeHost, bytes: Uint8Array, name: string): StoredWorkbook =>
  checkLimits(readXlsx(bytes, name, toContext(host)));

/** Replaces the open workbook by an .xlsx file. @throws an error with a message for the user */
export const openXlsx = async (host: OfficeHost, bytes: Uint8Array, name: string): Promise<void> =>
  openWorkbook(host, readXlsxFile(host, bytes, name));

/** The open workbook as an .xlsx file. What the workbench does not show is kept from the file that was opened. */
export const toXlsx = (host: OfficeHost): Uint8Array => writeXlsx(toStoredWorkbook(host, true), toContext(host));
