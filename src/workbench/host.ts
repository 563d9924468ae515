import { defineUnknownNames } from "./faults/unknown-names";
import { HostFaults } from "./faults/host-faults";
import { SheetCharts } from "./charts/sheet-charts";
import { followMoves } from "./file/losses";
import { readXlsxFile, toXlsx } from "./file/open-and-save";
import { blankWorkbook } from "./file/workbook-json";
import { FunctionHost, type FunctionSheet } from "./functions/function-host";
import { makeExcel } from "./excel/excel-global";
import { WorkbookEvents } from "./univer/workbook-events";
import { Book } from "./univer/book";
import { followNames } from "./univer/defined-names";
import { makeCustomFunctions } from "./office/custom-functions";
import { CustomXmlParts } from "./office/custom-xml-parts";
import { Dialogs } from "./office/dialogs";
import { OfficeFunctionCache } from "./office/function-cache";
import { makeOffice } from "./office/office-global";
import type { OfficeHost } from "./office/office-host";
import { makeOfficeRuntime } from "./office/runtime-storage";
import { enableFieldValues } from "./functions/field-values";
import { followEdits } from "./functions/follow-edits";
import { interceptFormulas } from "./functions/intercept-formulas";
import { HostDocumentSettings } from "./office/document-settings";
import { PaneVisibility } from "./office/pane-visibility";
import { ThemeHolder } from "./office/theme-holder";
import { requireElement } from "./page/dom";
import { type RibbonUpdate, updateRibbon } from "./page/ribbon";
import { openInNewWindow } from "./page/new-window";
import { showName } from "./page/title-bar";
import { colorGridlines } from "./univer/gridlines";
import { startEngine } from "./univer/engine";
import { validateLikeExcel } from "./univer/validation-entries";
import { UnsavedChanges } from "./univer/unsaved-changes";

/** What the workbench provides to the script that replaces office.js. */
export interface OfficeProvider {
  /**
   * The globals of office.js (Office, Excel, CustomFunctions, OfficeRuntime), and a `matchMedia` that knows the
   * workbench's contrast theme.
   */
  readonly provideOffice: (addin: Window) => Readonly<Record<string, unknown>>;
}

/** The globals of office.js for the add-in's page. */
export const provideOffice = (host: OfficeHost, addin: Window): Readonly<Record<string, unknown>> => ({
  Office: makeOffice(host),
  Excel: makeExcel(host),
  CustomFunctions: makeCustomFunctions(host.functions),
  OfficeRuntime: makeOfficeRuntime(window.localStorage),
  matchMedia: host.theme.matchMedia(addin.matchMedia.bind(addin)),
});

/** The add-in's page goes: nothing of it is called any more. */
export const forgetAddin = (host: OfficeHost): void => {
  host.dialogs.close();
  for (const stop of host.addinListeners) stop();
  host.addinListeners.clear();
  host.theme.removeHandlers();
  host.settings.removeHandlers();
  host.actions.clear();
};

/** Faults that are a state of the workbook. */
const defineSwitches = ({ faults, book, functions }: OfficeHost): void => {
  faults.define("protected-sheet", ({ sheet }) => {
    const sheetId = sheet === undefined ? book.activeSheetId : book.findSheet(sheet);
    if (sheetId === undefined) throw new Error(`There is no sheet "${String(sheet)}".`);
    const before = book.protection.isProtected(sheetId);
    book.protection.protect(sheetId);
    return () => (before ? undefined : book.protection.unprotect(sheetId));
  });
  faults.define("manual-calculation", () => {
    const { mode } = functions.calculation;
    functions.calculation.setMode("manual");
    return () => functions.calculation.setMode(mode);
  });
};

/** Starts the engine and all parts that the globals need. No workbook is open yet. */
export const createHost = (displayLanguage: string, addin: OfficeHost["addin"]): OfficeHost => {
  const book = new Book(startEngine(requireElement("sheet")));
  const faults = new HostFaults();
  const sheet: FunctionSheet = {
    addressOf: (place) => book.addressOf(place),
    rangeAddressOf: (reference) => book.addressOfReference(reference),
    holdsFormula: (place) => book.holdsFormula(place),
    makeRoom: ({ sheetId, row, column }, rows, columns) => {
      const end = { endRow: row + rows - 1, endColumn: column + columns - 1 };
      book.makeRoom({ sheetId, startRow: row, startColumn: column, ...end });
    },
  };
  const functions = new FunctionHost(book.engine.injector, sheet, faults);
  interceptFormulas(book, functions);
  enableFieldValues(book.engine.injector, functions);
  followEdits(book.engine.injector, functions);
  followNames(book, () => functions.calculation.full());
  validateLikeExcel(book);
  const unknownNames = defineUnknownNames(faults, book, functions);
  const theme = new ThemeHolder();
  const host: OfficeHost = {
    book,
    charts: new SheetCharts(book),
    customXml: new CustomXmlParts(),
    createWorkbook: (bytes) =>
      openInNewWindow(bytes === undefined ? blankWorkbook : readXlsxFile(host, bytes, "Book1"), displayLanguage),
    readFile: () => toXlsx(host),
    functions,
    faults,
    functionCache: new OfficeFunctionCache(window.localStorage),
    events: new WorkbookEvents(book),
    unsaved: new UnsavedChanges(book.engine, (unitId) => book.engine.api.getActiveWorkbook()?.getId() === unitId),
    origin: { source: undefined, sheets: new Map() },
    addin,
    settings: new HostDocumentSettings(),
    pane: new PaneVisibility(),
    dialogs: new Dialogs(),
    theme,
    actions: new Map(),
    addinListeners: new Set(),
    requestRibbonUpdate: (update) => updateRibbon(requireElement("ribbon"), update as RibbonUpdate),
    displayLanguage,
    runtime: undefined,
    opened: (name) => {
      showName(name);
      unknownNames.opened();
      colorGridlines(book, theme.name);
    },
  };
  defineSwitches(host);
  followMoves(host);
  return host;
};
