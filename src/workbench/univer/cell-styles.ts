import { type ICellData, ICommandService, type IStyleData, IUndoRedoService } from "@univerjs/core";
import { SetRangeValuesMutation, SetRangeValuesUndoMutationFactory, SetStyleCommand } from "@univerjs/sheets";
import type { FWorksheet } from "@univerjs/sheets/lib/facade";
import { type Area } from "./addresses";
import type { ItemSheets } from "./following-items";

/** The parts of the open workbook that styles need. */
export interface StyledSheets extends ItemSheets {
  readonly sheet: (id: string) => FWorksheet;
}

/**
 * Changes members of the styles of cells, as one step of undo. The engine's own commands for formats take milliseconds for
 * each cell, and also change its value: TRUE becomes 1, and a text may become a number or nothing.
 */
export const changeStyles = (
  book: StyledSheets,
  { sheetId, startRow, startColumn, endRow, endColumn }: Area,
  styleOf: (row: number, column: number) => IStyleData,
): void => {
  const {
    engine: { injector },
    unitId,
  } = book;
  const sheet = book.sheet(sheetId).getSheet();
  // With its type a value stays as it is.
  const cellOf = (row: number, column: number): ICellData => {
    const type = sheet.getCellRaw(row, column)?.t;
    return { s: styleOf(row, column), ...(typeof type === "number" && { t: type }) };
  };
  const cellValue = Object.fromEntries(
    numbersFrom(startRow, endRow).map((row) => [
      row,
      Object.fromEntries(numbersFrom(startColumn, endColumn).map((column) => [column, cellOf(row, column)])),
    ]),
  );
  // As a change of style, or the engine would take cells without a formula for cells that lose theirs.
  const params = { unitId, subUnitId: sheetId, cellValue, trigger: SetStyleCommand.id };
  const undo = SetRangeValuesUndoMutationFactory(injector, params);
  injector.get(ICommandService).syncExecuteCommand(SetRangeValuesMutation.id, params);
  injector.get(IUndoRedoService).pushUndoRedo({
    unitID: unitId,
    undoMutations: [{ id: SetRangeValuesMutation.id, params: undo }],
    redoMutations: [{ id: SetRangeValuesMutation.id, params }],
  });
};

const numbersFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
