import { pointsPerPixel } from "../facts/units";
import { cellName, formatCorners, parseRange } from "../facts/addresses";
import { sheetColumns } from "../facts/excel-limits";
import { type ChartCells, sizesOfSheet, writeCharts } from "./charts";
import { writeFilter } from "./auto-filter";
import { formatKey } from "./cell-format";
import { writeDataValidations } from "./data-validations";
import { writeConditionalFormats } from "./write-conditional-formats";
import { RangeSweep } from "./cell-reference";
import { mayBeArray, toFileFormula } from "./formulas";
import { withoutIntersections } from "./intersections";
import { writeLinks } from "./hyperlinks";
import { writeNotes } from "./notes";
import { areSameThreads, writeThreads } from "./threads";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { digitWidth, type WorkbookContext } from "./read-workbook";
import { type NextCell, type SheetPart, sheetOrder, type StoredCell, type StoredFormula } from "./sheet";
import { withHeaders, writeTables } from "./tables";
import type { CellModel, ColumnsModel, RowModel, SheetModel } from "./workbook-model";
import { element, omitAttributes } from "./xml";

/** A sheet to be written. `before` is what was read of its part; a new sheet has none. */
export interface SheetChange {
  readonly open: OpenWorkbook;
  readonly context: WorkbookContext;
  readonly sheet: OpenSheet;
  readonly part: SheetPart;
  readonly before: SheetModel | undefined;
  readonly model: SheetModel;
  readonly chartCells: ChartCells;
}

const emptySheet: Pick<
  SheetModel,
  "cells" | "rows" | "columns" | "merged" | "frozenRows" | "frozenColumns" | "protected"
> = {
  cells: [],
  rows: [],
  columns: [],
  merged: [],
  frozenRows: 0,
  frozenColumns: 0,
  protected: false,
};

/** Makes a sheet's part what the model says. What both agree on keeps its text. Returns whether cells have changed. */
export const writeSheet = ({
  open,
  context,
  sheet,
  part,
  before = { ...emptySheet } as SheetModel,
  model: given,
  chartCells,
}: SheetChange): boolean => {
  const model = { ...given, cells: withHeaders(given) };
  const old = part.xml.toString();
  const rows = rowChanges(model.rows, before.rows);
  const cells = new CellChanges(part, before.cells, context, open).next(model.cells);
  const isSame = cells.length === part.cells.length && cells.every(({ keep }) => keep !== undefined);
  if (!isSame || rows.size > 0) part.write(cells, rows);
  if (!isSame) part.xml.set("dimension", element("dimension", { ref: extent(cells) }), sheetOrder);
  if (columnsKey(model.columns) !== columnsKey(before.columns))
    part.xml.set("cols", writeColumnElements(open, part, model), sheetOrder);
  if ([...model.merged].toSorted().join() !== [...before.merged].toSorted().join())
    part.xml.set("mergeCells", mergeCells(model.merged), sheetOrder);
  if (model.frozenRows !== before.frozenRows || model.frozenColumns !== before.frozenColumns) freeze(part, model);
  if (model.protected !== before.protected) protect(part, model.protected);
  writeFilter(part.xml, model.filter, before.filter);
  writeTables(open, sheet, model);
  writeCharts(open, sheet, before, model, chartCells);
  writeAllComments(open, sheet, before, model);
  if (model.links !== undefined) writeLinks(open, sheet, model.links);
  writeRules(open, sheet, model, context);
  const text = part.xml.toString();
  if (text !== old) open.parts.set(sheet.part, text);
  return !isSame;
};

const writeRules = (open: OpenWorkbook, sheet: OpenSheet, model: SheetModel, context: WorkbookContext): void => {
  const { conditionalFormats, dataValidations, keepsConditionalFormats, keepsDataValidations } = model;
  if (conditionalFormats !== undefined && keepsConditionalFormats !== true)
    writeConditionalFormats(open, sheet, conditionalFormats, context);
  if (dataValidations !== undefined && keepsDataValidations !== true)
    writeDataValidations(sheet, dataValidations, context);
};

/** Threads that the model leaves out stay as they are. */
const writeAllComments = (open: OpenWorkbook, sheet: OpenSheet, before: SheetModel, model: SheetModel): void => {
  const { notes: notesBefore = [], threads: threadsBefore = [] } = before;
  const { notes = [], threads = threadsBefore } = model;
  if (!areSameThreads(threadsBefore, threads)) writeThreads(open, sheet, threads);
  const old = { notes: notesBefore, threads: threadsBefore };
  writeNotes(open, sheet, old, { notes, threads }, sizesOfSheet(model));
};

const protect = ({ xml }: SheetPart, on: boolean): void =>
  xml.set("sheetProtection", on ? element("sheetProtection", { sheet: 1 }) : undefined, sheetOrder);

/** Attributes of columns that the model has; others stay with their columns, such as the level of an outline. */
const modelAttributes = ["min", "max", "width", "style", "hidden", "customWidth"];

const writeColumnElements = (
  open: OpenWorkbook,
  part: SheetPart,
  { columns, defaultWidth }: SheetModel,
): string | undefined => {
  const known = (part.xml.child("cols")?.children ?? []).map(({ attributes }) => ({
    start: Number(attributes["min"]) - 1,
    end: Number(attributes["max"]) - 1,
    style: Number(attributes["style"] ?? 0),
    others: omitAttributes(attributes, modelAttributes),
  }));
  const models = merged(columns);
  const elements = spans([...models, ...known]).flatMap(({ start, end }) => {
    const model = models.find((one) => one.start <= start && one.end >= end);
    const before = known.find((one) => one.start <= start && one.end >= end);
    const others = before?.others ?? {};
    if (model === undefined && Object.keys(others).length === 0) return [];
    const { width, hidden, format } = model ?? {};
    const xf = open.styles.xfFor(format, before?.style ?? 0);
    return [
      element("col", {
        min: start + 1,
        max: end + 1,
        width: (width ?? defaultWidth) / digitWidth,
        style: xf === 0 ? undefined : xf,
        hidden: hidden === true ? 1 : undefined,
        customWidth: width === undefined ? undefined : 1,
        ...others,
      }),
    ];
  });
  return elements.length === 0 ? undefined : element("cols", {}, elements.join(""));
};

interface ColumnSpan {
  readonly start: number;
  readonly end: number;
}

/** The parts into which the ends of some columns cut all of them, in order. */
const spans = (columns: readonly ColumnSpan[]): ColumnSpan[] => {
  const starts = [...new Set(columns.flatMap(({ start, end }) => [start, end + 1]))].toSorted(
    (one, other) => one - other,
  );
  return starts.slice(0, -1).map((start, index) => ({ start, end: (starts[index + 1] ?? start) - 1 }));
};

const cellPosition = ({ row, column }: { readonly row: number; readonly column: number }): number =>
  row * sheetColumns + column;

/** Finds which cells of a sheet stay as they stand in the file. */
class CellChanges {
  readonly #stored = new Map<number, StoredCell>();
  readonly #before = new Map<number, CellModel>();
  readonly #context: WorkbookContext;
  readonly #open: OpenWorkbook;

  constructor(part: SheetPart, before: readonly CellModel[], context: WorkbookContext, open: OpenWorkbook) {
    for (const cell of part.cells) this.#stored.set(cellPosition(cell), cell);
    for (const cell of before) this.#before.set(cellPosition(cell), cell);
    this.#context = context;
    this.#open = open;
  }

  /** The cells to write, by row and column. */
  next(cells: readonly CellModel[]): NextCell[] {
    const cellsByPosition = new Map(cells.map((cell) => [cellPosition(cell), cell]));
    const results = this.#keptResults(cellsByPosition);
    const next = new Map<number, NextCell>();
    for (const [at, before] of this.#stored) {
      const isOther = this.#before.get(at) === undefined && cellsByPosition.get(at) === undefined;
      if (isOther || results.has(at)) next.set(at, { row: before.row, column: before.column, keep: before });
    }
    for (const [at, cell] of cellsByPosition) if (!next.has(at)) next.set(at, this.#nextCell(at, cell));
    this.#separateShared(next);
    return [...next].toSorted(([one], [other]) => one - other).map(([, cell]) => cell);
  }

  /** Results that the program cannot compute, or has not yet: they stay while their formula does. */
  #keptResults(after: ReadonlyMap<number, CellModel>): Set<number> {
    const positions = new Set<number>();
    const sweep = new RangeSweep();
    for (const [at, before] of this.#before) {
      const now = after.get(at);
      const isEmptyNow = now?.value === undefined && now?.formula === undefined;
      if (before.spilled === true && isEmptyNow && sweep.find(before) === true) positions.add(at);
      if (now === undefined || !isUnknown(now) || !hasSameFormula(now, before)) continue;
      positions.add(at);
      const area = before.spill === undefined ? undefined : parseRange(before.spill);
      if (area !== undefined) sweep.add(area, true);
    }
    return positions;
  }

  #nextCell(at: number, cell: CellModel): NextCell {
    const inFile = this.#stored.get(at);
    const before = this.#before.get(at);
    if (inFile !== undefined && before !== undefined && isErrorFormula(cell, before))
      return { row: cell.row, column: cell.column, keep: inFile };
    const { row, column, value, formula } = cell;
    if (inFile !== undefined && cellContentKey(cell) === cellContentKey(before)) return { row, column, keep: inFile };
    const xf = this.#open.styles.xfFor(cell.format, inFile?.xf ?? 0);
    const next = { row, column, xf, value };
    if (formula === undefined) return next;
    const known = before?.formula === formula ? inFile?.formula : undefined;
    return { ...next, formula: this.#formula(cell, formula, known) };
  }

  #formula(cell: CellModel, formula: string, known: StoredFormula | undefined): Omit<StoredFormula, "shared"> {
    const isPlain = known?.kind === "plain" && cell.spill === undefined;
    const entry = isPlain ? withoutIntersections(formula.slice(1)) : formula.slice(1);
    const text = ownText(known) ?? toFileFormula(entry, this.#context);
    const kind = known?.kind ?? (cell.spill !== undefined || mayBeArray(formula.slice(1)) ? "dynamic" : "plain");
    if (kind === "array") return { text, kind, range: known?.range ?? cellName(cell.row, cell.column) };
    // A formula that was plain and spills now was entered anew in the workbench's sense.
    if (kind === "plain" && cell.spill === undefined) return { text, kind };
    return { text, kind: "dynamic", range: cell.spill ?? cellName(cell.row, cell.column) };
  }

  /** If one cell of a shared formula changes, its other cells get formulas of their own. */
  #separateShared(next: Map<number, NextCell>): void {
    const changed = new Set<number>();
    for (const [at, { formula }] of this.#stored)
      if (formula?.shared !== undefined && next.get(at)?.keep === undefined) changed.add(formula.shared);
    if (changed.size === 0) return;
    for (const [at, { formula, row, column, xf }] of this.#stored) {
      const before = this.#before.get(at);
      const isKept = next.get(at)?.keep !== undefined;
      if (!isKept || formula?.shared === undefined || !changed.has(formula.shared) || before === undefined) continue;
      const text = toFileFormula(withoutIntersections((before.formula ?? "=").slice(1)), this.#context);
      next.set(at, { row, column, xf, value: before.value, formula: { text, kind: "plain" } });
    }
  }
}

/** The text that a file has for a formula; undefined where another cell has it, or none. */
const ownText = (known: StoredFormula | undefined): string | undefined =>
  known === undefined || known.text === "" || known.shared !== undefined ? undefined : known.text;

/** Whether a cell has the formula `=#REF!`, which is typed like the constant that it shows, and has it still. */
const isErrorFormula = (now: CellModel, before: CellModel): boolean =>
  now.formula === undefined &&
  typeof now.value === "object" &&
  before.formula === `=${now.value.error}` &&
  formatKey(now.format) === formatKey(before.format);

/** Whether a result says only that the program does not know it. */
const isUnknown = ({ formula, value }: CellModel): boolean =>
  typeof value === "object" && (value.error === "#NAME?" || value.error === "#BUSY!" || /\[\d+\]/.test(formula ?? ""));

const hasSameFormula = (now: CellModel, before: CellModel): boolean =>
  now.formula !== undefined &&
  now.formula === before.formula &&
  typeof before.value !== "object" &&
  formatKey(now.format) === formatKey(before.format);

const cellContentKey = (cell: CellModel | undefined): string =>
  cell === undefined ? "" : JSON.stringify([cell.value, cell.formula, cell.spill, formatKey(cell.format)]);

/** The attributes of rows that are no longer what the file says. */
const rowChanges = (
  rows: readonly RowModel[],
  before: readonly RowModel[],
): ReadonlyMap<number, Readonly<Record<string, string | undefined>>> => {
  const old = new Map(before.map((row) => [row.row, row]));
  const next = new Map(rows.map((row) => [row.row, row]));
  const changes = new Map<number, Readonly<Record<string, string | undefined>>>();
  for (const row of new Set([...old.keys(), ...next.keys()])) {
    const change = rowChange(old.get(row), next.get(row));
    if (Object.keys(change).length > 0) changes.set(row, change);
  }
  return changes;
};

const rowChange = (
  was: Omit<RowModel, "row"> = {},
  is: Omit<RowModel, "row"> = {},
): Readonly<Record<string, string | undefined>> => ({
  ...(was.height !== is.height && {
    ht: is.height === undefined ? undefined : String(is.height * pointsPerPixel),
    customHeight: is.height === undefined ? undefined : "1",
  }),
  ...((was.hidden ?? false) !== (is.hidden ?? false) && { hidden: is.hidden === true ? "1" : undefined }),
});

/** Joins neighbours that are equal, so that equal columns have one form. */
const merged = (columns: readonly ColumnsModel[]): ColumnsModel[] => {
  const joined: ColumnsModel[] = [];
  const look = ({ width, hidden, format }: ColumnsModel): string =>
    JSON.stringify([width, hidden ?? false, formatKey(format)]);
  for (const column of [...columns].toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last !== undefined && last.end + 1 === column.start && look(last) === look(column))
      joined[joined.length - 1] = { ...last, end: column.end };
    else joined.push(column);
  }
  return joined;
};

const columnsKey = (columns: readonly ColumnsModel[]): string =>
  JSON.stringify(
    merged(
      columns.filter(({ width, hidden, format }) => width !== undefined || hidden === true || format !== undefined),
    ).map(({ start, end, width, hidden, format }) => [start, end, width, hidden ?? false, formatKey(format)]),
  );

const mergeCells = (ranges: readonly string[]): string | undefined =>
  ranges.length === 0
    ? undefined
    : element("mergeCells", { count: ranges.length }, ranges.map((ref) => element("mergeCell", { ref })).join(""));

const extent = (cells: readonly NextCell[]): string => {
  if (cells.length === 0) return "A1";
  const area = { startRow: Infinity, startColumn: Infinity, endRow: 0, endColumn: 0 };
  for (const { row, column } of cells) {
    area.startRow = Math.min(area.startRow, row);
    area.endRow = Math.max(area.endRow, row);
    area.startColumn = Math.min(area.startColumn, column);
    area.endColumn = Math.max(area.endColumn, column);
  }
  return formatCorners(area);
};

const freeze = ({ xml }: SheetPart, { frozenRows, frozenColumns }: SheetModel): void => {
  const activePane = frozenRows === 0 ? "topRight" : frozenColumns === 0 ? "bottomLeft" : "bottomRight";
  const pane = element("pane", {
    xSplit: frozenColumns === 0 ? undefined : frozenColumns,
    ySplit: frozenRows === 0 ? undefined : frozenRows,
    topLeftCell: cellName(frozenRows, frozenColumns),
    activePane,
    state: "frozen",
  });
  const isFrozen = frozenRows > 0 || frozenColumns > 0;
  const views = xml
    .unprefixed(xml.get("sheetViews") ?? '<sheetViews><sheetView workbookViewId="0"/></sheetViews>')
    .replace(/<(pane|selection)\b[^>]*\/>/g, "")
    .replace(
      /<sheetView\b([^>]*?)(\/?)>/,
      (_, attributes: string, closed: string) =>
        `<sheetView${attributes}>${isFrozen ? pane : ""}${closed === "" ? "" : "</sheetView>"}`,
    );
  xml.set("sheetViews", views, sheetOrder);
};
