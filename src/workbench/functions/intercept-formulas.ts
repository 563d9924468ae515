import { ErrorValueObject, type ArrayValueObject, type FunctionVariantType } from "@univerjs/engine-formula";
import type { Book } from "../univer/book";
import { errorType, interceptResults } from "../univer/private-hooks";
import type { CellPlace } from "./cell-place";
import { busy } from "./function-error";
import type { FunctionHost } from "./function-host";

/** Two rules of Excel the engine lacks: a formula with a pending call is `#BUSY!` as a whole, and nothing spills in or into a table. */
export const interceptFormulas = (book: Book, functions: FunctionHost): void => {
  interceptResults(book.engine.injector, (result, runtime) => {
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = runtime;
    const place = { unitId, sheetId, row, column };
    if (functions.evaluated(place)) return ErrorValueObject.create(errorType(busy));
    return spillsIntoTable(book, place, result) ? ErrorValueObject.create(errorType("#SPILL!")) : result;
  });
};

const spillsIntoTable = (book: Book, place: CellPlace, result: FunctionVariantType): boolean => {
  if (!result.isReferenceObject() && !(result as ArrayValueObject).isArray()) return false;
  const { startRow, endRow, startColumn, endColumn } = (result as ArrayValueObject).getRangePosition();
  const rows = endRow - startRow;
  const columns = endColumn - startColumn;
  if (rows === 0 && columns === 0) return false;
  const { sheetId, row, column } = place;
  const area = { sheetId, startRow: row, startColumn: column, endRow: row + rows, endColumn: column + columns };
  return book.tables.touching(area).length > 0;
};
