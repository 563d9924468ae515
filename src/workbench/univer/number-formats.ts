import { type ICellData, ICommandService, type IStyleData, IUndoRedoService, type Worksheet } from "@univerjs/core";
import { SetRangeValuesMutation, SetStyleCommand, SetRangeValuesUndoMutationFactory } from "@univerjs/sheets";
import { type Area, lastRow } from "./addresses";
import type { Book } from "./book";

/** The number format of each cell, by default `General`. */
export const numberFormats = (book: Book, unclipped: Area): string[][] => {
  const area = book.clip(unclipped);
  const sheet = book.sheet(area.sheetId).getSheet();
  return Array.from({ length: area.endRow - area.startRow + 1 }, (_, r) =>
    Array.from({ length: area.endColumn - area.startColumn + 1 }, (__, c) => {
      const style = sheet.getComposedCellStyle(area.startRow + r, area.startColumn + c) as IStyleData | undefined;
      const pattern = style?.n?.pattern ?? "";
      return pattern === "" ? "General" : pattern;
    }),
  );
};

/** Sets number formats. A whole column gets a column format, so that later rows have it too. */
export const setNumberFormats = (book: Book, area: Area, patterns: readonly (readonly string[])[]): void => {
  const first = patterns[0] ?? [];
  if (area.startRow === 0 && area.endRow === lastRow)
    first.forEach((pattern, index) => {
      book.sheet(area.sheetId).setColumnDefaultStyle(area.startColumn + index, { n: { pattern } });
    });
  const { sheetId, startRow, startColumn } = area;
  const sheet = book.sheet(sheetId).getSheet();
  const cells = Object.fromEntries(
    patterns.map((row, r) => [
      startRow + r,
      Object.fromEntries(
        row.map((pattern, c) => [startColumn + c, formattedCell(sheet, startRow + r, startColumn + c, pattern)]),
      ),
    ]),
  );
  const { injector } = book.engine;
  // As a change of style, or the engine would take cells without a formula for cells that lose theirs.
  const params = { unitId: book.unitId, subUnitId: sheetId, cellValue: cells, trigger: SetStyleCommand.id };
  const undo = SetRangeValuesUndoMutationFactory(injector, params);
  injector.get(ICommandService).syncExecuteCommand(SetRangeValuesMutation.id, params);
  injector.get(IUndoRedoService).pushUndoRedo({
    unitID: book.unitId,
    undoMutations: [{ id: SetRangeValuesMutation.id, params: undo }],
    redoMutations: [{ id: SetRangeValuesMutation.id, params }],
  });
};

/**
 * The engine's own commands for formats also change cells: TRUE becomes 1, and a text may become a number or nothing.
 * With its type a value stays as it is.
 */
const formattedCell = (sheet: Worksheet, row: number, column: number, pattern: string): ICellData => {
  const type = (sheet.getCellRaw(row, column) as ICellData | null)?.t;
  // Only a written "General" covers the format of the column.
  const isPlain = isGeneral(pattern) && isGeneral(sheet.getColumnStyle(column)?.n?.pattern);
  const n = isPlain ? null : { pattern: isGeneral(pattern) ? "General" : pattern };
  return { s: { n }, ...(typeof type === "number" && { t: type }) };
};

const isGeneral = (pattern = ""): boolean => pattern === "" || pattern === "General";
