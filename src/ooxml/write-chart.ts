import { parseRange } from "../facts/addresses";
import {
  type AxisModel,
  type ChartData,
  type ChartForm,
  chartForm,
  type ChartModel,
  type ChartText,
  type ChartType,
  hasAxes,
  type LegendPosition,
  type SeriesModel,
} from "./chart-model";
import { officeRelations } from "./package";
import type { CellValue } from "./workbook-model";
import { element, escapeText } from "./xml";

export const chartNamespace = "http://schemas.openxmlformats.org/drawingml/2006/chart";
export const drawingNamespace = "http://schemas.openxmlformats.org/drawingml/2006/main";

/** What cells show, for the values that a chart's part repeats. */
export interface CellsOfFormula {
  /** By row, then column. */
  readonly rows: readonly (readonly (CellValue | undefined)[])[];
  readonly numberFormat: string;
}

/** Undefined if the formula is no range of cells, or too large to be repeated. */
export type LookUpCells = (formula: string) => CellsOfFormula | undefined;

const valueElement = (name: string, val: string | number): string => element(`c:${name}`, { val });

/** The XML of a chart's part. */
export const writeChart = (chart: ChartModel, lookUp: LookUpCells): string => {
  const { title, legend, blanks = "gap", drawsHidden } = chart;
  const inner = [
    title === undefined ? "" : writeTitle(title.text),
    valueElement("autoTitleDeleted", title === undefined ? 1 : 0),
    element("c:plotArea", {}, element("c:layout", {}) + plots(chart, lookUp) + axes(chart, lookUp)),
    legend === undefined
      ? ""
      : element("c:legend", {}, valueElement("legendPos", legendLetters[legend]) + valueElement("overlay", 0)),
    valueElement("plotVisOnly", drawsHidden === true ? 0 : 1),
    valueElement("dispBlanksAs", blanks === "connected" ? "span" : blanks),
  ];
  const namespaces = { "xmlns:c": chartNamespace, "xmlns:a": drawingNamespace, "xmlns:r": officeRelations };
  const content = valueElement("roundedCorners", 0) + element("c:chart", {}, inner.join(""));
  return element("c:chartSpace", namespaces, content);
};

const legendLetters: Readonly<Record<LegendPosition, string>> = {
  Top: "t",
  Bottom: "b",
  Left: "l",
  Right: "r",
  Corner: "tr",
};

const writeTitle = (text: string | undefined, isTurned = false): string => {
  const body = element("a:bodyPr", isTurned ? { rot: -5_400_000, vert: "horz" } : {});
  const run = (line: string): string => element("a:p", {}, element("a:r", {}, element("a:t", {}, escapeText(line))));
  const rich = (text ?? "").split("\n").map(run).join("");
  const textElement = text === undefined ? "" : element("c:tx", {}, element("c:rich", {}, body + rich));
  return element("c:title", {}, textElement + valueElement("overlay", 0));
};

interface PlotGroup {
  readonly type: ChartType;
  readonly secondary: boolean;
  readonly series: (readonly [index: number, series: SeriesModel])[];
}

/** The series that one plot draws: those of one form on the same axes. */
const groupSeries = ({ type, series }: ChartModel): PlotGroup[] => {
  const groups: PlotGroup[] = [];
  // Markers and lines are written with each series, so that they need no plot of their own.
  const plotOf = (one: ChartType): string => JSON.stringify([chartForm(one).shape, chartForm(one).stacked ?? ""]);
  series.forEach((one, index) => {
    const [own, secondary] = [one.type ?? type, one.secondary === true];
    const known = groups.find((group) => plotOf(group.type) === plotOf(own) && group.secondary === secondary);
    if (known === undefined) groups.push({ type: own, secondary, series: [[index, one]] });
    else known.series.push([index, one]);
  });
  return groups.length === 0 ? [{ type, secondary: false, series: [] }] : groups;
};

const ids = { category: 500_001, value: 500_002, secondCategory: 500_003, secondValue: 500_004 } as const;

const plots = (chart: ChartModel, lookUp: LookUpCells): string =>
  groupSeries(chart)
    .map(({ type, secondary, series }) => {
      const seriesElements = series
        .map(([index, one]) => writeSeries(one, index, one.type ?? chart.type, lookUp))
        .join("");
      const axisIds = secondary
        ? valueElement("axId", ids.secondCategory) + valueElement("axId", ids.secondValue)
        : valueElement("axId", ids.category) + valueElement("axId", ids.value);
      return writePlot(chartForm(type), seriesElements, axisIds);
    })
    .join("");

const writePlot = (form: ChartForm, series: string, axisIds: string): string => {
  const { shape, stacked } = form;
  const plain = shape === "column" || shape === "bar" ? "clustered" : "standard";
  const grouping = valueElement(
    "grouping",
    stacked === "sums" ? "stacked" : stacked === "shares" ? "percentStacked" : plain,
  );
  const [varied, even] = [valueElement("varyColors", 1), valueElement("varyColors", 0)];
  switch (shape) {
    case "column":
    case "bar": {
      const direction = valueElement("barDir", shape === "bar" ? "bar" : "col");
      const widths = valueElement("gapWidth", 150) + (stacked === undefined ? "" : valueElement("overlap", 100));
      return element("c:barChart", {}, direction + grouping + even + series + widths + axisIds);
    }
    case "line":
      return element("c:lineChart", {}, grouping + even + series + valueElement("marker", 1) + axisIds);
    case "area":
      return element("c:areaChart", {}, grouping + even + series + axisIds);
    case "pie":
      return element("c:pieChart", {}, varied + series + valueElement("firstSliceAng", 0));
    case "doughnut":
      return element(
        "c:doughnutChart",
        {},
        varied + series + valueElement("firstSliceAng", 0) + valueElement("holeSize", 50),
      );
    case "scatter":
      return element("c:scatterChart", {}, valueElement("scatterStyle", "lineMarker") + even + series + axisIds);
  }
};

const accent = (index: number): string => element("a:schemeClr", { val: `accent${(index % 6) + 1}` });

const writeSeries = (series: SeriesModel, index: number, type: ChartType, lookUp: LookUpCells): string => {
  const form = chartForm(type);
  const { shape } = form;
  const color = element(
    "a:solidFill",
    {},
    series.color === undefined ? accent(index) : element("a:srgbClr", { val: series.color.slice(1).toUpperCase() }),
  );
  const [categories, values] = shape === "scatter" ? (["xVal", "yVal"] as const) : (["cat", "val"] as const);
  const isLine = shape === "line" || shape === "scatter";
  const head =
    valueElement("idx", index) +
    valueElement("order", index) +
    (series.name === undefined ? "" : element("c:tx", {}, writeText(series.name, lookUp))) +
    lookElement(form, color) +
    (isLine
      ? markerElement(form, color)
      : shape === "column" || shape === "bar"
        ? valueElement("invertIfNegative", 0)
        : "");
  const data =
    (series.categories === undefined
      ? ""
      : element(
          `c:${categories}`,
          {},
          writeData(series.categories, lookUp, shape !== "scatter", countPoints(series.values, lookUp)),
        )) + (series.values === undefined ? "" : element(`c:${values}`, {}, writeData(series.values, lookUp, false)));
  return element("c:ser", {}, head + data + (isLine ? valueElement("smooth", form.smooth === true ? 1 : 0) : ""));
};

const lookElement = ({ shape, lines }: ChartForm, color: string): string => {
  // The slices of a pie have different colours.
  if (shape === "pie" || shape === "doughnut") return "";
  if (shape === "scatter" && lines !== true)
    return element("c:spPr", {}, element("a:ln", { w: 19_050 }, element("a:noFill", {})));
  if (shape === "line" || shape === "scatter")
    return element("c:spPr", {}, element("a:ln", { w: 28_575, cap: "rnd" }, color + element("a:round", {})));
  return element("c:spPr", {}, color);
};

const markerElement = ({ markers }: ChartForm, color: string): string =>
  element(
    "c:marker",
    {},
    markers === true
      ? valueElement("symbol", "circle") + valueElement("size", 5) + element("c:spPr", {}, color)
      : valueElement("symbol", "none"),
  );

/** The text of a cell, or one of the chart's own. */
export const writeText = ({ formula, text }: ChartText, lookUp: LookUpCells): string => {
  if (formula === undefined) return element("c:v", {}, escapeText(text ?? ""));
  const cells = lookUp(formula);
  const title =
    cells?.rows
      .flat()
      .map((one) => pointText(one))
      .join(" ") ?? text;
  return element("c:strRef", {}, formulaElement(formula) + (title === undefined ? "" : cacheElement("str", [title])));
};

const formulaElement = (formula: string): string => element("c:f", {}, escapeText(formula));

const pointText = (cell: CellValue | undefined): string => {
  if (cell === undefined) return "";
  return typeof cell === "object" ? cell.error : typeof cell === "boolean" ? String(cell).toUpperCase() : String(cell);
};

const countPoints = (data: ChartData | undefined, lookUp: LookUpCells): number | undefined =>
  data?.formula === undefined ? data?.values?.length : lookUp(data.formula)?.rows.flat().length;

/** A reference with what its cells show, or the values themselves. Categories may be texts. */
export const writeData = (
  { formula, values = [] }: ChartData,
  lookUp: LookUpCells,
  mayBeText: boolean,
  /** Of the points of the series. */
  count?: number,
): string => {
  const cells = formula === undefined ? undefined : lookUp(formula);
  const cached = cells?.rows.flat() ?? values;
  const isText = mayBeText && cached.some((one) => typeof one === "string");
  const kind = isText ? "str" : "num";
  const texts = cached.map(isText ? textPoint : numberPoint);
  if (formula === undefined) return element(`c:${kind}Lit`, {}, points(texts));
  if (isText && spansTable(formula))
    return element("c:multiLvlStrRef", {}, formulaElement(formula) + (cells === undefined ? "" : levels(cells, count)));
  return element(
    `c:${kind}Ref`,
    {},
    formulaElement(formula) + (cached.length === 0 ? "" : cacheElement(kind, texts, cells?.numberFormat)),
  );
};

/** Whether a formula is a range of several rows and columns. */
const spansTable = (formula: string): boolean => {
  const area = parseRange(formula.slice(formula.lastIndexOf("!") + 1));
  return area !== undefined && area.startColumn !== area.endColumn && area.startRow !== area.endRow;
};

type Point = CellValue | string | number | null | undefined;

const textPoint = (point: Point): string | undefined =>
  point === null || point === undefined || point === "" ? undefined : pointText(point);

/** Excel draws texts as zero, and leaves empty cells and errors out. */
const numberPoint = (point: Point): string | undefined => {
  if (typeof point === "number") return String(point);
  if (typeof point === "boolean") return point ? "1" : "0";
  if (typeof point === "string" && point !== "") return "0";
  return typeof point === "object" && point !== null ? point.error : undefined;
};

const points = (texts: readonly (string | undefined)[]): string =>
  valueElement("ptCount", texts.length) + pointElements(texts);

const pointElements = (texts: readonly (string | undefined)[]): string =>
  texts
    .map((text, idx) => (text === undefined ? "" : element("c:pt", { idx }, element("c:v", {}, escapeText(text)))))
    .join("");

const cacheElement = (kind: "str" | "num", texts: readonly (string | undefined)[], numberFormat?: string): string => {
  const format = kind === "num" ? element("c:formatCode", {}, escapeText(numberFormat ?? "General")) : "";
  return element(`c:${kind}Cache`, {}, format + points(texts));
};

/** Categories of several columns, or of several rows where the chart has `count` points in a row. The last one comes first. */
const levels = ({ rows }: CellsOfFormula, count: number | undefined): string => {
  const width = rows[0]?.length ?? 0;
  const isByRow = count === width && count !== rows.length;
  const lists = isByRow ? rows : (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
  const elements = lists.toReversed().map((list) => element("c:lvl", {}, pointElements(list.map(textPoint))));
  return element("c:multiLvlStrCache", {}, valueElement("ptCount", isByRow ? width : rows.length) + elements.join(""));
};

const axes = (chart: ChartModel, lookUp: LookUpCells): string => {
  if (!hasAxes(chart.type)) return "";
  const { shape, stacked } = chartForm(chart.type);
  const formatOf = (formula = ""): string => lookUp(formula)?.numberFormat ?? "General";
  const [values, categories] = [chart.series[0]?.values?.formula, chart.series[0]?.categories?.formula];
  const valueFormat = stacked === "shares" ? "0%" : formatOf(values);
  const categoryFormat = shape === "scatter" ? formatOf(categories) : "General";
  const isSecond = chart.series.some(({ secondary }) => secondary === true);
  const isBar = shape === "bar";
  const [below, beside] = isBar ? (["l", "b"] as const) : (["b", "l"] as const);
  const between = shape === "area" || shape === "scatter" ? "midCat" : "between";
  const first =
    axis(
      shape === "scatter" ? "valAx" : "catAx",
      ids.category,
      ids.value,
      { ...chart.categoryAxis, cells: categoryFormat },
      below,
      between,
    ) + axis("valAx", ids.value, ids.category, { ...chart.valueAxis, cells: valueFormat }, beside, between);
  if (!isSecond) return first;
  const second = { cells: "General" };
  return (
    first +
    axis("valAx", ids.secondValue, ids.secondCategory, second, isBar ? "t" : "r", between, "max") +
    axis(
      shape === "scatter" ? "valAx" : "catAx",
      ids.secondCategory,
      ids.secondValue,
      { hidden: true, cells: "General" },
      below,
      between,
    )
  );
};

const axis = (
  name: "catAx" | "valAx",
  id: number,
  crossed: number,
  { title, minimum, maximum, numberFormat, hidden, gridlines, cells }: AxisModel & { readonly cells: string },
  side: "b" | "l" | "t" | "r",
  between: "between" | "midCat",
  crosses: "autoZero" | "max" = "autoZero",
): string => {
  const limits =
    (maximum === undefined ? "" : valueElement("max", maximum)) +
    (minimum === undefined ? "" : valueElement("min", minimum));
  const format = { formatCode: numberFormat ?? cells, sourceLinked: numberFormat === undefined ? 1 : 0 };
  const parts = [
    valueElement("axId", id),
    element("c:scaling", {}, valueElement("orientation", "minMax") + limits),
    valueElement("delete", hidden === true ? 1 : 0),
    valueElement("axPos", side),
    gridlines === true ? element("c:majorGridlines", {}, gridline) : "",
    title === undefined ? "" : writeTitle(title, side === "l" || side === "r"),
    element("c:numFmt", format),
    valueElement("majorTickMark", "none") + valueElement("minorTickMark", "none"),
    valueElement("tickLblPos", name === "catAx" ? "low" : "nextTo"),
    valueElement("crossAx", crossed) + valueElement("crosses", crosses),
    name === "catAx"
      ? valueElement("auto", 1) +
        valueElement("lblAlgn", "ctr") +
        valueElement("lblOffset", 100) +
        valueElement("noMultiLvlLbl", 0)
      : valueElement("crossBetween", between),
  ];
  return element(`c:${name}`, {}, parts.join(""));
};

const gridline = element(
  "c:spPr",
  {},
  element("a:ln", { w: 9_525 }, element("a:solidFill", {}, element("a:srgbClr", { val: "D9D9D9" }))),
);
