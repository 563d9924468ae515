import {
  CellValueType,
  ICommandService,
  type IRange,
  type IStyleData,
  type IWorkbookData,
  type Workbook,
  type Worksheet,
} from "@univerjs/core";
import { type BaseReferenceObject, FormulaDataModel } from "@univerjs/engine-formula";
import { SetRangeValuesCommand, SetSelectionsOperation } from "@univerjs/sheets";
import type { FRange } from "@univerjs/sheets/lib/facade";
import { type CellRange, formatRange, parseLocalAddress, singleCell } from "../../facts/addresses";
import { quoteSheet } from "../../facts/sheet-names";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type Area, cellKey, type CellPlace } from "./addresses";
import type { ActiveWorkbook, Engine, Sheet } from "./engine";
import { type CellContent, type EnteredCells, toEntries, type EntryContext } from "./entry";
import { isShownFormat } from "./display-formats";
import { forgetParsedFormulas } from "./engine-functions";
import { SheetFilters } from "./sheet-filters";
import { SheetConditionalFormats } from "./conditional-formats";
import { SheetDataValidations } from "./data-validations";
import { SheetProtection } from "./sheet-protection";
import { SheetLinks } from "./sheet-links";
import { SheetNotes } from "./sheet-notes";
import { SheetThreads } from "./sheet-threads";
import { SheetTables } from "./sheet-tables";
import { type SheetSpills, spilledCells, spillRanges, findSpills, type EngineCell } from "./private-hooks";

const spareRows = 51;
const spareColumns = 11;

/** The open workbook in Excel's terms: cells, sheets, spills and selection. */
export class Book {
  readonly engine: Engine;
  readonly protection: SheetProtection;
  readonly tables: SheetTables;
  readonly filters: SheetFilters;
  /** The areas that tables and merged cells keep results from, by cell. The engine knows nothing of these. */
  readonly blockedAreas = new Map<string, Area>();
  /** Functions of the opened file that the engine does not know, in capitals: their formulas keep their results. */
  readonly unknownFunctions = new Set<string>();
  /** Where the file has formulas with such functions. */
  unknownFormulas: readonly CellPlace[] = [];
  /** The cells that keep the results of the file in the first calculation, by their keys. */
  keptAtOpening: ReadonlySet<string> | undefined;
  readonly conditionalFormats: SheetConditionalFormats;
  readonly notes: SheetNotes;
  readonly links: SheetLinks;
  readonly threads: SheetThreads;
  readonly dataValidations: SheetDataValidations;

  constructor(engine: Engine) {
    this.engine = engine;
    this.protection = new SheetProtection(engine.injector);
    this.tables = new SheetTables(this);
    this.filters = new SheetFilters(this);
    this.conditionalFormats = new SheetConditionalFormats(this);
    this.notes = new SheetNotes(this);
    this.links = new SheetLinks(this);
    this.threads = new SheetThreads(this);
    this.dataValidations = new SheetDataValidations(this);
  }

  /** Replaces the open workbook. */
  open(snapshot: Partial<IWorkbookData>): void {
    forgetParsedFormulas(this.engine.injector);
    const { api } = this.engine;
    const present = api.getActiveWorkbook();
    if (present) api.disposeUnit(present.getId());
    this.protection.clear();
    api.createWorkbook(snapshot);
  }

  get workbook(): ActiveWorkbook {
    const workbook = this.engine.api.getActiveWorkbook();
    if (!workbook) throw new Error("No workbook is open.");
    return workbook;
  }

  get unitId(): string {
    return this.workbook.getId();
  }

  get model(): Workbook {
    return this.workbook.getWorkbook();
  }

  sheet(id: string): Sheet {
    const sheet = this.workbook.getSheetBySheetId(id);
    if (!sheet) throw new Error(`There is no sheet ${id}.`);
    return sheet;
  }

  get activeSheetId(): string {
    return this.workbook.getActiveSheet().getSheetId();
  }

  /** The id of the sheet with this name, case-insensitive. */
  findSheet(name: string): string | undefined {
    const sheets = this.workbook.getSheets();
    return sheets.find((sheet) => sheet.getSheetName().toLowerCase() === name.toLowerCase())?.getSheetId();
  }

  /**
   * The area of an address. Without a sheet name it is on the active sheet. @throws if it is no address of this
   * workbook.
   */
  area(address: string): Area {
    const parsed = parseLocalAddress(address);
    const sheetId = parsed?.sheet === undefined ? this.activeSheetId : this.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined) throw new Error(`"${address}" is no address of this workbook.`);
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  }

  /** `Sheet1!A1:B2`, with the sheet name quoted where Excel quotes it. */
  address({ sheetId, ...area }: Area): string {
    return `${quoteSheet(this.sheet(sheetId).getSheetName())}!${formatRange(area)}`;
  }

  addressOf({ sheetId, row, column }: CellPlace): string {
    return this.address({ sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column });
  }

  addressOfReference(reference: BaseReferenceObject): string {
    return this.address({ sheetId: reference.getSheetId(), ...bounds(reference.getRangePosition()) });
  }

  /** The selected areas of the active sheet, the active one last. The first cell, if nothing is selected. */
  selectedAreas(): Area[] {
    const sheet = this.workbook.getActiveSheet();
    const areas = (sheet.getSelection()?.getActiveRangeList() ?? []).map((range) => this.#areaOf(range));
    return areas.length > 0 ? areas : [this.activeArea()];
  }

  /** The area that was selected last. */
  selectedArea(): Area {
    const range = this.workbook.getActiveRange();
    return range ? this.#areaOf(range) : this.activeArea();
  }

  /** The active cell. */
  activeArea(): Area {
    const cell = this.workbook.getActiveCell();
    return cell ? this.#areaOf(cell) : { sheetId: this.activeSheetId, ...singleCell(0, 0) };
  }

  #areaOf(range: FRange): Area {
    return { sheetId: range.getSheetId(), ...bounds(range.getRange()) };
  }

  /** The engine's range of an area. */
  range(area: Area): FRange {
    const { sheetId, startRow, startColumn, endRow, endColumn } = this.clip(area);
    return this.sheet(sheetId).getRange(startRow, startColumn, endRow - startRow + 1, endColumn - startColumn + 1);
  }

  /** Whole rows and columns end at the current end of the sheet; for any other area the sheet is extended. */
  clip(area: Area): Area {
    const { startRow, startColumn } = area;
    const endRow = area.endRow === lastRow ? startRow : area.endRow;
    const endColumn = area.endColumn === lastColumn ? startColumn : area.endColumn;
    this.makeRoom({ ...area, endRow, endColumn });
    const sheet = this.sheet(area.sheetId);
    return {
      ...area,
      endRow: Math.min(area.endRow, sheet.getMaxRows() - 1),
      endColumn: Math.min(area.endColumn, sheet.getMaxColumns() - 1),
    };
  }

  /** Values without formats, including spilled cells. */
  values(area: Area): CellContent[][] {
    return this.#map(area, storedContent);
  }

  /** The formula of each cell, else its value. A spilled cell has its value. */
  formulas(area: Area): CellContent[][] {
    const formulas = this.range(area).getFormulas();
    return this.values(area).map((row, r) => row.map((value, c) => formulaOr(formulas[r]?.[c], value)));
  }

  /** The displayed texts. */
  text(area: Area): string[][] {
    return displayText(this.values(area), this.range(area).getDisplayValues());
  }

  #map<Value>(unclipped: Area, read: (cell: EngineCell | null | undefined) => Value): Value[][] {
    const area = this.clip(unclipped);
    const sheet: Worksheet = this.sheet(area.sheetId).getSheet();
    const spilled = spilledCells(this.engine.injector, this.unitId, area.sheetId);
    return Array.from({ length: area.endRow - area.startRow + 1 }, (_, r) =>
      Array.from({ length: area.endColumn - area.startColumn + 1 }, (__, c) => {
        const row = area.startRow + r;
        const column = area.startColumn + c;
        return read(spilled?.[row]?.[column] ?? (sheet.getCellRaw(row, column) as EngineCell | null));
      }),
    );
  }

  /** Enters values and formulas as if typed; null leaves a cell unchanged. */
  write(area: Area, rows: readonly (readonly (CellContent | null)[])[]): void {
    this.enter(
      area,
      toEntries(area, rows, (row, column) => this.entryContext(area.sheetId, row, column)),
    );
  }

  /** How an entry in a cell is read: by the format of the cell, its row and its column, and the date system. */
  entryContext(sheetId: string, row: number, column: number): EntryContext {
    const style = this.sheet(sheetId).getSheet().getComposedCellStyle(row, column) as IStyleData | undefined;
    const findTable = (): string | undefined =>
      this.tables.touching({ sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column })[0]?.name;
    return { isText: style?.n?.pattern === "@", from1904: this.engine.dateSystem.from1904, findTable };
  }

  /** Enters cells in one step. They need not be adjacent; the area contains them all. */
  enter(area: Area, cells: EnteredCells): void {
    this.makeRoom(area);
    const target = { unitId: this.unitId, subUnitId: area.sheetId, range: bounds(area) };
    this.engine.api.syncExecuteCommand(SetRangeValuesCommand.id, { ...target, value: cells });
  }

  /** The spill whose anchor is this cell. */
  spillFrom(sheetId: string, row: number, column: number): Area | undefined {
    const range = this.#spillRanges(sheetId)[row]?.[column];
    return range === undefined || this.isBlocked(sheetId, row, column) ? undefined : { sheetId, ...bounds(range) };
  }

  /** The area that the blocked result of a cell needs. */
  blockedSpill(sheetId: string, row: number, column: number): Area | undefined {
    const range = this.#spillRanges(sheetId)[row]?.[column];
    if (range !== undefined) return { sheetId, ...bounds(range) };
    return this.blockedAreas.get(cellKey({ unitId: this.unitId, sheetId, row, column }));
  }

  /** The spill that covers a cell, its anchor included. */
  spillOver(sheetId: string, row: number, column: number): Area | undefined {
    const cell = { startRow: row, endRow: row, startColumn: column, endColumn: column };
    return this.spills(sheetId, cell)[0];
  }

  /** The formula of a cell, with the leading `=`. */
  formulaAt({ sheetId, row, column }: Omit<CellPlace, "unitId">): string | undefined {
    const model = this.engine.injector.get(FormulaDataModel);
    return model.getFormulaStringByCell(row, column, sheetId, this.unitId) ?? undefined;
  }

  holdsFormula({ sheetId, row, column }: CellPlace): boolean {
    const cell = this.workbook.getSheetBySheetId(sheetId)?.getSheet().getCellRaw(row, column) as
      EngineCell | null | undefined;
    return Boolean(cell?.f) || Boolean(cell?.si);
  }

  /** Selects areas of one sheet; the last one has the active cell. */
  select(...areas: readonly Area[]): void {
    const last = areas.at(-1);
    if (last === undefined) return;
    this.sheet(last.sheetId).activate();
    this.range(last).activate();
    if (areas.length === 1) return;
    const selections = areas.map(({ startRow, startColumn, endRow, endColumn }, index) => {
      const active = { ...singleCell(startRow, startColumn), actualRow: startRow, actualColumn: startColumn };
      const primary = index === areas.length - 1 ? { ...active, isMerged: false, isMergedMainCell: false } : null;
      return { range: { startRow, startColumn, endRow, endColumn }, primary, style: null };
    });
    const target = { unitId: this.unitId, subUnitId: last.sheetId, selections };
    this.engine.injector.get(ICommandService).syncExecuteCommand(SetSelectionsOperation.id, target);
  }

  /** Every spill of a sheet, or those with a cell of an area. The engine also stores the range of a blocked spill, which covers nothing. */
  spills(sheetId: string, area?: CellRange): Area[] {
    const all = this.#spillRanges(sheetId);
    const ranges = area === undefined ? Object.values(all).flatMap((row) => Object.values(row)) : findSpills(all, area);
    return ranges
      .map((range) => ({ sheetId, ...bounds(range) }))
      .filter(({ startRow, startColumn }) => !this.isBlocked(sheetId, startRow, startColumn));
  }

  /** The number formats that a spill gives to its cells, row by row; undefined where it gives none, or its cell or column has its own. */
  spilledFormats({ sheetId, startRow, endRow, startColumn, endColumn }: Area): (string | undefined)[][] {
    const cells = spilledCells(this.engine.injector, this.unitId, sheetId);
    const sheet = this.sheet(sheetId).getSheet();
    const styles = this.model.getStyles();
    const own = (row: number, column: number): boolean =>
      isShownFormat(styles.get(sheet.getCellRaw(row, column)?.s)?.n) || isShownFormat(sheet.getColumnStyle(column)?.n);
    return Array.from({ length: endRow - startRow + 1 }, (_, r) =>
      Array.from({ length: endColumn - startColumn + 1 }, (__, c) => {
        const [row, column] = [startRow + r, startColumn + c];
        const style = cells?.[row]?.[column]?.s;
        const pattern = typeof style === "object" ? style?.n?.pattern : undefined;
        return pattern === undefined || own(row, column) ? undefined : pattern;
      }),
    );
  }

  #spillRanges(sheetId: string): SheetSpills {
    return spillRanges(this.engine.injector)?.[this.unitId]?.[sheetId] ?? {};
  }

  /** Whether a cell shows `#SPILL!`. */
  isBlocked(sheetId: string, row: number, column: number): boolean {
    const sheet = this.workbook.getSheetBySheetId(sheetId)?.getSheet();
    return (sheet?.getCellRaw(row, column) as EngineCell | null | undefined)?.v === "#SPILL!";
  }

  /** Extends a sheet until it contains the area. Sheets start small, because the engine loops over all rows of a sheet. */
  makeRoom({ sheetId, endRow, endColumn }: Area): void {
    const sheet = this.sheet(sheetId);
    const target = { unitId: this.unitId, subUnitId: sheetId };
    const run = (id: string, params: object): unknown => this.engine.api.syncExecuteCommand(id, params);
    if (endRow >= sheet.getMaxRows())
      run("sheet.mutation.set-worksheet-row-count", { ...target, rowCount: endRow + spareRows });
    if (endColumn >= sheet.getMaxColumns())
      run("sheet.mutation.set-worksheet-column-count", { ...target, columnCount: endColumn + spareColumns });
  }
}

const formulaOr = (formula: string | undefined, value: CellContent): CellContent =>
  formula === undefined || formula === "" ? value : formula;

/** The corners of an engine range, without its other members. */
const bounds = ({ startRow, startColumn, endRow, endColumn }: IRange): CellRange => ({
  startRow,
  startColumn,
  endRow,
  endColumn,
});

/** The value of a stored cell, as Excel returns it. */
const storedContent = (cell: EngineCell | null | undefined): CellContent => {
  if (cell?.v === undefined || cell.v === null) return "";
  return cell.t === CellValueType.BOOLEAN ? Boolean(cell.v) : cell.v;
};

/** The engine's displayed texts, with TRUE and FALSE as in Excel. */
const displayText = (
  values: readonly (readonly CellContent[])[],
  display: readonly (readonly unknown[])[],
): string[][] =>
  values.map((row, r) =>
    row.map((value, c) => {
      const text = display[r]?.[c];
      if (typeof value === "boolean") return String(value).toUpperCase();
      if (typeof text !== "string") return typeof text === "number" ? String(text) : "";
      // Text with formats of its own ends as a document does.
      return text.replace(/\r\n$/, "").replaceAll("\r", "\n");
    }),
  );
