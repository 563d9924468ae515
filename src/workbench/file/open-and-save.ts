import type { OfficeHost } from "../office/office-host";
import { readResults, saveResults } from "./saved-results";
import { toSheetFiles } from "./to-file";
import { toSnapshot } from "./to-snapshot";
import { checkWorkbook, type WorkbookFile } from "./workbook-file";

let opened = 0;

/** Replaces the open workbook by a workbook file. Functions with saved results are not called. */
export const openWorkbookFile = async (host: OfficeHost, json: unknown): Promise<void> => {
  const file = checkWorkbook(json);
  const { book, functions, settings } = host;
  opened += 1;
  const unitId = `book-${opened}`;
  functions.restore(readResults(file, unitId));
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

/** The open workbook as a file, with the results of its functions. */
export const toWorkbookFile = ({ book, functions, settings }: OfficeHost): WorkbookFile => ({
  name: book.workbook.getName(),
  sheets: toSheetFiles(book),
  active: book.workbook.getActiveSheet().getSheetName(),
  ...(book.engine.dateSystem.from1904 && { dates1904: true }),
  settings: settings.saved,
  values: saveResults(book, functions),
});
