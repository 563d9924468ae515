import type { Area } from "../univer/addresses";
import type { SheetTable } from "../univer/sheet-tables";
import { blockOf } from "./range-actions";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { invalidArgument, itemNotFound } from "./errors";
import { Range } from "./range";
import { notHere } from "../office/strict-object";

const tableShape: Shape<Table> = {
  name: "Table",
  properties: {
    id: { get: (table) => table.id },
    name: {
      get: (table) => table.found().name,
      set: (table, name: string) => table.context.host.book.tables.rename(table.found(), name),
    },
  },
  links: {
    worksheet: (table) => table.context.model.worksheet(table.context, () => table.found().area.sheetId),
    rows: (table) => new TableRows(table),
  },
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

const rowsShape: Shape<TableRows> = {
  name: "TableRowCollection",
  properties: { count: { get: ({ table }) => table.found().area.endRow - table.found().area.startRow } },
};

/** `Excel.TableRowCollection`. Rows can be added at the end only. */
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

  add(index: number | null | undefined, values: unknown[][]): void {
    if (index !== undefined && index !== null && index !== -1) throw invalidArgument("rows are added at the end here");
    this.context.queue(async () => {
      const { book } = this.context.host;
      const { area } = this.table.found();
      const endRow = area.endRow + values.length;
      const added = { ...area, startRow: area.endRow + 1, endRow };
      book.makeRoom(added);
      await book.tables.resize(this.table.found(), { ...area, endRow });
      book.write(added, blockOf(added, values));
    });
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
    this.context.queue(async () => {
      const { book } = this.context.host;
      made = await book.tables.add(typeof address === "string" ? book.area(address) : address.area);
    });
    return new Table(this.context, () => made);
  }

  #find(key: string): string | undefined {
    const lower = key.toLowerCase();
    return this.found().find(({ id, name }) => id === key || name.toLowerCase() === lower)?.id;
  }
}
