import { type Area } from "../univer/addresses";
import { findName } from "../univer/defined-names";
import type { CellContent } from "../univer/entry";
import type { SheetTable } from "../univer/sheet-tables";
import { blockOf, requireWritable } from "./range-actions";
import { checkName } from "./names";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { invalidArgument, itemNotFound, OfficeError } from "./errors";
import { Range } from "./range";
import { notHere } from "../office/strict-object";

const tableShape: Shape<Table> = {
  name: "Table",
  properties: {
    id: { get: (table) => table.id },
    name: {
      get: (table) => table.found().name,
      set: (table, name: string) => renameTable(table, name),
    },
  },
  links: {
    worksheet: (table) => table.context.model.worksheet(table.context, () => table.found().area.sheetId),
    rows: (table) => new TableRows(table),
  },
};

/** @throws InvalidArgument if Excel would not accept the name, ItemAlreadyExists if a table or a name of the workbook has it */
const renameTable = (table: Table, name: string): void => {
  const { book } = table.context.host;
  const found = table.found();
  const other = book.tables.find(checkName(name));
  if ((other !== undefined && other.id !== found.id) || findName(book, name, undefined) !== undefined)
    throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
  book.tables.rename(found, name);
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

  found(): SheetTable {
    const table = this.context.host.book.tables.find(this.id);
    if (table === undefined) throw itemNotFound();
    return table;
  }

  getRange(): Range {
    return this.#part((area) => area);
  }

  getHeaderRowRange(): Range {
    return this.#part((area) => ({ ...area, endRow: area.startRow }));
  }

  getDataBodyRange(): Range {
    return this.#part((area) => ({ ...area, startRow: area.startRow + 1 }));
  }

  resize(range: Range | string): void {
    this.context.queue(() => {
      const { book } = this.context.host;
      return book.tables.resize(this.found(), typeof range === "string" ? book.area(range) : range.area);
    });
  }

  delete(): void {
    this.context.queue(() => this.context.host.book.tables.remove(this.found()));
  }

  #part(cut: (area: Area) => Area): Range {
    return new Range(this.context, () => cut(this.found().area));
  }
}

const rowShape: Shape<TableRow> = {
  name: "TableRow",
  properties: {
    index: { get: ({ index }) => index },
    values: {
      get: (row) => row.context.host.book.values(row.area()),
      set: (row, values: unknown) => {
        requireWritable({ area: row.area(), context: row.context });
        row.context.host.book.write(row.area(), blockOf(row.area(), values));
      },
    },
  },
};

/** `Excel.TableRow`: a place in the table, whatever data comes to it. */
class TableRow extends ClientObject {
  readonly table: Table;
  index = -1;

  constructor(table: Table, find: () => number | undefined) {
    super(table.context);
    this.table = table;
    this.resolve(
      () => rowIndex(table, find()),
      (index) => void (this.index = index),
      false,
    );
  }

  override get shape(): typeof rowShape {
    return rowShape;
  }

  area(): Area {
    const { area } = this.table.found();
    const row = area.startRow + 1 + rowIndex(this.table, this.index);
    return { ...area, startRow: row, endRow: row };
  }

  getRange(): Range {
    return new Range(this.context, () => this.area());
  }

  delete(): void {
    this.context.queue(() => deleteRows(this.table, [this.index]));
  }
}

const bodyRows = ({ area }: SheetTable): number => area.endRow - area.startRow;

/** @throws if the table has no such row */
const rowIndex = (table: Table, index: number | undefined): number => {
  if (index !== undefined && Number.isInteger(index) && index >= 0 && index < bodyRows(table.found())) return index;
  throw invalidArgument(`the table has no row ${index ?? ""}`);
};

/** @throws if the sheet is protected, or cells of another table would move */
const requireRoom = (table: Table): void => {
  const { book } = table.context.host;
  const found = table.found();
  requireWritable({ area: found.area, context: table.context });
  if (book.tables.blocksRows(found))
    throw new OfficeError("InsertDeleteConflict", "The operation would move cells of another table.");
};

/** A table keeps one row: deleting the last one empties it. */
const deleteRows = async (table: Table, indexes: readonly number[]): Promise<void> => {
  const { book } = table.context.host;
  const gone = [...new Set(indexes.map((index) => rowIndex(table, index)))].toSorted((one, other) => other - one);
  requireRoom(table);
  for (const index of gone) {
    const found = table.found();
    const row = found.area.startRow + 1;
    if (bodyRows(found) === 1) book.range({ ...found.area, startRow: row, endRow: row }).clearContent();
    else await book.tables.deleteRows(found, index, 1);
  }
};

const rowsShape: Shape<TableRows> = {
  name: "TableRowCollection",
  properties: { count: { get: ({ table }) => bodyRows(table.found()) } },
};

/** `Excel.TableRowCollection`. */
class TableRows extends Collection<TableRow> {
  readonly table: Table;

  constructor(table: Table) {
    super(table.context);
    this.table = table;
    this.nullObject = false;
  }

  override get shape(): typeof rowsShape {
    return rowsShape;
  }

  override list(): TableRow[] {
    return Array.from({ length: bodyRows(this.table.found()) }, (_, index) => new TableRow(this.table, () => index));
  }

  getItemAt(index: number): TableRow {
    return new TableRow(this.table, () => index);
  }

  /** Adds rows before `index`, or at the end, and returns the first of them. Without values it is one empty row. */
  add(index?: number | null, values?: unknown, alwaysInsert = true): TableRow {
    if (!alwaysInsert) throw notHere("TableRowCollection.add without alwaysInsert");
    let first: number | undefined;
    this.context.queue(async () => {
      const { book } = this.context.host;
      const table = this.table.found();
      const rows = bodyRows(table);
      const at = index === undefined || index === null || index === -1 ? rows : index;
      if (!Number.isInteger(at) || at < 0 || at > rows) throw invalidArgument(`the table has no row ${at}`);
      const startRow = table.area.startRow + 1 + at;
      const count = Array.isArray(values) ? values.length : 1;
      const added = { ...table.area, startRow, endRow: startRow + count - 1 };
      const block = values === undefined || values === null ? undefined : blockOf<CellContent>(added, values);
      requireRoom(this.table);
      book.makeRoom({ ...added, endRow: table.area.endRow + count });
      await book.tables.insertRows(table, at, count);
      if (block !== undefined) book.write(added, block);
      first = at;
    });
    return new TableRow(this.table, () => first);
  }

  deleteRowsAt(index: number, count = 1): void {
    this.context.queue(() =>
      deleteRows(
        this.table,
        Array.from({ length: count }, (_, at) => index + at),
      ),
    );
  }

  deleteRows(rows: readonly (number | TableRow)[]): void {
    this.context.queue(() =>
      deleteRows(
        this.table,
        rows.map((row) => (typeof row === "number" ? row : row.index)),
      ),
    );
  }
}

const tablesShape: Shape<Tables> = { name: "TableCollection", properties: {} };

/** `Excel.TableCollection` of the workbook, a sheet or a range. */
export class Tables extends Collection<Table> {
  readonly found: () => readonly SheetTable[];

  constructor(context: RequestContext, found: () => readonly SheetTable[]) {
    super(context);
    this.found = found;
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
    if (!hasHeaders) throw notHere("TableCollection.add without a header row");
    let made: string | undefined;
    this.context.queue(() => {
      const { book } = this.context.host;
      made = book.tables.add(typeof address === "string" ? book.area(address) : address.area);
    });
    return new Table(this.context, () => made);
  }

  #find(key: string): string | undefined {
    const lower = key.toLowerCase();
    return this.found().find(({ id, name }) => id === key || name.toLowerCase() === lower)?.id;
  }
}
