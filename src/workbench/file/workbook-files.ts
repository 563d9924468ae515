import type { OfficeHost } from "../office/provide-office";
import { readAnswers, saveAnswers } from "./saved-answers";
import { toSheetFiles } from "./to-file";
import { toSnapshot } from "./to-snapshot";
import { checkWorkbook, type WorkbookFile } from "./workbook-file";

let opened = 0;

/** Opens a workbook file in place of the present workbook; functions whose answers it holds are not called. */
export const openWorkbookFile = async (host: OfficeHost, json: unknown): Promise<void> => {
  const file = checkWorkbook(json);
  const { book, functions, settings } = host;
  opened += 1;
  const unitId = `book-${opened}`;
  functions.restore(readAnswers(file, unitId));
  settings.open(file.settings ?? {});
  host.filteredRows.clear();
  book.engine.dateSystem.from1904 = file.dates1904 === true;
  book.open(toSnapshot(file, unitId));
  for (const sheet of file.sheets) {
    const sheetId = book.findSheet(sheet.name);
    if (sheetId === undefined) continue;
    for (const { name, address } of sheet.tables ?? []) await book.tables.add({ ...book.area(address), sheetId }, name);
    if (sheet.protected === true) book.protection.protect(sheetId);
  }
  const active = file.active === undefined ? undefined : book.findSheet(file.active);
  if (active !== undefined) book.sheet(active).activate();
  host.opened(file.name);
};

/** The open workbook as a file, with what its functions answered. */
export const toWorkbookFile = ({ book, functions, settings }: OfficeHost): WorkbookFile => ({
  name: book.workbook.getName(),
  sheets: toSheetFiles(book),
  active: book.workbook.getActiveSheet().getSheetName(),
  ...(book.engine.dateSystem.from1904 && { dates1904: true }),
  settings: settings.saved,
  values: saveAnswers(book, functions),
});
