import type { SheetTable } from "../univer/sheet-tables";
import { notHere } from "../office/strict";
import { Collection } from "./collection";
import type { Shape } from "./client-object";
import type { Range } from "./range";
import type { RequestContext } from "./request-context";
import { Table } from "./table";

const shape: Shape<Tables> = { name: "TableCollection", properties: {} };

/** `Excel.TableCollection` of the workbook, a sheet or a range. */
export class Tables extends Collection<Table> {
  readonly found: () => readonly SheetTable[];

  constructor(context: RequestContext, found: () => readonly SheetTable[]) {
    super(context);
    this.found = found;
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
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

  /** Only over cells that have a header row; Excel would put in one of its own. */
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
    const wanted = key.toLowerCase();
    return this.found().find(({ id, name }) => id === key || name.toLowerCase() === wanted)?.id;
  }
}
