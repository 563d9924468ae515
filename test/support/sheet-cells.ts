import { cellName } from "../../src/facts/addresses";
import type { CellFormat } from "../../src/ooxml/cell-format";
import type { CellModel, CellValue, SheetModel } from "../../src/ooxml/workbook-model";

/** What was entered into the cells of a sheet, by address: formulas and values, without spilled values. */
export const enteredCells = ({ cells }: Pick<SheetModel, "cells">): Readonly<Record<string, CellValue>> =>
  byAddress(cells, ({ formula, value, spilled }) => (spilled === true ? undefined : (formula ?? value)));

/** The formats of the cells of a sheet, by address. */
export const cellFormats = ({ cells }: Pick<SheetModel, "cells">): Readonly<Record<string, CellFormat>> =>
  byAddress(cells, ({ format }) => format);

const byAddress = <Value>(cells: readonly CellModel[], read: (cell: CellModel) => Value | undefined) =>
  Object.fromEntries(
    cells.flatMap((cell) => {
      const value = read(cell);
      return value === undefined ? [] : [[cellName(cell.row, cell.column), value] as const];
    }),
  );
