import { cellAddress, parseLocalAddress, singleCell } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import type { CellFormat } from "../../ooxml/cell-format";
import type { ChartModel } from "../../ooxml/chart-model";
import type { SheetModel } from "../../ooxml/workbook-model";
import type { StoredWorkbook } from "../file/stored-workbook";

/** The part of a sheet that a picture shows, in pixels of the sheet: more of one with charts. */
const pictureSize = ({ charts = [] }: SheetModel): { readonly width: number; readonly height: number } =>
  charts.length > 0 ? { width: 960, height: 600 } : { width: 560, height: 350 };

/** So many rows stand for a result that was not saved. */
const assumedRows = 20;
const ink = "#44546a";
const line = "#c8d0d8";

/** Colors come from a file. */
const escaped = (value: string | number): string =>
  String(value).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const attributeText = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");

const box = (bounds: PictureBounds, fill: string, more: Readonly<Record<string, string | number>> = {}): string =>
  `<rect${attributeText({ ...bounds, fill, ...more })}/>`;

interface PictureBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a cell shows: a text as long as this, or a number. Undefined for the result of a formula that was not saved. */
type PictureValue = string | number | undefined;

/** A small picture (SVG) of the sheet that a workbook opens with: fills, texts as lines, and charts, drawn from the file alone. */
export const drawWorkbook = (file: StoredWorkbook): string => {
  const sheet = file.sheets[file.active] ?? file.sheets[0];
  if (sheet === undefined) return "";
  const size = pictureSize(sheet);
  const grid = new PictureGrid(sheet, size.width, size.height);
  const cells = pictureCells(file, sheet);
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${size.width} ${size.height}`,
    preserveAspectRatio: "xMinYMin slice",
    "aria-hidden": "true",
  };
  const boxes = [
    box({ x: 0, y: 0, ...size }, "#ffffff"),
    ...drawFills(sheet, grid),
    ...drawScores(sheet, grid, cells),
    ...drawTexts(sheet, grid, cells),
    ...(sheet.charts ?? []).flatMap((chart) => drawChart(chart, grid)),
  ];
  return `<svg${attributeText(attributes)}>${boxes.join("")}</svg>`;
};

type PictureArea = Omit<NonNullable<ReturnType<typeof parseLocalAddress>>, "sheet">;

/** The rows and columns that a picture shows. */
class PictureGrid {
  /** The left edges of the columns, and the end of the last one; the upper edges of the rows. */
  readonly #columns: readonly number[];
  readonly #rows: readonly number[];

  constructor(sheet: SheetModel, width: number, height: number) {
    const { columns, rows, defaultWidth, defaultHeight } = sheet;
    const heights = new Map(rows.map(({ row, height }) => [row, height]));
    const columnWidth = (at: number): number | undefined =>
      columns.find(({ start, end }) => start <= at && at <= end)?.width;
    this.#columns = edges(width, (at) => columnWidth(at) ?? defaultWidth);
    this.#rows = edges(height, (at) => heights.get(at) ?? defaultHeight);
  }

  get rows(): number {
    return this.#rows.length - 1;
  }

  get columns(): number {
    return this.#columns.length - 1;
  }

  /** The part of an area that is shown; undefined if there is none. */
  boundsOf({ startRow, endRow, startColumn, endColumn }: PictureArea): PictureBounds | undefined {
    const [x, y] = [this.#columns[startColumn], this.#rows[startRow]];
    if (x === undefined || y === undefined) return undefined;
    const right = this.#columns[Math.min(endColumn + 1, this.columns)] ?? x;
    const bottom = this.#rows[Math.min(endRow + 1, this.rows)] ?? y;
    return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
  }

  cell(row: number, column: number): PictureBounds | undefined {
    return this.boundsOf({ startRow: row, endRow: row, startColumn: column, endColumn: column });
  }
}

const edges = (length: number, sizeOf: (at: number) => number): readonly number[] => {
  const positions = [0];
  for (let at = 0; (positions.at(-1) ?? 0) < length; at += 1)
    positions.push((positions.at(-1) ?? 0) + Math.max(1, sizeOf(at)));
  return positions;
};

const positionKey = (row: number, column: number): string => `${row}:${column}`;

/** The shown values by cell, with those of spilled results. */
const pictureCells = (file: StoredWorkbook, sheet: SheetModel): ReadonlyMap<string, PictureValue> => {
  const cells = new Map<string, PictureValue>();
  const lastColumn = Math.max(0, ...sheet.columns.map(({ start }) => start));
  for (const { row, column, value, formula } of sheet.cells) {
    if (formula === undefined) {
      if (value !== undefined) cells.set(positionKey(row, column), toPictureValue(value));
      continue;
    }
    const saved = file.values[cellAddress(sheet.name, row, column)]?.[0]?.value;
    // A function of an add-in has a point in its name, and may fill more cells.
    const rows = Array.isArray(saved)
      ? (saved as unknown[][])
      : value !== undefined
        ? [[value]]
        : assumedResult(formula, lastColumn - column + 1);
    rows.forEach((values, down) =>
      values.forEach((one, right) => {
        const key = positionKey(row + down, column + right);
        if (!cells.has(key)) cells.set(key, toPictureValue(one));
      }),
    );
  }
  return cells;
};

const assumedResult = (formula: string, width: number): readonly (readonly unknown[])[] =>
  /^=[A-Z]+\.[A-Z]/i.test(formula)
    ? Array.from({ length: assumedRows }, () => Array.from({ length: Math.max(1, width) }, () => undefined))
    : [[undefined]];

/** The value of a formatted number, or the text of an entity. */
const toPictureValue = (value: unknown): PictureValue => {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  const { basicValue, text } = value as { readonly basicValue?: unknown; readonly text?: unknown };
  return typeof basicValue === "number" ? basicValue : typeof text === "string" ? text : undefined;
};

/** The formats of columns, then those of cells. */
const formattedAreas = ({ columns, cells }: SheetModel): readonly { area: PictureArea; format: CellFormat }[] => [
  ...columns.flatMap(({ start, end, format }) =>
    format === undefined
      ? []
      : [{ area: { startRow: 0, endRow: lastRow, startColumn: start, endColumn: end }, format }],
  ),
  ...cells.flatMap(({ row, column, format }) =>
    format === undefined ? [] : [{ area: singleCell(row, column), format }],
  ),
];

const drawFills = (sheet: SheetModel, grid: PictureGrid): readonly string[] =>
  formattedAreas(sheet).flatMap(({ area, format: { fill } }) => {
    const bounds = grid.boundsOf(area);
    return fill === undefined || bounds === undefined ? [] : [box(bounds, fill)];
  });

/** The fills of conditional formats that compare a value with a number. */
const drawScores = (
  sheet: SheetModel,
  grid: PictureGrid,
  cells: ReadonlyMap<string, PictureValue>,
): readonly string[] =>
  (sheet.conditionalFormats ?? []).flatMap(({ ranges, rule }) => {
    if (rule.type !== "cellIs" || rule.operator !== "equal" || rule.format.fill === undefined) return [];
    const { fill } = rule.format;
    return ranges.flatMap((range) =>
      gridCellsIn(parseLocalAddress(range), grid).flatMap(([row, column]) => {
        const bounds = grid.cell(row, column);
        const isEqual = String(cells.get(positionKey(row, column))) === rule.formulas[0];
        return isEqual && bounds !== undefined ? [box(bounds, fill)] : [];
      }),
    );
  });

const gridCellsIn = (area: PictureArea | undefined, grid: PictureGrid): readonly (readonly [number, number])[] => {
  const cells: [number, number][] = [];
  if (area === undefined) return cells;
  for (let row = area.startRow; row <= Math.min(area.endRow, grid.rows - 1); row += 1)
    for (let column = area.startColumn; column <= Math.min(area.endColumn, grid.columns - 1); column += 1)
      cells.push([row, column]);
  return cells;
};

/** Texts are lines: letters would be too small to be read. */
const drawTexts = (
  sheet: SheetModel,
  grid: PictureGrid,
  cells: ReadonlyMap<string, PictureValue>,
): readonly string[] => {
  const cellFormats = new Map(sheet.cells.map(({ row, column, format }) => [positionKey(row, column), format]));
  const whole = { startRow: 0, startColumn: 0, endRow: grid.rows - 1, endColumn: grid.columns - 1 };
  return gridCellsIn(whole, grid).flatMap(([row, column]) => {
    const key = positionKey(row, column);
    const bounds = grid.cell(row, column);
    const value = cells.get(key);
    if (!cells.has(key) || value === "" || bounds === undefined) return [];
    const columnFormat = sheet.columns.find(({ start, end }) => start <= column && column <= end)?.format;
    const format: CellFormat = { ...columnFormat, ...cellFormats.get(key) };
    const { size = 11, bold = false, color = ink } = format;
    const length = (value === undefined ? 8 : String(value).length) * size * 0.55;
    const room = hasRoomRight(cells, row, column) ? length + 12 : bounds.width;
    const width = Math.max(4, Math.min(length, room - 12));
    const isRight = format.align === "right" || (typeof value === "number" && format.align !== "left");
    const x = isRight ? bounds.x + Math.max(6, bounds.width - width - 6) : bounds.x + 6;
    const height = Math.min(size * 0.75, bounds.height * 0.6);
    const y = bounds.y + (bounds.height - height) / 2;
    return [box({ x, y, width, height }, color, { rx: 2, opacity: bold ? 0.9 : 0.45 })];
  });
};

/** Whether a text may go on over the next cell. */
const hasRoomRight = (cells: ReadonlyMap<string, PictureValue>, row: number, column: number): boolean =>
  typeof cells.get(positionKey(row, column)) === "string" && (cells.get(positionKey(row, column + 1)) ?? "") === "";

/** Lengths of bars: a chart of this size shows its kind and colours, not its values. */
const barLengths = [0.45, 0.8, 0.55, 0.4, 0.5, 0.85, 0.6, 0.35, 0.5, 1, 0.5, 0.4] as const;

const drawChart = (chart: ChartModel, grid: PictureGrid): readonly string[] => {
  const bounds = grid.boundsOf({
    startRow: chart.from.row,
    endRow: chart.to.row - 1,
    startColumn: chart.from.column,
    endColumn: chart.to.column - 1,
  });
  if (bounds === undefined) return [];
  const frame = box(bounds, "#ffffff", { stroke: line, "stroke-width": 3 });
  const { x, y, width, height } = bounds;
  const titleWidth = width * 0.4;
  const title = box({ x: x + (width - titleWidth) / 2, y: y + 20, width: titleWidth, height: 10 }, ink, { rx: 2 });
  const plot = { x: x + width * 0.08, y: y + 60, width: width * 0.84, height: height - 90 };
  return [frame, title, ...(chart.type.startsWith("Bar") ? drawBars(chart, plot) : drawColumns(chart, plot))];
};

const drawBars = ({ series }: ChartModel, { x, y, width, height }: PictureBounds): readonly string[] => {
  const bars = barLengths.slice(0, 8).toSorted((one, other) => other - one);
  const step = height / bars.length;
  const color = series[0]?.color ?? "#4472c4";
  return bars.map((length, index) =>
    box({ x: x + width * 0.2, y: y + index * step, width: width * 0.8 * length, height: step * 0.6 }, color),
  );
};

const drawColumns = ({ series }: ChartModel, { x, y, width, height }: PictureBounds): readonly string[] => {
  const step = width / barLengths.length;
  return barLengths.flatMap((length, index) => {
    const part = (height * length) / Math.max(1, series.length);
    return series.map(({ color = "#4472c4" }, level) =>
      box({ x: x + index * step, y: y + height - (level + 1) * part, width: step * 0.65, height: part }, color),
    );
  });
};
