import type { TargetProblem } from "./workbook-door";
import { addressOf, rangeAt, sheetIn } from "./addresses";
import { runExcel } from "./run-excel";

interface Size {
  readonly rows: number;
  readonly columns: number;
}

const lastRow = 1_048_576;
const lastColumn = 16_384;

/** Why rows × columns may not be written from the target cell, found before anything is written; undefined when it is free. */
export const checkTarget = (target: string, size: Size): Promise<TargetProblem | undefined> =>
  runExcel((context) => check(context, target, size));

const check = async (context: Excel.RequestContext, target: string, size: Size): Promise<TargetProblem | undefined> => {
  const missing = await missingSheet(context, target);
  if (missing !== undefined) return { kind: "noSheet", where: missing };
  const cell = rangeAt(context, target).getCell(0, 0).load({ rowIndex: true, columnIndex: true });
  await context.sync();
  if (cell.rowIndex + size.rows > lastRow || cell.columnIndex + size.columns > lastColumn)
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
  const name = sheetIn(target);
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
      return { kind: "occupied", where: addressOf(sheet, used.rowIndex + row, used.columnIndex + column) };
  }
  return undefined;
};
