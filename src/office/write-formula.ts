import { addressOf, rangeAt } from "./addresses";
import { runExcel } from "./run-excel";
import { writtenText } from "./written-text";

/** The last row of a sheet, from 0. */
const lastRow = 1_048_575;

interface FormulaOptions {
  readonly headers?: readonly string[];
  readonly numberFormats?: readonly (string | undefined)[];
}

/** Enters one formula (English, dynamic array), below its headers where there are any; one step of undo. Answers the formula's address. */
export const writeFormula = (target: string, formula: string, options: FormulaOptions = {}): Promise<string> =>
  runExcel(
    async (context) => {
      const first = rangeAt(context, target).getCell(0, 0);
      const { headers, numberFormats = [] } = options;
      const cell = headers === undefined ? first : first.getOffsetRange(1, 0);
      if (headers !== undefined) first.getResizedRange(0, headers.length - 1).values = [headers.map(writtenText)];
      cell.formulas = [[formula]];
      cell.load({ rowIndex: true, columnIndex: true, worksheet: { name: true } });
      await context.sync();
      const below = lastRow - cell.rowIndex;
      numberFormats.forEach((format, column) => {
        if (format !== undefined) cell.getOffsetRange(0, column).getResizedRange(below, 0).numberFormat = [[format]];
      });
      if (numberFormats.length > 0) await context.sync();
      return addressOf(cell.worksheet.name, cell.rowIndex, cell.columnIndex);
    },
    { mergeUndoGroup: true },
  );
