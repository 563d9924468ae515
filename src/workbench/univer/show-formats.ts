import { InterceptorEffectEnum, IUniverInstanceService, UniverInstanceType, type Injector } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { first } from "rxjs";
import { shownSerial, type DateSystem } from "./date-system";
import { spilledCells } from "./private-hooks";

/** After the engine has put a spill's value into the cell, and before it formats numbers. */
const betweenSpillAndFormat = 50;

/**
 * Shows numbers in their column's format, and spilled ones in the format the function gave them. Univer formats a number only by what its own
 * cell says; the cell's own format comes first here too, then the column's.
 */
export const showFormats = (injector: Injector, dateSystem: DateSystem): void => {
  // The engine's part for sheets starts with the first workbook.
  const opened = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
  opened.pipe(first()).subscribe(() => intercept(injector, dateSystem));
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
      if (own?.n) return next({ ...cell, v: as(own.n.pattern) });
      const spilled = spilledCells(injector, unitId, subUnitId)?.[row]?.[col]?.s;
      const n = worksheet.getColumnStyle(col)?.n ?? spilled?.n;
      return next(n ? { ...cell, v: as(n.pattern), s: { ...own, n } } : cell);
    },
  });
};
