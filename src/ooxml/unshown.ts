import { readAnchors, drawingPart, isRewritten, readCharts } from "./charts";
import type { ChartModel } from "./chart-model";
import { readFilter } from "./auto-filter";
import { hasUnshownValidations } from "./data-validations";
import { hasUnshownLinks } from "./hyperlinks";
import { cellsWithoutNote, hasUnshownComments } from "./notes";
import { hasUnshownRules } from "./read-conditional-formats";
import { type OpenSheet, OpenWorkbook } from "./open-workbook";
import { ifReadable } from "./ooxml-error";
import { writeChart } from "./write-chart";
import { mapElements } from "./xml";

/** What a sheet of a file has that is kept and not shown. It names cells, and nobody moves these names. */
export interface UnshownOfSheet {
  readonly part: string;
  /** For example `images and shapes`. */
  readonly features: readonly string[];
}

const byRelation: readonly (readonly [string, string])[] = [["pivotTable", "pivot tables"]];

/** Lists what the sheets of a file have that is kept and not shown. */
export const listUnshown = (bytes: Uint8Array): UnshownOfSheet[] => {
  const open = OpenWorkbook.read(bytes);
  return open.sheets.map((sheet) => ({ part: sheet.part, features: listFeatures(open, sheet) }));
};

/** Of cells by the part of their sheet, those whose notes the file cannot take. */
export const notesLost = (
  bytes: Uint8Array,
  cells: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> => {
  const open = OpenWorkbook.read(bytes);
  return new Map(open.sheets.map((sheet) => [sheet.part, cellsWithoutNote(open, sheet, cells.get(sheet.part) ?? [])]));
};

const listFeatures = (open: OpenWorkbook, sheet: OpenSheet): string[] => {
  const kinds = new Set(open.parts.relations(sheet.part).map(({ kind }) => kind));
  return [
    ...(hasUnshownRules(open, sheet) ? ["conditional formats"] : []),
    ...(hasUnshownValidations(sheet) ? ["data validation"] : []),
    ...(hasUnshownLinks(open, sheet) ? ["links"] : []),
    ...drawnFeatures(open, sheet),
    ...(hasUnshownFilter(sheet) ? ["filters"] : []),
    ...(hasUnshownComments(open, sheet) ? ["comments"] : []),
    ...byRelation.filter(([kind]) => kinds.has(kind)).map(([, feature]) => feature),
  ];
};

const hasUnshownFilter = ({ cells }: OpenSheet): boolean =>
  cells?.xml.names.includes("autoFilter") === true && readFilter(cells.xml) === undefined;

/** What lies on the sheet besides the charts that are shown. */
const drawnFeatures = (open: OpenWorkbook, sheet: OpenSheet): string[] => {
  const drawing = drawingPart(open, sheet);
  if (drawing === undefined) return [];
  const anchors = ifReadable(() => readAnchors(open, drawing));
  const isUnknown = anchors === undefined || anchors.charts.length > readCharts(open, sheet, anySizes).length;
  return [
    ...((anchors?.others ?? 0) > 0 ? ["images and shapes"] : []),
    ...(isUnknown ? ["charts of other kinds"] : []),
  ];
};

/**
 * The names of charts that are going to be written anew, and lose formats of their file by it: those that were changed,
 * and that this module did not write.
 */
export const chartsLosingFormats = (bytes: Uint8Array, charts: readonly ChartModel[]): string[] => {
  const open = OpenWorkbook.read(bytes);
  const { parts } = open;
  const before = open.sheets.flatMap((sheet) => readCharts(open, sheet, anySizes));
  return charts.flatMap((chart) => {
    const { part } = chart;
    const old = before.find((one) => one.part === part);
    if (part === undefined || old === undefined || !parts.has(part) || !isRewritten(old, chart)) return [];
    const written = writeChart(old, () => undefined);
    return comparableChart(part, parts.text(part)) === comparableChart(part, written) ? [] : [chart.name];
  });
};

/** Places are not compared. */
const anySizes = { widthOf: () => 64, heightOf: () => 20 };

/** A chart's part without what it repeats of the cells. */
const comparableChart = (part: string, xml: string): string =>
  ["numCache", "strCache", "multiLvlStrCache"]
    .reduce((text, cache) => mapElements(part, text, cache, () => ""), xml)
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/<\/?c:(?:num|str|multiLvlStr)Ref>/g, "")
    .replace(/\sformatCode="[^"]*"(?=\ssourceLinked="1")/g, "");
