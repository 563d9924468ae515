import { type Area } from "../univer/addresses";
import { findName } from "../univer/defined-names";
import type { CellContent } from "../univer/entry";
import type { SheetTable } from "../univer/sheet-tables";
import { toBlock, requireWritable } from "./range-actions";
import { checkDefinedName } from "./names";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { invalidArgument, itemNotFound } from "./errors";
import { Range } from "./range";
import { notImplemented, OfficeError } from "../office/office-error";

const tableShape: Shape<Table> = {
  name: "Table",
  properties: {
    id: { get: (table) => table.id },
    name: {
      get: (table) => table.now().name,
      set: (table, name: string) => renameTable(table, name),
    },
  },
  links: {
    worksheet: (table) => table.context.model.worksheet(table.context, () => table.now().area.sheetId),
    rows: (table) => new TableRows(table),
  },
};

/** @throws InvalidArgument if Excel would not accept the name, ItemAlreadyExists if a table or a name of the workbook has it */
const renameTable = (table: Table, name: string): void => {
  const { book } = table.context.host;
  const current = table.now();
  const other = book.tables.find(checkDefinedName(name));
  if ((other !== undefined && other.id !== current.id) || findName(book, name, undefined) !== undefined)
    throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
  book.tables.rename(current, name);
};

/** `Excel.Table`. */
export class Table extends ClientObject {
  id = "";

  constructor(context: RequestContext, find: () => string | undefined, orNull = false) {
    super(context);
    this.resolve(find, (id) => void (this.id = id), orNull);
  }

  override get shape(): typeof tableShape {
    return tableShape;
  }

  /** @throws ItemNotFound if it was deleted */
  now(): SheetTable {
    const table = this.context.host.book.tables.find(this.id);
    if (table === undefined) throw itemNotFound();
    return table;
  }

  getRange(): Range {
    return this.#part((area) => area);
  }

  getDataBodyRange(): Range {
    return this.#part((area) => ({ ...area, startRow: area.startRow + 1 }));
  }

  delete(): void {
    this.context.queue(() => this.context.host.book.tables.remove(this.now()));
  }

  #part(cut: (area: Area) => Area): Range {
    return new Range(this.context, () => cut(this.now().area));
  }
}

/** @throws if the sheet is protected, or cells of another table would move */
const requireRoom = (table: Table): void => {
  const { book } = table.context.host;
  const current = table.now();
  requireWritable({ area: current.area, context: table.context });
  if (book.tables.blocksRows(current))
    throw new OfficeError("InsertDeleteConflict", "The operation would move cells of another table.");
};

const rowsShape: Shape<TableRows> = { name: "TableRowCollection", properties: {} };

/** `Excel.TableRowCollection`, to which rows can be added. */
class TableRows extends ClientObject {
  readonly table: Table;

  constructor(table: Table) {
    super(table.context);
    this.table = table;
    this.nullObject = false;
  }

  override get shape(): typeof rowsShape {
    return rowsShape;
  }

  /** Adds rows before `index`, or at the end. Without values it is one empty row. */
  add(index?: number | null, values?: unknown, alwaysInsert = true): void {
    if (!alwaysInsert) throw notImplemented("TableRowCollection.add without alwaysInsert");
    this.context.queue(async () => {
      const { book } = this.context.host;
      const table = this.table.now();
      const rows = table.area.endRow - table.area.startRow;
      const at = index === undefined || index === null || index === -1 ? rows : index;
      if (!Number.isInteger(at) || at < 0 || at > rows) throw invalidArgument(`the table has no row ${at}`);
      const startRow = table.area.startRow + 1 + at;
      const count = Array.isArray(values) ? values.length : 1;
      const newRows = { ...table.area, startRow, endRow: startRow + count - 1 };
      const block = values === undefined || values === null ? undefined : toBlock<CellContent>(newRows, values);
      requireRoom(this.table);
      book.makeRoom({ ...newRows, endRow: table.area.endRow + count });
      await book.tables.insertRows(table, at, count);
      if (block !== undefined) book.write(newRows, block);
    });
  }
}

const tablesShape: Shape<Tables> = { name: "TableCollection", properties: {} };

/** `Excel.TableCollection` of the workbook, a sheet or a range. */
export class Tables extends Collection<Table> {
  readonly found: () => readonly SheetTable[];

  constructor(context: RequestContext, listTables: () => readonly SheetTable[]) {
    super(context);
    this.found = listTables;
    this.nullObject = false;
  }

  override get shape(): typeof tablesShape {
    return tablesShape;
  }

  override list(): Table[] {
    return this.found().map(({ id }) => new Table(this.context, () => id));
  }

  getItem(key: string): Table {
    return new Table(this.context, () => this.#find(key));
  }

  getItemOrNullObject(key: string): Table {
    return new Table(this.context, () => this.#find(key), true);
  }

  /** Supports only ranges with a header row; Excel would insert one. */
  add(address: Range | string, hasHeaders: boolean): Table {
    if (!hasHeaders) throw notImplemented("TableCollection.add without a header row");
    let name: string | undefined;
    this.context.queue(() => {
      const { book } = this.context.host;
      name = book.tables.add(typeof address === "string" ? book.area(address) : address.area);
    });
    return new Table(this.context, () => name);
  }

  #find(key: string): string | undefined {
    const lower = key.toLowerCase();
    return this.found().find(({ id, name }) => id === key || name.toLowerCase() === lower)?.id;
  }
}
