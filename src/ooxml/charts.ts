import { emuPerPixel } from "../facts/units";
import { countCells, parseRange } from "../facts/addresses";
import { unquoteSheet } from "../facts/sheet-names";
import { sheetColumns, sheetRows } from "../facts/excel-limits";
import {
  type AnchorPoint,
  type ChartData,
  type ChartModel,
  type ChartText,
  LineSizes,
  mostCharts,
  toPixels,
  pointAt,
  roundPixels,
  type SeriesModel,
  type SheetSizes,
} from "./chart-model";
import { sortedKey } from "./cell-format";
import { officeThemePart, themeColors } from "./colors";
import { OoxmlError, ifReadable } from "./ooxml-error";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { readChart } from "./read-chart";
import { sheetOrder } from "./sheet";
import { type CellValue, type SheetModel, withoutMembers, type WorkbookModel } from "./workbook-model";
import {
  type CellsOfFormula,
  chartNamespace,
  drawingNamespace,
  type LookUpCells,
  writeChart,
  writeData,
  writeText,
} from "./write-chart";
import { EditableXml } from "./editable-xml";
import { childOf, element, findElement, parseXml, scanXml, withAttribute, type XmlElement } from "./xml";

const placeNamespace = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
const chartDrawingType = "application/vnd.openxmlformats-officedocument.drawing+xml";
const chartType = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

const emu = (pixels: number): number => Math.round(pixels * emuPerPixel);

/** A chart in a sheet's drawing. */
interface PlacedChart {
  /** The index of its anchor among the children of the drawing. */
  readonly index: number;
  readonly part: string;
  readonly relation: string;
  readonly anchor: XmlElement;
}

/** The part with everything that lies on a sheet. */
export const drawingPart = ({ parts }: OpenWorkbook, { part }: OpenSheet): string | undefined => {
  const drawing = parts.related(part, "drawing");
  return drawing !== undefined && parts.has(drawing) ? drawing : undefined;
};

/** The anchors of a drawing: charts that the model can have, and others. */
export const readAnchors = (
  { parts }: OpenWorkbook,
  drawing: string,
): { readonly charts: readonly PlacedChart[]; readonly others: number } => {
  const xml = new EditableXml(drawing, parts.text(drawing));
  const relations = new Map(parts.relations(drawing).map((relation) => [relation.id, relation]));
  const usedAnchors = new Set<string>();
  const charts = xml.children.flatMap((text, index): PlacedChart[] => {
    const anchor = xml.parse(text);
    const data = childOf(childOf(childOf(anchor, "graphicFrame"), "graphic"), "graphicData");
    const id = Object.entries(childOf(data, "chart")?.attributes ?? {}).find(([name]) => name.endsWith(":id"))?.[1];
    const relation = relations.get(id ?? "");
    if (relation?.kind !== "chart" || relation.external || !parts.has(relation.target)) return [];
    if (usedAnchors.has(relation.target)) return [];
    usedAnchors.add(relation.target);
    return [{ index, part: relation.target, relation: relation.id, anchor }];
  });
  return { charts, others: xml.names.filter((name) => name.endsWith("Anchor")).length - charts.length };
};

const themeType = "application/vnd.openxmlformats-officedocument.theme+xml";

const ensureTheme = (open: OpenWorkbook): void => {
  if (open.relatedPart("theme") !== undefined) return;
  const part = open.parts.freeName("xl/theme/theme", ".xml");
  open.parts.set(part, officeThemePart(), themeType);
  open.parts.relate(open.part, `${officeRelations}/theme`, part);
};

const readThemeColors = (open: OpenWorkbook): readonly string[] => {
  const part = open.relatedPart("theme");
  return themeColors(part ?? "theme", part === undefined ? undefined : open.parts.text(part));
};

/** The charts of a sheet that can be shown. The others are kept, also damaged ones. */
export const readCharts = (open: OpenWorkbook, sheet: OpenSheet, sizes: SheetSizes): ChartModel[] => {
  const drawing = drawingPart(open, sheet);
  const charts = drawing === undefined ? [] : (ifReadable(() => readAnchors(open, drawing).charts) ?? []);
  if (charts.length > mostCharts)
    throw new OoxmlError(`A sheet may have up to ${mostCharts} charts; "${sheet.name}" has ${charts.length}.`);
  const theme = readThemeColors(open);
  return charts.flatMap(({ part, anchor }): ChartModel[] => {
    const content = ifReadable(() => readChart(parseXml(part, open.parts.text(part)), theme));
    const place = readChartPlace(anchor, sizes);
    if (content === undefined || place === undefined) return [];
    const frame = childOf(childOf(childOf(anchor, "graphicFrame"), "nvGraphicFramePr"), "cNvPr");
    return [{ name: frame?.attributes["name"] ?? "Chart", ...content, ...place, part }];
  });
};

type ChartPlace = Pick<ChartModel, "from" | "to" | "keeps">;

/** A distance beyond any sheet would be followed cell by cell. */
const farthest = 10_000_000;

const readChartPlace = (anchor: XmlElement, sizes: SheetSizes): ChartPlace | undefined => {
  const extent = (holder: XmlElement | undefined, name: string): number =>
    Math.min(farthest, Math.max(0, Math.round(Number(holder?.attributes[name] ?? 0) / emuPerPixel)));
  const size = childOf(anchor, "ext");
  const [width, height] = [extent(size, "cx"), extent(size, "cy")];
  const from = readPoint(childOf(anchor, "from"));
  if (anchor.name === "twoCellAnchor") {
    const to = readPoint(childOf(anchor, "to"));
    if (from === undefined || to === undefined) return undefined;
    const { editAs } = anchor.attributes as Readonly<Record<"editAs", string | undefined>>;
    return {
      from,
      to,
      ...(editAs === "oneCell" && { keeps: "size" }),
      ...(editAs === "absolute" && { keeps: "place" }),
    };
  }
  const after = (x: number, y: number): AnchorPoint => pointAt(x + width, y + height, sizes);
  if (anchor.name === "oneCellAnchor") {
    if (from === undefined) return undefined;
    const { x, y } = toPixels(from, sizes);
    return { from, to: after(x, y), keeps: "size" };
  }
  if (anchor.name !== "absoluteAnchor") return undefined;
  const start = childOf(anchor, "pos");
  const [x, y] = [extent(start, "x"), extent(start, "y")];
  return { from: pointAt(x, y, sizes), to: after(x, y), keeps: "place" };
};

const readPoint = (point: XmlElement | undefined): AnchorPoint | undefined => {
  if (point === undefined) return undefined;
  const [column = 0, columnOffset = 0, row = 0, rowOffset = 0] = ["col", "colOff", "row", "rowOff"].map((name) =>
    Number(childOf(point, name)?.text ?? 0),
  );
  const pixels = (offset: number): number => Math.max(0, roundPixels(offset / emuPerPixel));
  const isCell = Number.isInteger(row) && Number.isInteger(column) && row >= 0 && column >= 0;
  if (!isCell || row >= sheetRows || column >= sheetColumns) return undefined;
  return { row, column, rowOffset: pixels(rowOffset), columnOffset: pixels(columnOffset) };
};

/** The sizes of a sheet's columns and rows as the model has them. */
export const sizesOfSheet = ({
  columns,
  rows,
  defaultWidth,
  defaultHeight,
}: Pick<SheetModel, "columns" | "rows" | "defaultWidth" | "defaultHeight">): SheetSizes => {
  const widths = new Map<number, number>();
  for (const { start, end, width, hidden } of columns)
    for (let column = start; column <= end; column += 1)
      if (!widths.has(column)) widths.set(column, hidden === true ? 0 : (width ?? defaultWidth));
  const heights = new Map(
    rows.map(({ row, height, hidden }) => [row, hidden === true ? 0 : (height ?? defaultHeight)]),
  );
  const [across, down] = [new LineSizes(defaultWidth, widths), new LineSizes(defaultHeight, heights)];
  return {
    widthOf: (column) => across.sizeOf(column),
    heightOf: (row) => down.sizeOf(row),
    leftOf: (column) => across.startOf(column),
    topOf: (row) => down.startOf(row),
  };
};

const mostRepeated = 100_000;

/** Looks up what the cells of a formula show in a workbook. */
export const lookUpCells = ({ sheets }: Pick<WorkbookModel, "sheets">): LookUpCells => {
  const indexes = new Map<string, ReadonlyMap<string, SheetModel["cells"][number]>>();
  const indexOf = (sheet: SheetModel): ReadonlyMap<string, SheetModel["cells"][number]> => {
    const known = indexes.get(sheet.name) ?? new Map(sheet.cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
    indexes.set(sheet.name, known);
    return known;
  };
  return (formula) => {
    const at = formula.lastIndexOf("!");
    const area = parseRange(formula.slice(at + 1));
    const name = unquoteSheet(formula.slice(0, Math.max(0, at)));
    const sheet = sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (area === undefined || sheet === undefined) return undefined;
    const { startRow, endRow, startColumn, endColumn } = area;
    if (countCells(area) > mostRepeated) return undefined;
    const index = indexOf(sheet);
    let numberFormat: string | undefined;
    const rows: (CellValue | undefined)[][] = [];
    for (let row = startRow; row <= endRow; row += 1) {
      const line: (CellValue | undefined)[] = [];
      for (let column = startColumn; column <= endColumn; column += 1) {
        const cell = index.get(`${row},${column}`);
        numberFormat ??= cell?.value === undefined ? undefined : (cell.format?.numberFormat ?? "General");
        line.push(cell?.value);
      }
      rows.push(line);
    }
    return { rows, numberFormat: numberFormat ?? "General" };
  };
};

/** What charts of a sheet repeat of its workbook: as it was read, and as it is written. */
export interface ChartCells {
  readonly before: LookUpCells;
  readonly now: LookUpCells;
}

const chartsByPart = (open: OpenWorkbook, drawing: string | undefined): ReadonlyMap<string, PlacedChart> =>
  new Map((drawing === undefined ? [] : readAnchors(open, drawing).charts).map((one) => [one.part, one]));

/** The charts that are in the drawing already, by their part. */
const keptCharts = (
  chartsInFile: ReadonlyMap<string, PlacedChart>,
  before: readonly ChartModel[],
  charts: readonly ChartModel[],
): ReadonlyMap<string, ChartModel> => {
  const matches = new Map<string, ChartModel>();
  for (const chart of charts) {
    const { part = "" } = chart;
    if (!matches.has(part) && chartsInFile.has(part) && before.some((one) => one.part === part))
      matches.set(part, chart);
  }
  return matches;
};

/** Makes the drawing of a sheet, and the parts of its charts, what the model says. */
export const writeCharts = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  { charts: before = [] }: Pick<SheetModel, "charts">,
  { charts = [] }: Pick<SheetModel, "charts">,
  cells: ChartCells,
): void => {
  const known = drawingPart(open, sheet);
  if (before.length === 0 && charts.length === 0) return;
  const chartsInFile = chartsByPart(open, known);
  const keptByPart = keptCharts(chartsInFile, before, charts);
  const newCharts = charts.filter((chart) => keptByPart.get(chart.part ?? "") !== chart);
  const drawing = known ?? addChartDrawing(open, sheet);
  const edited = new EditableXml(drawing, open.parts.text(drawing));
  const anchors = new Map<number, string | undefined>();
  for (const old of before) {
    const place = chartsInFile.get(old.part ?? "");
    if (place === undefined) continue;
    const chart = keptByPart.get(place.part);
    if (chart === undefined) {
      anchors.set(place.index, undefined);
      open.parts.unrelate(drawing, place.relation);
      continue;
    }
    changeChart(open, place.part, old, chart, cells);
    if (anchorKey(old) !== anchorKey(chart)) anchors.set(place.index, changedAnchor(edited, place, chart));
  }
  if (newCharts.length === 0 && anchors.size === 0) return;
  edited.replace(anchors);
  for (const chart of newCharts) addChartPart(open, drawing, edited, chart, cells.now);
  open.parts.set(drawing, edited.toString());
};

const addChartPart = (
  open: OpenWorkbook,
  drawing: string,
  edited: EditableXml,
  chart: ChartModel,
  lookUp: LookUpCells,
): void => {
  ensureTheme(open);
  const part = open.parts.freeName("xl/charts/chart", ".xml");
  open.parts.set(part, writeChart(chart, lookUp), chartType);
  const relation = open.parts.relate(drawing, `${officeRelations}/chart`, part);
  edited.insert("twoCellAnchor", edited.adopted(newAnchor(chart, relation, freeId(edited)), "xdr:"), []);
};

const addChartDrawing = (open: OpenWorkbook, sheet: OpenSheet): string => {
  const drawing = open.parts.freeName("xl/drawings/drawing", ".xml");
  const namespaces = { "xmlns:xdr": placeNamespace, "xmlns:a": drawingNamespace };
  open.parts.set(drawing, element("xdr:wsDr", namespaces), chartDrawingType);
  const relation = open.parts.relate(sheet.part, `${officeRelations}/drawing`, drawing);
  const attributes = { "xmlns:r": officeRelations, "r:id": relation };
  sheet.cells?.xml.set("drawing", element("drawing", attributes), sheetOrder);
  return drawing;
};

const anchorKey = ({ name, from, to, keeps }: ChartModel): string => JSON.stringify([name, from, to, keeps]);

const writePoint = (name: "from" | "to", { row, column, rowOffset, columnOffset }: AnchorPoint): string => {
  const parts = { col: column, colOff: emu(columnOffset), row, rowOff: emu(rowOffset) };
  const elements = Object.entries(parts).map(([part, number]) => element(`xdr:${part}`, {}, String(number)));
  return element(`xdr:${name}`, {}, elements.join(""));
};

const writeCorners = ({ from, to }: ChartModel): string => writePoint("from", from) + writePoint("to", to);

const editAs = ({ keeps }: ChartModel): string =>
  keeps === "size" ? "oneCell" : keeps === "place" ? "absolute" : "twoCell";

const newAnchor = (chart: ChartModel, relation: string, id: number): string => {
  const properties = element("xdr:cNvPr", { id, name: chart.name }) + element("xdr:cNvGraphicFramePr", {});
  const still = element("a:off", { x: 0, y: 0 }) + element("a:ext", { cx: 0, cy: 0 });
  const reference = element("c:chart", { "xmlns:c": chartNamespace, "xmlns:r": officeRelations, "r:id": relation });
  const graphic = element("a:graphicData", { uri: chartNamespace }, reference);
  const frame =
    element("xdr:nvGraphicFramePr", {}, properties) +
    element("xdr:xfrm", { "xmlns:a": drawingNamespace }, still) +
    element("a:graphic", { "xmlns:a": drawingNamespace }, graphic);
  const content =
    writeCorners(chart) + element("xdr:graphicFrame", { macro: "" }, frame) + element("xdr:clientData", {});
  return element("xdr:twoCellAnchor", { editAs: editAs(chart) }, content);
};

/** The ids of a drawing's objects are different. */
const freeId = (drawing: EditableXml): number => {
  let most = 1;
  scanXml(drawing.part, drawing.toString(), {
    open: (name, { id }) => {
      if (name === "cNvPr" && /^\d+$/.test(id ?? "")) most = Math.max(most, Number(id));
    },
  });
  return most + 1;
};

const placeElements = new Set(["from", "to", "pos", "ext"]);

/** Another place for an anchor whose content stays. */
const changedAnchor = (drawing: EditableXml, { index }: PlacedChart, chart: ChartModel): string => {
  const text = drawing.children[index] ?? "";
  const prefix = /^<([\w.-]+:)?/.exec(text)?.[1] ?? "";
  const attributes = /^<[^\s>]+((?:\s[^>]*)?)>/.exec(text)?.[1]?.replace(/\seditAs="[^"]*"/, "") ?? "";
  const anchor = new EditableXml(drawing.part, text);
  const others = anchor.children.filter((_, at) => !placeElements.has(anchor.names[at] ?? "")).join("");
  const frame = findElement(drawing.part, `<x>${others}</x>`, "cNvPr");
  const renamed = frame === undefined ? others : withAttribute(others, frame.tagEnd - 3, "name", chart.name);
  const cornersXml = writeCorners(chart).replaceAll("xdr:", prefix);
  return `<${prefix}twoCellAnchor${attributes} editAs="${editAs(chart)}">${cornersXml}${renamed}</${prefix}twoCellAnchor>`;
};

/** What a change of the cells' addresses does not change. */
const withoutReferences = (chart: ChartModel): string => {
  const plain = <Data extends ChartData | ChartText>(data: Data | undefined): unknown =>
    data?.formula === undefined ? data : { formula: "" };
  const series = chart.series.map((one) => ({
    ...one,
    name: plain(one.name),
    categories: plain(one.categories),
    values: plain(one.values),
  }));
  const rest = withoutMembers(chart, "name", "from", "to", "keeps", "part", "simplified");
  return sortedKey({ ...rest, series });
};

/** Whether a chart's part has to be written anew, because more of it changed than the cells that it names. */
export const isRewritten = (before: ChartModel, chart: ChartModel): boolean =>
  withoutReferences(before) !== withoutReferences(chart);

const changeChart = (
  open: OpenWorkbook,
  part: string,
  before: ChartModel,
  chart: ChartModel,
  cells: ChartCells,
): void => {
  const text = open.parts.text(part);
  const isNew = isRewritten(before, chart);
  if (isNew) ensureTheme(open);
  const next = isNew ? writeChart(chart, cells.now) : withReferences(part, text, before, chart, cells);
  if (next !== text) open.parts.set(part, next);
};

type ReferenceKind = "name" | "categories" | "values";
const referenceKinds: Readonly<Record<string, ReferenceKind>> = {
  tx: "name",
  cat: "categories",
  xVal: "categories",
  val: "values",
  yVal: "values",
};

interface Reference {
  readonly series: number;
  readonly kind: ReferenceKind;
  readonly start: number;
  readonly end: number;
}

/** The places of the series' references in a chart's part. */
const referencesIn = (part: string, xml: string): Reference[] => {
  const references: Reference[] = [];
  const path: string[] = [];
  let series = -1;
  let start = 0;
  scanXml(part, xml, {
    open: (name, _attributes, position) => {
      if (name === "ser") series += 1;
      if (name.endsWith("Ref") && path.at(-2) === "ser") start = position;
      path.push(name);
    },
    close: (name, end) => {
      path.pop();
      const kind = referenceKinds[path.at(-1) ?? ""];
      if (name.endsWith("Ref") && path.at(-2) === "ser" && kind !== undefined)
        references.push({ series, kind, start, end });
    },
  });
  return references;
};

/** A chart's part with other cells, or other values of them. Everything else keeps its text. */
const withReferences = (
  part: string,
  xml: string,
  before: ChartModel,
  chart: ChartModel,
  cells: ChartCells,
): string => {
  let result = xml;
  for (const { series, kind, start, end } of referencesIn(part, xml).toReversed()) {
    const [old, next] = [before.series[series]?.[kind], chart.series[series]?.[kind]];
    if (old?.formula === undefined || next?.formula === undefined) continue;
    const text = xml.slice(start, end);
    const hasValues = /<(?:\w+:)?(?:num|str|multiLvlStr)Cache/.test(text);
    const isSame =
      old.formula === next.formula && (!hasValues || sameCells(cells.before(old.formula), cells.now(next.formula)));
    if (isSame) continue;
    const data = writeReference(text, kind, next.formula, hasValues ? cells.now : () => undefined);
    result = result.slice(0, start) + data + result.slice(end);
  }
  return result;
};

/** A reference to other cells in place of an old one, with the prefix of its names. */
const writeReference = (old: string, kind: ReferenceKind, formula: string, lookUp: LookUpCells): string => {
  const prefix = /^<([\w.-]+:)?/.exec(old)?.[1] ?? "";
  const mayBeText = kind !== "values" && !/^<(?:\w+:)?numRef/.test(old);
  const data = kind === "name" ? writeText({ formula }, lookUp) : writeData({ formula }, lookUp, mayBeText);
  return data.replace(/(<\/?)c:/g, `$1${prefix}`);
};

const sameCells = (one: CellsOfFormula | undefined, other: CellsOfFormula | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The series of a chart with each formula changed. */
export const mapFormulas = (chart: ChartModel, change: (formula: string) => string): ChartModel => {
  const mapFormula = <Data extends ChartData | ChartText>(data: Data): Data =>
    data.formula === undefined ? data : { ...data, formula: change(data.formula) };
  const series = chart.series.map((one): SeriesModel => ({
    ...one,
    ...(one.name && { name: mapFormula(one.name) }),
    ...(one.categories && { categories: mapFormula(one.categories) }),
    ...(one.values && { values: mapFormula(one.values) }),
  }));
  return { ...chart, series };
};
