import type { Area } from "../univer/addresses";
import type { SheetTable } from "../univer/sheet-tables";
import { blockOf } from "./block";
import { ClientObject, type Shape } from "./client-object";
import { invalidArgument, itemNotFound } from "./office-error";
import { Range } from "./range";
import type { RequestContext } from "./request-context";

const shape: Shape<Table> = {
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

  override get shape(): typeof shape {
    return shape;
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

/** `Excel.TableRowCollection`: rows are added at the end. */
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
