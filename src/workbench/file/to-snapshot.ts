import {
  BooleanNumber,
  type ICellData,
  type IColumnData,
  type IFreeze,
  type IRowData,
  type IStyleData,
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
import type { SheetFile, WorkbookFile } from "./workbook-file";

const sheetRowCount = 1_000;
const sheetColumnCount = 60;
/** Of columns and rows, in pixels. */
export const defaultSize = { width: 88, height: 22 } as const;

/** The id of a file's sheet after opening. */
export const sheetIdAt = (index: number): string => `sheet-${index + 1}`;

/** Converts a workbook file to the engine's data. */
export const toSnapshot = (file: WorkbookFile, id: string): Partial<IWorkbookData> => {
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
const toFilters = (file: WorkbookFile, sheets: readonly SheetData[]): Map<string, SheetFilter> =>
  new Map(
    sheets.flatMap(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const filter = file.sheets[index]?.filter;
      if (filter === undefined) return [];
      const { startRow, startColumn, ...end } = parseArea(filter.address);
      const endRow = Math.min(end.endRow, rowCount - 1);
      const endColumn = Math.min(end.endColumn, columnCount - 1);
      const area = { sheetId: id, startRow, startColumn, endRow, endColumn };
      return [[id, { area, columns: filter.columns ?? [], hiddenRows: filter.hiddenRows ?? [] }]];
    }),
  );

const snapshotRules = (
  file: WorkbookFile,
  sheets: readonly SheetData[],
): Parameters<typeof conditionalFormatsResource>[0] =>
  new Map(
    sheets.map(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const formats = file.sheets[index]?.conditionalFormats ?? [];
      return [id, { formats, size: { rows: rowCount, columns: columnCount } }] as const;
    }),
  );

const toValidations = (
  file: WorkbookFile,
  sheets: readonly SheetData[],
): Parameters<typeof dataValidationsResource>[0] =>
  new Map(
    sheets.map(({ id, rowCount = sheetRowCount, columnCount = sheetColumnCount }, index) => {
      const validations = file.sheets[index]?.dataValidations ?? [];
      return [id, { validations, size: { rows: rowCount, columns: columnCount } }] as const;
    }),
  );

const toNames = ({ names = [], sheets }: WorkbookFile): DefinedName[] =>
  names.map(({ sheet, ...name }) => {
    const owner = sheets.findIndex((one) => one.name === sheet);
    return { ...name, sheetId: owner === -1 ? undefined : sheetIdAt(owner) };
  });

type SheetData = Partial<IWorksheetData> & { readonly id: string };
type SnapshotCells = Record<number, Record<number, ICellData>>;

interface SheetPlacement {
  readonly id: string;
  readonly spills: readonly Pick<Area, "endRow" | "endColumn">[];
}

/** The spill ranges of saved results: a sheet that ends before them would show #SPILL!. */
const sheetSpills = (file: WorkbookFile, sheet: string): SheetPlacement["spills"] =>
  Object.entries(file.values ?? {}).flatMap(([place, answers]) => {
    const cell = parseLocalAddress(place);
    if (cell?.sheet !== sheet) return [];
    return answers.map(({ value }) => {
      const matrix: readonly unknown[] = Array.isArray(value) ? value : [];
      const width = Array.isArray(matrix[0]) ? matrix[0].length : 1;
      return { endRow: cell.startRow + matrix.length, endColumn: cell.startColumn + width };
    });
  });

const toSheet = (sheet: SheetFile, { id, spills }: SheetPlacement): SheetData => {
  const cellData = toCellData(sheet);
  const columnData = columnDataOfSheet(sheet);
  const rowEnds = [...Object.keys(cellData).map((row) => Number(row) + 51), ...spills.map(({ endRow }) => endRow + 51)];
  const columnEnds = [
    ...Object.values(cellData).flatMap((row) => Object.keys(row).map((column) => Number(column) + 11)),
    ...spills.map(({ endColumn }) => endColumn + 11),
  ];
  return {
    id,
    name: sheet.name,
    cellData,
    columnData,
    rowData: rowData(sheet),
    mergeData: (sheet.merged ?? []).map(parseArea),
    rowCount: Math.min(lastRow + 1, highestCount(sheetRowCount, rowEnds)),
    columnCount: Math.min(lastColumn + 1, highestCount(sheetColumnCount, columnEnds)),
    defaultColumnWidth: sheet.defaultWidth ?? defaultSize.width,
    defaultRowHeight: sheet.defaultHeight ?? defaultSize.height,
    ...(sheet.hidden === true && { hidden: BooleanNumber.TRUE }),
    ...((sheet.frozenRows ?? sheet.frozenColumns) !== undefined && { freeze: toFreeze(sheet) }),
  };
};

const toFreeze = ({ frozenRows = 0, frozenColumns = 0 }: SheetFile): IFreeze => ({
  xSplit: frozenColumns,
  ySplit: frozenRows,
  startRow: frozenRows === 0 ? -1 : frozenRows,
  startColumn: frozenColumns === 0 ? -1 : frozenColumns,
});

const rowData = ({ heights = {}, hiddenRows = [] }: SheetFile): Record<number, Partial<IRowData>> => {
  const data: Record<number, Partial<IRowData>> = {};
  for (const [row, h] of Object.entries(heights)) data[Number(row) - 1] = { h, ia: BooleanNumber.FALSE };
  for (const row of hiddenRows) data[row] = { ...data[row], hd: BooleanNumber.TRUE };
  return data;
};

/** `Math.max` takes as many arguments as the stack has room for; sheets have more rows. */
const highestCount = (least: number, numbers: readonly number[]): number =>
  numbers.reduce((most, one) => Math.max(most, one), least);

const parseArea = (address: string): CellRange => {
  const parsed = parseLocalAddress(address);
  if (parsed === undefined) throw new Error(`"${address}" in the workbook file is no address.`);
  const { startRow, startColumn, endRow, endColumn } = parsed;
  return { startRow, startColumn, endRow, endColumn };
};

const toCellData = (sheet: SheetFile): SnapshotCells => {
  const cells: SnapshotCells = {};
  const putCell = (row: number, column: number, data: ICellData): void => {
    const line = (cells[row] ??= {});
    line[column] = { ...line[column], ...data };
  };
  for (const [address, content] of Object.entries(sheet.cells)) {
    const { startRow, startColumn } = parseArea(address);
    const result = sheet.shown?.values[address];
    const entry = parseEntry(content);
    putCell(startRow, startColumn, entry.f && result !== undefined ? { ...entry, ...resultData(result) } : entry);
  }
  for (const [address, format] of Object.entries(sheet.formats ?? {})) {
    const area = parseArea(address);
    if (area.endRow >= lastRow) continue;
    for (let row = area.startRow; row <= area.endRow; row += 1)
      for (let column = area.startColumn; column <= area.endColumn; column += 1)
        putCell(row, column, { s: { ...(cells[row]?.[column]?.s as IStyleData | undefined), ...toStyle(format) } });
  }
  return cells;
};

const columnDataOfSheet = (sheet: SheetFile): Record<number, Partial<IColumnData>> => {
  const data: Record<number, Partial<IColumnData>> = {};
  for (const [letters, w] of Object.entries(sheet.widths ?? {}))
    data[parseArea(`${letters}:${letters}`).startColumn] = { w };
  for (const letters of sheet.hiddenColumns ?? []) {
    const column = parseArea(`${letters}:${letters}`).startColumn;
    data[column] = { ...data[column], hd: BooleanNumber.TRUE };
  }
  for (const [address, format] of Object.entries(sheet.formats ?? {})) {
    const area = parseArea(address);
    if (area.endRow < lastRow) continue;
    for (let column = area.startColumn; column <= area.endColumn; column += 1)
      data[column] = { ...data[column], s: toStyle(format) };
  }
  return data;
};
