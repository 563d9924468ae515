import { lastColumn, lastRow } from "../../facts/excel-limits";
import { notImplemented } from "../office/office-error";
import { type Area } from "../univer/addresses";
import { setNumberFormats } from "../univer/number-formats";
import { findFormulaCells } from "../univer/used-area";
import { accessDenied, invalidArgument } from "./errors";
import type { RequestContext } from "./object-model";
import type { CellContent } from "../univer/entry";

interface PlacedObject {
  readonly area: Area;
  readonly context: RequestContext;
}

/** @throws AccessDenied if the sheet is protected */
export const requireUnprotected = ({ host }: RequestContext, sheetId: string): void => {
  if (host.book.protection.isProtected(sheetId)) throw accessDenied();
};

/** @throws AccessDenied if the sheet is protected */
export const requireWritable = ({ area, context }: PlacedObject): void => requireUnprotected(context, area.sheetId);

/** Calculates the formulas of a range and calls their custom functions, in every calculation mode. */
export const recalculateRange = ({ area, context }: PlacedObject): void => {
  const { book, functions } = context.host;
  functions.callAgain(findFormulaCells(book, area));
};

export const clearRange = (range: PlacedObject, applyTo: string): void => {
  requireWritable(range);
  const { book } = range.context.host;
  const cells = book.range(range.area);
  const parts: readonly (() => unknown)[] | undefined = {
    Contents: [() => cells.clearContent()],
    Formats: [() => cells.clearFormat()],
    // The engine's own command would take the data validation of the user's selection.
    All: [
      () => cells.clearContent(),
      () => cells.clearFormat(),
      () => book.conditionalFormats.clear(range.area),
      () => book.dataValidations.clear(range.area),
      () => book.notes.clear(book.clip(range.area)),
    ],
  }[applyTo];
  if (parts === undefined) throw notImplemented(`Range.clear("${applyTo}")`);
  book.engine.undoGroup.begin();
  for (const clear of parts) clear();
  book.engine.undoGroup.end();
};

/** Inserts or deletes whole rows or columns. */
export const shiftLines = (range: PlacedObject, shift: string, action: "insert" | "delete"): void => {
  requireWritable(range);
  const { area, context } = range;
  const { startRow, endRow, startColumn, endColumn, sheetId } = area;
  const sheet = context.host.book.sheet(sheetId);
  const isRows = startColumn === 0 && endColumn === lastColumn;
  if (!isRows && !(startRow === 0 && endRow === lastRow))
    throw notImplemented(`Range.${action}("${shift}") of single cells`);
  if (isRows && action === "insert") sheet.insertRowsBefore(startRow, endRow - startRow + 1);
  else if (isRows) sheet.deleteRows(startRow, endRow - startRow + 1);
  else if (action === "insert") sheet.insertColumnsBefore(startColumn, endColumn - startColumn + 1);
  else sheet.deleteColumns(startColumn, endColumn - startColumn + 1);
};

/** Merges the cells into one, or splits them. */
export const mergeRange = (range: PlacedObject, merged: boolean): void => {
  requireWritable(range);
  const cells = range.context.host.book.range(range.area);
  if (merged) cells.merge({ isForceMerge: true });
  else cells.breakApart();
};

/** Sets number formats by cell. Whole columns get a column format, so that later rows have it too. */
export const writeFormats = (range: PlacedObject, formats: readonly (readonly unknown[])[]): void => {
  requireWritable(range);
  const { area, context } = range;
  const patterns = formats.map((row) => row.map((format) => (format === "General" ? "" : String(format))));
  setNumberFormats(context.host.book, area, patterns);
};

/** True or false if all rows agree, null if some are hidden. */
export const hiddenRows = ({ area, context }: PlacedObject): boolean | null => {
  const { book } = context.host;
  const { startRow, endRow } = book.clip(area);
  const sheet = book.sheet(area.sheetId).getSheet();
  let hidden = 0;
  for (let row = startRow; row <= endRow; row += 1) if (!sheet.getRowVisible(row)) hidden += 1;
  if (hidden === 0) return false;
  return hidden === endRow - startRow + 1 ? true : null;
};

/**
 * The values for each cell of an area. @throws if it is neither a block of the same size nor one value for all cells.
 */
export const toBlock = <Value>(area: Area, values: unknown): (Value | CellContent | null)[][] => {
  const rows = area.endRow - area.startRow + 1;
  const columns = area.endColumn - area.startColumn + 1;
  const block = Array.isArray(values) ? (values as Value[][]) : undefined;
  const single =
    block === undefined ? (values as Value) : block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (single !== undefined && (block === undefined || rows * columns > 1))
    return Array.from({ length: rows }, () => Array.from({ length: columns }, () => single));
  if (block?.length !== rows || block.some((row) => row.length !== columns))
    throw invalidArgument(`the array must have ${rows} rows and ${columns} columns, as the range has`);
  return block;
};
