import { t } from "../texts";
import type { Book } from "../univer/book";
import { closeList, openList } from "../univer/validation-dropdown";
import { requireElement } from "./dom";
import {
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY,
  type Injector,
  IUniverInstanceService,
  UniverInstanceType,
} from "@univerjs/core";
import { ILayoutService } from "@univerjs/preset-sheets-core";
import { CloseFilterPanelOperation } from "@univerjs/preset-sheets-filter";
import {
  FindReplaceController,
  OpenFindDialogOperation,
  OpenReplaceDialogOperation,
} from "@univerjs/preset-sheets-find-replace";
import { lastColumn } from "../../facts/excel-limits";

/** Actions by the name of the key: `Ctrl+Alt+F9`, `Shift+ `. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Handles keys before any other listener of the page. `listens` returns whether the actions apply now. */
export const listenForKeys = (page: Window, actions: KeyActions, listens: () => boolean = () => true): void => {
  page.addEventListener(
    "keydown",
    (event) => {
      const action = actions[shortcutName(event)];
      if (action === undefined || !listens()) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    { capture: true },
  );
};

const shortcutName = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): string =>
  [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && "Shift", key.toUpperCase()]
    .filter((part) => part !== false)
    .join("+");

/**
 * Excel's keys for the grid that the engine lacks: Go To, the previous and next sheet, whole rows. It has those of find
 * and replace, but only while the grid itself has the focus.
 */
export const sheetKeys = (book: Book): KeyActions => {
  const goTo = (): void => focusNameBox(requireElement("sheet"));
  return {
    F5: goTo,
    "Ctrl+G": goTo,
    "Alt+ARROWDOWN": () => void openList(book),
    "Ctrl+F": () => openFindDialog(book, OpenFindDialogOperation.id),
    "Ctrl+H": () => openFindDialog(book, OpenReplaceDialogOperation.id),
    // The browser uses Ctrl+Page Up and Page Down for its own tabs. Excel on the web adds Alt.
    "Ctrl+Alt+PAGEDOWN": () => activate(book, 1),
    "Ctrl+Alt+PAGEUP": () => activate(book, -1),
    "Shift+ ": () => selectRows(book),
    "Ctrl+Shift++": () => changeSelectedRows(book, (sheet, row, count) => sheet.insertRowsBefore(row, count)),
    "Ctrl+-": () => changeSelectedRows(book, (sheet, row, count) => sheet.deleteRows(row, count)),
  };
};

const runCommand = (book: Book, command: string): void => void book.engine.api.executeCommand(command);

/** The engine takes a dialog for open that it could not show because its page was not ready. */
const openFindDialog = (book: Book, command: string): void => {
  if (document.querySelector(findDialog) === null) book.engine.injector.get(FindReplaceController).closePanel();
  runCommand(book, command);
};

const findDialog = "[data-u-comp=find-replace-dialog]";

/** Closes the panel of a filter. */
export const filterPanelKeys = (book: Book): KeyActions => ({
  ESCAPE: () => runCommand(book, CloseFilterPanelOperation.id),
});

/** Whether the panel of a filter is open. */
export const isFilterPanelOpen = (page: Document): boolean =>
  page.querySelector("[data-u-comp=sheets-filter-panel]") !== null;

/** Closes the dialog of find and replace. The engine's own key needs the focus in the text that is searched for. */
export const findDialogKeys = ({ engine }: Book): KeyActions => ({
  ESCAPE: () => {
    engine.injector.get(FindReplaceController).closePanel();
    focusSheet(engine.injector);
  },
});

export const isInFindDialog = ({ activeElement }: Document): boolean =>
  (activeElement?.closest(findDialog) ?? null) !== null;

/** The items of the list that a cell offers, while it is open. */
const optionsShown = (page: Document): HTMLElement[] => [
  ...page.querySelectorAll<HTMLElement>("[data-u-comp=sheets-dropdown-list] > div:last-child > div"),
];

/** The engine's lists answer to the mouse only. */
export const listenInLists = (page: Window, book: Book): void => {
  const { document } = page;
  const current = (): number => optionsShown(document).findIndex((item) => item === document.activeElement);
  const move = (step: 1 | -1): void => {
    const items = optionsShown(document);
    const from = current();
    const next = items[from === -1 ? (step === 1 ? 0 : items.length - 1) : from + step];
    next?.parentElement?.setAttribute("role", "listbox");
    next?.parentElement?.setAttribute("aria-label", t("choices.label"));
    for (const item of items) {
      item.role = "option";
      item.tabIndex = -1;
      item.ariaSelected = String(item === next);
    }
    next?.focus();
  };
  listenForKeys(page, { ARROWDOWN: () => move(1), ARROWUP: () => move(-1) }, () => optionsShown(document).length > 0);
  const leave = (): void => {
    closeList(book);
    focusSheet(book.engine.injector);
  };
  listenForKeys(
    page,
    { ENTER: () => optionsShown(document)[current()]?.click(), ESCAPE: leave },
    () => current() !== -1,
  );
  listenForKeys(page, { ESCAPE: leave }, () => optionsShown(document).length > 0 && !book.workbook.isCellEditing());
};

const activate = ({ workbook }: Book, step: 1 | -1): void => {
  const sheets = workbook.getSheets();
  const at = sheets.findIndex((sheet) => sheet.getSheetId() === workbook.getActiveSheet().getSheetId());
  sheets[at + step]?.activate();
};

const selectRows = (book: Book): void => {
  book.select(book.clip({ ...book.selectedArea(), startColumn: 0, endColumn: lastColumn }));
};

type LineChange = (sheet: ReturnType<Book["sheet"]>, row: number, count: number) => unknown;

/** Inserts and deletes whole rows only. For a part of a row Excel would ask where the cells go. */
const changeSelectedRows = (book: Book, change: LineChange): void => {
  const { sheetId, startRow, endRow, startColumn, endColumn } = book.selectedArea();
  const sheet = book.sheet(sheetId);
  if (startColumn === 0 && endColumn >= sheet.getMaxColumns() - 1) change(sheet, startRow, endRow - startRow + 1);
};

/**
 * Focuses the grid. The engine focuses whichever of its text editors was made last, and none if that one is not shown:
 * then it is told to take the editor of cells.
 */
export const focusSheet = (injector: Injector): void => {
  const layout = injector.get(ILayoutService);
  const isThere = (): boolean => requireElement("sheet").contains(document.activeElement);
  layout.focus();
  if (isThere()) return;
  const instances = injector.get(IUniverInstanceService);
  if (instances.getUnit(DOCS_NORMAL_EDITOR_UNIT_ID_KEY) !== null)
    instances.setCurrentUnitForType(DOCS_NORMAL_EDITOR_UNIT_ID_KEY);
  const workbook = instances.getCurrentUnitOfType(UniverInstanceType.UNIVER_SHEET);
  if (workbook) instances.focusUnit(workbook.getUnitId());
  layout.focus();
};

/** Focuses the name box and selects its text, so that an address can be typed. */
export const focusNameBox = (container: HTMLElement): void => {
  const box = container.querySelector<HTMLInputElement>('[data-u-comp="defined-name"] input');
  box?.focus();
  box?.select();
};
