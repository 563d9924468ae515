import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
  type Nullable,
} from "@univerjs/core";
import { columnLetters, formatCorners, parseLocalAddress } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";
import { type CellContent, parseEntry } from "../univer/entry";
import type { SheetFilter } from "../univer/sheet-filters";
import { fromStyle } from "../univer/cell-style";
import { defaultSize } from "./to-snapshot";
import type { CellFormat } from "../../ooxml/cell-format";
import type { ChartModel } from "../../ooxml/chart-model";
import { withoutMembers } from "../../ooxml/workbook-model";
import type { FilterFile, SheetFile } from "./workbook-file";

/** What a sheet keeps of the file that it was opened from. */
export type SheetOrigin = Pick<
  SheetFile,
  "part" | "rest" | "moved" | "keepsConditionalFormats" | "keepsDataValidations"
> & {
  readonly hasOtherFilters?: boolean;
  readonly cutFilter?: CutFilter;
};

/** A filter that goes on below or beside its sheet, which the engine does not know. */
interface CutFilter {
  /** In the file. */
  readonly address: string;
  /** As the sheet has it. */
  readonly shown: string;
}

/** The filter of a sheet that has just been opened, if it is cut there. */
export const findCutFilter = (book: Book, sheetId: string, { filter }: SheetFile): CutFilter | undefined => {
  const area = book.filters.get(sheetId)?.area;
  const range = area && formatCorners(area);
  return filter === undefined || range === undefined || range === filter.address
    ? undefined
    : { address: filter.address, shown: range };
};

/** The sheets of the open workbook in the format of a file. `origins` and `charts` are by the id of the sheet. */
export const toSheetFiles = (
  book: Book,
  origins: ReadonlyMap<string, SheetOrigin>,
  charts: (sheetId: string) => readonly ChartModel[],
): SheetFile[] =>
  book.workbook.getSheets().map((sheet) => {
    const sheetCharts = charts(sheet.getSheetId());
    return {
      ...readSheetFile(book, sheet.getSheetId(), origins),
      ...(sheetCharts.length > 0 && { charts: sheetCharts }),
    };
  });

const readSheetFile = (book: Book, sheetId: string, origins: ReadonlyMap<string, SheetOrigin>): SheetFile => {
  const model = book.sheet(sheetId).getSheet();
  const config = model.getConfig();
  const merged = model.getMergeData().map(formatCorners);
  const tables = book.tables.list(sheetId).map(({ name, area }) => ({ name, address: formatCorners(area) }));
  const conditionalFormats = book.conditionalFormats.list(sheetId);
  const notes = book.notes.list(sheetId).map((note) => withoutMembers(note, "id"));
  const links = book.links.list(sheetId);
  const threads = book.threads.list(sheetId);
  const dataValidations = book.dataValidations.list(sheetId);
  const heights = readHeights(config);
  const { ySplit, xSplit } = config.freeze;
  const filter = book.filters.get(sheetId);
  const { hasOtherFilters, cutFilter, ...origin } = origins.get(sheetId) ?? {};
  const hidden = { hiddenRows: rowsHidden(config, filter), hiddenColumns: columnsHidden(config) };
  return {
    name: model.getName(),
    ...readSheetCells(book, sheetId),
    widths: readWidths(config),
    ...(merged.length > 0 && { merged }),
    ...(tables.length > 0 && { tables }),
    ...(filter !== undefined && {
      filter: toFilterFile(filter, hasOtherFilters, wholeAddress(cutFilter, filter.area, config)),
    }),
    ...(conditionalFormats.length > 0 && { conditionalFormats }),
    ...(notes.length > 0 && { notes }),
    ...(links.length > 0 && { links }),
    ...(threads.length > 0 && { threads }),
    ...(dataValidations.length > 0 && { dataValidations }),
    ...(Object.keys(heights).length > 0 && { heights }),
    ...Object.fromEntries(Object.entries(hidden).filter(([, list]) => list.length > 0)),
    ...(ySplit > 0 && { frozenRows: ySplit }),
    ...(xSplit > 0 && { frozenColumns: xSplit }),
    ...readDefaultSizes(config),
    ...(config.hidden === BooleanNumber.TRUE && { hidden: true }),
    ...origin,
    ...(book.protection.isProtected(sheetId) && { protected: true }),
  };
};

/** The address of a filter as its file has it; below a row that was inserted the filter still goes on to the last one. */
const wholeAddress = (
  cut: CutFilter | undefined,
  area: Area,
  { rowCount }: Pick<IWorksheetData, "rowCount">,
): string | undefined => {
  if (cut === undefined) return undefined;
  if (formatCorners(area) === cut.shown) return cut.address;
  const goesOn = parseLocalAddress(cut.address)?.endRow === lastRow && area.endRow === rowCount - 1;
  return goesOn ? formatCorners({ ...area, endRow: lastRow }) : undefined;
};

const toFilterFile = (
  { area, columns, hiddenRows, hasColors }: SheetFilter,
  hasOthers: boolean | undefined,
  address = formatCorners(area),
): FilterFile => ({
  address,
  ...(columns.length > 0 && { columns }),
  ...(hiddenRows.length > 0 && hasColors !== true && { hiddenRows }),
  ...(hasOthers === true && { hasOthers }),
});

const readSheetCells = (book: Book, sheetId: string): Pick<SheetFile, "cells" | "formats"> => {
  const cells: Record<string, CellContent> = {};
  const formats: Record<string, CellFormat> = {};
  const styles = book.model.getStyles();
  book
    .sheet(sheetId)
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      const address = `${columnLetters(column)}${row + 1}`;
      const content = cellContent(cell, () => book.formulaAt({ sheetId, row, column }));
      if (content !== undefined) cells[address] = content;
      const style = cell?.s ? styles.getStyleByCell(cell) : undefined;
      const format = style ? fromStyle(style) : undefined;
      if (format !== undefined) formats[address] = format;
    });
  return { cells, formats: { ...readColumnFormats(book, sheetId), ...formats } };
};

const cellContent = (cell: Nullable<ICellData>, formula: () => string | undefined): CellContent | undefined => {
  if (!cell) return undefined;
  if (cell.f || cell.si) return formula();
  const { v, t } = cell;
  if (v === undefined || v === null || v === "") return undefined;
  if (t === CellValueType.BOOLEAN) return Boolean(v);
  if (typeof v !== "string") return v;
  return t === CellValueType.FORCE_STRING || parseEntry(v).t !== CellValueType.STRING ? `'${v}` : v;
};

const readColumnFormats = (book: Book, sheetId: string): Record<string, CellFormat> => {
  const formats: Record<string, CellFormat> = {};
  const { columnData } = book.sheet(sheetId).getSheet().getConfig();
  for (const [column, { s }] of Object.entries(columnData as Record<string, { s?: string | IStyleData }>)) {
    const style = typeof s === "string" ? book.model.getStyles().get(s) : s;
    const format = style ? fromStyle(style) : undefined;
    const letters = columnLetters(Number(column));
    if (format !== undefined) formats[`${letters}:${letters}`] = format;
  }
  return formats;
};

const readWidths = ({ columnData }: IWorksheetData): Record<string, number> =>
  Object.fromEntries(
    Object.entries(columnData as Record<string, { w?: number }>).flatMap(([column, { w }]) =>
      w === undefined ? [] : [[columnLetters(Number(column)), w]],
    ),
  );

/** Heights that somebody set; the engine computes others from the content. */
const readHeights = ({ rowData }: IWorksheetData): Record<string, number> =>
  Object.fromEntries(
    Object.entries(rowData as Record<string, { h?: number; ia?: BooleanNumber }>).flatMap(([row, { h, ia }]) =>
      h === undefined || ia !== BooleanNumber.FALSE ? [] : [[String(Number(row) + 1), h]],
    ),
  );

const readDefaultSizes = (config: IWorksheetData): Pick<SheetFile, "defaultWidth" | "defaultHeight"> => ({
  ...(config.defaultColumnWidth !== defaultSize.width && { defaultWidth: config.defaultColumnWidth }),
  ...(config.defaultRowHeight !== defaultSize.height && { defaultHeight: config.defaultRowHeight }),
});

const columnsHidden = ({ columnData }: IWorksheetData): string[] =>
  Object.entries(columnData as Record<string, { hd?: BooleanNumber }>).flatMap(([column, { hd }]) =>
    hd === BooleanNumber.TRUE ? [columnLetters(Number(column))] : [],
  );

/** Rows that are hidden without a filter, or by a criterion that files do not keep. */
const rowsHidden = ({ rowData }: IWorksheetData, filter: SheetFilter | undefined): number[] => {
  const rows = Object.entries(rowData as Record<string, { hd?: BooleanNumber }>).flatMap(([row, { hd }]) =>
    hd === BooleanNumber.TRUE ? [Number(row)] : [],
  );
  return filter?.hasColors === true ? [...new Set([...rows, ...filter.hiddenRows])] : rows;
};
