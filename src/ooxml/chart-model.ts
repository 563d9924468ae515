import { sheetColumns, sheetRows } from "../facts/excel-limits";

/** How a type of chart is drawn. */
export interface ChartForm {
  readonly shape: "column" | "bar" | "line" | "area" | "pie" | "doughnut" | "scatter";
  readonly stacked?: "sums" | "shares";
  readonly markers?: boolean;
  /** Of scatter charts: whether the points are connected. */
  readonly lines?: boolean;
  readonly smooth?: boolean;
}

/** The types of charts that can be shown and written, under their names in `Excel.ChartType`. */
export const chartForms = {
  ColumnClustered: { shape: "column" },
  ColumnStacked: { shape: "column", stacked: "sums" },
  ColumnStacked100: { shape: "column", stacked: "shares" },
  BarClustered: { shape: "bar" },
  BarStacked: { shape: "bar", stacked: "sums" },
  BarStacked100: { shape: "bar", stacked: "shares" },
  Line: { shape: "line" },
  LineStacked: { shape: "line", stacked: "sums" },
  LineStacked100: { shape: "line", stacked: "shares" },
  LineMarkers: { shape: "line", markers: true },
  LineMarkersStacked: { shape: "line", markers: true, stacked: "sums" },
  LineMarkersStacked100: { shape: "line", markers: true, stacked: "shares" },
  Area: { shape: "area" },
  AreaStacked: { shape: "area", stacked: "sums" },
  AreaStacked100: { shape: "area", stacked: "shares" },
  Pie: { shape: "pie" },
  Doughnut: { shape: "doughnut" },
  XYScatter: { shape: "scatter", markers: true },
  XYScatterLines: { shape: "scatter", markers: true, lines: true },
  XYScatterLinesNoMarkers: { shape: "scatter", lines: true },
  XYScatterSmooth: { shape: "scatter", markers: true, lines: true, smooth: true },
  XYScatterSmoothNoMarkers: { shape: "scatter", lines: true, smooth: true },
} as const satisfies Readonly<Record<string, ChartForm>>;

export type ChartType = keyof typeof chartForms;

export const isChartType = (name: string): name is ChartType => Object.hasOwn(chartForms, name);

export const chartForm = (type: ChartType): ChartForm => chartForms[type];

/** Pie and doughnut charts have slices and no axes. */
export const hasAxes = (type: ChartType): boolean => !["pie", "doughnut"].includes(chartForms[type].shape);

/** The type of chart with this form. */
export const typeOfForm = (form: ChartForm): ChartType => {
  const key = (one: ChartForm): string =>
    JSON.stringify([one.shape, one.stacked ?? "", one.markers === true, one.lines === true, one.smooth === true]);
  const entry = Object.entries<ChartForm>(chartForms).find(([, one]) => key(one) === key(form));
  return entry === undefined ? "ColumnClustered" : (entry[0] as ChartType);
};

/** A corner of a chart: a cell, and pixels from its top left corner. Rows and columns count from 0. */
export interface AnchorPoint {
  readonly row: number;
  readonly column: number;
  readonly rowOffset: number;
  readonly columnOffset: number;
}

/** The data of a series: `Sheet1!$B$2:$B$9` without `=`, or values that the chart itself contains. */
export interface ChartData {
  readonly formula?: string;
  /** Without a formula the data itself; with one that is no range, what the file last showed for it. */
  readonly values?: readonly (string | number | null)[];
}

/** A text of a chart: that of a cell, or one of the chart's own. */
export interface ChartText {
  readonly formula?: string;
  readonly text?: string;
}

export interface SeriesModel {
  readonly name?: ChartText;
  /** The categories; in scatter charts the x values. */
  readonly categories?: ChartData;
  readonly values?: ChartData;
  /** `#rrggbb`; automatic without it. */
  readonly color?: string;
  /** If it is not that of the chart. */
  readonly type?: ChartType;
  /** Whether a second value axis, on the other side, measures it. */
  readonly secondary?: boolean;
}

export interface AxisModel {
  readonly title?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** That of the cells without it. */
  readonly numberFormat?: string;
  readonly hidden?: boolean;
  readonly gridlines?: boolean;
}

export const legendPositions = ["Top", "Bottom", "Left", "Right", "Corner"] as const;
export type LegendPosition = (typeof legendPositions)[number];

export interface ChartModel {
  readonly name: string;
  readonly type: ChartType;
  /** Undefined for no title. Without a text it is the name of the only series, or "Chart Title". */
  readonly title?: { readonly text?: string };
  /** Undefined for no legend. */
  readonly legend?: LegendPosition;
  /** In scatter charts the axis of the x values. */
  readonly categoryAxis: AxisModel;
  readonly valueAxis: AxisModel;
  readonly series: readonly SeriesModel[];
  readonly from: AnchorPoint;
  readonly to: AnchorPoint;
  /** Whether the chart keeps its size, or its place too, when cells move. It does neither without it. */
  readonly keeps?: "size" | "place";
  /** How empty cells are drawn. They leave a gap without it. */
  readonly blanks?: "zero" | "connected";
  /** Whether cells in hidden rows and columns are drawn too. */
  readonly drawsHidden?: boolean;
  /** The part that the chart was read from. */
  readonly part?: string;
  /** What the file's chart has beyond this model, in words. */
  readonly simplified?: readonly string[];
}

/** The most series of a chart, and the most charts of a sheet. */
export const mostSeries = 255;
export const mostCharts = 500;

/** Widths of columns and heights of rows, in pixels. */
export interface SheetSizes {
  readonly widthOf: (column: number) => number;
  readonly heightOf: (row: number) => number;
  /** The pixels before a column; where it is missing, they are added up one by one. */
  readonly leftOf?: (column: number) => number;
  /** The pixels before a row. */
  readonly topOf?: (row: number) => number;
}

/** What is before `at` if each line before it has the size that `sizeOf` says. */
const addUp = (at: number, sizeOf: (at: number) => number): number => {
  let sum = 0;
  for (let line = 0; line < at; line += 1) sum += sizeOf(line);
  return sum;
};

/** The pixels from the top left corner of the sheet to a point. */
export const toPixels = (
  { row, column, rowOffset, columnOffset }: AnchorPoint,
  { widthOf, heightOf, leftOf, topOf }: SheetSizes,
): { readonly x: number; readonly y: number } => {
  const [x, y] = [leftOf?.(column) ?? addUp(column, widthOf), topOf?.(row) ?? addUp(row, heightOf)];
  return { x: x + Math.min(columnOffset, widthOf(column)), y: y + Math.min(rowOffset, heightOf(row)) };
};

/** Hundredths of a pixel, so that a place in points comes back from the units of a file (1/9525 of a pixel) as it was. */
export const roundPixels = (pixels: number): number => Math.round(pixels * 100) / 100;

/** The point that is so many pixels from the top left corner of the sheet. */
export const pointAt = (x: number, y: number, { widthOf, heightOf, leftOf, topOf }: SheetSizes): AnchorPoint => {
  const [column, columnOffset] = lineAt(x, sheetColumns, widthOf, leftOf);
  const [row, rowOffset] = lineAt(y, sheetRows, heightOf, topOf);
  return { row, column, rowOffset, columnOffset };
};

/** The column or row at a number of pixels from the first one, and the pixels within it. */
const lineAt = (
  pixels: number,
  count: number,
  sizeOf: (at: number) => number,
  startOf?: (at: number) => number,
): [at: number, offset: number] => {
  let [at, left] = [0, Math.max(0, pixels)];
  if (startOf === undefined) {
    for (; at < count - 1 && left >= sizeOf(at); at += 1) left -= sizeOf(at);
  } else {
    // The last line that begins there or before.
    let beyond = count;
    while (beyond - at > 1) {
      const middle = Math.floor((at + beyond) / 2);
      if (startOf(middle) <= left) at = middle;
      else beyond = middle;
    }
    left -= startOf(at);
  }
  return [at, roundPixels(Math.min(left, sizeOf(at)))];
};

/** Sizes of columns or rows of which most have the usual one. */
export class LineSizes {
  readonly #usual: number;
  readonly #others: ReadonlyMap<number, number>;
  /** The lines of another size in their order, and how many pixels more than usual the lines up to each have. */
  #sums: readonly { readonly line: number; readonly more: number }[] | undefined;

  constructor(usual: number, others: ReadonlyMap<number, number>) {
    this.#usual = usual;
    this.#others = others;
  }

  sizeOf(line: number): number {
    return this.#others.get(line) ?? this.#usual;
  }

  /** The pixels before a line. */
  startOf(line: number): number {
    this.#sums ??= this.#sumUp();
    let [first, beyond] = [0, this.#sums.length];
    while (first < beyond) {
      const middle = Math.floor((first + beyond) / 2);
      if ((this.#sums[middle]?.line ?? line) < line) first = middle + 1;
      else beyond = middle;
    }
    return line * this.#usual + (this.#sums[first - 1]?.more ?? 0);
  }

  #sumUp(): readonly { readonly line: number; readonly more: number }[] {
    let more = 0;
    return [...this.#others]
      .toSorted(([one], [other]) => one - other)
      .map(([line, size]) => ({ line, more: (more += size - this.#usual) }));
  }
}
