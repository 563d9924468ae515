import {
  type ICellData,
  ICommandService,
  type Injector,
  InterceptorEffectEnum,
  IUniverInstanceService,
  type Nullable,
  ObjectMatrix,
  UniverInstanceType,
  type Workbook,
} from "@univerjs/core";
import {
  INTERCEPTOR_POINT,
  type ISetRangeValuesMutationParams,
  SetRangeValuesMutation,
  SheetInterceptorService,
} from "@univerjs/sheets";
import { first } from "rxjs";
import { daysBetweenDateSystems } from "../../facts/dates";
import { spilledCells } from "./private-hooks";
import type { UndoGroup } from "./undo-group";

/** The date system of the open workbook. */
export interface DateSystem {
  from1904: boolean;
}

/** Whether a number format shows a date. */
export const showsDate = (pattern: string): boolean => /[dy]/i.test(pattern.replace(/"[^"]*"|\[[^[\]]*\]/g, ""));

/** Converts a serial date of the workbook to the engine's 1900 system, for display. */
export const shownSerial = (serial: number, pattern: string, { from1904 }: DateSystem): number =>
  from1904 && showsDate(pattern) ? serial + daysBetweenDateSystems : serial;

/** After the engine inserts the value of a spill, and before it formats numbers. */
const betweenSpillAndFormat = 50;

/**
 * Shows numbers in the format of their column, and spilled numbers in the format of the function's result. Univer
 * only uses the format of the cell itself, which also comes first here.
 */
export const showFormats = (injector: Injector, dateSystem: DateSystem): void => {
  // The engine's sheet services start with the first workbook.
  const books = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
  books.pipe(first()).subscribe(() => intercept(injector, dateSystem));
};

const intercept = (injector: Injector, dateSystem: DateSystem): void => {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: betweenSpillAndFormat,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      if (typeof cell?.v !== "number") return next(cell);
      const { unitId, subUnitId, row, col, workbook, worksheet } = location;
      const own = workbook.getStyles().get(cell.s);
      const as = (pattern: string | undefined): number => shownSerial(cell.v as number, pattern ?? "", dateSystem);
      if (isShownFormat(own?.n)) return next({ ...cell, v: as(own?.n?.pattern) });
      const spilled = spilledCells(injector, unitId, subUnitId)?.[row]?.[col]?.s;
      const column = worksheet.getColumnStyle(col)?.n;
      const n = isShownFormat(column) ? column : spilled?.n;
      return next(n ? { ...cell, v: as(n.pattern), s: { ...own, n } } : cell);
    },
  });
};

/** `General`, set by somebody, is no format: the one of a function's result still shows. */
export const isShownFormat = (format: Nullable<{ readonly pattern: string }>): boolean => {
  const pattern = format?.pattern ?? "";
  return pattern !== "" && pattern !== "General";
};

const formatCommand = "sheet.command.numfmt.set.numfmt";

/**
 * Keeps what cells have when their format is removed. The engine would make numbers of TRUE and FALSE, and of texts such
 * as 0012.
 */
export const formatsKeepTypes = (injector: Injector, undoGroup: UndoGroup): void => {
  const commands = injector.get(ICommandService);
  let isFormatting = false;
  commands.beforeCommandExecuted(({ id, params }) => {
    if (id.startsWith("sheet.command.")) isFormatting = id === formatCommand;
    if (isFormatting && id === SetRangeValuesMutation.id) dropTypes(params as ChangedCells);
  });
  commands.onCommandExecuted(({ id }) => {
    if (id === formatCommand) isFormatting = false;
  });
  // A formula whose type is set loses itself.
  undoGroup.complete((edit) => {
    for (const { id, params } of isFormatting ? edit.undoMutations : [])
      if (id === SetRangeValuesMutation.id) dropTypes(params);
    return edit;
  });
};

interface ChangedCells {
  readonly cellValue?: Record<number, Nullable<Record<number, Nullable<object>>>>;
}

/**
 * Keeps numbers in cells of text format when rows or columns move. The engine clears the formula at the old place of each
 * formula that moves. Where a number has moved to that place, the format of the cell would then make it a text.
 */
export const movesKeepTypes = (injector: Injector): void => {
  const workbooks = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== SetRangeValuesMutation.id) return;
    const { unitId, subUnitId, cellValue = {} } = params as ISetRangeValuesMutationParams;
    const cells = workbooks.getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId)?.getCellMatrix();
    new ObjectMatrix(cellValue).forValue((row, column, cell) => {
      if (!cell || !removesFormula(cell)) return;
      const old = cells?.getValue(row, column);
      if (typeof old?.v === "number" && !isFormulaCell(old)) cell.t = old.t;
    });
  });
};

/** Whether this changes nothing of a cell but its formula, which it removes. */
const removesFormula = (cell: ICellData): boolean =>
  Object.entries(cell).every(([name, value]) => (name === "f" || name === "si") && value === null);

const isFormulaCell = ({ f, si }: ICellData): boolean => (f ?? si ?? "") !== "";

/** Leaves out the cells of a change of which only the type changes. */
const dropTypes = ({ cellValue = {} }: ChangedCells): void => {
  for (const row of Object.values(cellValue))
    for (const [column, cell] of Object.entries(row ?? {}))
      if (row && cell && Object.keys(cell).join() === "t") Reflect.deleteProperty(row, column);
};
