import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IColumnData,
  type IFreeze,
  type IRowData,
  type IWorkbookData,
  type IWorksheetData,
} from "@univerjs/core";
import { type CellRange, parseLocalAddress } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type Area } from "../univer/addresses";
import { conditionalFormatsResource } from "../univer/conditional-formats";
import { dataValidationsResource } from "../univer/data-validations";
import { type DefinedName, namesResource } from "../univer/defined-names";
import { parseEntry, resultData } from "../univer/entry";
import { filtersResource, type SheetFilter } from "../univer/sheet-filters";
import { linksResource } from "../univer/sheet-links";
import { notesResource } from "../univer/sheet-notes";
import { toStyle } from "../univer/cell-style";
import type { CellModel, SheetModel } from "../../ooxml/workbook-model";
import { isRest, type StoredWorkbook } from "./stored-workbook";

const sheetRowCount = 1_000;
const sheetColumnCount = 60;

/** The id of a file's sheet after opening. */
export const sheetIdAt = (index: number): string => `sheet-${index + 1}`;

/** Converts a workbook to the engine's data. */
export const toSnapshot = (file: StoredWorkbook, id: string): Partial<IWorkbookData> => {
  const sheets = file.sheets.map((sheet, index) =>
    toSheet(sheet, { id: sheetIdAt(index), spills: sheetSpills(file, sheet.name) }),
  );
  return {
    id,
    name: file.name,
    sheetOrder: sheets.map((sheet) => sheet.id),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id, sheet])),
    resources: [
      namesResource(toNames(file)),
      filtersResource(toFilters(file, sheets)),
      conditionalFormatsResource(snapshotRules(file, sheets)),
      notesResource(new Map(file.sheets.map(({ notes = [] }, index) => [sheetIdAt(index), notes]))),
      linksResource(new Map(file.sheets.map(({ links = [] }, index) => [sheetIdAt(index), links]))),
      dataValidationsResource(toValidations(file, sheets)),
    ],
  };
};

/** The engine knows no filter that goes on below its sheet, as one of whole columns does. */
const toFilters = (file: StoredWorkbook, sheets: readonly SheetData[]): Map<string, SheetFilter> =>
  new Map(
    sheets.flatMap(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const filter = file.sheets[index]?.filter;
      if (filter === undefined) return [];
      const { startRow, startColumn, ...end } = parseArea(filter.range);
      const endRow = Math.min(end.endRow, rowCount - 1);
      const endColumn = Math.min(end.endColumn, columnCount - 1);
      const area = { sheetId: id, startRow, startColumn, endRow, endColumn };
      return [[id, { area, columns: filter.columns, hiddenRows: filter.hiddenRows ?? [] }]];
    }),
  );

const snapshotRules = (
  file: StoredWorkbook,
  sheets: readonly SheetData[],
): Parameters<typeof conditionalFormatsResource>[0] =>
  new Map(
    sheets.map(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const formats = file.sheets[index]?.conditionalFormats ?? [];
      return [id, { formats, size: { rows: rowCount, columns: columnCount } }] as const;
    }),
  );

const toValidations = (
  file: StoredWorkbook,
  sheets: readonly SheetData[],
): Parameters<typeof dataValidationsResource>[0] =>
  new Map(
    sheets.map(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const validations = file.sheets[index]?.dataValidations ?? [];
      return [id, { validations, size: { rows: rowCount, columns: columnCount } }] as const;
    }),
  );

const toNames = ({ names }: StoredWorkbook): DefinedName[] =>
  names.map(({ sheet, ...name }) => ({ ...name, sheetId: sheet === undefined ? undefined : sheetIdAt(sheet) }));

type SheetData = Partial<IWorksheetData> & { readonly id: string };
type SnapshotCells = Record<number, Record<number, ICellData>>;

interface SheetPlacement {
  readonly id: string;
  readonly spills: readonly Pick<Area, "endRow" | "endColumn">[];
}

/** The spill ranges of saved results: a sheet that ends before them would show #SPILL!. */
const sheetSpills = (file: StoredWorkbook, sheet: string): SheetPlacement["spills"] =>
  Object.entries(file.values).flatMap(([place, answers]) => {
    const cell = parseLocalAddress(place);
    if (cell?.sheet !== sheet) return [];
    return answers.map(({ value }) => {
      const matrix: readonly unknown[] = Array.isArray(value) ? value : [];
      const width = Array.isArray(matrix[0]) ? matrix[0].length : 1;
      return { endRow: cell.startRow + matrix.length, endColumn: cell.startColumn + width };
    });
  });

const toSheet = (sheet: SheetModel, { id, spills }: SheetPlacement): SheetData => {
  let [rowCount, columnCount] = [sheetRowCount, sheetColumnCount];
  const hold = (endRow: number, endColumn: number): void => {
    rowCount = Math.max(rowCount, endRow + 51);
    columnCount = Math.max(columnCount, endColumn + 11);
  };
  for (const { row, column } of sheet.cells) hold(row, column);
  for (const { endRow, endColumn } of spills) hold(endRow, endColumn);
  return {
    id,
    name: sheet.name,
    cellData: toCellData(sheet),
    columnData: columnDataOfSheet(sheet),
    rowData: rowData(sheet),
    mergeData: sheet.merged.map(parseArea),
    rowCount: Math.min(lastRow + 1, rowCount),
    columnCount: Math.min(lastColumn + 1, columnCount),
    defaultColumnWidth: sheet.columns.find(isRest)?.width ?? sheet.defaultWidth,
    defaultRowHeight: sheet.defaultHeight,
    ...(sheet.hidden === true && { hidden: BooleanNumber.TRUE }),
    ...(sheet.frozenRows + sheet.frozenColumns > 0 && { freeze: toFreeze(sheet) }),
  };
};

const toFreeze = ({ frozenRows, frozenColumns }: SheetModel): IFreeze => ({
  xSplit: frozenColumns,
  ySplit: frozenRows,
  startRow: frozenRows === 0 ? -1 : frozenRows,
  startColumn: frozenColumns === 0 ? -1 : frozenColumns,
});

/** Rows that a filter hides are hidden by the filter. */
const rowData = ({ rows, filter }: SheetModel): Record<number, Partial<IRowData>> => {
  const filtered = new Set(filter?.hiddenRows);
  return Object.fromEntries(
    rows.map(({ row, height, hidden }) => [
      row,
      {
        ...(height !== undefined && { h: height, ia: BooleanNumber.FALSE }),
        ...(hidden === true && !filtered.has(row) && { hd: BooleanNumber.TRUE }),
      },
    ]),
  );
};

const parseArea = (address: string): CellRange => {
  const parsed = parseLocalAddress(address);
  if (parsed === undefined) throw new Error(`"${address}" in the workbook file is no address.`);
  const { startRow, startColumn, endRow, endColumn } = parsed;
  return { startRow, startColumn, endRow, endColumn };
};

const toCellData = ({ cells: models }: SheetModel): SnapshotCells => {
  const cells: SnapshotCells = {};
  for (const model of models) {
    const data = { ...cellContent(model), ...(model.format !== undefined && { s: toStyle(model.format) }) };
    if (Object.keys(data).length > 0) (cells[model.row] ??= {})[model.column] = data;
  }
  return cells;
};

/** Values of a spill belong to its formula. */
const cellContent = (cell: CellModel): ICellData => {
  const { value, spilled } = cell;
  const formula = cellFormula(cell);
  if (formula !== undefined)
    return { ...parseEntry(formula), ...(cell.formula !== undefined && value !== undefined && resultData(value)) };
  if (value === undefined || typeof value === "object" || spilled === true) return {};
  return parseEntry(typeof value === "string" ? toTypedText(value) : value);
};

/** The formula of a cell, or the one that makes the error that it holds. */
export const cellFormula = ({ formula, value, spilled }: CellModel): string | undefined =>
  formula === undefined && typeof value === "object" && spilled !== true ? `=${value.error}` : formula;

/** An apostrophe keeps a text that would be read as something else. */
const toTypedText = (text: string): string =>
  text.startsWith("'") || parseEntry(text).t !== CellValueType.STRING ? `'${text}` : text;

const columnDataOfSheet = ({ columns }: SheetModel): Record<number, Partial<IColumnData>> => {
  const data: Record<number, Partial<IColumnData>> = {};
  for (const { start, end, width, hidden, format } of columns.filter((one) => !isRest(one)))
    for (let column = start; column <= end; column += 1)
      data[column] = {
        ...(width !== undefined && { w: width }),
        ...(hidden === true && { hd: BooleanNumber.TRUE }),
        ...(format !== undefined && { s: toStyle(format) }),
      };
  return data;
};
