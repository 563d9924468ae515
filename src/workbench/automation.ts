import { changeAsCoAuthor, type CoAuthorChange } from "./faults/co-author";
import type { ActiveFault, HostFault } from "./faults/host-faults";
import type { Autosave } from "./file/autosave";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "./file/open-and-save";
import type { StoredWorkbook } from "./file/stored-workbook";
import { previewFormula } from "./functions/preview";
import type { FunctionFileUse } from "./office/function-cache";
import type { OfficeHost } from "./office/office-host";
import type { ThemeName } from "./office/theme-holder";
import { type ReadCell, readRange } from "./functions/read-cells";
import { type CellContent, type EnteredCells, parseEntry } from "./univer/entry";
import type { ConditionalLook } from "./univer/conditional-formats";
import { type Area } from "./univer/addresses";
import type { Book } from "./univer/book";

/** `window.workbench`: the interface for tests and scripts (docs/workbench.md). */
export interface Automation {
  /** Resolves when the add-in's page is loaded. */
  readonly ready: () => Promise<void>;
  /** Enters a text into a cell as if typed; `""` empties it. */
  readonly enter: (address: string, text: string) => Promise<void>;
  /** Enters many cells of one or several sheets in one step. */
  readonly enterCells: (cells: Readonly<Record<string, CellContent>>) => void;
  /** The cells of a range: value, displayed text, error with its message, formula. */
  readonly read: (range: string) => ReadCell[][];
  /** What conditional formats make of a cell. */
  readonly conditionalLook: (address: string) => ConditionalLook;
  /** Areas of one sheet; the last one has the active cell. */
  readonly select: (...ranges: string[]) => void;
  /** Resolves when no calculation, call or save is in progress. */
  readonly settled: () => Promise<void>;
  /** Inserts an empty row above this row (1 is the first) of the active sheet. */
  readonly insertRow: (row: number) => Promise<void>;
  readonly deleteRow: (row: number) => Promise<void>;
  /** `full` calls every custom function again (Ctrl+Alt+F9); otherwise only dirty cells are calculated (F9). */
  readonly recalculate: (type?: "full") => void;
  readonly calculationMode: (mode: "automatic" | "manual") => void;
  readonly emptyCells: (as: "zero" | "null") => void;
  /** From the next opening on: functions.json is cached for a day, as in Excel, or always fetched. */
  readonly functionsFile: (use: FunctionFileUse) => void;
  /** Evaluates a formula without entering it (`isInValuePreview`). */
  readonly preview: (formula: string) => Promise<CellContent[][]>;
  readonly save: () => StoredWorkbook;
  readonly open: (file: unknown) => Promise<void>;
  /** The workbook as an .xlsx file, in Base64. */
  readonly saveXlsx: () => string;
  /** Opens an .xlsx file, given in Base64. */
  readonly openXlsx: (base64: string, name: string) => Promise<void>;
  readonly sheets: () => string[];
  readonly activate: (sheet: string) => void;
  readonly addSheet: (name: string) => void;
  readonly protect: (sheet: string, on: boolean) => void;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  readonly theme: (name: ThemeName) => void;
  readonly showPane: (isVisible: boolean) => void;
  /** Runs an action of the ribbon. Resolves when the action is completed. */
  readonly runCommand: (actionId: string) => Promise<void>;
  /** Switches a fault of the host on, and returns the id that switches it off. */
  readonly switchOnFault: (fault: HostFault) => number;
  /** Switches one fault off, or all. */
  readonly switchOffFault: (id?: number) => void;
  /** The faults that are on, with the number of results or cells that each has concerned. */
  readonly faults: () => readonly ActiveFault[];
  /** Changes cells, document settings or rows as a co-author. */
  readonly coAuthor: (change: CoAuthorChange) => void;
  /** The number of calls of custom functions since the page was loaded. */
  readonly invocations: () => number;
}

export interface AutomationParts {
  readonly loaded: Promise<void>;
  readonly autosave: Autosave;
  readonly runAction: (id: string) => Promise<void>;
}

export const makeAutomation = (host: OfficeHost, parts: AutomationParts): Automation => ({
  ready: () => parts.loaded,
  settled: () => waitUntilSettled(() => host.functions.unsettled || parts.autosave.unsaved),
  runCommand: parts.runAction,
  ...cellVerbs(host),
  ...fileVerbs(host),
  recalculate: (type) => (type === "full" ? host.functions.callAllAgain() : host.functions.calculation.calculate()),
  calculationMode: (mode) => host.functions.calculation.setMode(mode),
  emptyCells: (as) => {
    host.functions.emptyCells = as;
  },
  functionsFile: (use) => {
    host.functionCache.use = use;
  },
  theme: (name) => host.theme.set(name),
  showPane: (isVisible) => (isVisible ? host.pane.show() : host.pane.hide()),
  switchOnFault: (fault) => host.faults.switchOn(fault),
  switchOffFault: (id) => host.faults.switchOff(id),
  faults: () => host.faults.list(),
  coAuthor: (change) => changeAsCoAuthor(host, change),
  invocations: () => host.functions.invocations,
});

const waitUntilSettled = async (unsettled: () => boolean): Promise<void> => {
  // Three calm checks in a row: the cell of a result becomes dirty a moment after the result arrives.
  for (let calm = 0; calm < 3; calm = unsettled() ? 0 : calm + 1)
    await new Promise((resolve) => setTimeout(resolve, 15));
};

type CellVerbs =
  | "enter"
  | "enterCells"
  | "read"
  | "conditionalLook"
  | "select"
  | "insertRow"
  | "deleteRow"
  | "preview"
  | "undo"
  | "redo";

const cellVerbs = ({ book, functions }: OfficeHost): Pick<Automation, CellVerbs> => ({
  enter: (address, text) => {
    book.write(book.area(address), [[text]]);
    return Promise.resolve();
  },
  enterCells: (cells) => enterCells(book, cells),
  read: (range) => readRange(book, functions, range),
  conditionalLook: (address) => {
    const { sheetId, startRow, startColumn } = book.area(address);
    return book.conditionalFormats.look(sheetId, startRow, startColumn);
  },
  select: (...ranges) => book.select(...ranges.map((range) => book.area(range))),
  insertRow: (row) => runAction(() => void book.sheet(book.activeSheetId).insertRowsBefore(row - 1, 1)),
  deleteRow: (row) => runAction(() => void book.sheet(book.activeSheetId).deleteRows(row - 1, 1)),
  preview: (formula) => previewFormula(book, functions.preview, formula),
  undo: async () => {
    await book.engine.api.undo();
  },
  redo: async () => {
    await book.engine.api.redo();
  },
});

type FileVerbs = "save" | "open" | "saveXlsx" | "openXlsx" | "sheets" | "activate" | "addSheet" | "protect";

const fileVerbs = (host: OfficeHost): Pick<Automation, FileVerbs> => {
  const { book } = host;
  const fileName = (name: string): string => {
    const sheetId = book.findSheet(name);
    if (sheetId === undefined) throw new Error(`There is no sheet "${name}".`);
    return sheetId;
  };
  return {
    save: () => toStoredWorkbook(host),
    open: (file) => openWorkbookJson(host, file),
    saveXlsx: () => toBase64(toXlsx(host)),
    openXlsx: (base64, name) =>
      openXlsx(
        host,
        Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
        name,
      ),
    sheets: () => book.workbook.getSheets().map((sheet) => sheet.getSheetName()),
    activate: (sheet) => void book.sheet(fileName(sheet)).activate(),
    addSheet: (name) => void book.workbook.create(name, 1_000, 60),
    protect: (sheet, on) =>
      on ? book.protection.protect(fileName(sheet)) : book.protection.unprotect(fileName(sheet)),
  };
};

const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
};

const runAction = (action: () => void): Promise<void> => {
  action();
  return Promise.resolve();
};

/** Enters cells by address, in one step per sheet. */
export const enterCells = (book: Book, cells: Readonly<Record<string, CellContent>>): void => {
  const sheets = new Map<string, { area: Area; entered: EnteredCells }>();
  for (const [address, content] of Object.entries(cells)) {
    const { sheetId, startRow: row, startColumn: column } = book.area(address);
    const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
    const sheet = sheets.get(sheetId) ?? { area: cell, entered: {} };
    sheet.area = uniteAreas(sheet.area, cell);
    (sheet.entered[row] ??= {})[column] = parseEntry(content, book.entryContext(sheetId, row, column));
    sheets.set(sheetId, sheet);
  }
  for (const { area, entered } of sheets.values()) book.enter(area, entered);
};

const uniteAreas = (one: Area, other: Area): Area => ({
  sheetId: one.sheetId,
  startRow: Math.min(one.startRow, other.startRow),
  startColumn: Math.min(one.startColumn, other.startColumn),
  endRow: Math.max(one.endRow, other.endRow),
  endColumn: Math.max(one.endColumn, other.endColumn),
});
