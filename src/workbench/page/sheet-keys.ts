import type { Book } from "../univer/book";
import { lastColumn } from "../univer/addresses";
import { focusNameBox } from "../univer/focus-sheet";
import { element } from "./make";
import type { KeyActions } from "./keyboard";

/** Excel's keys for the grid that the engine lacks: Go To, the sheets' order, whole rows. */
export const sheetKeys = (book: Book): KeyActions => {
  const goTo = (): void => focusNameBox(element("sheet"));
  return {
    F5: goTo,
    "Ctrl+G": goTo,
    // The browser keeps Ctrl+Page Up and Page Down for its own tabs; Excel on the web has Alt besides.
    "Ctrl+Alt+PAGEDOWN": () => activate(book, 1),
    "Ctrl+Alt+PAGEUP": () => activate(book, -1),
    "Shift+ ": () => selectRows(book),
    "Ctrl+Shift++": () => changeRows(book, (sheet, row, count) => sheet.insertRowsBefore(row, count)),
    "Ctrl+-": () => changeRows(book, (sheet, row, count) => sheet.deleteRows(row, count)),
  };
};

const activate = ({ workbook }: Book, step: 1 | -1): void => {
  const sheets = workbook.getSheets();
  const at = sheets.findIndex((sheet) => sheet.getSheetId() === workbook.getActiveSheet().getSheetId());
  sheets[at + step]?.activate();
};

const selectRows = (book: Book): void => {
  const selected = book.workbook.getActiveRange();
  if (selected) book.select(book.clip({ ...book.selectedArea(selected), startColumn: 0, endColumn: lastColumn }));
};

type Change = (sheet: ReturnType<Book["sheet"]>, row: number, count: number) => unknown;

/** Only whole rows are inserted and deleted: for a part of one Excel asks where the cells shall go. */
const changeRows = (book: Book, change: Change): void => {
  const selected = book.workbook.getActiveRange();
  if (!selected) return;
  const { sheetId, startRow, endRow, startColumn, endColumn } = book.selectedArea(selected);
  const sheet = book.sheet(sheetId);
  if (startColumn === 0 && endColumn >= sheet.getMaxColumns() - 1) change(sheet, startRow, endRow - startRow + 1);
};
