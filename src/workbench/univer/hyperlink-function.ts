import {
  BooleanNumber,
  type Injector,
  InterceptorEffectEnum,
  IUniverInstanceService,
  UniverInstanceType,
} from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { first } from "rxjs";
import { argumentOf } from "../../ooxml/formulas";

/** Excel's colour of a link, as long as a workbook has no other theme. */
export const linkColor = "#0563C1";

/** The formula of the address, if a formula is nothing but a call of HYPERLINK. Both have the leading `=`. */
export const addressFormula = (formula: string | undefined): string | undefined => {
  if (formula === undefined || !/^=\s*hyperlink\s*\(/i.test(formula)) return undefined;
  const address = argumentOf(formula.slice(1), "HYPERLINK");
  return address === undefined ? undefined : `=${address}`;
};

/** After the engine inserts the value of a cell, and before it formats it. */
const beforeFormats = 60;

/** Draws the results of HYPERLINK as links. */
export const showHyperlinks = (injector: Injector): void => {
  // The engine's sheet services start with the first workbook.
  const opened = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
  opened.pipe(first()).subscribe(() => draw(injector));
};

/** As long as its cell has neither colour nor underline of its own. */
const draw = (injector: Injector): void => {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: beforeFormats,
    effect: InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      const { unitId, subUnitId, row, col, workbook, rawData } = location;
      if (!cell || (!rawData?.f && !rawData?.si)) return next(cell);
      const formula = injector.get(FormulaDataModel).getFormulaStringByCell(row, col, subUnitId, unitId);
      const own = workbook.getStyles().get(cell.s);
      if (addressFormula(formula ?? undefined) === undefined || own?.cl || own?.ul) return next(cell);
      return next({ ...cell, s: { ...own, cl: { rgb: linkColor }, ul: { s: BooleanNumber.TRUE } } });
    },
  });
};
