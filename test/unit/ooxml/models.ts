import type { SheetModel, WorkbookModel } from "../../../src/ooxml/workbook-model";

/** An empty sheet with these members. */
export const sheetWith = (members: Partial<SheetModel> = {}): SheetModel => ({
  name: "Sheet1",
  cells: [],
  columns: [],
  rows: [],
  merged: [],
  tables: [],
  frozenRows: 0,
  frozenColumns: 0,
  protected: false,
  defaultWidth: 88,
  defaultHeight: 22,
  ...members,
});

/** A workbook with these sheets and nothing else. */
export const workbookOf = (...sheets: readonly Partial<SheetModel>[]): WorkbookModel => ({
  sheets: sheets.map(sheetWith),
  names: [],
  active: 0,
  dates1904: false,
  settings: {},
});
