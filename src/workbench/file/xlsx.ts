import { cellAddress, countCells, parseRange } from "../../facts/addresses";
import { sheetColumns } from "../../facts/excel-limits";
import { onlyCall } from "../../ooxml/formulas";
import { readWorkbook, type WorkbookContext } from "../../ooxml/read-workbook";
import { type CellModel, type CellValue, withoutMembers, type WorkbookModel } from "../../ooxml/workbook-model";
import { writeWorkbook } from "../../ooxml/write-workbook";
import { withoutCostlyRules } from "./costly-rules";
import type { SavedResult, StoredWorkbook } from "./stored-workbook";

/** The results of custom functions, in a part of the workbench's own. */
interface SavedResults {
  readonly results: StoredWorkbook["values"];
  /** What the formulas' cells showed when the file was saved: another program may have changed it since. */
  readonly shown: Readonly<Record<string, CellValue>>;
}

/** Cells of one result that is shown before it is calculated. */
const mostSpilled = 100_000;

/** Reads an .xlsx file. @throws an error with a message for the user */
export const readXlsx = (bytes: Uint8Array, name: string, context: WorkbookContext): StoredWorkbook => {
  const model = readWorkbook(bytes, context);
  return withoutCostlyRules({
    name,
    ...withoutMembers(model, "extra"),
    sheets: model.sheets.map((sheet) => ({
      ...sheet,
      cells: sheet.cells.map((cell) => (isLargeSpill(cell) ? withoutMembers(cell, "value", "spill") : cell)),
    })),
    values: savedResults(model, context),
    source: bytes,
  });
};

/** A file may claim a result of any size, which is calculated anew. */
const isLargeSpill = ({ spill }: CellModel): boolean => {
  const area = spill === undefined ? undefined : parseRange(spill);
  return area !== undefined && countCells(area) > mostSpilled;
};

/** Writes a workbook as an .xlsx file. */
export const writeXlsx = (workbook: StoredWorkbook, context: WorkbookContext): Uint8Array => {
  const { values: results, source } = workbook;
  const shown: Record<string, CellValue> = {};
  for (const { name, cells } of workbook.sheets)
    for (const { row, column, formula, value } of cells) {
      const address = formula === undefined || value === undefined ? undefined : cellAddress(name, row, column);
      if (address !== undefined && value !== undefined && results[address] !== undefined) shown[address] = value;
    }
  const extra: SavedResults = { results, shown };
  return writeWorkbook({ ...workbook, ...(Object.keys(shown).length > 0 && { extra }) }, context, source);
};

/**
 * The results of custom functions. Those that the workbench saved count where the cell still shows the same. Elsewhere
 * the values of the cells are the result of a formula that is one call of a custom function.
 */
const savedResults = (model: WorkbookModel, context: WorkbookContext): Record<string, readonly SavedResult[]> => {
  const saved = (model.extra ?? {}) as Partial<SavedResults>;
  const byFunction: Record<string, readonly SavedResult[]> = {};
  for (const sheet of model.sheets) {
    let byPlace: ReadonlyMap<number, CellModel> | undefined;
    for (const cell of sheet.cells) {
      const { formula, value } = cell;
      if (formula === undefined || value === undefined) continue;
      const address = cellAddress(sheet.name, cell.row, cell.column);
      const results = saved.results?.[address];
      if (Array.isArray(results) && JSON.stringify(saved.shown?.[address]) === JSON.stringify(value)) {
        byFunction[address] = results;
      } else if (!isBusy(value) && !isLargeSpill(cell) && onlyCall(formula.slice(1), context) !== undefined) {
        byPlace ??= new Map(sheet.cells.map((one) => [cellPosition(one), one]));
        byFunction[address] = [{ key: "*", value: shownResult(cell, byPlace) }];
      }
    }
  }
  return byFunction;
};

const isBusy = (value: CellValue): boolean =>
  typeof value === "object" && ["#GETTING_DATA", "#BUSY!", "#NAME?"].includes(value.error);

const cellPosition = ({ row, column }: { readonly row: number; readonly column: number }): number =>
  row * sheetColumns + column;

const savedValue = (value: CellValue | undefined): unknown =>
  typeof value === "object" ? { $error: value.error } : (value ?? "");

const shownResult = (cell: CellModel, byPlace: ReadonlyMap<number, CellModel>): unknown => {
  const area = cell.spill === undefined ? undefined : parseRange(cell.spill);
  if (area === undefined) return savedValue(cell.value);
  const { startRow, endRow, startColumn, endColumn } = area;
  return Array.from({ length: endRow - startRow + 1 }, (_, r) =>
    Array.from({ length: endColumn - startColumn + 1 }, (__, c) =>
      savedValue(byPlace.get(cellPosition({ row: startRow + r, column: startColumn + c }))?.value),
    ),
  );
};
