import {
  BooleanNumber,
  type ICellData,
  type Injector,
  type IRange,
  InterceptorEffectEnum,
  IUniverInstanceService,
  type Nullable,
  UniverInstanceType,
} from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { INTERCEPTOR_POINT, type ISheetLocation, SheetInterceptorService } from "@univerjs/sheets";
import { first } from "rxjs";
import { findArgument } from "../../ooxml/formulas";
import { type EngineCell, spilledCells, spillRanges } from "./private-hooks";

/** Excel's colour of a link, as long as a workbook has no other theme. */
export const linkStyle = { cl: { rgb: "#0563C1" }, ul: { s: BooleanNumber.TRUE } };

/** The formula of the address, if a formula is nothing but a call of HYPERLINK. Both have the leading `=`. */
export const addressFormula = (formula: string | undefined): string | undefined => {
  if (formula === undefined || !/^=\s*hyperlink\s*\(/i.test(formula)) return undefined;
  const address = findArgument(formula.slice(1), "HYPERLINK");
  return address === undefined ? undefined : `=${address}`;
};

/** After the engine inserts the value of a cell, and before it formats it. */
const beforeFormats = 60;

/** Draws the results of HYPERLINK as links. */
export const showHyperlinks = (injector: Injector): void => {
  // The engine's sheet services start with the first workbook.
  const books = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
  books.pipe(first()).subscribe(() => draw(injector));
};

/**
 * Whether the spill over a cell is one of HYPERLINK, by the cell that the engine stores for it. It makes a new one with each result, so this
 * stands. To look for the spill at each drawing would take time for each spill of the sheet.
 */
const linkedCells = new WeakMap<EngineCell, boolean>();

/** As long as its cell has neither colour nor underline of its own. */
const draw = (injector: Injector): void => {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: beforeFormats,
    effect: InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      if (!cell || !isLink(injector, location)) return next(cell);
      const own = location.workbook.getStyles().get(cell.s);
      if (own?.cl || own?.ul) return next(cell);
      return next({ ...cell, s: { ...own, ...linkStyle } });
    },
  });
};

type CellLocation = Pick<ISheetLocation, "unitId" | "subUnitId" | "row" | "col"> & {
  readonly rawData: Nullable<Pick<ICellData, "f" | "si">>;
};

/** Whether the formula of a cell, or of the spill over it, is a call of HYPERLINK. */
const isLink = (injector: Injector, { unitId, subUnitId, row, col, rawData }: CellLocation): boolean => {
  const formulas = injector.get(FormulaDataModel);
  const isCall = (atRow: number, atColumn: number): boolean =>
    addressFormula(formulas.getFormulaStringByCell(atRow, atColumn, subUnitId, unitId) ?? undefined) !== undefined;
  if (rawData?.f || rawData?.si) return isCall(row, col);
  const spilled = spilledCells(injector, unitId, subUnitId)?.[row]?.[col];
  if (!spilled) return false;
  const known = linkedCells.get(spilled);
  if (known !== undefined) return known;
  const anchors = Object.values(spillRanges(injector)?.[unitId]?.[subUnitId] ?? {}).flatMap(Object.values<IRange>);
  const over = anchors.find(
    ({ startRow, endRow, startColumn, endColumn }) =>
      row >= startRow && row <= endRow && col >= startColumn && col <= endColumn,
  );
  const isLinked = over !== undefined && isCall(over.startRow, over.startColumn);
  linkedCells.set(spilled, isLinked);
  return isLinked;
};
