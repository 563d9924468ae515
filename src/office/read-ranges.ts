import type { FormulaCell, RangeContent } from "./workbook-door";
import { addressOf, rangeAt } from "./addresses";
import { runExcel } from "./run-excel";

/** One more than the resolve desk takes, so that it can tell "too many" from "all of them". */
const mostRows = 50_001;

/** The selected cells, cut to the used range. */
export const readSelection = (): Promise<RangeContent> =>
  runExcel((context) => readUsed(context, context.workbook.getSelectedRange()));

/** The values at an address, cut to the used range. */
export const readAddress = (address: string): Promise<RangeContent> =>
  runExcel((context) => readUsed(context, rangeAt(context, address)));

const readUsed = async (context: Excel.RequestContext, asked: Excel.Range): Promise<RangeContent> => {
  const used = asked.getIntersectionOrNullObject(asked.worksheet.getUsedRange()).load({ rowCount: true });
  await context.sync();
  const whole = used.isNullObject ? asked.getCell(0, 0) : used;
  const rows = used.isNullObject ? 1 : used.rowCount;
  const range = rows > mostRows ? whole.getCell(0, 0).getResizedRange(mostRows - 1, 0) : whole;
  range.load({ address: true, rowCount: true, columnCount: true, values: true });
  await context.sync();
  const { address, rowCount, columnCount } = range;
  return { address, rowCount, columnCount, values: range.values as RangeContent["values"] };
};

/** The formula of a cell, or of the anchor whose spill covers it. */
export const readFormula = (address?: string): Promise<FormulaCell | undefined> =>
  runExcel(async (context) => {
    const cell = address === undefined ? context.workbook.getActiveCell() : rangeAt(context, address).getCell(0, 0);
    const anchor = cell.getSpillParentOrNullObject();
    for (const range of [cell, anchor])
      range.load({ formulas: true, rowIndex: true, columnIndex: true, worksheet: { name: true } });
    await context.sync();
    const holder = anchor.isNullObject ? cell : anchor;
    const formula = (holder.formulas as unknown[][])[0]?.[0];
    if (typeof formula !== "string" || !formula.startsWith("=")) return undefined;
    return { address: addressOf(holder.worksheet.name, holder.rowIndex, holder.columnIndex), formula };
  });

/** The whole spill of an anchor. */
export const readSpill = (anchor: string): Promise<string | undefined> =>
  runExcel(async (context) => {
    const spill = rangeAt(context, anchor).getSpillingToRangeOrNullObject().load({ address: true });
    await context.sync();
    return spill.isNullObject ? undefined : spill.address;
  });

/** Activates the sheet of an address and selects it. */
export const goTo = (address: string): Promise<void> =>
  runExcel(async (context) => {
    const range = rangeAt(context, address);
    range.worksheet.activate();
    range.select();
    await context.sync();
  });
