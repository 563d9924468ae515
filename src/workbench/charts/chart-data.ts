import { parseLocalAddress } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { chartForm, type ChartData, type ChartModel, type ChartText, type ChartType } from "../../ooxml/chart-model";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import { readNumberFormats } from "../univer/number-formats";
import { usedArea } from "../univer/used-area";

/** The most points of a series that are drawn. */
export const mostPoints = 32_000;

/** What a series shows now. */
export interface SeriesData {
  readonly name: string;
  readonly type: ChartType;
  /** Null leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Of a scatter chart. */
  readonly x: readonly (number | null)[];
  readonly color: string | undefined;
  readonly secondary: boolean;
}

/** What a chart shows now. */
export interface DrawnData {
  readonly title: string | undefined;
  readonly categories: readonly string[];
  readonly series: readonly SeriesData[];
  /** Of the first series' cells, for axes without a format of their own. */
  readonly valueFormat: string;
  readonly categoryFormat: string;
  /** Whether a series has more points than are drawn. */
  readonly isCut: boolean;
}

interface ChartCells {
  readonly values: readonly CellContent[];
  readonly text: readonly string[];
  /** The texts of each row, if the cells have several columns. */
  readonly lines: readonly (readonly string[])[];
  readonly format: string;
  readonly isCut: boolean;
}

const noCells: ChartCells = { values: [], text: [], lines: [], format: "General", isCut: false };

/** The cells of a formula, without those in hidden rows and columns. */
const readChartCells = (book: Book, formula: string, drawsHidden: boolean): ChartCells => {
  const parsed = parseLocalAddress(formula);
  const sheetId = parsed?.sheet === undefined ? undefined : book.findSheet(parsed.sheet);
  return parsed === undefined || sheetId === undefined ? noCells : readArea(book, { ...parsed, sheetId }, drawsHidden);
};

const readArea = (book: Book, whole: Area, drawsHidden: boolean): ChartCells => {
  const { sheetId, startRow, startColumn } = whole;
  const { area, isCut } = cutArea(book, whole);
  const sheet = book.sheet(sheetId).getSheet();
  const isShown = (r: number, c: number): boolean =>
    drawsHidden || (sheet.getRowVisible(startRow + r) && sheet.getColVisible(startColumn + c));
  const visible = <Value>(rows: readonly (readonly Value[])[]): Value[][] =>
    rows.map((row, r) => row.filter((_, c) => isShown(r, c)));
  const text = visible(book.text(area));
  return {
    values: visible(book.values(area)).flat(),
    text: text.flat(),
    lines: text.filter((line) => line.length > 0),
    format: readNumberFormats(book, { ...area, endRow: startRow, endColumn: startColumn })[0]?.[0] ?? "General",
    isCut,
  };
};

/** The cells of an area that are drawn, and whether it has more. Whole columns and rows end with the last filled cell. */
const cutArea = (book: Book, area: Area): { readonly area: Area; readonly isCut: boolean } => {
  const { sheetId, startRow, startColumn } = area;
  const usedPart = area.endRow === lastRow || area.endColumn === lastColumn ? usedArea(book, sheetId) : undefined;
  const endRow = area.endRow === lastRow ? Math.max(startRow, usedPart?.endRow ?? startRow) : area.endRow;
  const endColumn =
    area.endColumn === lastColumn ? Math.max(startColumn, usedPart?.endColumn ?? startColumn) : area.endColumn;
  const drawnArea = {
    ...area,
    endRow: Math.min(endRow, startRow + mostPoints - 1),
    endColumn: Math.min(endColumn, startColumn + mostPoints - 1),
  };
  return { area: drawnArea, isCut: drawnArea.endRow < endRow || drawnArea.endColumn < endColumn };
};

/** Excel draws texts as zero. Empty cells leave a gap, and so do errors: a zero would look like a result. */
const toNumber = (value: string | number | boolean | null): number | null => {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || value === "" || /^#[A-Z]/.test(value)) return null;
  return 0;
};

/** Whether a formula is a range of this workbook. Names and other workbooks are drawn as their file showed them. */
const isHere = (book: Book, formula: string): boolean => {
  const sheet = parseLocalAddress(formula)?.sheet;
  return sheet !== undefined && book.findSheet(sheet) !== undefined;
};

/** Reads what a chart shows from the cells that it names. */
export const readChartData = (book: Book, chart: ChartModel): DrawnData => {
  const drawsHidden = chart.drawsHidden === true;
  const known = new Map<string, ChartCells>();
  const read = (formula: string): ChartCells => {
    const cells = known.get(formula) ?? readChartCells(book, formula, drawsHidden);
    known.set(formula, cells);
    return cells;
  };
  const numbers = ({ formula, values = [] }: ChartData = {}): (number | null)[] =>
    (formula !== undefined && isHere(book, formula) ? read(formula).values : values).map(toNumber);
  const labels = ({ formula, values = [] }: ChartData = {}): string[] => {
    if (formula === undefined || !isHere(book, formula)) return values.map((one) => (one === null ? "" : String(one)));
    const { text, lines } = read(formula);
    const isTable = lines.length > 1 && (lines[0]?.length ?? 0) > 1;
    return isTable ? lines.map((line) => line.filter((one) => one !== "").join(" · ")) : [...text];
  };
  const textOf = ({ formula, text = "" }: ChartText): string =>
    formula !== undefined && isHere(book, formula) ? read(formula).text.join(" ") : text;
  const isScatter = chartForm(chart.type).shape === "scatter";
  const series = chart.series.map((one, index): SeriesData => {
    const values = numbers(one.values);
    const x = isScatter ? numbers(one.categories) : [];
    const isNumeric =
      isScatter && read(one.categories?.formula ?? "").values.some((value) => typeof value === "number");
    const name = one.name === undefined ? "" : textOf(one.name);
    return {
      name: name === "" ? `Series${index + 1}` : name,
      type: one.type ?? chart.type,
      values,
      // Without numbers Excel counts the points.
      x: isNumeric || (one.categories?.values?.length ?? 0) > 0 ? x : values.map((_, at) => at + 1),
      color: one.color,
      secondary: one.secondary === true,
    };
  });
  const longest = Math.max(0, ...series.map(({ values }) => values.length));
  const categoryLabels = labels(chart.series.find(({ categories }) => categories !== undefined)?.categories);
  const [first] = chart.series;
  const automaticTitle = series.length === 1 ? series[0]?.name : "Chart Title";
  return {
    title: chart.title === undefined ? undefined : (chart.title.text ?? automaticTitle),
    categories: Array.from(
      { length: longest },
      (_, at) => categoryLabels[at] ?? (categoryLabels.length === 0 ? String(at + 1) : ""),
    ),
    series,
    valueFormat: first?.values?.formula === undefined ? "General" : read(first.values.formula).format,
    categoryFormat: first?.categories?.formula === undefined ? "General" : read(first.categories.formula).format,
    isCut: [...known.values()].some(({ isCut }) => isCut),
  };
};
