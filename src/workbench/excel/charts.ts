import {
  type AxisModel,
  type ChartModel,
  type ChartType,
  hasAxes,
  isChartType,
  legendPositions,
  mostSeries,
  toPixels,
  pointAt,
} from "../../ooxml/chart-model";
import { readChartData } from "../charts/chart-data";
import { newChart, type SeriesBy, toSeries } from "../charts/new-chart";
import { absoluteAddress, type SheetChart } from "../charts/sheet-charts";
import { notImplemented } from "../office/office-error";
import type { Area } from "../univer/addresses";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import type { Range } from "./range";
import { requireUnprotected } from "./range-actions";

const longestChartName = 255;

/** A part of a chart. */
abstract class ChartPart extends ClientObject {
  readonly chart: Chart;

  constructor(chart: Chart) {
    super(chart.context);
    this.chart = chart;
    this.nullObject = false;
  }
}

const titleText = (text: unknown): string => {
  if (typeof text !== "string") throw invalidArgument("the text of a title must be a string");
  return text;
};

const titleShape: Shape<ChartTitle> = {
  name: "ChartTitle",
  properties: {
    text: {
      get: ({ chart }) => readChartData(chart.context.host.book, chart.now()).title ?? "",
      set: ({ chart }, text: string) => chart.change({ title: { text: titleText(text) } }),
    },
  },
};

/** `Excel.ChartTitle`. */
class ChartTitle extends ChartPart {
  override get shape(): typeof titleShape {
    return titleShape;
  }
}

const legendShape: Shape<ChartLegend> = {
  name: "ChartLegend",
  properties: {
    visible: {
      get: ({ chart }) => chart.now().legend !== undefined,
      set: ({ chart }, visible: boolean) =>
        chart.change({ legend: visible ? (chart.now().legend ?? "Right") : undefined } as Partial<ChartModel>),
    },
    position: {
      get: ({ chart }) => chart.now().legend ?? "Invalid",
      set: ({ chart }, position: string) => {
        const legend = legendPositions.find((one) => one === position);
        if (legend === undefined) throw invalidArgument(`"${position}" is none of ${legendPositions.join(", ")}`);
        chart.change({ legend });
      },
    },
  },
};

/** `Excel.ChartLegend`. */
class ChartLegend extends ChartPart {
  override get shape(): typeof legendShape {
    return legendShape;
  }
}

const axesShape: Shape<ChartAxes> = {
  name: "ChartAxes",
  properties: {},
  links: {
    categoryAxis: ({ chart }) => new ChartAxis(chart, "categoryAxis"),
    valueAxis: ({ chart }) => new ChartAxis(chart, "valueAxis"),
  },
};

/** `Excel.ChartAxes`. */
class ChartAxes extends ChartPart {
  override get shape(): typeof axesShape {
    return axesShape;
  }
}

const axisShape: Shape<ChartAxis> = {
  name: "ChartAxis",
  properties: {
    numberFormat: {
      get: (axis) => {
        const { valueFormat, categoryFormat } = readChartData(axis.context.host.book, axis.chart.now());
        return axis.now().numberFormat ?? (axis.member === "valueAxis" ? valueFormat : categoryFormat);
      },
      set: (axis, numberFormat: string) => axis.change({ ...axis.now(), numberFormat }),
    },
  },
  links: { title: (axis) => new ChartAxisTitle(axis) },
};

/** `Excel.ChartAxis`. */
class ChartAxis extends ChartPart {
  readonly member: "categoryAxis" | "valueAxis";

  constructor(chart: Chart, member: ChartAxis["member"]) {
    super(chart);
    this.member = member;
  }

  override get shape(): typeof axisShape {
    return axisShape;
  }

  now(): AxisModel {
    const chart = this.chart.now();
    if (!hasAxes(chart.type)) throw invalidArgument(`a chart of the type ${chart.type} has no axes`);
    return chart[this.member];
  }

  change(axis: AxisModel): void {
    this.now();
    this.chart.change({ [this.member]: axis });
  }
}

const axisTitleShape: Shape<ChartAxisTitle> = {
  name: "ChartAxisTitle",
  properties: {
    text: {
      get: ({ axis }) => axis.now().title ?? "",
      set: ({ axis }, text: string) => axis.change({ ...axis.now(), title: titleText(text) }),
    },
  },
};

/** `Excel.ChartAxisTitle`. */
class ChartAxisTitle extends ChartPart {
  readonly axis: ChartAxis;

  constructor(axis: ChartAxis) {
    super(axis.chart);
    this.axis = axis;
  }

  override get shape(): typeof axisTitleShape {
    return axisTitleShape;
  }
}

const seriesShape: Shape<ChartSeries> = {
  name: "ChartSeries",
  properties: {
    name: {
      get: ({ chart, index }) => readChartData(chart.context.host.book, chart.now()).series[index]?.name ?? "",
    },
  },
};

/** `Excel.ChartSeries`. */
class ChartSeries extends ChartPart {
  readonly index: number;

  constructor(chart: Chart, index: number) {
    super(chart);
    this.index = index;
  }

  override get shape(): typeof seriesShape {
    return seriesShape;
  }

  /** The categories; the x values of a scatter chart. */
  setXAxisValues(sourceData: Range): void {
    this.context.queue(() => {
      const { series } = this.chart.now();
      const categories = { formula: lineAddress(this.context, sourceData) };
      this.chart.change({ series: series.map((one, at) => (at === this.index ? { ...one, categories } : one)) });
    });
  }
}

/** Values are one row or one column. */
const lineAddress = ({ host }: RequestContext, { area }: Range): string => {
  if (area.startRow !== area.endRow && area.startColumn !== area.endColumn)
    throw invalidArgument("the values of a series are one row or one column");
  return absoluteAddress(host.book, area);
};

const seriesCollectionShape: Shape<ChartSeriesCollection> = { name: "ChartSeriesCollection", properties: {} };

/** `Excel.ChartSeriesCollection`. */
class ChartSeriesCollection extends Collection<ChartSeries> {
  readonly chart: Chart;

  constructor(chart: Chart) {
    super(chart.context);
    this.chart = chart;
    this.nullObject = false;
  }

  override get shape(): typeof seriesCollectionShape {
    return seriesCollectionShape;
  }

  override list(): ChartSeries[] {
    return this.chart.now().series.map((_, index) => new ChartSeries(this.chart, index));
  }

  /** @throws InvalidArgument at `sync` if the chart has fewer series */
  getItemAt(index: number): ChartSeries {
    this.context.queue(() => {
      if (this.chart.now().series[index] === undefined) throw invalidArgument(`the chart has no series ${index}`);
    });
    return new ChartSeries(this.chart, index);
  }
}

const chartShape: Shape<Chart> = {
  name: "Chart",
  properties: {
    name: {
      get: (chart) => chart.now().name,
      set: (chart, name: string) => {
        if (typeof name !== "string" || name === "" || name.length > longestChartName)
          throw invalidArgument(`a name has 1 to ${longestChartName} characters`);
        chart.change({ name });
      },
    },
    chartType: { get: (chart) => chart.now().type },
  },
  links: {
    title: (chart) => new ChartTitle(chart),
    legend: (chart) => new ChartLegend(chart),
    axes: (chart) => new ChartAxes(chart),
    series: (chart) => new ChartSeriesCollection(chart),
  },
};

/** `Excel.Chart`. */
export class Chart extends ClientObject {
  sheetId = "";
  id = "";

  constructor(context: RequestContext, find: () => { readonly sheetId: string; readonly id: string } | undefined) {
    super(context);
    this.resolve(
      find,
      ({ sheetId, id }) => {
        this.sheetId = sheetId;
        this.id = id;
      },
      false,
    );
  }

  override get shape(): typeof chartShape {
    return chartShape;
  }

  /** The chart as it is now. @throws ItemNotFound if it was deleted */
  now(): SheetChart {
    const chart = this.context.host.charts.find(this.sheetId, this.id);
    if (chart === undefined) throw itemNotFound();
    return chart;
  }

  change(members: Partial<ChartModel>): void {
    this.now();
    requireUnprotected(this.context, this.sheetId);
    this.context.host.charts.change(this.sheetId, this.id, members);
  }

  /** Without an end cell the chart keeps its size, as in Excel. */
  setPosition(startCell: Range | string, endCell?: Range | string): void {
    this.context.queue(() => {
      const start = this.#cells(startCell);
      const from = { row: start.startRow, column: start.startColumn, rowOffset: 0, columnOffset: 0 };
      if (endCell === undefined) {
        const sizes = this.context.host.charts.sizes(this.sheetId);
        const now = this.now();
        const [corner, start, end] = [toPixels(from, sizes), toPixels(now.from, sizes), toPixels(now.to, sizes)];
        this.change({ from, to: pointAt(corner.x + end.x - start.x, corner.y + end.y - start.y, sizes) });
        return;
      }
      const end = this.#cells(endCell);
      if (end.endRow < start.startRow || end.endColumn < start.startColumn)
        throw invalidArgument("the end cell lies before the start cell");
      this.change({ from, to: { row: end.endRow + 1, column: end.endColumn + 1, rowOffset: 0, columnOffset: 0 } });
    });
  }

  #cells(cells: Range | string): Area {
    if (typeof cells !== "string") return cells.area;
    if (cells.includes("!")) return this.context.host.book.area(cells);
    return { ...this.context.host.book.area(cells), sheetId: this.sheetId };
  }
}

/** @throws NotImplemented if the workbench cannot draw such a chart */
const toChartType = (name: unknown): ChartType => {
  if (typeof name === "string" && isChartType(name)) return name;
  throw notImplemented(`charts of the type ${String(name)}`);
};

const toSeriesBy = (name: string): SeriesBy => {
  if (name === "Auto" || name === "Columns" || name === "Rows") return name;
  throw invalidArgument(`"${name}" is none of Auto, Columns, Rows`);
};

const chartsShape: Shape<Charts> = { name: "ChartCollection", properties: {} };

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

  add(type: string, sourceData: Range, seriesBy = "Auto"): Chart {
    return new Chart(this.context, () => {
      const { book, charts } = this.context.host;
      const sheetId = this.sheetOf();
      requireUnprotected(this.context, sheetId);
      const form = toChartType(type);
      const series = toSeries(book, sourceData.area, form, toSeriesBy(seriesBy));
      if (series.length > mostSeries) throw invalidArgument(`a chart has up to ${mostSeries} series`);
      const { id } = charts.add(sheetId, newChart(book, charts, sheetId, form, series));
      return { sheetId, id };
    });
  }
}
