import { numfmt } from "@univerjs/core";
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption, ScatterSeriesOption } from "echarts/charts";
import type {
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { type AxisModel, chartForm, type ChartModel, hasAxes, type LegendPosition } from "../../ooxml/chart-model";
import type { DrawnData, SeriesData } from "./chart-data";

type SeriesOption = BarSeriesOption | LineSeriesOption | PieSeriesOption | ScatterSeriesOption;
export type ChartOption = ComposeOption<
  SeriesOption | GridComponentOption | LegendComponentOption | TitleComponentOption | TooltipComponentOption
>;

type Theme = "light" | "dark" | "contrast";

interface Look {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly paper: string;
  /** Of series without a colour of their own. */
  readonly accents: readonly string[];
}

const looks: Readonly<Record<Theme, Look>> = {
  light: {
    text: "#1f2328",
    quiet: "#5b6470",
    line: "#dcdfe3",
    paper: "#ffffff",
    accents: ["#4472c4", "#ed7d31", "#a5a5a5", "#ffc000", "#5b9bd5", "#70ad47"],
  },
  dark: {
    text: "#eceef1",
    quiet: "#a8b0ba",
    line: "#3b3e44",
    paper: "#1e1f22",
    accents: ["#6d95dd", "#f19a5c", "#b5b5b5", "#ffcb2f", "#7fb2e0", "#8fc46a"],
  },
  contrast: {
    text: "#ffffff",
    quiet: "#ffffff",
    line: "#808080",
    paper: "#000000",
    accents: ["#1aebff", "#ffff00", "#ffffff", "#ff8c00", "#3ff23f", "#ff69d4"],
  },
};

/** A number in a number format of Excel. */
export const formatLabel = (value: number, pattern: string): string => {
  if (pattern === "" || pattern === "General") return String(Number(value.toPrecision(10)));
  try {
    return numfmt.format(pattern, value);
  } catch {
    // The format may be one that only Excel knows.
    return String(value);
  }
};

/** How ECharts draws a chart with its data. The width is in pixels. */
export const toOption = (chart: ChartModel, data: DrawnData, theme: Theme, width: number): ChartOption => {
  const look = looks[theme];
  const series = stackedShares(chart, data);
  return {
    animation: false,
    backgroundColor: look.paper,
    color: [...look.accents],
    textStyle: { fontFamily: '"Segoe UI", system-ui, sans-serif', color: look.text },
    ...(data.title !== undefined && {
      title: {
        text: data.title,
        left: "center",
        top: 8,
        textStyle: {
          color: look.text,
          fontSize: 15,
          fontWeight: 500,
          overflow: "truncate",
          width: Math.max(40, width - 40),
        },
      },
    }),
    ...(chart.legend !== undefined && {
      legend: {
        ...legendAt(chart.legend, data.title !== undefined),
        type: "scroll",
        itemWidth: 14,
        itemHeight: 9,
        selectedMode: false,
        textStyle: { color: look.text },
        ...scrollLook(look),
      },
    }),
    tooltip: {
      trigger: hasAxes(chart.type) && chartForm(chart.type).shape !== "scatter" ? "axis" : "item",
      confine: true,
      backgroundColor: look.paper,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      ...(chartForm(chart.type).shape !== "scatter" && {
        valueFormatter: (value: unknown) =>
          typeof value === "number" ? formatLabel(value, valueFormat(chart, data)) : "–",
      }),
    },
    ...(hasAxes(chart.type)
      ? cartesian(chart, data, series, { ...look, width })
      : { series: slices(chart, data, look) }),
  };
};

const scrollLook = ({ text, line }: Look): object => ({
  pageIconColor: text,
  pageIconInactiveColor: line,
  pageTextStyle: { color: text },
});

const legendAt = (position: LegendPosition, hasTitle: boolean): LegendComponentOption => {
  if (position === "Top") return { top: hasTitle ? 34 : 8, left: "center" };
  if (position === "Bottom") return { bottom: 8, left: "center" };
  if (position === "Left") return { left: 8, top: "middle", orient: "vertical" };
  return position === "Corner"
    ? { right: 8, top: hasTitle ? 34 : 8, orient: "vertical" }
    : { right: 8, top: "middle", orient: "vertical" };
};

/** Each value as its share of the sum in its category. */
const stackedShares = ({ type }: ChartModel, { series, categories }: DrawnData): readonly SeriesData[] => {
  if (chartForm(type).stacked !== "shares") return series;
  const sums = categories.map((_, at) => series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0));
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => (value === null || sums[at] === 0 ? value : value / (sums[at] ?? 1))),
  }));
};

const valueFormat = ({ type, valueAxis }: ChartModel, data: DrawnData): string =>
  valueAxis.numberFormat ?? (chartForm(type).stacked === "shares" ? "0%" : data.valueFormat);

type Cartesian = Pick<ChartOption, "grid" | "xAxis" | "yAxis" | "series">;

const legendRoom = 110;

const cartesian = (
  chart: ChartModel,
  data: DrawnData,
  series: readonly SeriesData[],
  look: Look & { readonly width: number },
): Cartesian => {
  const { shape } = chartForm(chart.type);
  const isScatter = shape === "scatter";
  const category = isScatter
    ? valueAxis(chart.categoryAxis, look, chart.categoryAxis.numberFormat ?? data.categoryFormat, false, false)
    : categoryAxis(chart.categoryAxis, data, look, shape, shape === "bar" ? barLabels(look.width) : undefined);
  const isNarrow = isScatter || shape === "line" ? spanIsNarrow(series) : false;
  const value = valueAxis(chart.valueAxis, look, valueFormat(chart, data), shape !== "bar", isNarrow);
  const second = series.some(({ secondary }) => secondary)
    ? [
        {
          ...valueAxis({}, look, secondFormat(data), shape !== "bar", false),
          position: shape === "bar" ? "top" : "right",
        },
      ]
    : [];
  const [x, y] = shape === "bar" ? [[value, ...second], [category]] : [[category], [value, ...second]];
  return {
    grid: gridAround(chart.legend, data.title !== undefined),
    xAxis: x,
    yAxis: y,
    series: series.map((one, index) =>
      cartesianSeries(chart, one, look.accents[index % look.accents.length] ?? look.text, shape === "bar"),
    ),
  };
};

/** The plot leaves room for the legend and the title. */
const gridAround = (legend: LegendPosition | undefined, hasTitle: boolean): GridComponentOption => ({
  left: legend === "Left" ? legendRoom : 12,
  right: legend === "Right" || legend === "Corner" ? legendRoom : 20,
  top: (hasTitle ? 42 : 16) + (legend === "Top" ? 28 : 0),
  bottom: legend === "Bottom" ? 38 : 12,
  outerBoundsMode: "same",
  outerBoundsContain: "all",
});

const secondFormat = ({ series, valueFormat: format }: DrawnData): string =>
  series.every(({ secondary }) => secondary) ? format : "General";

/** Excel begins an axis of lines above zero if the values differ by less than a sixth of the largest. */
const spanIsNarrow = (series: readonly SeriesData[]): boolean => {
  const values = series.flatMap((one) => one.values.filter((value): value is number => value !== null));
  const [most, least] = values.reduce(
    ([high, low], value) => [Math.max(high, value), Math.min(low, value)],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
  return values.length > 1 && least > 0 && most - least < most / 6;
};

const axisName = ({ title }: AxisModel, { quiet }: Look, isVertical: boolean, gap: number): object =>
  title === undefined
    ? {}
    : {
        name: title,
        nameLocation: "middle",
        nameGap: gap,
        nameTextStyle: { color: quiet, fontSize: 12 },
        ...(isVertical && { nameRotate: 90 }),
      };

interface AxisOption {
  readonly name?: string;
}

/** The width of a character in a label, in pixels. */
const labelCharacterWidth = 6.5;

/** The names beside bars take up to two fifths of the chart and two lines: a label of three would hide its neighbour. */
const barLabels = (width: number): object => {
  const room = Math.min(200, Math.max(70, Math.round(0.4 * width)));
  // Words do not fill both lines.
  const longest = 2 * Math.floor(room / labelCharacterWidth) - 6;
  return {
    width: room,
    overflow: "break",
    lineHeight: 14,
    formatter: (name: string) => (name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name),
  };
};

/** `labels`: the look of names beside bars; undefined where they are below the plot. */
const categoryAxis = (
  axis: AxisModel,
  { categories }: DrawnData,
  look: Look,
  shape: string,
  labels?: object,
): AxisOption =>
  ({
    type: "category",
    data: [...categories],
    boundaryGap: shape !== "area",
    show: axis.hidden !== true,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.line } },
    axisLabel: { color: look.quiet, hideOverlap: true, overflow: "truncate", ...labels },
    splitLine: { show: axis.gridlines === true, lineStyle: { color: look.line } },
    ...axisName(axis, look, shape === "bar", shape === "bar" ? 90 : 28),
  }) as AxisOption;

const valueAxis = (axis: AxisModel, look: Look, format: string, isVertical: boolean, isNarrow: boolean): AxisOption =>
  ({
    type: "value",
    show: axis.hidden !== true,
    scale: isNarrow,
    splitNumber: isVertical ? 5 : 4,
    ...(axis.minimum !== undefined && { min: axis.minimum }),
    ...(axis.maximum !== undefined && { max: axis.maximum }),
    axisLabel: { color: look.quiet, hideOverlap: true, formatter: (value: number) => formatLabel(value, format) },
    splitLine: { show: axis.gridlines === true, lineStyle: { color: look.line } },
    ...axisName(axis, look, isVertical, isVertical ? 46 : 28),
  }) as AxisOption;

const cartesianSeries = (chart: ChartModel, one: SeriesData, accent: string, isBar: boolean): SeriesOption => {
  const form = chartForm(one.type);
  const color = one.color ?? accent;
  const { blanks } = chart;
  const blank = blanks === "zero" ? 0 : "-";
  const values = one.values.map((value) => value ?? blank);
  const base = {
    name: one.name,
    itemStyle: { color },
    ...(one.secondary && (isBar ? { xAxisIndex: 1 } : { yAxisIndex: 1 })),
    ...(form.stacked !== undefined && { stack: `${form.shape}-${String(one.secondary)}` }),
  };
  if (form.shape === "column" || form.shape === "bar")
    return { ...base, type: "bar", data: values, barGap: "0%", barCategoryGap: "38%" };
  if (form.shape === "scatter") {
    const points = values.map((value, at) => [one.x[at] ?? "-", value]);
    if (form.lines !== true) return { ...base, type: "scatter", data: points, symbolSize: 8 };
    return {
      ...base,
      type: "line",
      data: points,
      smooth: form.smooth === true,
      showSymbol: form.markers === true,
      symbolSize: 7,
      lineStyle: { color, width: 2 },
    };
  }
  return {
    ...base,
    type: "line",
    data: values,
    connectNulls: blanks === "connected",
    showSymbol: form.markers === true,
    symbol: "circle",
    symbolSize: 6,
    lineStyle: { color, width: form.shape === "area" ? 0 : 2.25 },
    ...(form.shape === "area" && { areaStyle: { color, opacity: 0.85 } }),
  };
};

/** A pie shows its first series, a doughnut each as a ring, the first one inside. */
const slices = (chart: ChartModel, { series, categories, title }: DrawnData, look: Look): PieSeriesOption[] => {
  const isPie = chartForm(chart.type).shape === "pie";
  const drawnSeries = isPie ? series.slice(0, 1) : series;
  const { legend } = chart;
  const across = legend === "Right" || legend === "Corner" ? "42%" : legend === "Left" ? "58%" : "50%";
  const down = legend === "Bottom" ? "48%" : legend === "Top" || title !== undefined ? "56%" : "50%";
  return drawnSeries.map((one, ring): PieSeriesOption => {
    const [inner, outer] = [35 + (ring * 35) / drawnSeries.length, 35 + ((ring + 1) * 35) / drawnSeries.length];
    return {
      type: "pie",
      name: one.name,
      radius: isPie ? "66%" : [`${inner}%`, `${outer}%`],
      center: [across, down],
      startAngle: 90,
      clockwise: true,
      label: { show: false },
      itemStyle: { borderColor: look.paper, borderWidth: 1 },
      data: categories.map((name, at) => ({ name, value: Math.abs(one.values[at] ?? 0) })),
    };
  });
};
