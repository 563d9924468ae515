import { errorValue } from "../univer/error-value";
import { ICommandService } from "@univerjs/core";
import {
  ErrorValueObject,
  type ArrayValueObject,
  type BaseValueObject,
  type FunctionVariantType,
  type IFormulaRuntimeService,
} from "@univerjs/engine-formula";
import { AddWorksheetMergeMutation, RemoveWorksheetMergeMutation } from "@univerjs/sheets";
import { overlap } from "../../facts/addresses";
import { type Area, cellKey, type CellPlace, containsArea } from "../univer/addresses";
import type { Book } from "../univer/book";
import { withFiniteNumbers } from "../univer/engine-functions";
import { errorType, interceptResults, keepBlockedSpillsOut, spillsOfCalculation } from "../univer/private-hooks";
import { mergedIn } from "../univer/used-area";
import type { CellContent } from "../univer/entry";
import { readNumberFormats } from "../univer/number-formats";
import { busy, FunctionError } from "./function-error";
import type { FunctionHost } from "./function-host";
import { unknownFunctionsAt } from "./kept-results";
import { toSheetValue } from "./results";

/** A spill whose formula waits for a call. */
interface HeldSpill {
  readonly place: CellPlace;
  readonly area: Area;
}

/**
 * Rules of Excel that the engine lacks. A formula with a pending call is `#BUSY!` as a whole, unless its cell was
 * emptied meanwhile. Nothing spills over a table, a merged cell or another spill: the one that stands keeps standing, also
 * while its formula is calculated again.
 */
export const interceptFormulas = (book: Book, functions: FunctionHost): void => {
  const blocked = new Map<string, CellPlace>();
  const heldSpills = new Map<string, HeldSpill>();
  keepBlockedSpillsOut(
    book.engine.injector,
    (unitId, sheetId, row, column) => unitId === book.unitId && book.isBlocked(sheetId, row, column),
  );
  interceptResults(book.engine.injector, (computed, runtime) => {
    const result = withFiniteNumbers(computed);
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = runtime;
    const place = { unitId, sheetId, row, column };
    const key = cellKey(place);
    if (functions.evaluated(place)) {
      if (!book.holdsFormula(place)) return undefined;
      const spill = unitId === book.unitId ? book.spillFrom(sheetId, row, column) : undefined;
      if (spill !== undefined) heldSpills.set(key, { place, area: spill });
      const old = functions.keepsOldValue(place) ? oldValue(book, place) : undefined;
      return old ?? ErrorValueObject.create(errorType(busy));
    }
    const keptValue = keepsResult(book, place) ? oldValue(book, place) : undefined;
    if (keptValue !== undefined) return keptValue;
    const area = blockedArea(book, runtime, place, result, heldSpills);
    release(functions, heldSpills, key, area === undefined ? resultArea(place, result) : undefined);
    if (area === undefined) {
      blocked.delete(key);
      book.blockedAreas.delete(key);
    } else {
      blocked.set(key, place);
      book.blockedAreas.set(key, area);
    }
    return area !== undefined ? ErrorValueObject.create(errorType("#SPILL!")) : result;
  });
  const blockedNow = (): readonly CellPlace[] => [...blocked.values()].filter(({ unitId }) => unitId === book.unitId);
  followObstacles(book, functions, blockedNow);
  functions.calculation.findBlocked((freed) =>
    blockedNow().filter((place) => {
      const area = book.blockedAreas.get(cellKey(place));
      return area !== undefined && freed.some(({ sheetId, range }) => sheetId === area.sheetId && overlap(range, area));
    }),
  );
  functions.calculation.onFinished(() => {
    book.keptAtOpening = undefined;
    for (const [key, { place }] of heldSpills) if (!book.holdsFormula(place)) release(functions, heldSpills, key);
  });
};

/** `now` is the spill that takes the place of the held one. */
const release = ({ calculation }: FunctionHost, heldSpills: Map<string, HeldSpill>, key: string, now?: Area): void => {
  const spill = heldSpills.get(key);
  if (spill === undefined) return;
  heldSpills.delete(key);
  const { place, area } = spill;
  if (now === undefined || !containsArea(now, area))
    calculation.freed({ unitId: place.unitId, sheetId: place.sheetId, range: area });
};

const removals = new Set<string>([
  RemoveWorksheetMergeMutation.id,
  "sheet.mutation.delete-table",
  "sheet.mutation.set-sheet-table",
]);

/** Recalculates affected spills when tables and merged cells come and go. The engine would not. */
const followObstacles = (book: Book, functions: FunctionHost, blocked: () => readonly CellPlace[]): void => {
  book.engine.injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (removals.has(id)) functions.calculation.mark(blocked());
    if (id !== AddWorksheetMergeMutation.id) return;
    const { unitId, subUnitId: sheetId } = params as { readonly unitId: string; readonly subUnitId: string };
    const covered = book.spills(sheetId).filter((spill) => mergedIn(book, spill) !== undefined);
    functions.calculation.mark(
      covered.map(({ startRow: row, startColumn: column }) => ({ unitId, sheetId, row, column })),
    );
  });
};

/** Whether a formula waits for a calculation, or has a function that the engine does not know and that the file has a result of. */
const keepsResult = (book: Book, place: CellPlace): boolean =>
  book.keptAtOpening?.has(cellKey(place)) === true || unknownFunctionsAt(book, place).length > 0;

/** What a formula shows, with its spill, as a result; undefined if it has shown nothing yet. */
const oldValue = (book: Book, { sheetId, row, column }: CellPlace): BaseValueObject | undefined => {
  const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
  const area = book.spillFrom(sheetId, row, column) ?? cell;
  const values = book.values(area);
  if (values[0]?.[0] === "" || values[0]?.[0] === busy) return undefined;
  const formats = readNumberFormats(book, area);
  return toSheetValue(values.map((line, r) => line.map((value, c) => asResult(value, formats[r]?.[c] ?? "General"))));
};

const asResult = (value: CellContent, numberFormat: string): unknown => {
  if (typeof value === "number" && numberFormat !== "General")
    return { type: "FormattedNumber", basicValue: value, numberFormat };
  return typeof value === "string" && errorValue.test(value) ? new FunctionError(value) : value;
};

/** The area of a result that a table, a merged cell or another spill is in the way of. */
const blockedArea = (
  book: Book,
  runtime: IFormulaRuntimeService,
  place: CellPlace,
  result: FunctionVariantType,
  heldSpills: ReadonlyMap<string, HeldSpill>,
): Area | undefined => {
  const area = resultArea(place, result);
  if (area === undefined) return undefined;
  const isInTheWay =
    book.tables.touching(area).length > 0 ||
    mergedIn(book, area) !== undefined ||
    meetsSpill(book, runtime, place, area) ||
    meetsHeldSpill(book, heldSpills, place, area);
  return isInTheWay ? area : undefined;
};

const meetsHeldSpill = (
  book: Book,
  heldSpills: ReadonlyMap<string, HeldSpill>,
  { unitId, row, column }: CellPlace,
  area: Area,
): boolean => {
  for (const one of heldSpills.values())
    if (
      overlap(one.area, area) &&
      (one.place.row !== row || one.place.column !== column) &&
      one.place.unitId === unitId &&
      one.place.sheetId === area.sheetId &&
      book.holdsFormula(one.place)
    )
      return true;
  return false;
};

/** Whether another spill has a cell of this area: one that this calculation has placed, or has not come to yet. */
const meetsSpill = (
  book: Book,
  runtime: IFormulaRuntimeService,
  { unitId, sheetId, row, column }: CellPlace,
  area: Area,
): boolean => {
  if (unitId !== book.unitId) return false;
  const { ranges, isCalculated } = spillsOfCalculation(runtime, unitId, area);
  const earlier = book
    .spills(sheetId, area)
    .filter(
      ({ startRow, startColumn }) =>
        !isCalculated(startRow, startColumn) &&
        book.holdsFormula({ unitId, sheetId, row: startRow, column: startColumn }),
    );
  return [...ranges, ...earlier].some((other) => other.startRow !== row || other.startColumn !== column);
};

/** The area of a result with more than one cell. */
const resultArea = ({ sheetId, row, column }: CellPlace, result: FunctionVariantType): Area | undefined => {
  if (!result.isReferenceObject() && !(result as ArrayValueObject).isArray()) return undefined;
  const { startRow, endRow, startColumn, endColumn } = (result as ArrayValueObject).getRangePosition();
  const rows = endRow - startRow;
  const columns = endColumn - startColumn;
  if (rows === 0 && columns === 0) return undefined;
  return { sheetId, startRow: row, startColumn: column, endRow: row + rows, endColumn: column + columns };
};
