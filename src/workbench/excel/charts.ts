import { pointsPerPixel } from "../../facts/units";
import {
  type ChartModel,
  type ChartType,
  hasAxes,
  mostSeries,
  pixelsOf,
  pointAt,
  type SeriesModel,
} from "../../ooxml/chart-model";
import { withoutMembers } from "../../ooxml/workbook-model";
import { newChart, type SeriesBy, seriesOf } from "../charts/new-chart";
import type { SheetChart } from "../charts/sheet-charts";
import { type Area } from "../univer/addresses";
import { ChartAxes, ChartLegend, ChartTitle } from "./chart-parts";
import { ChartSeriesCollection, chartTypeOf } from "./chart-series";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import type { Range } from "./range";
import { requireUnprotected } from "./range-actions";

const longestName = 255;

/** `Excel.Chart`. */
export class Chart extends ClientObject {
  sheetId = "";
  id = "";

  constructor(
    context: RequestContext,
    find: () => { readonly sheetId: string; readonly id: string } | undefined,
    orNull = false,
  ) {
    super(context);
    this.resolve(
      find,
      ({ sheetId, id }) => {
        this.sheetId = sheetId;
        this.id = id;
      },
      orNull,
    );
  }

  override get shape(): typeof chartShape {
    return chartShape;
  }

  /** The chart as it is now. @throws ItemNotFound if it was deleted */
  now(): SheetChart {
    const found = this.context.host.charts.find(this.sheetId, this.id);
    if (found === undefined) throw itemNotFound();
    return found;
  }

  change(members: Partial<ChartModel>): void {
    this.now();
    requireUnprotected(this.context, this.sheetId);
    this.context.host.charts.change(this.sheetId, this.id, members);
  }

  /** Left, top, width and height, in pixels. */
  bounds(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const sizes = this.context.host.charts.sizes(this.sheetId);
    const { from, to } = this.now();
    const [start, end] = [pixelsOf(from, sizes), pixelsOf(to, sizes)];
    return { ...start, width: end.x - start.x, height: end.y - start.y };
  }

  place(change: Partial<ReturnType<Chart["bounds"]>>): void {
    const sizes = this.context.host.charts.sizes(this.sheetId);
    const { x, y, width, height } = { ...this.bounds(), ...change };
    this.change({ from: pointAt(x, y, sizes), to: pointAt(x + width, y + height, sizes) });
  }

  setData(sourceData: Range, seriesBy: SeriesBy = "Auto"): void {
    this.context.queue(() => {
      const by = seriesByOf(seriesBy);
      this.change({ series: seriesFor(this.context, sourceData.area, this.now().type, by) });
    });
  }

  /** Without an end cell the chart keeps its size, as in Excel. */
  setPosition(startCell: Range | string, endCell?: Range | string): void {
    this.context.queue(() => {
      const start = this.#cells(startCell);
      const corner = { row: start.startRow, column: start.startColumn, rowOffset: 0, columnOffset: 0 };
      if (endCell === undefined) {
        this.place(pixelsOf(corner, this.context.host.charts.sizes(this.sheetId)));
        return;
      }
      const end = this.#cells(endCell);
      if (end.endRow < start.startRow || end.endColumn < start.startColumn)
        throw invalidArgument("the end cell lies before the start cell");
      this.change({
        from: corner,
        to: { row: end.endRow + 1, column: end.endColumn + 1, rowOffset: 0, columnOffset: 0 },
      });
    });
  }

  activate(): void {
    this.context.queue(() => this.context.host.charts.activate(this.sheetId, this.now().id));
  }

  delete(): void {
    this.context.queue(() => {
      this.now();
      requireUnprotected(this.context, this.sheetId);
      this.context.host.charts.remove(this.sheetId, this.id);
    });
  }

  #cells(cells: Range | string): Area {
    if (typeof cells !== "string") return cells.area;
    if (cells.includes("!")) return this.context.host.book.area(cells);
    return { ...this.context.host.book.area(cells), sheetId: this.sheetId };
  }
}

const seriesByOf = (given: string): SeriesBy => {
  if (given === "Auto" || given === "Columns" || given === "Rows") return given;
  throw invalidArgument(`"${given}" is none of Auto, Columns, Rows`);
};

const seriesFor = ({ host }: RequestContext, area: Area, type: ChartType, by: SeriesBy): SeriesModel[] => {
  const series = seriesOf(host.book, area, type, by);
  if (series.length > mostSeries) throw invalidArgument(`a chart has up to ${mostSeries} series`);
  return series;
};

const points = (pixels: number): number => Math.round(pixels * pointsPerPixel * 10) / 10;

const positive = (pixels: number, name: string): number => {
  if (!(typeof pixels === "number" && pixels >= 0)) throw invalidArgument(`${name} must be a number of points from 0`);
  return pixels / pointsPerPixel;
};

const chartShape: Shape<Chart> = {
  name: "Chart",
  properties: {
    id: { get: ({ id }) => id },
    name: {
      get: (chart) => chart.now().name,
      set: (chart, name: string) => {
        if (typeof name !== "string" || name === "" || name.length > longestName)
          throw invalidArgument(`a name has 1 to ${longestName} characters`);
        chart.change({ name });
      },
    },
    chartType: {
      get: (chart) => chart.now().type,
      set: (chart, name: string) => {
        const type = chartTypeOf(name);
        // Series with a type of their own take the new one too, as in Excel.
        const series = chart.now().series.map((one) => withoutMembers(one, "type"));
        chart.change({ type, series, ...(!hasAxes(type) && { categoryAxis: {}, valueAxis: {} }) });
      },
    },
    left: {
      get: (chart) => points(chart.bounds().x),
      set: (chart, left: number) => chart.place({ x: positive(left, "left") }),
    },
    top: {
      get: (chart) => points(chart.bounds().y),
      set: (chart, top: number) => chart.place({ y: positive(top, "top") }),
    },
    width: {
      get: (chart) => points(chart.bounds().width),
      set: (chart, width: number) => chart.place({ width: positive(width, "width") }),
    },
    height: {
      get: (chart) => points(chart.bounds().height),
      set: (chart, height: number) => chart.place({ height: positive(height, "height") }),
    },
    plotVisibleOnly: {
      get: (chart) => chart.now().drawsHidden !== true,
      set: (chart, only: boolean) => chart.change({ drawsHidden: !only }),
    },
    displayBlanksAs: {
      get: (chart) => blanksNames[chart.now().blanks ?? "gap"],
      set: (chart, name: string) => {
        const blanks = (["gap", "zero", "connected"] as const).find((one) => blanksNames[one] === name);
        if (blanks === undefined) throw invalidArgument(`"${name}" is none of NotPlotted, Zero, Interplotted`);
        chart.change({ blanks: blanks === "gap" ? undefined : blanks } as Partial<ChartModel>);
      },
    },
  },
  links: {
    title: (chart) => new ChartTitle(chart),
    legend: (chart) => new ChartLegend(chart),
    axes: (chart) => new ChartAxes(chart),
    series: (chart) => new ChartSeriesCollection(chart),
    worksheet: (chart) => chart.context.model.worksheet(chart.context, () => chart.sheetId),
  },
};

const blanksNames = { gap: "NotPlotted", zero: "Zero", connected: "Interplotted" } as const;

const chartsShape: Shape<Charts> = {
  name: "ChartCollection",
  properties: { count: { get: (all) => all.list().length } },
};

/** `Excel.ChartCollection` of a sheet. */
export class Charts extends Collection<Chart> {
  readonly sheetOf: () => string;

  constructor(context: RequestContext, sheetOf: () => string) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof chartsShape {
    return chartsShape;
  }

  override list(): Chart[] {
    const sheetId = this.sheetOf();
    return this.context.host.charts.list(sheetId).map(({ id }) => new Chart(this.context, () => ({ sheetId, id })));
  }

  add(type: string, sourceData: Range, seriesBy: SeriesBy = "Auto"): Chart {
    return new Chart(this.context, () => {
      const { book, charts } = this.context.host;
      const sheetId = this.sheetOf();
      requireUnprotected(this.context, sheetId);
      const form = chartTypeOf(type);
      const series = seriesFor(this.context, sourceData.area, form, seriesByOf(seriesBy));
      const { id } = charts.add(sheetId, newChart(book, charts, sheetId, form, series));
      return { sheetId, id };
    });
  }

  getItem(name: string): Chart {
    return new Chart(this.context, () => this.#named(name));
  }

  getItemOrNullObject(name: string): Chart {
    return new Chart(this.context, () => this.#named(name), true);
  }

  getItemAt(index: number): Chart {
    return new Chart(this.context, () => {
      const found = this.context.host.charts.list(this.sheetOf())[index];
      if (found === undefined) throw invalidArgument(`the sheet has no chart ${index}`);
      return { sheetId: this.sheetOf(), id: found.id };
    });
  }

  #named(name: string): { readonly sheetId: string; readonly id: string } | undefined {
    const found = this.context.host.charts
      .list(this.sheetOf())
      .find((chart) => chart.name.toLowerCase() === name.toLowerCase() || chart.id === name);
    return found && { sheetId: this.sheetOf(), id: found.id };
  }
}
