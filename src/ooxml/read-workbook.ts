import { pointsPerPixel } from "../facts/units";
import { countCells, parseRange } from "../facts/addresses";
import { sheetColumns } from "../facts/excel-limits";
import { readCharts, sizesOfSheet } from "./charts";
import { readFilter } from "./auto-filter";
import { readLinks } from "./hyperlinks";
import { readNotes } from "./notes";
import { readThreads } from "./threads";
import { readConditionalFormats } from "./read-conditional-formats";
import { readDataValidations } from "./data-validations";
import { RangeSweep } from "./cell-reference";
import { readCustomXml } from "./custom-xml";
import { type FormulaNames, fromFileFormula, isRange } from "./formulas";
import { withIntersections } from "./intersections";
import { OoxmlError, ifReadable } from "./ooxml-error";
import { type OpenSheet, OpenWorkbook } from "./open-workbook";
import { type FormulaCell, SharedFormulas } from "./shared-formulas";
import type { SheetPart, StoredCell } from "./sheet";
import { type AddinReference, readAddinSettings } from "./web-extensions";
import type { CellModel, ColumnsModel, NameModel, RowModel, SheetModel, WorkbookModel } from "./workbook-model";
import { childOf, childrenOf, isOn, parseXml } from "./xml";
import type { ZipLimits } from "./zip";

/** What a program tells of itself when it reads or writes a workbook. */
export interface WorkbookContext extends FormulaNames {
  /** Whose settings are read and written. */
  readonly addin?: AddinReference;
  /** The namespace of the custom XML part with `extra`. */
  readonly extraNamespace?: string;
}

const mostNames = 10_000;
const mostMerged = 5_000;
const mostMergedCells = 200_000;
/** A column's width counts digits of 7 pixels. */
export const digitWidth = 7;
const excelWidth = 64;
const excelHeight = 20;

/** Reads what can be shown of a workbook. @throws OoxmlError with a sentence for the user */
export const readWorkbook = (bytes: Uint8Array, context: WorkbookContext, limits?: ZipLimits): WorkbookModel =>
  toModel(OpenWorkbook.read(bytes, limits), context);

/** What can be shown of an open workbook. Sheets that are charts are left out. */
export const toModel = (open: OpenWorkbook, context: WorkbookContext): WorkbookModel => {
  const sheets = open.sheets.filter((sheet): sheet is ReadableSheet => sheet.cells !== undefined);
  if (sheets.length === 0) throw new OoxmlError("The workbook has charts only, and no sheet with cells.");
  const view = childOf(childOf(open.root, "bookViews"), "workbookView")?.attributes ?? {};
  const calculation = childOf(open.root, "calcPr")?.attributes ?? {};
  const front = open.sheets[Number(view["activeTab"] ?? 0)];
  const extra = readExtra(open, context);
  const customXml = readCustomXml(open, extraPart(open, context));
  return {
    sheets: sheets.map((sheet) => sheetModel(open, sheet, context)),
    names: readNames(open, sheets, context),
    active: Math.max(
      0,
      sheets.findIndex((sheet) => sheet === front),
    ),
    ...(isOn(calculation["fullCalcOnLoad"]) && { calculatesOnLoad: true }),
    ...(calculation["calcMode"] === "manual" && { manualCalculation: true }),
    dates1904: isOn(childOf(open.root, "workbookPr")?.attributes["date1904"]),
    settings: readAddinSettings(open.parts, context.addin),
    ...(customXml.length > 0 && { customXml }),
    ...(extra !== undefined && { extra }),
  };
};

type ReadableSheet = OpenSheet & { readonly cells: SheetPart };

/** Names that Excel makes for itself, and names of other files' functions, are kept and not shown. */
export const isShownName = (attributes: Readonly<Record<string, string>>): boolean =>
  !(attributes["name"] ?? "").startsWith("_xl") && !isOn(attributes["function"]);

const readNames = (open: OpenWorkbook, sheets: readonly OpenSheet[], context: WorkbookContext): NameModel[] => {
  const names = childrenOf(childOf(open.root, "definedNames"), "definedName");
  if (names.length > mostNames)
    throw new OoxmlError(
      `A workbook may have up to ${mostNames.toLocaleString("en")} names, it has ${names.length.toLocaleString("en")}.`,
    );
  return names.flatMap(({ attributes, text }) => {
    if (!isShownName(attributes)) return [];
    const local = attributes["localSheetId"];
    const owner = local === undefined ? undefined : sheets.findIndex((sheet) => sheet === open.sheets[Number(local)]);
    if (owner === -1) return [];
    return [
      {
        name: attributes["name"] ?? "",
        formula: fromFileFormula(text, context),
        ...(owner !== undefined && { sheet: owner }),
        ...(attributes["comment"] !== undefined && { comment: attributes["comment"] }),
        ...(isOn(attributes["hidden"]) && { hidden: true }),
      },
    ];
  });
};

/** The custom XML part of this program. */
export const extraPart = ({ parts, part }: OpenWorkbook, { extraNamespace }: WorkbookContext): string | undefined =>
  extraNamespace === undefined
    ? undefined
    : parts.relatedParts(part, "customXml").find((target) => {
        const text = ifReadable(() => parts.text(target)) ?? "";
        return text.slice(0, 500).includes(`"${extraNamespace}"`);
      });

const readExtra = (open: OpenWorkbook, context: WorkbookContext): unknown => {
  const part = extraPart(open, context);
  if (part === undefined) return undefined;
  try {
    return JSON.parse(parseXml(part, open.parts.text(part)).text);
  } catch {
    return undefined;
  }
};

const sheetModel = (open: OpenWorkbook, sheet: ReadableSheet, context: WorkbookContext): SheetModel => {
  const { xml } = sheet.cells;
  const format = xml.child("sheetFormatPr")?.attributes ?? {};
  const pane = childOf(childOf(xml.child("sheetViews"), "sheetView"), "pane")?.attributes ?? {};
  const frozen = (pane["state"] ?? "").startsWith("frozen");
  const width = format["defaultColWidth"];
  const height = format["defaultRowHeight"];
  const defaultWidth = width === undefined ? excelWidth : toPixels(Number(width));
  const defaultHeight = height === undefined ? excelHeight : Math.round(Number(height) / pointsPerPixel);
  const columns = readColumns(open, sheet.cells, defaultWidth);
  const rows = toRowModels(sheet.cells);
  const charts = readCharts(open, sheet, sizesOfSheet({ columns, rows, defaultWidth, defaultHeight }));
  return {
    name: sheet.name,
    part: sheet.part,
    ...(sheet.hidden && { hidden: true }),
    cells: toCellModels(open, sheet, context),
    columns,
    rows,
    merged: readMerged(sheet),
    tables: open
      .tablesOf(sheet)
      .filter(({ hasHeader }) => hasHeader)
      .map(({ name, shown }) => ({ name, range: shown })),
    ...(charts.length > 0 && { charts }),
    ...attachedTo(open, sheet),
    ...sheetFilter(sheet, rows),
    ...readSheetRules(open, sheet, context),
    frozenRows: frozen ? Number(pane["ySplit"] ?? 0) : 0,
    frozenColumns: frozen ? Number(pane["xSplit"] ?? 0) : 0,
    protected: isOn(xml.child("sheetProtection")?.attributes["sheet"]),
    defaultWidth,
    defaultHeight,
  };
};

const attachedTo = (open: OpenWorkbook, sheet: ReadableSheet): Pick<SheetModel, "notes" | "threads" | "links"> => {
  const [notes, threads, links] = [readNotes(open, sheet), readThreads(open, sheet), readLinks(open, sheet)];
  return {
    ...(notes.length > 0 && { notes }),
    ...(threads.length > 0 && { threads }),
    ...(links.length > 0 && { links }),
  };
};

const sheetFilter = ({ cells }: ReadableSheet, rows: readonly RowModel[]): Pick<SheetModel, "filter"> => {
  const filter = readFilter(cells.xml, rows);
  return filter === undefined ? {} : { filter };
};

/** Rules that apply to cells. */
const readSheetRules = (
  open: OpenWorkbook,
  sheet: ReadableSheet,
  context: WorkbookContext,
): Pick<SheetModel, "conditionalFormats" | "dataValidations"> => {
  const conditionalFormats = readConditionalFormats(open, sheet, context);
  const dataValidations = readDataValidations(sheet, context);
  return {
    ...(conditionalFormats !== undefined && conditionalFormats.length > 0 && { conditionalFormats }),
    ...(dataValidations !== undefined && dataValidations.length > 0 && { dataValidations }),
  };
};

const toPixels = (width: number): number => Math.round(width * digitWidth);

const readMerged = ({ name, cells }: ReadableSheet): string[] => {
  const ranges = (cells.xml.child("mergeCells")?.children ?? []).map(({ attributes }) => attributes["ref"] ?? "");
  let area = 0;
  for (const range of ranges) {
    const parsed = parseRange(range);
    if (parsed === undefined) throw new OoxmlError(`The sheet "${name}" merges "${range}", which is no range.`);
    area += countCells(parsed);
  }
  if (ranges.length > mostMerged || area > mostMergedCells)
    throw new OoxmlError(
      `A sheet may merge up to ${mostMerged.toLocaleString("en")} ranges with ${mostMergedCells.toLocaleString("en")} cells; "${name}" merges more.`,
    );
  return ranges;
};

const readColumns = (open: OpenWorkbook, sheet: SheetPart, defaultWidth: number): ColumnsModel[] => {
  let next = 0;
  return (sheet.xml.child("cols")?.children ?? []).flatMap(({ attributes }) => {
    const start = Number(attributes["min"]) - 1;
    const end = Math.min(Number(attributes["max"]), sheetColumns) - 1;
    // Columns come in order. Those that come twice count once.
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < next || start > end) return [];
    next = end + 1;
    const pixels = toPixels(Number(attributes["width"]));
    const isSet = isOn(attributes["customWidth"]) || pixels !== defaultWidth;
    const format = open.styles.format(Number(attributes["style"] ?? 0));
    return [
      {
        start,
        end,
        ...(isSet && pixels >= 0 && { width: pixels }),
        ...(isOn(attributes["hidden"]) && { hidden: true }),
        ...(Object.keys(format).length > 0 && { format }),
      },
    ];
  });
};

const toRowModels = ({ rows }: SheetPart): RowModel[] =>
  [...rows].flatMap(([row, { attributes }]) => {
    const height = isOn(attributes["customHeight"]) ? Number(attributes["ht"]) : Number.NaN;
    const hidden = isOn(attributes["hidden"]);
    if (Number.isNaN(height) && !hidden) return [];
    return [{ row, ...(height >= 0 && { height: Math.round(height / pointsPerPixel) }), ...(hidden && { hidden }) }];
  });

const toCellModels = (open: OpenWorkbook, sheet: ReadableSheet, context: WorkbookContext): CellModel[] => {
  const covered = new RangeSweep();
  const formulas = new SharedFormulas((text, cell) => typedFormula(text, cell, context));
  return sheet.cells.cells.flatMap((cell) => {
    const { row, column } = cell;
    // An empty text looks like no content.
    const value = cell.value === "" && cell.formula === undefined ? undefined : cell.value;
    const format = open.styles.format(cell.xf);
    const formula = shownFormula(cell, formulas);
    const spill = formula === undefined ? undefined : spillRange(cell);
    if (spill !== undefined) coverSpill(covered, spill);
    const model: CellModel = {
      row,
      column,
      ...(value !== undefined && { value }),
      ...(formula !== undefined && { formula }),
      ...(spill !== undefined && { spill }),
      ...(formula === undefined && value !== undefined && covered.find(cell) === true && { spilled: true }),
      ...(Object.keys(format).length > 0 && { format }),
    };
    return Object.keys(model).length > 2 ? [model] : [];
  });
};

/** @throws OoxmlError where the spills of a sheet cover too many columns. */
const coverSpill = (covered: RangeSweep, spill: string): void => {
  const area = parseRange(spill);
  if (area !== undefined && !covered.add(area, true))
    throw new OoxmlError("The array formulas of a sheet are too wide.");
};

const spillRange = ({ row, column, formula }: StoredCell): string | undefined => {
  const range = formula?.range === undefined ? undefined : parseRange(formula.range);
  if (formula?.kind === "plain" || range === undefined || countCells(range) === 1) return undefined;
  return range.startRow === row && range.startColumn === column ? formula?.range : undefined;
};

/** The formula as it is typed; undefined if it has no text of its own (data tables). */
const shownFormula = (cell: StoredCell, formulas: SharedFormulas): string | undefined => {
  const { formula } = cell;
  if (formula === undefined || formula.kind === "dataTable") return undefined;
  const text = formulas.textOf({ ...cell, formula });
  return text === "" ? undefined : text;
};

const typedFormula = (text: string, { formula }: FormulaCell, context: WorkbookContext): string => {
  const entry = fromFileFormula(text, context);
  // In a plain cell a range means its cell in this row or column.
  if (formula.kind !== "plain") return `=${entry}`;
  return isRange(entry) ? `=@${entry}` : `=${withIntersections(entry)}`;
};
