import { CellValueType, type ICellData, type Nullable, numfmt } from "@univerjs/core";
import { AFTER_CELL_EDIT, SheetInterceptorService } from "@univerjs/sheets";
import { daysBetweenDateSystems } from "../../../facts/dates";
import type { Book } from "../book";
import { showsDate } from "../display-formats";
import { type EntryContext, isNoNumber, parseEntry } from "../entry";

type TypedCell = Nullable<ICellData>;

/**
 * Reads what a user types in the same way as everything else that is entered. The engine looks at the format of the cell alone,
 * knows no date system, and takes 0x1F and 1E400 for numbers (https://github.com/dream-num/univer/issues/3675). It still
 * reads what only it knows: dates as people write them, times, currencies, fractions, texts with formats of their own.
 */
export const readTypedEntries = (book: Book): void => {
  book.engine.injector.get(SheetInterceptorService).writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: 1_000,
    handler: (cell, { subUnitId, row, col }, next) => readTypedCell(cell, book.entryContext(subUnitId, row, col), next),
  });
};

/** The cell that an edit makes of what was typed. `readByEngine` reads what `parseEntry` does not know. */
export const readTypedCell = (
  cell: TypedCell,
  context: EntryContext,
  readByEngine: (cell: TypedCell) => TypedCell,
): TypedCell => {
  const text = typedText(cell);
  if (!cell || text === undefined || cell.t === CellValueType.FORCE_STRING) return readByEngine(cell);
  const entry = parseEntry(text, context);
  if (isDecided(entry, cell, text, context)) return { ...cell, ...entry };
  const read = readByEngine(cell);
  if (entry.f || typeof read?.v !== "number") return read;
  if (!Number.isFinite(read.v)) return { ...cell, ...entry };
  const pattern = numfmt.parseValue(text)?.z ?? "";
  return context.from1904 === true && showsDate(pattern) ? { ...read, v: read.v - daysBetweenDateSystems } : read;
};

/** Whether the entry is what the user means, and the engine would read something else. */
const isDecided = (entry: ICellData, cell: ICellData, text: string, { isText = false }: EntryContext): boolean => {
  if (isText || (entry.f ?? "") !== (cell.f ?? "")) return true;
  if (entry.f) return false;
  return entry.s !== undefined || (entry.t === CellValueType.STRING && isNoNumber.test(text.trim()));
};

/** Undefined for a text with formats of its own, and for an empty cell. */
const typedText = (cell: TypedCell): string | undefined => {
  if (cell?.f) return cell.f;
  return !cell?.p && typeof cell?.v === "string" && cell.v !== "" ? cell.v : undefined;
};
