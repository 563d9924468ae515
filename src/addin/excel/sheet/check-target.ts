import { cellAddress } from "../../../facts/addresses";
import { addressSheet } from "../../../facts/sheet-names";
import { sheetColumns, sheetRows } from "../../../facts/excel-limits";
import { rangeAt, runExcel } from "../run-excel";

/** Why something may not be written at a place, found before anything is written. */
export interface TargetProblem {
  /**
   * - `protected`: the sheet is protected.
   * - `merged`: the target has merged cells.
   * - `filtered`: an active filter hides rows of the target.
   * - `table`: the target touches a table, where nothing spills.
   * - `occupied`: cells of the target are not empty.
   * - `outside`: the target would leave the sheet.
   * - `noSheet`: there is no such sheet.
   */
  readonly kind: "protected" | "merged" | "filtered" | "table" | "occupied" | "outside" | "noSheet";
  /** What is in the way, as an address or the name of a table or sheet. */
  readonly where: string;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Why rows × columns may not be written from the target cell, found before anything is written; undefined when it is free. */
export const checkTarget = (target: string, size: Size): Promise<TargetProblem | undefined> =>
  runExcel((context) => checkInContext(context, target, size));

const checkInContext = async (
  context: Excel.RequestContext,
  target: string,
  size: Size,
): Promise<TargetProblem | undefined> => {
  const missing = await missingSheet(context, target);
  if (missing !== undefined) return { kind: "noSheet", where: missing };
  const cell = rangeAt(context, target).getCell(0, 0).load({ rowIndex: true, columnIndex: true });
  await context.sync();
  if (cell.rowIndex + size.rows > sheetRows || cell.columnIndex + size.columns > sheetColumns)
    return { kind: "outside", where: target };
  const range = cell.getResizedRange(size.rows - 1, size.columns - 1).load({ address: true });
  const sheet = range.worksheet.load({ name: true, protection: { protected: true } });
  const merged = range.getMergedAreasOrNullObject().load({ address: true });
  const used = range.getUsedRangeOrNullObject(true).load({ values: true, rowIndex: true, columnIndex: true });
  const tables = range.getTables(false).load({ name: true });
  const filter = sheet.autoFilter.load({ enabled: true, isDataFiltered: true });
  await context.sync();
  if (sheet.protection.protected) return { kind: "protected", where: sheet.name };
  const table = tables.items[0];
  if (table !== undefined) return { kind: "table", where: table.name };
  if (!merged.isNullObject) return { kind: "merged", where: merged.address };
  if (filter.enabled && filter.isDataFiltered && (await hidesRows(context, range)))
    return { kind: "filtered", where: range.address };
  if (used.isNullObject) return undefined;
  return occupied(sheet.name, used);
};

const missingSheet = async (context: Excel.RequestContext, target: string): Promise<string | undefined> => {
  const name = addressSheet(target);
  if (name === undefined) return undefined;
  const sheet = context.workbook.worksheets.getItemOrNullObject(name);
  await context.sync();
  return sheet.isNullObject ? name : undefined;
};

const hidesRows = async (context: Excel.RequestContext, range: Excel.Range): Promise<boolean> => {
  range.load({ rowHidden: true });
  await context.sync();
  // null: some rows are hidden, some are not.
  return (range.rowHidden as boolean | null) !== false;
};

const occupied = (sheet: string, used: Excel.Range): TargetProblem | undefined => {
  const values = used.values as unknown[][];
  for (const [row, cells] of values.entries()) {
    const column = cells.findIndex((value) => value !== "");
    if (column !== -1)
      return { kind: "occupied", where: cellAddress(sheet, used.rowIndex + row, used.columnIndex + column) };
  }
  return undefined;
};
