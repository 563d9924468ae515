import { showsDate } from "../univer/display-formats";
import type { CellRange } from "../../facts/addresses";
import {
  type ChartModel,
  type ChartType,
  chartForm,
  hasAxes,
  toPixels,
  pointAt,
  type SeriesModel,
} from "../../ooxml/chart-model";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import { readNumberFormats } from "../univer/number-formats";
import { absoluteAddress } from "./sheet-charts";
import type { SheetCharts } from "./sheet-charts";

/** How cells become series: `Auto` takes the longer side of the data as categories. */
export type SeriesBy = "Auto" | "Columns" | "Rows";

/** Excel's size of a new chart, in pixels. */
const size = { width: 480, height: 288 };

type Rows = readonly (readonly CellContent[])[];

const isLabel = (value: CellContent): boolean => typeof value === "string" && value !== "";

/** The leading rows and columns of the cells that name the series and the categories. */
const findHeaders = (rows: Rows, showsDates: boolean): { readonly rows: number; readonly columns: number } => {
  const hasNumbers = rows.slice(1).some((row) => row.slice(1).some((value) => typeof value === "number"));
  // Numbers name series and categories too, if the first cell is empty.
  const hasCorner = (rows[0]?.[0] ?? "") === "" && hasNumbers;
  const names = (values: readonly CellContent[]): boolean =>
    values.some((value) => (hasCorner ? value !== "" : isLabel(value)));
  const width = rows[0]?.length ?? 0;
  const firstRow = rows.length > 1 && names((rows[0] ?? []).slice(width > 1 ? 1 : 0)) ? 1 : 0;
  const texts = labelColumns(rows.slice(firstRow), width);
  const isAxis = showsDates || (hasCorner && names(rows.slice(1).map((row) => row[0] ?? "")));
  return { rows: firstRow, columns: texts === 0 && width > 1 && isAxis ? 1 : texts };
};

/** Several columns of texts become categories with several levels. */
const labelColumns = (rows: Rows, width: number): number => {
  let columns = 0;
  while (columns < width - 1 && rows.some((row) => isLabel(row[columns] ?? ""))) columns += 1;
  return columns;
};

type DataBlock = CellRange;

/** Rows as columns, so that one way of reading serves both. */
const transpose = ({ startRow, endRow, startColumn, endColumn }: DataBlock): DataBlock => ({
  startRow: startColumn,
  endRow: endColumn,
  startColumn: startRow,
  endColumn: endRow,
});

/** The series of a chart of these cells, as Excel finds them. */
export const toSeries = (book: Book, area: Area, type: ChartType, seriesBy: SeriesBy): SeriesModel[] => {
  const { sheetId, ...cells } = book.clip(area);
  const rows = book.values({ sheetId, ...cells });
  const first = {
    sheetId,
    ...cells,
    startRow: Math.min(cells.startRow + 1, cells.endRow),
    endColumn: cells.startColumn,
  };
  const headers = findHeaders(
    rows,
    readNumberFormats(book, first).every(([format = ""]) => showsDate(format)),
  );
  const height = rows.length - headers.rows;
  const width = (rows[0]?.length ?? 0) - headers.columns;
  const byRows = seriesBy === "Rows" || (seriesBy === "Auto" && width > height);
  const [labels, names] = byRows ? [headers.rows, headers.columns] : [headers.columns, headers.rows];
  const whole = byRows ? transpose(cells) : cells;
  const data = { ...whole, startRow: whole.startRow + names, startColumn: whole.startColumn + labels };
  const formula = (block: DataBlock): string =>
    absoluteAddress(book, { sheetId, ...(byRows ? transpose(block) : block) });
  const column = (at: number): DataBlock => ({ ...data, startColumn: at, endColumn: at });
  // The first line of numbers is the x values of a scatter chart.
  const takesX = chartForm(type).shape === "scatter" && labels === 0 && data.startColumn < data.endColumn;
  const axis = takesX
    ? column(data.startColumn)
    : { ...data, startColumn: whole.startColumn, endColumn: data.startColumn - 1 };
  const series: SeriesModel[] = [];
  for (let at = data.startColumn + (takesX ? 1 : 0); at <= data.endColumn; at += 1)
    series.push({
      ...(names > 0 && {
        name: { formula: formula({ ...column(at), startRow: whole.startRow, endRow: data.startRow - 1 }) },
      }),
      ...((takesX || labels > 0) && { categories: { formula: formula(axis) } }),
      values: { formula: formula(column(at)) },
    });
  return series;
};

/** A chart of these cells with Excel's defaults, in the middle of what the window shows of the sheet. */
export const newChart = (
  book: Book,
  charts: SheetCharts,
  sheetId: string,
  type: ChartType,
  series: readonly SeriesModel[],
): Omit<ChartModel, "name"> => {
  const sizes = charts.sizes(sheetId);
  const scrolled = book.sheet(sheetId).getScrollState();
  const corner = {
    row: scrolled.sheetViewStartRow,
    column: scrolled.sheetViewStartColumn,
    rowOffset: 0,
    columnOffset: 0,
  };
  const { x, y } = toPixels(corner, sizes);
  const shift = 24 * charts.list(sheetId).length;
  const [left, top] = [x + 240 + shift, y + 110 + shift];
  return {
    type,
    title: {},
    ...((series.length > 1 || !hasAxes(type)) && { legend: "Bottom" }),
    categoryAxis: {},
    valueAxis: hasAxes(type) ? { gridlines: true } : {},
    series,
    from: pointAt(left, top, sizes),
    to: pointAt(left + size.width, top + size.height, sizes),
  };
};
