import { ICommandService } from "@univerjs/core";
import {
  ErrorValueObject,
  type ArrayValueObject,
  type BaseValueObject,
  type FunctionVariantType,
} from "@univerjs/engine-formula";
import { AddWorksheetMergeMutation, RemoveWorksheetMergeMutation } from "@univerjs/sheets";
import { calledFunctions } from "../../ooxml/formula-tokens";
import { type Area, cellKey, type CellPlace } from "../univer/addresses";
import type { Book } from "../univer/book";
import { errorType, interceptResults } from "../univer/private-hooks";
import { mergedIn } from "../univer/used-area";
import type { CellContent } from "../univer/entry";
import { numberFormats } from "../univer/number-formats";
import { busy, FunctionError } from "./function-error";
import type { FunctionHost } from "./function-host";
import { toSheetValue } from "./results";

/**
 * Rules of Excel that the engine lacks. A formula with a pending call is `#BUSY!` as a whole, unless its cell was
 * emptied meanwhile. Nothing spills over a table or a merged cell.
 */
export const interceptFormulas = (book: Book, functions: FunctionHost): void => {
  const blocked = new Map<string, CellPlace>();
  interceptResults(book.engine.injector, (result, runtime) => {
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = runtime;
    const place = { unitId, sheetId, row, column };
    if (functions.evaluated(place)) {
      if (!book.holdsFormula(place)) return undefined;
      const old = functions.keepsOldValue(place) ? oldValue(book, place) : undefined;
      return old ?? ErrorValueObject.create(errorType(busy));
    }
    const kept = keepsResult(book, place) ? oldValue(book, place) : undefined;
    if (kept !== undefined) return kept;
    const area = blockedArea(book, place, result);
    if (area === undefined) {
      blocked.delete(cellKey(place));
      book.blockedAreas.delete(cellKey(place));
    } else {
      blocked.set(cellKey(place), place);
      book.blockedAreas.set(cellKey(place), area);
    }
    return area !== undefined ? ErrorValueObject.create(errorType("#SPILL!")) : result;
  });
  followObstacles(book, functions, () => [...blocked.values()].filter(({ unitId }) => unitId === book.unitId));
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

/** Whether a formula has a function that the engine does not know and that the file has a result of. */
const keepsResult = (book: Book, place: CellPlace): boolean =>
  book.unknownFunctions.size > 0 &&
  calledFunctions(book.formulaAt(place) ?? "").some((name) => book.unknownFunctions.has(name));

/** What a formula shows, with its spill, as a result; undefined if it has shown nothing yet. */
const oldValue = (book: Book, { sheetId, row, column }: CellPlace): BaseValueObject | undefined => {
  const cell = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
  const area = book.spillFrom(sheetId, row, column) ?? cell;
  const values = book.values(area);
  if (values[0]?.[0] === "" || values[0]?.[0] === busy) return undefined;
  const formats = numberFormats(book, area);
  return toSheetValue(values.map((line, r) => line.map((value, c) => asResult(value, formats[r]?.[c] ?? "General"))));
};

const asResult = (value: CellContent, numberFormat: string): unknown => {
  if (typeof value === "number" && numberFormat !== "General")
    return { type: "FormattedNumber", basicValue: value, numberFormat };
  return typeof value === "string" && errorText.test(value) ? new FunctionError(value) : value;
};

const errorText = /^#(N\/A|[A-Z]+(\/0)?[!?])$/;

/** The area of a result that a table or a merged cell is in the way of. */
const blockedArea = (book: Book, place: CellPlace, result: FunctionVariantType): Area | undefined => {
  const area = spillOf(place, result);
  if (area === undefined) return undefined;
  return book.tables.touching(area).length > 0 || mergedIn(book, area) !== undefined ? area : undefined;
};

/** The area of a result with more than one cell. */
const spillOf = ({ sheetId, row, column }: CellPlace, result: FunctionVariantType): Area | undefined => {
  if (!result.isReferenceObject() && !(result as ArrayValueObject).isArray()) return undefined;
  const { startRow, endRow, startColumn, endColumn } = (result as ArrayValueObject).getRangePosition();
  const rows = endRow - startRow;
  const columns = endColumn - startColumn;
  if (rows === 0 && columns === 0) return undefined;
  return { sheetId, startRow: row, startColumn: column, endRow: row + rows, endColumn: column + columns };
};
