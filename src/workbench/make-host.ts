import { followEdits } from "./functions/follow-edits";
import { FunctionHost } from "./functions/function-host";
import { interceptFormulas } from "./functions/intercept-formulas";
import { DocumentSettings } from "./office/document-settings";
import { PaneVisibility } from "./office/pane-visibility";
import type { OfficeHost } from "./office/provide-office";
import { ThemeHolder } from "./office/theme-holder";
import { element } from "./page/make";
import { updateRibbon, type RibbonUpdate } from "./page/ribbon";
import { showName } from "./page/title-bar";
import { Book } from "./univer/book";
import { startEngine } from "./univer/engine";
import { WorkbookEvents } from "./univer/workbook-events";

/** Starts the engine and everything Office stands on; no workbook is open yet. */
export const makeHost = (displayLanguage: string): OfficeHost => {
  const book = new Book(startEngine(element("sheet")));
  const functions = new FunctionHost(book.engine.injector, {
    addressOf: (place) => book.addressOf(place),
    rangeAddressOf: (reference) => book.addressOfReference(reference),
    holdsFormula: (place) => book.holdsFormula(place),
    makeRoom: ({ sheetId, row, column }, rows, columns) => {
      const end = { endRow: row + rows - 1, endColumn: column + columns - 1 };
      book.makeRoom({ sheetId, startRow: row, startColumn: column, ...end });
    },
  });
  interceptFormulas(book, functions);
  followEdits(book.engine.injector, functions);
  return {
    book,
    functions,
    events: new WorkbookEvents(book),
    filteredRows: new Map(),
    settings: new DocumentSettings(),
    pane: new PaneVisibility(),
    theme: new ThemeHolder(),
    actions: new Map(),
    requestRibbonUpdate: (update) => updateRibbon(element("ribbon"), update as RibbonUpdate),
    displayLanguage,
    opened: showName,
  };
};
