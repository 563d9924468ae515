import { errorValue } from "./error-value";
import {
  ICommandService,
  BooleanNumber,
  CellValueType,
  type ICellData,
  type Injector,
  IUniverInstanceService,
  UniverInstanceType,
} from "@univerjs/core";
import type { Workbook, Worksheet, IRange, IStyleData, Nullable } from "@univerjs/core";
import { SheetsSortService, SortType } from "@univerjs/preset-sheets-sort";
import { expandToContinuousRange, SetSelectionsOperation, SheetsSelectionsService } from "@univerjs/sheets";

const textCollator = new Intl.Collator(undefined, { sensitivity: "base" });

/** Excel's order of kinds. Empty cells come last in both directions. */
const valueKinds = ["number", "text", "truth", "error"] as const;

type SortableCell =
  | { readonly kind: "number" | "truth" | "error"; readonly value: number }
  | { readonly kind: "text"; readonly value: string };

const toSortable = (cell: Nullable<ICellData>): SortableCell | undefined => {
  const { t, v: value, p } = cell ?? {};
  const v = p?.body?.dataStream.trimEnd() ?? value ?? "";
  if (v === "") return undefined;
  if (t === CellValueType.BOOLEAN || typeof v === "boolean") return { kind: "truth", value: Number(v) };
  const isNumber = typeof v === "number" || (t === CellValueType.NUMBER && !Number.isNaN(Number(v)));
  if (isNumber) return { kind: "number", value: Number(v) };
  return errorValue.test(v) ? { kind: "error", value: 0 } : { kind: "text", value: v };
};

/** Compares two cells as Excel sorts them: numbers, texts without regard to case, FALSE, TRUE, errors, empty cells. */
export const compareCells = (ascending: boolean, one: Nullable<ICellData>, other: Nullable<ICellData>): number => {
  const [first, second] = [toSortable(one), toSortable(other)];
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
  const order =
    first.kind === "text" && second.kind === "text"
      ? textCollator.compare(first.value, second.value)
      : valueKinds.indexOf(first.kind) - valueKinds.indexOf(second.kind) || Number(first.value) - Number(second.value);
  return ascending ? order : -order;
};

/** Whether the first row of a range looks like a header: texts above other kinds of cells, or bold above plain ones. */
const hasHeader = (sheet: Worksheet, { startRow, endRow, startColumn, endColumn }: IRange): boolean => {
  if (startRow === endRow) return false;
  const styleOf = (row: number, column: number): IStyleData => sheet.getComposedCellStyle(row, column);
  let differs = false;
  for (let column = startColumn; column <= endColumn; column += 1) {
    const [head, next] = [sheet.getCellRaw(startRow, column), sheet.getCellRaw(startRow + 1, column)];
    if (toSortable(head)?.kind !== "text") return false;
    const isBold = styleOf(startRow, column).bl === BooleanNumber.TRUE;
    const isBoldBelow = styleOf(startRow + 1, column).bl === BooleanNumber.TRUE;
    const below = toSortable(next);
    if ((below !== undefined && below.kind !== "text") || (isBold && !isBoldBelow)) differs = true;
  }
  return differs;
};

/**
 * Sorts as Excel does. Call it when a workbook is open, because the engine starts its sorting with the first one. The
 * engine itself has another order of kinds, sorts header rows unless the user names them, and refuses to sort one cell.
 */
export const sortLikeExcel = (injector: Injector): void => {
  const sort = injector.get(SheetsSortService);
  sort.registerCompareFn((type, one, other) => compareCells(type === SortType.ASC, one, other));
  const apply = sort.applySort.bind(sort);
  sort.applySort = (option, unitId, subUnitId) => {
    const book = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
    const sheet = subUnitId === undefined ? book?.getActiveSheet() : book?.getSheetBySheetId(subUnitId);
    const hasTitle = option.hasTitle ?? (sheet ? hasHeader(sheet, option.range) : false);
    apply({ ...option, hasTitle }, unitId, subUnitId);
  };
  // A command of the engine's menus sorts the selection.
  injector.get(ICommandService).beforeCommandExecuted(({ id }) => {
    if (/^sheet\.command\.sort-range-(asc|desc)(-ctx)?$/.test(id)) selectCellsAround(injector);
  });
};

/** If one cell is selected, selects the cells around it, as far as they hold something. */
const selectCellsAround = (injector: Injector): void => {
  const selection = injector.get(SheetsSelectionsService).getCurrentLastSelection();
  const book = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  if (!selection?.primary || !book) return;
  const { range, primary } = selection;
  if (range.startRow !== range.endRow || range.startColumn !== range.endColumn) return;
  const sheet = book.getActiveSheet();
  const everywhere = { up: true, down: true, left: true, right: true };
  injector.get(ICommandService).syncExecuteCommand(SetSelectionsOperation.id, {
    unitId: book.getUnitId(),
    subUnitId: sheet.getSheetId(),
    selections: [{ range: expandToContinuousRange(range, everywhere, sheet), primary, style: null }],
  });
};
