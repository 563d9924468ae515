import { type ChartType, chartForm, hasAxes, isChartType, mostSeries, type SeriesModel } from "../../ooxml/chart-model";
import { readChartData } from "../charts/chart-data";
import { absoluteAddress } from "../charts/sheet-charts";
import { notHere } from "../office/strict-object";
import { ChartPart, type ChartOwner } from "./chart-parts";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import type { Range } from "./range";
import { colorOf } from "./range-format";

const longestName = 255;

/** Types of `Excel.ChartType` that the workbench cannot draw. */
const otherTypes =
  /^(3D|PieOfPie|PieExploded|BarOfPie|DoughnutExploded|Radar|Surface|Bubble|Stock|Cylinder|Cone|Pyramid|Histogram|Boxwhisker|Pareto|RegionMap|Treemap|Waterfall|Sunburst|Funnel)/;

/** @throws InvalidArgument if there is no such type */
export const chartTypeOf = (name: unknown): ChartType => {
  if (typeof name === "string" && isChartType(name)) return name;
  if (typeof name === "string" && otherTypes.test(name)) throw notHere(`charts of the type ${name}`);
  throw invalidArgument(`"${String(name)}" is no type of chart`);
};

const seriesShape: Shape<ChartSeries> = {
  name: "ChartSeries",
  properties: {
    name: {
      get: (series) => readChartData(series.context.host.book, series.chart.now()).series[series.index]?.name ?? "",
      set: (series, text: string) => {
        if (typeof text !== "string" || text.length > longestName)
          throw invalidArgument(`a name has up to ${longestName} characters`);
        series.change({ name: { text } });
      },
    },
    chartType: {
      get: (series) => series.now().type ?? series.chart.now().type,
      set: (series, name: string) => {
        const type = chartTypeOf(name);
        if (!hasAxes(type) || !hasAxes(series.chart.now().type))
          throw invalidArgument("a pie and a series with axes cannot be in one chart");
        series.change({ type });
      },
    },
    axisGroup: {
      get: (series) => (series.now().secondary === true ? "Secondary" : "Primary"),
      set: (series, group: string) => series.change({ secondary: group === "Secondary" }),
    },
  },
  links: { format: (series) => new ChartSeriesFormat(series) },
};

class ChartSeries extends ChartPart {
  readonly place: () => number;
  index = 0;

  constructor(chart: ChartOwner, place: () => number) {
    super(chart);
    this.place = place;
    this.context.queue(() => {
      this.index = place();
    });
  }

  override get shape(): typeof seriesShape {
    return seriesShape;
  }

  now(): SeriesModel {
    const found = this.chart.now().series[this.index];
    if (found === undefined) throw itemNotFound();
    return found;
  }

  change(members: Partial<SeriesModel>): void {
    this.now();
    const { series } = this.chart.now();
    this.chart.change({ series: series.map((one, at) => (at === this.index ? { ...one, ...members } : one)) });
  }

  setValues(sourceData: Range): void {
    this.context.queue(() => this.change({ values: { formula: lineOf(this.context, sourceData) } }));
  }

  /** The categories; the x values of a scatter chart. */
  setXAxisValues(sourceData: Range): void {
    this.context.queue(() => this.change({ categories: { formula: lineOf(this.context, sourceData) } }));
  }

  delete(): void {
    this.context.queue(() => {
      this.now();
      this.chart.change({ series: this.chart.now().series.filter((_, at) => at !== this.index) });
    });
  }
}

/** Values are one row or one column. */
const lineOf = ({ host }: RequestContext, { area }: Range): string => {
  if (area.startRow !== area.endRow && area.startColumn !== area.endColumn)
    throw invalidArgument("the values of a series are one row or one column");
  return absoluteAddress(host.book, area);
};

const formatShape: Shape<ChartSeriesFormat> = {
  name: "ChartSeriesFormat",
  properties: {},
  links: {
    fill: ({ series }) => new ChartFill(series),
    line: ({ series }) => new ChartLineFormat(series),
  },
};

/** A part of a series. */
abstract class SeriesPart extends ClientObject {
  readonly series: ChartSeries;

  constructor(series: ChartSeries) {
    super(series.context);
    this.series = series;
    this.nullObject = false;
  }

  get isLine(): boolean {
    const { shape } = chartForm(this.series.now().type ?? this.series.chart.now().type);
    return shape === "line" || shape === "scatter";
  }
}

class ChartSeriesFormat extends SeriesPart {
  override get shape(): typeof formatShape {
    return formatShape;
  }
}

const fillShape: Shape<ChartFill> = { name: "ChartFill", properties: {} };

/** The colour of columns, bars, areas and slices. */
class ChartFill extends SeriesPart {
  override get shape(): typeof fillShape {
    return fillShape;
  }

  setSolidColor(color: string): void {
    this.context.queue(() => {
      this.#requireFill();
      this.series.change({ color: colorOf(color) });
    });
  }

  getSolidColor(): { readonly value: string } {
    const result = { value: "" };
    this.context.queue(() => {
      result.value = this.series.now().color?.toUpperCase() ?? "";
    }, true);
    return result;
  }

  clear(): void {
    throw notHere("ChartFill.clear");
  }

  #requireFill(): void {
    if (this.isLine) throw notHere("ChartFill of a line: use format.line.color");
  }
}

const lineShape: Shape<ChartLineFormat> = {
  name: "ChartLineFormat",
  properties: {
    color: {
      get: (line) => line.series.now().color?.toUpperCase() ?? "",
      set: (line, color: string) => {
        if (!line.isLine) throw notHere("ChartLineFormat of a series that is no line");
        line.series.change({ color: colorOf(color) });
      },
    },
  },
};

class ChartLineFormat extends SeriesPart {
  override get shape(): typeof lineShape {
    return lineShape;
  }
}

const seriesCollectionShape: Shape<ChartSeriesCollection> = {
  name: "ChartSeriesCollection",
  properties: { count: { get: (all) => all.list().length } },
};

/** `Excel.ChartSeriesCollection`. */
export class ChartSeriesCollection extends Collection<ChartSeries> {
  readonly chart: ChartOwner;

  constructor(chart: ChartOwner) {
    super(chart.context);
    this.chart = chart;
    this.nullObject = false;
  }

  override get shape(): typeof seriesCollectionShape {
    return seriesCollectionShape;
  }

  override list(): ChartSeries[] {
    return this.chart.now().series.map((_, index) => new ChartSeries(this.chart, () => index));
  }

  getItemAt(index: number): ChartSeries {
    return new ChartSeries(this.chart, () => {
      if (this.chart.now().series[index] === undefined) throw invalidArgument(`the chart has no series ${index}`);
      return index;
    });
  }

  /** The new series is drawn when it has values. */
  add(name?: string, index?: number): ChartSeries {
    return new ChartSeries(this.chart, () => {
      const { series } = this.chart.now();
      if (series.length >= mostSeries) throw invalidArgument(`a chart has up to ${mostSeries} series`);
      const at = Math.min(index ?? series.length, series.length);
      const added: SeriesModel = name === undefined ? {} : { name: { text: name } };
      this.chart.change({ series: [...series.slice(0, at), added, ...series.slice(at)] });
      return at;
    });
  }
}
