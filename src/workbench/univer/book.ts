import type { IWorkbookData, Workbook, Worksheet } from "@univerjs/core";
import { FormulaDataModel, type BaseReferenceObject } from "@univerjs/engine-formula";
import { SetRangeValuesCommand } from "@univerjs/sheets";
import type { FRange } from "@univerjs/sheets/lib/facade";
import type { CellPlace } from "../functions/cell-place";
import { formatArea, lastColumn, lastRow, overlap, parseAddress, quoteSheet, type Area } from "./addresses";
import type { Engine } from "./engine";
import { bounds, contentOf, shownText } from "./cell-content";
import type { CellContent } from "./entry";
import { entriesOf, type EnteredCells } from "./entered-cells";
import { makeRoom } from "./make-room";
import { presentSpills } from "./present-spills";
import { SheetProtection } from "./sheet-protection";
import { SheetTables } from "./sheet-tables";
import { spilledCells, type StoredCell } from "./private-hooks";

type ActiveWorkbook = NonNullable<ReturnType<Engine["api"]["getActiveWorkbook"]>>;
type Sheet = ReturnType<ActiveWorkbook["getActiveSheet"]>;

/** The open workbook: cells, sheets, spills and selection, in Excel's terms. */
export class Book {
  readonly engine: Engine;
  readonly protection: SheetProtection;
  readonly tables: SheetTables;

  constructor(engine: Engine) {
    this.engine = engine;
    this.protection = new SheetProtection(engine.injector);
    this.tables = new SheetTables(this);
  }

  /** Opens a workbook in place of the present one. */
  open(snapshot: Partial<IWorkbookData>): void {
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

  /** The sheet of this name, whatever its case. */
  findSheet(name: string): string | undefined {
    const sheets = this.workbook.getSheets();
    return sheets.find((sheet) => sheet.getSheetName().toLowerCase() === name.toLowerCase())?.getSheetId();
  }

  /** The area of an address; without a sheet, on the active one. */
  area(address: string): Area {
    const parsed = parseAddress(address);
    const sheetId = parsed?.sheet === undefined ? this.activeSheetId : this.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined) throw new Error(`"${address}" is no address of this workbook.`);
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  }

  /** `Sheet1!A1:B2`, the sheet quoted where Excel quotes it. */
  address({ sheetId, ...area }: Area): string {
    return `${quoteSheet(this.sheet(sheetId).getSheetName())}!${formatArea(area)}`;
  }

  addressOf({ sheetId, row, column }: CellPlace): string {
    return this.address({ sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column });
  }

  addressOfReference(reference: BaseReferenceObject): string {
    return this.address({ sheetId: reference.getSheetId(), ...bounds(reference.getRangePosition()) });
  }

  selectedArea(range: FRange): Area {
    return { sheetId: range.getSheetId(), ...bounds(range.getRange()) };
  }

  /** The engine's range. */
  range(area: Area): FRange {
    const { sheetId, startRow, startColumn, endRow, endColumn } = this.clip(area);
    return this.sheet(sheetId).getRange(startRow, startColumn, endRow - startRow + 1, endColumn - startColumn + 1);
  }

  /** Whole rows and columns end where the sheet ends now; for any other area there is room. */
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

  /** Values without formats; spilled cells like any other. */
  values(area: Area): CellContent[][] {
    return this.#map(area, contentOf);
  }

  /** The formula where there is one, else the value; a spilled cell shows its value. */
  formulas(area: Area): CellContent[][] {
    const formulas = this.range(area).getFormulas();
    return this.values(area).map((row, r) => row.map((value, c) => formulaOr(formulas[r]?.[c], value)));
  }

  /** What is shown. */
  text(area: Area): string[][] {
    return shownText(this.values(area), this.range(area).getDisplayValues());
  }

  #map<Value>(asked: Area, read: (cell: StoredCell | null | undefined) => Value): Value[][] {
    const area = this.clip(asked);
    const sheet: Worksheet = this.sheet(area.sheetId).getSheet();
    const spilled = spilledCells(this.engine.injector, this.unitId, area.sheetId);
    return Array.from({ length: area.endRow - area.startRow + 1 }, (_, r) =>
      Array.from({ length: area.endColumn - area.startColumn + 1 }, (__, c) => {
        const row = area.startRow + r;
        const column = area.startColumn + c;
        return read(spilled?.[row]?.[column] ?? (sheet.getCellRaw(row, column) as StoredCell | null));
      }),
    );
  }

  /** Enters values and formulas as if typed; null leaves a cell as it is. */
  write(area: Area, rows: readonly (readonly (CellContent | null)[])[]): void {
    this.enter(area, entriesOf(this, area, rows));
  }

  /** Enters cells that need not touch, all in one step; the area holds them all. */
  enter(area: Area, cells: EnteredCells): void {
    this.makeRoom(area);
    const target = { unitId: this.unitId, subUnitId: area.sheetId, range: bounds(area) };
    this.engine.api.syncExecuteCommand(SetRangeValuesCommand.id, { ...target, value: cells });
  }

  /** The range that spills from this very cell. */
  spillFrom(sheetId: string, row: number, column: number): Area | undefined {
    return this.spills(sheetId).find(({ startRow, startColumn }) => startRow === row && startColumn === column);
  }

  /** The spill that covers a cell, its anchor included. */
  spillOver(sheetId: string, row: number, column: number): Area | undefined {
    const cell = { startRow: row, endRow: row, startColumn: column, endColumn: column };
    return this.spills(sheetId).find((spill) => overlap(spill, cell));
  }

  /** The formula of a cell, with the leading `=`. */
  formulaAt({ sheetId, row, column }: Omit<CellPlace, "unitId">): string | undefined {
    const model = this.engine.injector.get(FormulaDataModel);
    return model.getFormulaStringByCell(row, column, sheetId, this.unitId) ?? undefined;
  }

  holdsFormula({ sheetId, row, column }: CellPlace): boolean {
    const cell = this.workbook.getSheetBySheetId(sheetId)?.getSheet().getCellRaw(row, column) as
      StoredCell | null | undefined;
    return Boolean(cell?.f) || Boolean(cell?.si);
  }

  select(area: Area): void {
    this.sheet(area.sheetId).activate();
    this.range(area).activate();
  }

  /** Every spill of a sheet. */
  spills(sheetId: string): Area[] {
    return presentSpills(this, sheetId);
  }

  /** Lets the sheet grow until the area lies on it. */
  makeRoom(area: Area): void {
    makeRoom(this, area);
  }
}

const formulaOr = (formula: string | undefined, value: CellContent): CellContent =>
  formula === undefined || formula === "" ? value : formula;
