import {
  columnLetters,
  countCells,
  formatRange,
  parseCell,
  parseLocalAddress,
  parseRange,
} from "../../facts/addresses";
import { quoteSheet } from "../../facts/sheet-names";
import { sheetColumns } from "../../facts/excel-limits";
import { filteredRows } from "../../ooxml/auto-filter";
import { onlyCall } from "../../ooxml/formulas";
import { readWorkbook, type WorkbookContext } from "../../ooxml/read-workbook";
import type {
  CellModel,
  CellValue,
  ColumnsModel,
  FilterModel,
  SheetModel,
  WorkbookModel,
} from "../../ooxml/workbook-model";
import { writeWorkbook } from "../../ooxml/write-workbook";
import { type CellContent, parseEntry } from "../univer/entry";
import { withoutCostlyRules } from "./costly-rules";
import type { ShownResults } from "./shown-results";
import { defaultSize } from "./to-snapshot";
import { type NameFile, type SavedResult, type SheetFile, type WorkbookFile } from "./workbook-file";

/** What the sheet shows: the result of each formula and the cells that it fills. */
export interface SheetResults {
  /** By address. Spilled cells are included. */
  readonly values: ReadonlyMap<string, CellValue>;
  /** The filled ranges by the address of the formula. */
  readonly spills: ReadonlyMap<string, string>;
  /** The number formats that results give to cells without one of their own. */
  readonly formats?: ReadonlyMap<string, string>;
}

/** The results of custom functions, in a part of the workbench's own. */
interface SavedResults {
  readonly results: NonNullable<WorkbookFile["values"]>;
  /** What the formulas' cells showed when the file was saved: another program may have changed it since. */
  readonly shown: Readonly<Record<string, CellValue>>;
}

/** Cells of one result that is shown before it is calculated. */
const mostSpilled = 100_000;
/** Columns that end with the last one of a sheet and are more than these are not shown one by one. */
const mostHiddenColumns = 1_000;

/** Reads an .xlsx file. @throws an error with a message for the user */
export const readXlsx = (bytes: Uint8Array, name: string, context: WorkbookContext): WorkbookFile => {
  const model = readWorkbook(bytes, context);
  const values = savedResults(model, context);
  const sheetName = (index: number | undefined): string | undefined =>
    index === undefined ? undefined : model.sheets[index]?.name;
  const active = sheetName(model.active);
  const file: WorkbookFile = {
    name,
    sheets: model.sheets.map(toSheetFile),
    ...(active !== undefined && { active }),
    ...(model.dates1904 && { dates1904: true }),
    ...(model.calculatesOnLoad === true && { calculatesOnLoad: true }),
    ...(model.manualCalculation === true && { manualCalculation: true }),
    settings: model.settings,
    values,
    ...(model.names.length > 0 && {
      names: model.names.map(({ sheet, ...one }): NameFile => {
        const owner = sheetName(sheet);
        return { ...one, ...(owner !== undefined && { sheet: owner }) };
      }),
    }),
    ...(model.customXml !== undefined && { customXml: model.customXml }),
    source: bytes,
  };
  return withoutCostlyRules(file);
};

/** Writes a workbook as an .xlsx file. `shown` is by the name of the sheet. */
export const writeXlsx = (
  file: WorkbookFile,
  resultsBySheet: ReadonlyMap<string, SheetResults>,
  context: WorkbookContext,
): Uint8Array => writeWorkbook(toModel(file, resultsBySheet), context, file.source);

const toSheetFile = (sheet: SheetModel): SheetFile => {
  const own = sheet.columns.filter((columns) => !isRest(columns));
  const rest = sheet.columns.find(isRest);
  const { cells, formats } = toCells(sheet);
  const hidden = own.filter((columns) => columns.hidden === true);
  const defaultWidth = rest?.width ?? sheet.defaultWidth;
  return {
    name: sheet.name,
    cells,
    ...fileResults(sheet),
    formats: { ...columnFormats(own), ...formats },
    widths: Object.fromEntries(own.flatMap((columns) => eachColumn(columns, columns.width))),
    ...(sheet.merged.length > 0 && { merged: sheet.merged }),
    ...(sheet.tables.length > 0 && { tables: sheet.tables.map(({ name, range }) => ({ name, address: range })) }),
    ...asInFile(sheet),
    ...fileRows(sheet),
    ...fileFilter(sheet),
    ...(hidden.length > 0 && {
      hiddenColumns: hidden.flatMap((columns) => eachColumn(columns, true).map(([name]) => name)),
    }),
    ...(sheet.frozenRows > 0 && { frozenRows: sheet.frozenRows }),
    ...(sheet.frozenColumns > 0 && { frozenColumns: sheet.frozenColumns }),
    ...(sheet.protected && { protected: true }),
    ...(sheet.hidden === true && { hidden: true }),
    ...(defaultWidth !== defaultSize.width && { defaultWidth }),
    ...(sheet.defaultHeight !== defaultSize.height && { defaultHeight: sheet.defaultHeight }),
    ...(sheet.part !== undefined && { part: sheet.part }),
    ...(rest !== undefined && { rest }),
  };
};

/** Members that both forms of a workbook have alike. */
const asInFile = ({
  charts,
  conditionalFormats,
  dataValidations,
  notes,
  links,
  threads,
}: SheetModel): Pick<
  SheetFile,
  "charts" | "conditionalFormats" | "dataValidations" | "notes" | "links" | "threads"
> => ({
  ...(charts !== undefined && { charts }),
  ...(conditionalFormats !== undefined && { conditionalFormats }),
  ...(dataValidations !== undefined && { dataValidations }),
  ...(notes !== undefined && { notes }),
  ...(links !== undefined && { links }),
  ...(threads !== undefined && { threads }),
});

const isRest = ({ start, end }: ColumnsModel): boolean => end === sheetColumns - 1 && end - start >= mostHiddenColumns;

const eachColumn = <Value>({ start, end }: ColumnsModel, value: Value | undefined): [string, Value][] =>
  value === undefined
    ? []
    : Array.from({ length: end - start + 1 }, (_, index) => [columnLetters(start + index), value]);

const columnFormats = (columns: readonly ColumnsModel[]): NonNullable<SheetFile["formats"]> =>
  Object.fromEntries(
    columns.flatMap((one) => eachColumn(one, one.format).map(([name, format]) => [`${name}:${name}`, format])),
  );

/** A file does not say which rows its filter hides. Excel shows all rows of the range when the filter is cleared. */
const isFilteredBy = (filter: FilterModel | undefined): ((row: number) => boolean) => {
  const rows = filter && filteredRows(filter.range);
  if (rows === undefined || filter?.hasOthers === true || filter?.columns.length === 0) return () => false;
  return (row) => row >= rows.startRow && row <= rows.endRow;
};

const fileFilter = ({ filter, rows }: SheetModel): Pick<SheetFile, "filter"> => {
  if (filter === undefined) return {};
  const { range, columns, hasOthers } = filter;
  const isFiltered = isFilteredBy(filter);
  const hiddenRows = rows.filter(({ row, hidden }) => hidden === true && isFiltered(row)).map(({ row }) => row);
  return {
    filter: {
      address: range,
      ...(columns.length > 0 && { columns }),
      ...(hiddenRows.length > 0 && { hiddenRows }),
      ...(hasOthers === true && { hasOthers }),
    },
  };
};

const fileRows = ({ rows, filter }: SheetModel): Pick<SheetFile, "heights" | "hiddenRows"> => {
  const heights = rows.flatMap(({ row, height }) => (height === undefined ? [] : [[String(row + 1), height] as const]));
  const isFiltered = isFilteredBy(filter);
  const hiddenRows = rows.filter(({ hidden, row }) => hidden === true && !isFiltered(row)).map(({ row }) => row);
  return {
    ...(heights.length > 0 && { heights: Object.fromEntries(heights) }),
    ...(hiddenRows.length > 0 && { hiddenRows }),
  };
};

const toCells = ({ cells: models }: SheetModel): Pick<SheetFile, "cells" | "formats"> => {
  const cells: Record<string, CellContent> = {};
  const formats: NonNullable<SheetFile["formats"]> = {};
  const columnFormatsByCell: Record<string, NonNullable<CellModel["format"]>> = formats;
  for (const cell of models) {
    const address = `${columnLetters(cell.column)}${cell.row + 1}`;
    const content = fileContent(cell);
    if (content !== undefined) cells[address] = content;
    if (cell.format !== undefined) columnFormatsByCell[address] = cell.format;
  }
  return { cells, formats };
};

/** The results that the file shows. Those that fill too many cells are left out, so that they are calculated. */
const fileResults = ({ cells }: SheetModel): { readonly shown?: ShownResults } => {
  const values: Record<string, CellValue> = {};
  const spills: Record<string, string> = {};
  for (const { row, column, value, formula, spill, spilled } of cells) {
    if (value === undefined || (formula === undefined && spilled !== true)) continue;
    const area = spill === undefined ? undefined : parseRange(spill);
    if (area !== undefined && countCells(area) > mostSpilled) continue;
    const address = `${columnLetters(column)}${row + 1}`;
    values[address] = value;
    if (spill !== undefined) spills[address] = spill;
  }
  if (Object.keys(values).length === 0) return {};
  return { shown: { values, ...(Object.keys(spills).length > 0 && { spills }) } };
};

/** What a user would type. */
const fileContent = ({ value, formula, spilled }: CellModel): CellContent | undefined => {
  if (formula !== undefined) return formula;
  if (value === undefined || spilled === true) return undefined;
  if (typeof value === "object") return `=${value.error}`;
  return typeof value === "string" ? toTypedText(value) : value;
};

/** An apostrophe keeps a text that would be read as something else. */
export const toTypedText = (text: string): string =>
  text.startsWith("'") || parseEntry(text).t !== parseEntry("text").t ? `'${text}` : text;

const addressIn = (sheet: string, { row, column }: CellModel): string =>
  `${quoteSheet(sheet)}!${columnLetters(column)}${row + 1}`;

/**
 * The results of custom functions. Those that the workbench saved count where the cell still shows the same. Elsewhere
 * the values of the cells are the result of a formula that is one call of a custom function.
 */
const savedResults = (model: WorkbookModel, context: WorkbookContext): Record<string, readonly SavedResult[]> => {
  const saved = (model.extra ?? {}) as Partial<SavedResults>;
  const byFunction: Record<string, readonly SavedResult[]> = {};
  for (const sheet of model.sheets) {
    let byPlace: ReadonlyMap<number, CellModel> | undefined;
    for (const cell of sheet.cells) {
      const { formula, value } = cell;
      if (formula === undefined || value === undefined) continue;
      const address = addressIn(sheet.name, cell);
      const results = saved.results?.[address];
      if (Array.isArray(results) && JSON.stringify(saved.shown?.[address]) === JSON.stringify(value)) {
        byFunction[address] = results;
      } else if (!isBusy(value) && isSmallSpill(cell) && onlyCall(formula.slice(1), context) !== undefined) {
        byPlace ??= new Map(sheet.cells.map((one) => [cellPosition(one), one]));
        byFunction[address] = [{ key: "*", value: shownResult(cell, byPlace) }];
      }
    }
  }
  return byFunction;
};

/** A file may claim a result of any size, which is calculated anew. */
const isSmallSpill = ({ spill }: CellModel): boolean => {
  const area = spill === undefined ? undefined : parseRange(spill);
  return area === undefined || countCells(area) <= mostSpilled;
};

const isBusy = (value: CellValue): boolean =>
  typeof value === "object" && ["#GETTING_DATA", "#BUSY!", "#NAME?"].includes(value.error);

const cellPosition = ({ row, column }: { readonly row: number; readonly column: number }): number =>
  row * sheetColumns + column;

const savedValue = (value: CellValue | undefined): unknown =>
  typeof value === "object" ? { $error: value.error } : (value ?? "");

const shownResult = (cell: CellModel, byPlace: ReadonlyMap<number, CellModel>): unknown => {
  const area = cell.spill === undefined ? undefined : parseRange(cell.spill);
  if (area === undefined) return savedValue(cell.value);
  const { startRow, endRow, startColumn, endColumn } = area;
  return Array.from({ length: endRow - startRow + 1 }, (_, r) =>
    Array.from({ length: endColumn - startColumn + 1 }, (__, c) =>
      savedValue(byPlace.get(cellPosition({ row: startRow + r, column: startColumn + c }))?.value),
    ),
  );
};

const toModel = (file: WorkbookFile, resultsBySheet: ReadonlyMap<string, SheetResults>): WorkbookModel => {
  const index = (name: string | undefined): number => file.sheets.findIndex((sheet) => sheet.name === name);
  const results = file.values ?? {};
  const shownThere = Object.keys(results).flatMap((address) => {
    const { sheet = "", ...area } = parseLocalAddress(address) ?? {
      startRow: 0,
      endRow: 0,
      startColumn: 0,
      endColumn: 0,
    };
    const value = resultsBySheet.get(sheet)?.values.get(formatRange(area));
    return value === undefined ? [] : [[address, value] as const];
  });
  const extra: SavedResults = { results, shown: Object.fromEntries(shownThere) };
  return {
    sheets: file.sheets.map((sheet) => toSheetModel(sheet, resultsBySheet.get(sheet.name))),
    names: (file.names ?? []).map(({ sheet, ...one }) => ({
      ...one,
      ...(index(sheet) !== -1 && { sheet: index(sheet) }),
    })),
    active: Math.max(0, index(file.active)),
    dates1904: file.dates1904 === true,
    ...(file.manualCalculation === true && { manualCalculation: true }),
    settings: file.settings ?? {},
    ...(file.customXml !== undefined && { customXml: file.customXml }),
    ...(shownThere.length > 0 && { extra }),
  };
};

const toFilter = ({
  address,
  columns = [],
  hasOthers,
}: NonNullable<SheetFile["filter"]>): NonNullable<SheetModel["filter"]> => ({
  range: address,
  columns,
  ...(hasOthers === true && { hasOthers }),
});

/** Rules that the workbench does not show stay in their file. */
const toRules = (sheet: SheetFile): Pick<SheetModel, "conditionalFormats" | "dataValidations"> => ({
  ...(sheet.keepsConditionalFormats !== true && { conditionalFormats: sheet.conditionalFormats ?? [] }),
  ...(sheet.keepsDataValidations !== true && { dataValidations: sheet.dataValidations ?? [] }),
});

const toSheetModel = (sheet: SheetFile, results: SheetResults | undefined): SheetModel => {
  const {
    name,
    part,
    hidden,
    merged = [],
    tables = [],
    charts = [],
    filter,
    frozenRows = 0,
    frozenColumns = 0,
  } = sheet;
  const { defaultWidth = defaultSize.width, defaultHeight = defaultSize.height } = sheet;
  return {
    name,
    ...(part !== undefined && { part }),
    ...(hidden === true && { hidden }),
    cells: toCellModels(sheet, results),
    columns: toColumns(sheet),
    rows: toRows(sheet),
    merged,
    tables: tables.map((table) => ({ name: table.name, range: table.address })),
    ...(charts.length > 0 && { charts }),
    ...(sheet.notes !== undefined && { notes: sheet.notes }),
    links: sheet.links ?? [],
    threads: sheet.threads ?? [],
    ...(filter !== undefined && { filter: toFilter(filter) }),
    ...toRules(sheet),
    frozenRows,
    frozenColumns,
    protected: sheet.protected === true,
    defaultWidth,
    defaultHeight,
  };
};

const toRows = ({ heights = {}, hiddenRows = [], filter }: SheetFile): SheetModel["rows"] => {
  const rows = new Map<number, SheetModel["rows"][number]>();
  for (const [row, height] of Object.entries(heights)) rows.set(Number(row) - 1, { row: Number(row) - 1, height });
  for (const row of [...hiddenRows, ...(filter?.hiddenRows ?? [])])
    rows.set(row, { row, ...rows.get(row), hidden: true });
  return [...rows.values()].toSorted((one, other) => one.row - other.row);
};

const toColumns = ({ widths = {}, formats = {}, hiddenColumns = [], rest }: SheetFile): ColumnsModel[] => {
  const columns = new Map<number, ColumnsModel>();
  const add = (start: number, members: Partial<ColumnsModel>): void => {
    columns.set(start, { ...columns.get(start), ...members, start, end: start });
  };
  const columnOf = (letters: string): number => parseCell(`${letters}1`)?.column ?? 0;
  for (const [letters, width] of Object.entries(widths)) add(columnOf(letters), { width });
  for (const letters of hiddenColumns) add(columnOf(letters), { hidden: true });
  for (const [address, format] of Object.entries(formats)) {
    const [first = "", last = first] = address.split(":");
    if (/\d/.test(address)) continue;
    for (let column = columnOf(first); column <= columnOf(last); column += 1) add(column, { format });
  }
  const ordered = [...columns.values()].toSorted((one, other) => one.start - other.start);
  return rest === undefined
    ? ordered
    : [...ordered, { ...rest, start: Math.max(rest.start, (ordered.at(-1)?.start ?? -1) + 1) }];
};

const toCellModels = ({ cells, formats = {} }: SheetFile, results: SheetResults | undefined): CellModel[] => {
  type Growing = { -readonly [Member in keyof CellModel]: CellModel[Member] };
  const models = new Map<number, Growing>();
  const at = (row: number, column: number): Growing => {
    const place = cellPosition({ row, column });
    const known = models.get(place) ?? { row, column };
    models.set(place, known);
    return known;
  };
  for (const [address, content] of Object.entries(cells)) {
    const cell = parseCell(address);
    if (cell !== undefined) Object.assign(at(cell.row, cell.column), enteredCell(content, address, results));
  }
  for (const [address, value] of results?.values ?? []) {
    const cell = parseCell(address);
    if (cell === undefined) continue;
    const model = at(cell.row, cell.column);
    if (model.formula === undefined && model.value === undefined) Object.assign(model, { value, spilled: true });
    Object.assign(model, formatOfResult(address, results));
  }
  for (const [address, format] of Object.entries(formats)) {
    const area = parseRange(address);
    if (area === undefined || Object.keys(format).length === 0) continue;
    for (let row = area.startRow; row <= area.endRow; row += 1)
      for (let column = area.startColumn; column <= area.endColumn; column += 1) {
        const model = at(row, column);
        model.format = { ...model.format, ...format };
      }
  }
  return [...models].toSorted(([one], [other]) => one - other).map(([, model]) => model);
};

const formatOfResult = (address: string, results: SheetResults | undefined): Pick<CellModel, "format"> => {
  const numberFormat = results?.formats?.get(address);
  return numberFormat === undefined ? {} : { format: { numberFormat } };
};

const errorConstant =
  /^=(#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|UNKNOWN!|CONNECT!))$/;

/** The content of a cell as it is typed. */
const enteredCell = (content: CellContent, address: string, results: SheetResults | undefined): Partial<CellModel> => {
  if (typeof content !== "string") return { value: content };
  const error = errorConstant.exec(content)?.[1];
  if (error !== undefined) return { value: { error } };
  const { f, v, t, s } = parseEntry(content);
  if (typeof f === "string") return { formula: f, ...resultAt(address, results) };
  if (v === null || v === undefined) return {};
  const pattern = typeof s === "object" ? s?.n?.pattern : undefined;
  const isTruth = t === parseEntry(true).t;
  return { value: isTruth ? Boolean(v) : v, ...(pattern !== undefined && { format: { numberFormat: pattern } }) };
};

const resultAt = (address: string, results: SheetResults | undefined): Partial<CellModel> => {
  const [value, spill] = [results?.values.get(address), results?.spills.get(address)];
  return { ...(value !== undefined && { value }), ...(spill !== undefined && { spill }) };
};
