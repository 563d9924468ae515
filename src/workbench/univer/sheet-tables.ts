import { type Area, overlap } from "./addresses";
import type { ActiveWorkbook, Sheet } from "./engine";

/** A table. Its area includes the header row. */
export interface SheetTable {
  readonly id: string;
  readonly name: string;
  readonly area: Area;
}

/** The parts of the open workbook that tables need. */
interface Sheets {
  readonly workbook: ActiveWorkbook;
  readonly sheet: (id: string) => Sheet;
}

export class SheetTables {
  readonly #book: Sheets;
  #made = 0;

  constructor(book: Sheets) {
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
  async add(area: Area, name?: string): Promise<string> {
    this.#made += 1;
    const id = `table-${this.#made}-${Math.trunc(performance.now())}`;
    const { sheetId, startRow, startColumn, endRow, endColumn } = area;
    const range = { startRow, startColumn, endRow, endColumn };
    await this.#book.workbook.addTable(sheetId, name ?? this.#freeName(), range, id);
    return id;
  }

  async rename({ id, area }: SheetTable, name: string): Promise<void> {
    await this.#book.sheet(area.sheetId).setTableName(id, name);
  }

  async resize({ id }: SheetTable, { sheetId, startRow, startColumn, endRow, endColumn }: Area): Promise<void> {
    await this.#book.sheet(sheetId).setTableRange(id, { startRow, startColumn, endRow, endColumn });
  }

  async remove({ id }: SheetTable): Promise<void> {
    await this.#book.workbook.removeTable(id);
  }

  #freeName(): string {
    for (let number = 1; ; number += 1) if (this.find(`Table${number}`) === undefined) return `Table${number}`;
  }
}
