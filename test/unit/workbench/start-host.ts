import { LocaleType, LogLevel, Univer } from "@univerjs/core";
import { FUniver } from "@univerjs/core/lib/facade";
import { UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { CalculationMode, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import { UniverDataValidationPlugin } from "@univerjs/data-validation";
import { UniverSheetsDataValidationPlugin } from "@univerjs/sheets-data-validation";
import { UniverSheetsConditionalFormattingPlugin } from "@univerjs/sheets-conditional-formatting";
import { UniverSheetsFilterPlugin } from "@univerjs/sheets-filter";
import { UniverSheetsNotePlugin } from "@univerjs/sheets-note";
import { UniverSheetsNumfmtPlugin } from "@univerjs/sheets-numfmt";
import { UniverSheetsTablePlugin } from "@univerjs/sheets-table";
import { FWorkbook } from "@univerjs/sheets/lib/facade";
import "@univerjs/sheets-formula/lib/facade";
import "@univerjs/sheets-filter/lib/facade";
import "@univerjs/sheets-numfmt/lib/facade";
import "@univerjs/sheets-table/lib/facade";
import { SheetCharts } from "../../../src/workbench/charts/sheet-charts";
import { HostFaults } from "../../../src/workbench/faults/host-faults";
import { followMoves } from "../../../src/workbench/file/losses";
import { enableFieldValues } from "../../../src/workbench/functions/field-values";
import { followEdits } from "../../../src/workbench/functions/follow-edits";
import { FunctionHost } from "../../../src/workbench/functions/function-host";
import { interceptFormulas } from "../../../src/workbench/functions/intercept-formulas";
import { CustomXmlParts } from "../../../src/workbench/office/custom-xml-parts";
import { HostDocumentSettings } from "../../../src/workbench/office/document-settings";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { Book } from "../../../src/workbench/univer/book";
import { enableCalledLambdas } from "../../../src/workbench/univer/called-lambdas";
import { showConditionalFormats } from "../../../src/workbench/univer/conditional-matching";
import { formatsKeepTypes, movesKeepTypes, showFormats } from "../../../src/workbench/univer/display-formats";
import type { Engine } from "../../../src/workbench/univer/engine";
import { guardFunctions } from "../../../src/workbench/univer/engine-functions";
import { showHyperlinks } from "../../../src/workbench/univer/hyperlink-function";
import { followNames } from "../../../src/workbench/univer/defined-names";
import { moveRulesLikeExcel } from "../../../src/workbench/univer/moved-rules";
import { readArrayConstants } from "../../../src/workbench/univer/overrides/array-constants";
import { readReferencesLikeExcel } from "../../../src/workbench/univer/overrides/references";
import { allowTableNames } from "../../../src/workbench/univer/private-hooks";
import { leaveNotesToTheBook } from "../../../src/workbench/univer/moved-rules";
import { enableSpillReferences } from "../../../src/workbench/univer/spills";
import { validateLikeExcel } from "../../../src/workbench/univer/validation-entries";
import { UndoGroup } from "../../../src/workbench/univer/undo-group";
import { UnsavedChanges } from "../../../src/workbench/univer/unsaved-changes";
import { WorkbookEvents } from "../../../src/workbench/univer/workbook-events";
import { fastTimers } from "../../support/fast-timers";

// Without a page nobody edits a cell.
FWorkbook.prototype.isCellEditing = () => false;

/** The workbench without a page: engine, functions and files. The short waits of the engine pass faster than in a page. */
export const startHost = (): OfficeHost => {
  fastTimers();
  const undoGroup = new UndoGroup();
  moveRulesLikeExcel();
  const locales = { [LocaleType.EN_US]: {} };
  const univer = new Univer({ locale: LocaleType.EN_US, locales, logLevel: LogLevel.SILENT });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.WHEN_EMPTY });
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  univer.registerPlugin(UniverSheetsTablePlugin);
  univer.registerPlugin(UniverSheetsFilterPlugin);
  univer.registerPlugin(UniverSheetsConditionalFormattingPlugin);
  readArrayConstants();
  leaveNotesToTheBook();
  univer.registerPlugin(UniverSheetsNotePlugin);
  univer.registerPlugin(UniverDataValidationPlugin);
  univer.registerPlugin(UniverSheetsDataValidationPlugin);
  const api = FUniver.newAPI(univer);
  const injector = univer.__getInjector();
  const dateSystem = { from1904: false };
  guardFunctions(injector, dateSystem);
  enableSpillReferences(injector);
  allowTableNames(injector);
  readReferencesLikeExcel(injector);
  enableCalledLambdas(injector);
  showConditionalFormats(injector);
  showHyperlinks(injector);
  showFormats(injector, dateSystem);
  formatsKeepTypes(injector, undoGroup);
  movesKeepTypes(injector);
  const engine: Engine = { api, injector, undoGroup, dateSystem };
  const book = new Book(engine);
  validateLikeExcel(book);
  const faults = new HostFaults();
  const sheet: ConstructorParameters<typeof FunctionHost>[1] = {
    addressOf: (place) => book.addressOf(place),
    rangeAddressOf: (reference) => book.addressOfReference(reference),
    holdsFormula: (place) => book.holdsFormula(place),
    makeRoom: ({ sheetId, row, column }, rows, columns) => {
      const end = { endRow: row + rows - 1, endColumn: column + columns - 1 };
      book.makeRoom({ sheetId, startRow: row, startColumn: column, ...end });
    },
  };
  const functions = new FunctionHost(injector, sheet, faults);
  interceptFormulas(book, functions);
  enableFieldValues(injector, functions);
  followEdits(injector, functions);
  followNames(book, () => functions.calculation.full());
  const host = {
    book,
    faults,
    charts: new SheetCharts(book),
    customXml: new CustomXmlParts(),
    functions,
    settings: new HostDocumentSettings(),
    unsaved: new UnsavedChanges(engine, (unitId) => unitId === book.unitId),
    events: new WorkbookEvents(book),
    addinListeners: new Set(),
    origin: { source: undefined, sheets: new Map() },
    addin: { id: "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4", version: "1.0.0.0" },
    opened: () => undefined,
  } as unknown as OfficeHost;
  followMoves(host);
  functions.define({
    functions: [{ id: "TEST.ROWS", name: "TEST.ROWS", parameters: [{ name: "rows", type: "number" }] }],
  });
  functions.associate("TEST.ROWS", (rows) =>
    Array.from({ length: rows as number }, (_, row) => [`row ${row + 1}`, row + 1]),
  );
  functions.loaded();
  return host;
};
