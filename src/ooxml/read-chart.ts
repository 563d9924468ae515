import {
  type AxisModel,
  type ChartData,
  type ChartForm,
  type ChartModel,
  type ChartText,
  chartForm,
  type LegendPosition,
  mostSeries,
  type SeriesModel,
  typeOfForm,
} from "./chart-model";
import { readFillColor } from "./colors";
import { childOf, childrenOf, isOn, type XmlElement } from "./xml";

/** What a chart's part says: a chart without its name and place. */
export type ChartContent = Omit<ChartModel, "name" | "from" | "to" | "keeps" | "part">;

const mostCached = 32_000;

const readValue = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes["val"];

/** Booleans of charts are on if the element is there without a value. */
const isSet = (element: XmlElement | undefined, name: string): boolean => {
  const child = childOf(element, name);
  return child !== undefined && isOn(child.attributes["val"] ?? "1");
};

type Plot = XmlElement;

/** How a plot is drawn, by the name of its element; with what is lost if it can only be drawn in a similar way. */
const plotShapes: Readonly<Record<string, readonly [shape: ChartForm["shape"] | "bars", lost?: string]>> = {
  barChart: ["bars"],
  lineChart: ["line"],
  areaChart: ["area"],
  pieChart: ["pie"],
  scatterChart: ["scatter"],
  doughnutChart: ["doughnut"],
  bar3DChart: ["bars", "three dimensions"],
  line3DChart: ["line", "three dimensions"],
  area3DChart: ["area", "three dimensions"],
  pie3DChart: ["pie", "three dimensions"],
  ofPieChart: ["pie", "the second pie"],
  bubbleChart: ["scatter", "the sizes of its bubbles"],
  radarChart: ["line", "the form of a net"],
  stockChart: ["line", "the lines of a stock chart"],
};

/** Reads a chart's part. @returns undefined if the workbench knows nothing of it, as with surfaces and maps */
export const readChart = (root: XmlElement, theme: readonly string[]): ChartContent | undefined => {
  const chart = childOf(root, "chart");
  const area = childOf(chart, "plotArea");
  const all = area?.children.filter(({ name }) => name.endsWith("Chart")) ?? [];
  const plots = all.filter(({ name }) => name in plotShapes);
  const first = plots[0];
  if (chart === undefined || area === undefined || first === undefined) return undefined;
  const axes = axesById(area);
  const type = typeOfForm(readForm(first, seriesElements(first)[0]));
  const isSecondary = (plot: Plot): boolean => plot !== first && !sharesAxis(plot, first);
  const series = plots.flatMap((plot) =>
    seriesElements(plot).map((one) => readSeries(one, { plot, type, theme, secondary: isSecondary(plot) })),
  );
  const colored = series.map((one, index) => withoutAutomatic(one, automaticColor(index, theme)));
  const legend = readLegend(chart);
  const title = readTitle(chart);
  const simplified = lostFeatures({
    chart,
    all,
    plots,
    axes,
    series: plots.flatMap(seriesElements),
    secondary: plots.some(isSecondary),
  });
  const blanks = readValue(chart, "dispBlanksAs");
  const [category, value] = axesOfPlot(axes, first);
  return {
    type,
    ...(title !== undefined && { title }),
    ...(legend !== undefined && { legend }),
    categoryAxis: readAxis(category),
    valueAxis: readAxis(value),
    series: colored.slice(0, mostSeries),
    ...(blanks === "zero" && { blanks }),
    ...(blanks === "span" && { blanks: "connected" }),
    ...(readValue(chart, "plotVisOnly") === "0" && { drawsHidden: true }),
    ...(simplified.length > 0 && { simplified }),
  };
};

const seriesElements = (plot: Plot): readonly XmlElement[] => childrenOf(plot, "ser");

const axesById = (area: XmlElement): ReadonlyMap<string, XmlElement> =>
  new Map(area.children.filter(({ name }) => name.endsWith("Ax")).map((axis) => [readValue(axis, "axId") ?? "", axis]));

const axisIds = (plot: Plot): string[] => childrenOf(plot, "axId").map(({ attributes }) => attributes["val"] ?? "");

const sharesAxis = (plot: Plot, other: Plot): boolean => {
  const ids = axisIds(other);
  return axisIds(plot).every((id) => ids.includes(id));
};

type Axes = ReadonlyMap<string, XmlElement>;

const axesOfPlot = (
  axes: Axes,
  plot: Plot,
): readonly [category: XmlElement | undefined, value: XmlElement | undefined] => {
  const own = axisIds(plot).flatMap((id) => axes.get(id) ?? []);
  const category = own.find(({ name }) => name !== "valAx") ?? own[0];
  return [category, own.find((axis) => axis !== category && axis.name === "valAx")];
};

const readForm = (plot: Plot, series: XmlElement | undefined): ChartForm => {
  const [shape] = plotShapes[plot.name] ?? ["line"];
  const grouping = readValue(plot, "grouping");
  const stacked =
    grouping === "stacked"
      ? ({ stacked: "sums" } as const)
      : grouping === "percentStacked"
        ? ({ stacked: "shares" } as const)
        : {};
  if (shape === "bars") return { shape: readValue(plot, "barDir") === "bar" ? "bar" : "column", ...stacked };
  if (shape === "line") return { shape, ...stacked, ...(hasMarkers(plot, series) && { markers: true }) };
  if (shape === "area") return { shape, ...stacked };
  return shape === "scatter" ? scatterForm(plot, series) : { shape };
};

const hasMarkers = (plot: Plot, series: XmlElement | undefined): boolean =>
  readValue(childOf(series, "marker"), "symbol") !== "none" &&
  (isSet(plot, "marker") || childOf(series, "marker") !== undefined);

const scatterForm = (plot: Plot, series: XmlElement | undefined): ChartForm => {
  const line = childOf(childOf(series, "spPr"), "ln");
  const style = readValue(plot, "scatterStyle");
  const lines = plot.name === "scatterChart" && style !== "marker" && childOf(line, "noFill") === undefined;
  const smooth = lines && (style === "smooth" || style === "smoothMarker" || isSet(series, "smooth"));
  const markers = readValue(childOf(series, "marker"), "symbol") !== "none" || !lines;
  return { shape: "scatter", ...(markers && { markers }), ...(lines && { lines }), ...(smooth && { smooth }) };
};

interface SeriesPlace {
  readonly plot: Plot;
  /** Of the chart. */
  readonly type: ChartModel["type"];
  readonly theme: readonly string[];
  readonly secondary: boolean;
}

const readSeries = (series: XmlElement, { plot, type, theme, secondary }: SeriesPlace): SeriesModel => {
  const own = typeOfForm(readForm(plot, series));
  const name = readText(childOf(series, "tx"));
  const categories = readData(childOf(series, "cat") ?? childOf(series, "xVal"));
  const values = readData(childOf(series, "val") ?? childOf(series, "yVal"));
  const color = seriesColor(series, own, theme);
  return {
    ...(name !== undefined && { name }),
    ...(categories !== undefined && { categories }),
    ...(values !== undefined && { values }),
    ...(color !== undefined && { color }),
    // Each line may have markers or not; the type of the chart is that of its first series.
    ...(own !== type && { type: own }),
    ...(secondary && { secondary }),
  };
};

/** Lines show their line, other forms their fill. */
const seriesColor = (series: XmlElement, type: ChartModel["type"], theme: readonly string[]): string | undefined => {
  const look = childOf(series, "spPr");
  const [fill, line] = [childOf(look, "solidFill"), childOf(childOf(look, "ln"), "solidFill")];
  const marker = childOf(childOf(childOf(series, "marker"), "spPr"), "solidFill");
  const { shape } = chartForm(type);
  return readFillColor(shape === "line" || shape === "scatter" ? (line ?? marker ?? fill) : fill, theme);
};

/** The colour that Excel gives to the series of this index. */
export const automaticColor = (index: number, theme: readonly string[]): string =>
  `#${(theme[4 + (index % 6)] ?? "4472c4").toLowerCase()}`;

const withoutAutomatic = ({ color, ...series }: SeriesModel, automatic: string): SeriesModel =>
  color === undefined || color === automatic ? series : { ...series, color };

const findCache = (reference: XmlElement): XmlElement | undefined =>
  reference.children.find(({ name }) => name.endsWith("Cache"));

/**
 * Whether a formula is one range with its sheet. A union of ranges, a name and a range of another workbook are not:
 * `(S!$A$1,S!$B$1)`, `Weights`, `[1]S!$A$1`.
 */
export const isRangeFormula = (formula: string): boolean =>
  /^(?:'(?:[^']|'')+'|[^'!(),[\]]+)!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?$/i.test(formula) ||
  /^(?:'(?:[^']|'')+'|[^'!(),[\]]+)!\$?(?:[A-Z]{1,3}:\$?[A-Z]{1,3}|\d{1,7}:\$?\d{1,7})$/i.test(formula);

const readData = (holder: XmlElement | undefined): ChartData | undefined => {
  const [source] = holder?.children ?? [];
  if (source === undefined) return undefined;
  if (source.name.endsWith("Lit")) return { values: readPoints(source) };
  const formula = childOf(source, "f")?.text.trim();
  const cache = findCache(source);
  if (formula === undefined || formula === "") return cache === undefined ? undefined : { values: readPoints(cache) };
  return { formula, ...(!isRangeFormula(formula) && cache !== undefined && { values: readPoints(cache) }) };
};

const readPoints = (cache: XmlElement): (string | number | null)[] => {
  const holder = childOf(cache, "lvl") ?? cache;
  const count = Math.min(mostCached, Number(readValue(cache, "ptCount") ?? 0));
  const points = Array.from(
    { length: Number.isInteger(count) ? Math.max(0, count) : 0 },
    (): string | number | null => null,
  );
  for (const point of childrenOf(holder, "pt")) {
    const index = Number(point.attributes["idx"]);
    const text = childOf(point, "v")?.text ?? "";
    const isNumber = cache.name.startsWith("num") && Number.isFinite(Number(text)) && text !== "";
    if (index >= 0 && index < points.length)
      points[index] = isNumber ? Number(text) : cache.name.startsWith("num") ? null : text;
  }
  return points;
};

const readText = (holder: XmlElement | undefined): ChartText | undefined => {
  if (holder === undefined) return undefined;
  const reference = childOf(holder, "strRef");
  const formula = childOf(reference, "f")?.text.trim();
  if (formula !== undefined && formula !== "") {
    const text = reference === undefined ? undefined : readPoints(findCache(reference) ?? reference)[0];
    return { formula, ...(!isRangeFormula(formula) && typeof text === "string" && { text }) };
  }
  const text = childOf(holder, "v")?.text ?? richText(childOf(holder, "rich"));
  return text === undefined ? undefined : { text };
};

const richText = (rich: XmlElement | undefined): string | undefined =>
  rich === undefined
    ? undefined
    : childrenOf(rich, "p")
        .map((paragraph) => paragraph.children.map((run) => childOf(run, "t")?.text ?? "").join(""))
        .join("\n");

const readTitle = (chart: XmlElement): ChartModel["title"] => {
  const title = childOf(chart, "title");
  if (title === undefined) return undefined;
  const text = shownTitle(title);
  return text === undefined ? {} : { text };
};

/** A title from a cell is the text that the cell had. */
const shownTitle = (title: XmlElement): string | undefined => {
  const holder = childOf(title, "tx");
  const reference = childOf(holder, "strRef");
  if (reference === undefined) return readText(holder)?.text;
  const [text] = readPoints(findCache(reference) ?? reference);
  return typeof text === "string" ? text : undefined;
};

const legendPositions: Readonly<Record<string, LegendPosition>> = {
  t: "Top",
  b: "Bottom",
  l: "Left",
  r: "Right",
  tr: "Corner",
};

const readLegend = (chart: XmlElement): LegendPosition | undefined => {
  const legend = childOf(chart, "legend");
  return legend === undefined ? undefined : (legendPositions[readValue(legend, "legendPos") ?? "r"] ?? "Right");
};

const readAxis = (axis: XmlElement | undefined): AxisModel => {
  const scaling = childOf(axis, "scaling");
  const limit = (name: string): number | undefined => {
    const limit = readValue(scaling, name);
    return limit === undefined || !Number.isFinite(Number(limit)) ? undefined : Number(limit);
  };
  const [minimum, maximum] = [limit("min"), limit("max")];
  const heading = childOf(axis, "title");
  const title = heading === undefined ? undefined : (shownTitle(heading) ?? "Axis Title");
  const format = childOf(axis, "numFmt")?.attributes;
  return {
    ...(title !== undefined && { title }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(format !== undefined && !isOn(format["sourceLinked"]) && { numberFormat: format["formatCode"] ?? "General" }),
    ...(isSet(axis, "delete") && { hidden: true }),
    ...(childOf(axis, "majorGridlines") !== undefined && { gridlines: true }),
  };
};

interface ChartParts {
  readonly chart: XmlElement;
  readonly all: readonly Plot[];
  readonly plots: readonly Plot[];
  readonly axes: Axes;
  readonly series: readonly XmlElement[];
  readonly secondary: boolean;
}

const showsLabels = (holder: XmlElement): boolean => {
  const labels = childOf(holder, "dLbls");
  return ["showVal", "showPercent", "showCatName", "showSerName"].some((name) => isSet(labels, name));
};

/** What the chart has beyond the model. Fonts, effects and the sizes of its parts are not listed: they change no statement. */
const lostFeatures = ({ chart, all, plots, axes, series, secondary }: ChartParts): string[] => {
  const [every, scales] = [[...plots, ...series], [...axes.values()].map((axis) => childOf(axis, "scaling"))];
  const drawnSeries = plots[0]?.name === "pieChart" || plots[0]?.name === "doughnutChart" ? [] : series;
  const features: readonly (readonly [boolean, string])[] = [
    ...plots.map(({ name }) => [plotShapes[name]?.[1] !== undefined, plotShapes[name]?.[1] ?? ""] as const),
    [all.length > plots.length, "a part of a kind that is not shown"],
    [secondary, "the limits and the title of its second value axis"],
    [every.some(showsLabels), "labels at its points"],
    [series.some((one) => childOf(one, "trendline") !== undefined), "trend lines"],
    [series.some((one) => childOf(one, "errBars") !== undefined), "error bars"],
    [drawnSeries.some((one) => childOf(one, "dPt") !== undefined), "points with a format of their own"],
    [scales.some((one) => childOf(one, "logBase") !== undefined), "a logarithmic axis"],
    [scales.some((one) => readValue(one, "orientation") === "maxMin"), "an axis in reverse order"],
    [childOf(childOf(chart, "plotArea"), "dTable") !== undefined, "a table of its data"],
    [childOf(childOf(childOf(chart, "title"), "tx"), "strRef") !== undefined, "a title that is the text of a cell"],
    [series.length > mostSeries, `series beyond ${mostSeries}`],
    [series.some(namesNoRange), "data of names or of other workbooks, which are drawn as they were saved"],
    [series.some(hasOtherFill), "fills with patterns or gradients"],
  ];
  return [...new Set(features.filter(([has]) => has).map(([, what]) => what))];
};

const namesNoRange = (series: XmlElement): boolean =>
  series.children.some((holder) => {
    const formula = childOf(holder.children[0], "f")?.text.trim();
    return formula !== undefined && formula !== "" && !isRangeFormula(formula);
  });

const hasOtherFill = (series: XmlElement): boolean =>
  ["gradFill", "pattFill", "blipFill"].some((name) => childOf(childOf(series, "spPr"), name) !== undefined);
