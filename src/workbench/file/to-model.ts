import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
  type Nullable,
} from "@univerjs/core";
import { formatCorners, formatRange, parseLocalAddress, singleCell } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import type { SheetFilter } from "../univer/sheet-filters";
import { fromStyle } from "../univer/cell-style";
import { errorValue } from "../univer/error-value";
import type { SheetOrigin } from "../office/office-host";
import type { ChartModel } from "../../ooxml/chart-model";
import {
  CellCollection,
  type CellModel,
  type CellValue,
  type ColumnsModel,
  type FilterModel,
  type RowModel,
  type SheetModel,
  withoutMembers,
} from "../../ooxml/workbook-model";
import { formulaContent, withRest } from "./workbook-json";

type CutFilter = NonNullable<SheetOrigin["cutFilter"]>;

/** The filter of a sheet that has just been opened, if it is cut there. */
export const findCutFilter = (book: Book, sheetId: string, { filter }: SheetModel): CutFilter | undefined => {
  const area = book.filters.get(sheetId)?.area;
  const shown = area && formatCorners(area);
  return filter === undefined || shown === undefined || shown === filter.range
    ? undefined
    : { range: filter.range, shown };
};

/** What a sheet is read from, besides the open workbook. */
export interface SheetContext {
  readonly origin: SheetOrigin | undefined;
  readonly charts: readonly ChartModel[];
  /** Cells without a number format of their own get that of the result they show, which a file cannot say otherwise. */
  readonly formatsResults: boolean;
}

/** A sheet of the open workbook, with what its formulas show. */
export const toSheetModel = (
  book: Book,
  sheetId: string,
  { origin = {}, charts, formatsResults }: SheetContext,
): SheetModel => {
  const model = book.sheet(sheetId).getSheet();
  const config = model.getConfig();
  const filter = book.filters.get(sheetId);
  const { hasOtherFilters, cutFilter, rest, ...kept } = origin;
  return {
    name: model.getName(),
    cells: readCells(book, sheetId, formatsResults),
    columns: withRest(readColumns(book, config), rest),
    rows: readRows(config, filter),
    merged: model.getMergeData().map(formatCorners),
    tables: book.tables.list(sheetId).map(({ name, area }) => ({ name, range: formatCorners(area) })),
    ...(filter !== undefined && {
      filter: toFilterModel(filter, hasOtherFilters, wholeRange(cutFilter, filter.area, config)),
    }),
    charts,
    conditionalFormats: book.conditionalFormats.list(sheetId),
    notes: book.notes.list(sheetId).map((note) => withoutMembers(note, "id")),
    links: book.links.list(sheetId),
    threads: book.threads.list(sheetId),
    dataValidations: book.dataValidations.list(sheetId),
    frozenRows: Math.max(0, config.freeze.ySplit),
    frozenColumns: Math.max(0, config.freeze.xSplit),
    defaultWidth: config.defaultColumnWidth,
    defaultHeight: config.defaultRowHeight,
    ...(config.hidden === BooleanNumber.TRUE && { hidden: true }),
    ...kept,
    protected: book.protection.isProtected(sheetId),
  };
};

/** The range of a filter as its file has it; below a row that was inserted the filter still goes on to the last one. */
const wholeRange = (
  cut: CutFilter | undefined,
  area: Area,
  { rowCount }: Pick<IWorksheetData, "rowCount">,
): string | undefined => {
  if (cut === undefined) return undefined;
  if (formatCorners(area) === cut.shown) return cut.range;
  const goesOn = parseLocalAddress(cut.range)?.endRow === lastRow && area.endRow === rowCount - 1;
  return goesOn ? formatCorners({ ...area, endRow: lastRow }) : undefined;
};

const toFilterModel = (
  { area, columns, hiddenRows, hasColors }: SheetFilter,
  hasOthers: boolean | undefined,
  range = formatCorners(area),
): FilterModel => ({
  range,
  columns,
  ...(hiddenRows.length > 0 && hasColors !== true && { hiddenRows }),
  ...(hasOthers === true && { hasOthers }),
});

const readCells = (book: Book, sheetId: string, formatsResults: boolean): CellModel[] => {
  const cells = new CellCollection();
  const styles = book.model.getStyles();
  book
    .sheet(sheetId)
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      const content = cellContent(cell, () => book.formulaAt({ sheetId, row, column }));
      const style = cell?.s ? styles.getStyleByCell(cell) : undefined;
      const format = style ? fromStyle(style) : undefined;
      if (content !== undefined || format !== undefined)
        Object.assign(cells.at(row, column), content, format && { format });
    });
  for (const cell of cells.sorted())
    if (cell.formula !== undefined) addResult(book, sheetId, cells.at(cell.row, cell.column));
  for (const spill of book.spills(sheetId)) addSpill(book, spill, cells, formatsResults);
  return cells.sorted();
};

const addResult = (book: Book, sheetId: string, cell: ReturnType<CellCollection["at"]>): void => {
  const [[value] = []] = book.values({ sheetId, ...singleCell(cell.row, cell.column) });
  if (value !== undefined) cell.value = toCellValue(value);
};

/** Adds the results of a formula that fills more cells. */
const addSpill = (book: Book, spill: Area, cells: CellCollection, formatsResults: boolean): void => {
  const { startRow, startColumn, endRow, endColumn } = spill;
  book.values(spill).forEach((row, r) =>
    row.forEach((value, c) => {
      const cell = cells.at(startRow + r, startColumn + c);
      if (cell.formula !== undefined) cell.value = toCellValue(value);
      else if (cell.value === undefined) Object.assign(cell, { value: toCellValue(value), spilled: true });
    }),
  );
  if (startRow !== endRow || startColumn !== endColumn) cells.at(startRow, startColumn).spill = formatRange(spill);
  if (!formatsResults) return;
  book.spilledFormats(spill).forEach((row, r) =>
    row.forEach((numberFormat, c) => {
      if (numberFormat === undefined) return;
      const cell = cells.at(startRow + r, startColumn + c);
      cell.format = { numberFormat, ...cell.format };
    }),
  );
};

const toCellValue = (value: CellContent): CellValue =>
  typeof value === "string" && (errorValue.test(value) || value === "#GETTING_DATA") ? { error: value } : value;

/** Undefined for an empty cell. */
const cellContent = (
  cell: Nullable<ICellData>,
  formula: () => string | undefined,
): Pick<CellModel, "formula" | "value"> | undefined => {
  if (!cell) return undefined;
  if (cell.f || cell.si) {
    const text = formula();
    return text === undefined ? undefined : formulaContent(text);
  }
  const { v, t } = cell;
  if (v === undefined || v === null || v === "") return undefined;
  return { value: t === CellValueType.BOOLEAN ? Boolean(v) : v };
};

const readColumns = (book: Book, { columnData }: IWorksheetData): ColumnsModel[] =>
  Object.entries(columnData as Record<string, EngineColumn>)
    .map(([digits, { w, hd, s }]): ColumnsModel => {
      const column = Number(digits);
      const style = typeof s === "string" ? book.model.getStyles().get(s) : s;
      const format = style ? fromStyle(style) : undefined;
      return {
        start: column,
        end: column,
        ...(w !== undefined && { width: w }),
        ...(hd === BooleanNumber.TRUE && { hidden: true }),
        ...(format !== undefined && { format }),
      };
    })
    .filter((column) => Object.keys(column).length > 2);

interface EngineColumn {
  readonly w?: number;
  readonly hd?: BooleanNumber;
  readonly s?: string | IStyleData;
}

/** Heights that somebody set; the engine computes others from the content. */
const readRows = ({ rowData }: IWorksheetData, filter: SheetFilter | undefined): RowModel[] => {
  const rows = new Map<number, RowModel>();
  for (const [digits, { h, ia, hd }] of Object.entries(
    rowData as Record<string, { h?: number; ia?: BooleanNumber; hd?: BooleanNumber }>,
  )) {
    const row = Number(digits);
    const isSet = h !== undefined && ia === BooleanNumber.FALSE;
    const hidden = hd === BooleanNumber.TRUE;
    if (isSet || hidden) rows.set(row, { row, ...(isSet && { height: h }), ...(hidden && { hidden }) });
  }
  for (const row of filter?.hiddenRows ?? []) rows.set(row, { ...rows.get(row), row, hidden: true });
  return [...rows.values()].toSorted((one, other) => one.row - other.row);
};
