import type { Area } from "../univer/addresses";
import { setNumberFormats } from "../univer/number-formats";
import { formulaCells } from "../univer/used-area";
import { accessDenied } from "./office-error";
import type { RequestContext } from "./request-context";

interface Placed {
  readonly area: Area;
  readonly context: RequestContext;
}

/** Throws where the sheet is protected. */
export const requireWritable = ({ area, context }: Placed): void => {
  if (context.host.book.protection.isProtected(area.sheetId)) throw accessDenied();
};

/** Calculates the range's formulas anew, custom functions included, in every calculation mode. */
export const recalculateRange = ({ area, context }: Placed): void => {
  const { book, functions } = context.host;
  functions.callAgain(formulaCells(book, area));
};

/** Clears contents, formats or both. */
export const clearRange = (range: Placed, applyTo: string): void => {
  requireWritable(range);
  const cells = range.context.host.book.range(range.area);
  if (applyTo === "Contents") cells.clearContent();
  else if (applyTo === "Formats") cells.clearFormat();
  else cells.clear();
};

/** Merges the cells into one, or takes them apart. */
export const mergeRange = (range: Placed, merged: boolean): void => {
  requireWritable(range);
  const cells = range.context.host.book.range(range.area);
  if (merged) cells.merge({ isForceMerge: true });
  else cells.breakApart();
};

/** Number formats cell by cell; of whole columns they are kept once, so that rows to come have them too. */
export const formatRange = (range: Placed, formats: readonly (readonly unknown[])[]): void => {
  requireWritable(range);
  const { area, context } = range;
  const patterns = formats.map((row) => row.map((format) => (format === "General" ? "" : String(format))));
  setNumberFormats(context.host.book, area, patterns);
};

/** True or false where all rows agree, null where some are hidden. */
export const hiddenRows = ({ area, context }: Placed): boolean | null => {
  const { book } = context.host;
  const { startRow, endRow } = book.clip(area);
  const sheet = book.sheet(area.sheetId).getSheet();
  let hidden = 0;
  for (let row = startRow; row <= endRow; row += 1) if (!sheet.getRowVisible(row)) hidden += 1;
  if (hidden === 0) return false;
  return hidden === endRow - startRow + 1 ? true : null;
};
