import type { Autosave } from "./file/autosave";
import { openWorkbookFile, toWorkbookFile } from "./file/workbook-files";
import type { WorkbookFile } from "./file/workbook-file";
import { previewFormula } from "./functions/preview-formula";
import type { OfficeHost } from "./office/provide-office";
import type { ThemeName } from "./office/theme-holder";
import { enterCells } from "./enter-cells";
import { readCells, type ReadCell } from "./read-cells";
import type { CellContent } from "./univer/entry";

/** `window.workbench`, by which tests and scripts drive the page (docs/workbench.md). */
export interface Automation {
  /** Waits until the add-in's page is loaded. */
  readonly ready: () => Promise<void>;
  /** Enters a text into a cell as if it were typed; `""` empties it. */
  readonly enter: (address: string, text: string) => Promise<void>;
  /** The same for many cells of one or several sheets, in one step. */
  readonly enterCells: (cells: Readonly<Record<string, CellContent>>) => void;
  /** The cells of a range: value, displayed text, error with its sentence, formula. */
  readonly read: (range: string) => ReadCell[][];
  readonly select: (range: string) => void;
  /** Waits until nothing is calculated, called, on its way into the sheet or unsaved. */
  readonly settled: () => Promise<void>;
  /** Inserts an empty row above the row of this number (1 is the first), on the active sheet. */
  readonly insertRow: (row: number) => Promise<void>;
  readonly deleteRow: (row: number) => Promise<void>;
  /** `full` calls every custom function again (Ctrl+Alt+F9); without it only what is dirty is calculated (F9). */
  readonly recalculate: (type?: "full") => void;
  readonly calculationMode: (mode: "automatic" | "manual") => void;
  readonly emptyCells: (as: "zero" | "null") => void;
  /** What the formula would show while it is only looked at (`isInValuePreview`). */
  readonly preview: (formula: string) => Promise<CellContent[][]>;
  readonly save: () => WorkbookFile;
  readonly open: (file: unknown) => Promise<void>;
  readonly sheets: () => string[];
  readonly activate: (sheet: string) => void;
  readonly addSheet: (name: string) => void;
  readonly protect: (sheet: string, on: boolean) => void;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  readonly theme: (name: ThemeName) => void;
  readonly showPane: (shown: boolean) => void;
  /** Runs an action of the ribbon and waits until it says that it is completed. */
  readonly runCommand: (actionId: string) => Promise<void>;
  /** How often custom functions were called since the page was loaded. */
  readonly invocations: () => number;
}

/** What the automation needs beyond the host. */
export interface AutomationParts {
  readonly loaded: Promise<void>;
  readonly autosave: Autosave;
  readonly runAction: (id: string) => Promise<void>;
}

/** Makes the automation of the open workbench. */
export const makeAutomation = (host: OfficeHost, parts: AutomationParts): Automation => ({
  ready: () => parts.loaded,
  settled: () => settle(() => host.functions.unsettled || parts.autosave.unsaved),
  runCommand: parts.runAction,
  ...cellVerbs(host),
  ...fileVerbs(host),
  recalculate: (type) => (type === "full" ? host.functions.callAllAgain() : host.functions.calculation.calculate()),
  calculationMode: (mode) => host.functions.calculation.setMode(mode),
  emptyCells: (as) => {
    host.functions.emptyCells = as;
  },
  theme: (name) => host.theme.set(name),
  showPane: (shown) => (shown ? host.pane.show() : host.pane.hide()),
  invocations: () => host.functions.invocations,
});

const settle = async (unsettled: () => boolean): Promise<void> => {
  // Calm must last: an answer's cell is marked a moment after it came.
  for (let calm = 0; calm < 3; calm = unsettled() ? 0 : calm + 1)
    await new Promise((resolve) => setTimeout(resolve, 15));
};

type CellVerbs = "enter" | "enterCells" | "read" | "select" | "insertRow" | "deleteRow" | "preview" | "undo" | "redo";

const cellVerbs = ({ book, functions }: OfficeHost): Pick<Automation, CellVerbs> => ({
  enter: (address, text) => {
    book.write(book.area(address), [[text]]);
    return Promise.resolve();
  },
  enterCells: (cells) => enterCells(book, cells),
  read: (range) => readCells(book, functions, range),
  select: (range) => book.select(book.area(range)),
  insertRow: (row) => run(() => void book.sheet(book.activeSheetId).insertRowsBefore(row - 1, 1)),
  deleteRow: (row) => run(() => void book.sheet(book.activeSheetId).deleteRows(row - 1, 1)),
  preview: (formula) => previewFormula(book, functions, formula),
  undo: async () => {
    await book.engine.api.undo();
  },
  redo: async () => {
    await book.engine.api.redo();
  },
});

type FileVerbs = "save" | "open" | "sheets" | "activate" | "addSheet" | "protect";

const fileVerbs = (host: OfficeHost): Pick<Automation, FileVerbs> => {
  const { book } = host;
  const named = (name: string): string => {
    const sheetId = book.findSheet(name);
    if (sheetId === undefined) throw new Error(`There is no sheet "${name}".`);
    return sheetId;
  };
  return {
    save: () => toWorkbookFile(host),
    open: (file) => openWorkbookFile(host, file),
    sheets: () => book.workbook.getSheets().map((sheet) => sheet.getSheetName()),
    activate: (sheet) => void book.sheet(named(sheet)).activate(),
    addSheet: (name) => void book.workbook.create(name, 1_000, 60),
    protect: (sheet, on) => (on ? book.protection.protect(named(sheet)) : book.protection.unprotect(named(sheet))),
  };
};

const run = (action: () => void): Promise<void> => {
  action();
  return Promise.resolve();
};
