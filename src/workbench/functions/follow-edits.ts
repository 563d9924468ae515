import { ICommandService, type ICommandInfo, type IExecutionOptions, type Injector } from "@univerjs/core";
import {
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  RemoveSheetMutation,
  ReorderRangeMutation,
  SetRangeValuesMutation,
} from "@univerjs/sheets";
import { cellKey, type CellPlace } from "../univer/addresses";
import { editedCells } from "./calculation";
import type { FunctionHost } from "./function-host";

interface EditParams {
  readonly subUnitId?: string;
  readonly range?: { startRow: number; endRow: number; startColumn: number; endColumn: number };
}

type Shift = (place: CellPlace) => CellPlace | undefined;

/**
 * Updates calls after edits, as in Excel: calls of overwritten cells end, and formulas in moved rows or columns are
 * called from their new cells.
 */
export const followEdits = (injector: Injector, functions: FunctionHost): void => {
  injector.get(ICommandService).onCommandExecuted((command, options) => {
    const params = (command.params ?? {}) as EditParams;
    if (command.id === SetRangeValuesMutation.id) typedOver(functions, command, options);
    else if (command.id === RemoveSheetMutation.id || movingEdits.has(command.id)) forgetSheet(functions, params);
    else followMove(functions, command, params);
  });
};

/** Moves within a sheet are rare. All calls of the sheet are made again. */
const movingEdits = new Set([MoveRangeMutation.id, MoveRowsMutation.id, MoveColsMutation.id, ReorderRangeMutation.id]);

const forgetSheet = (functions: FunctionHost, { subUnitId }: EditParams): void => {
  const places = [...functions.calls.all()].map(({ place }) => place).filter(({ sheetId }) => sheetId === subUnitId);
  functions.callAgain(places);
};

const typedOver = (
  functions: FunctionHost,
  command: Readonly<ICommandInfo>,
  options: IExecutionOptions | undefined,
): void => {
  if (options?.onlyLocal === true) return;
  for (const { place, cell } of editedCells(command)) {
    const content = cell === null || "f" in cell || "v" in cell || "p" in cell;
    if (content) for (const call of [...functions.calls.at(place)]) functions.calls.forget(call);
  }
};

const followMove = (functions: FunctionHost, { id }: Readonly<ICommandInfo>, params: EditParams): void => {
  const shift = params.range && toShift(id, params.range);
  if (shift === undefined) return;
  const places = new Map<string, CellPlace>();
  for (const { place } of functions.calls.all())
    if (place.sheetId === params.subUnitId && shift(place) !== place) places.set(cellKey(place), place);
  functions.calls.forgetWhere((place) => places.has(cellKey(place)));
  functions.calculation.mark([...places.values()].flatMap((place) => shift(place) ?? []));
};

const toShift = (id: string, range: NonNullable<EditParams["range"]>): Shift | undefined => {
  const rows = range.endRow - range.startRow + 1;
  const columns = range.endColumn - range.startColumn + 1;
  if (id === InsertRowMutation.id) return by("row", range.startRow, rows);
  if (id === RemoveRowMutation.id) return by("row", range.startRow, -rows);
  if (id === InsertColMutation.id) return by("column", range.startColumn, columns);
  if (id === RemoveColMutation.id) return by("column", range.startColumn, -columns);
  return undefined;
};

/** The same place if the cell does not move, a new one if it moves, undefined if it is deleted. */
const by = (axis: "row" | "column", start: number, count: number): Shift => {
  return (place) => {
    if (place[axis] < start) return place;
    if (count < 0 && place[axis] < start - count) return undefined;
    return { ...place, [axis]: place[axis] + count };
  };
};
