import { Dimension, ICommandService, type IMutationInfo, IUndoRedoService } from "@univerjs/core";
import {
  AddSheetTableMutation,
  DeleteSheetTableMutation,
  type ISetSheetTableMutationParams,
  SetSheetTableMutation,
} from "@univerjs/sheets-table";
import { overlap } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import { type Area } from "./addresses";
import type { ActiveWorkbook, Engine, Sheet } from "./engine";

/** A table. Its area includes the header row. */
export interface SheetTable {
  readonly id: string;
  readonly name: string;
  readonly area: Area;
}

type AddedTable = IMutationInfo<{ readonly unitId: string; readonly subUnitId: string; readonly tableId: string }>;

/** The parts of the open workbook that tables need. */
interface TableSheets {
  readonly engine: Engine;
  readonly workbook: ActiveWorkbook;
  readonly sheet: (id: string) => Sheet;
}

export class SheetTables {
  readonly #book: TableSheets;
  #made = 0;

  constructor(book: TableSheets) {
    this.#book = book;
  }

  list(sheetId?: string): SheetTable[] {
    const tables = this.#book.workbook.getTableList().map(({ id, name, range, subUnitId }) => {
      const { startRow, startColumn, endRow, endColumn } = range;
      return { id, name, area: { sheetId: subUnitId, startRow, startColumn, endRow, endColumn } };
    });
    return sheetId === undefined ? tables : tables.filter(({ area }) => area.sheetId === sheetId);
  }

  /** Finds a table by id, or by name, case-insensitive. */
  find(key: string): SheetTable | undefined {
    return this.list().find(({ id, name }) => id === key || name.toLowerCase() === key.toLowerCase());
  }

  /** The tables that overlap an area. */
  touching(area: Area): SheetTable[] {
    return this.list(area.sheetId).filter((table) => overlap(table.area, area));
  }

  /** Creates a table and returns its id. The default name is the next `TableN`. */
  add(area: Area, name = this.#freeName()): string {
    const make = this.#make(area, name);
    const { unitId, subUnitId, tableId } = make.params;
    this.#book.engine.injector.get(IUndoRedoService).pushUndoRedo({
      unitID: unitId,
      undoMutations: [{ id: DeleteSheetTableMutation.id, params: { unitId, subUnitId, tableId } }],
      redoMutations: [make],
    });
    return tableId;
  }

  /** Creates a table of a workbook that is being opened: undo does not take it away. */
  open(area: Area, name: string): void {
    this.#make(area, name);
  }

  /** The engine's own command makes no table with the name of a sheet, which Excel accepts, and says nothing. */
  #make({ sheetId: subUnitId, startRow, startColumn, endRow, endColumn }: Area, name: string): AddedTable {
    this.#made += 1;
    const tableId = `table-${this.#made}-${Math.trunc(performance.now())}`;
    const { engine, workbook } = this.#book;
    const range = { startRow, startColumn, endRow, endColumn };
    const params = { unitId: workbook.getId(), subUnitId, tableId, name, range };
    engine.injector.get(ICommandService).syncExecuteCommand(AddSheetTableMutation.id, params);
    return { id: AddSheetTableMutation.id, params };
  }

  /** The engine's own command refuses the name of a sheet, which Excel accepts, and says nothing. */
  rename({ id, name: before, area }: SheetTable, name: string): void {
    const { engine, workbook } = this.#book;
    const unitId = workbook.getId();
    const mutation = (next: string): IMutationInfo<ISetSheetTableMutationParams> => ({
      id: SetSheetTableMutation.id,
      params: { unitId, subUnitId: area.sheetId, tableId: id, config: { name: next } },
    });
    engine.injector.get(ICommandService).syncExecuteCommand(SetSheetTableMutation.id, mutation(name).params);
    engine.injector
      .get(IUndoRedoService)
      .pushUndoRedo({ unitID: unitId, undoMutations: [mutation(before)], redoMutations: [mutation(name)] });
  }

  async resize({ id }: SheetTable, { sheetId, startRow, startColumn, endRow, endColumn }: Area): Promise<void> {
    await this.#book.sheet(sheetId).setTableRange(id, { startRow, startColumn, endRow, endColumn });
  }

  /** Inserts empty rows before the row `index` of the body; cells below move down, in the columns of the table only. */
  async insertRows(table: SheetTable, index: number, count: number): Promise<void> {
    const { area } = table;
    const row = area.startRow + 1 + index;
    await this.#shift(table, { ...area, startRow: row, endRow: row + count - 1 }, "insertCells", area.endRow + count);
  }

  /** Deletes rows of the body; cells below move up, in the columns of the table only. */
  async deleteRows(table: SheetTable, index: number, count: number): Promise<void> {
    const { area } = table;
    const row = area.startRow + 1 + index;
    await this.#shift(table, { ...area, startRow: row, endRow: row + count - 1 }, "deleteCells", area.endRow - count);
  }

  /**
   * Whether another table would be torn apart if rows of this one come or go. As in Excel, a table below moves as a
   * whole if it lies within the columns of this one.
   */
  blocksRows(table: SheetTable): boolean {
    const { startColumn, endColumn } = table.area;
    return this.#below(table).some(({ area }) => area.startColumn < startColumn || area.endColumn > endColumn);
  }

  #below({ id, area }: SheetTable): SheetTable[] {
    return this.touching({ ...area, startRow: area.endRow + 1, endRow: lastRow }).filter((table) => table.id !== id);
  }

  async #shift(
    table: SheetTable,
    { sheetId, startRow, startColumn, endRow, endColumn }: Area,
    how: "insertCells" | "deleteCells",
    lastTableRow: number,
  ): Promise<void> {
    const by = lastTableRow - table.area.endRow;
    // The engine moves the cells and leaves the tables below where they are. No two of them may overlap meanwhile.
    const below = this.#below(table).map((one) => ({
      ...one,
      to: { ...one.area, startRow: one.area.startRow + by, endRow: one.area.endRow + by },
    }));
    const own = { ...table, to: { ...table.area, endRow: lastTableRow } };
    const tables = [own, ...below].toSorted((one, other) =>
      by > 0 ? other.area.startRow - one.area.startRow : one.area.startRow - other.area.startRow,
    );
    const cells = this.#book
      .sheet(sheetId)
      .getRange(startRow, startColumn, endRow - startRow + 1, endColumn - startColumn + 1);
    this.#book.engine.undoGroup.begin();
    try {
      cells[how](Dimension.ROWS);
      for (const { to, ...one } of tables) await this.resize(one, to);
    } finally {
      this.#book.engine.undoGroup.end();
    }
  }

  async remove({ id }: SheetTable): Promise<void> {
    await this.#book.workbook.removeTable(id);
  }

  #freeName(): string {
    for (let number = 1; ; number += 1) if (this.find(`Table${number}`) === undefined) return `Table${number}`;
  }
}
