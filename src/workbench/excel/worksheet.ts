import { lastColumn, lastRow, parseAddress, type Area } from "../univer/addresses";
import { formulaCells, usedArea } from "../univer/used-area";
import { AutoFilter } from "./auto-filter";
import { ClientObject, type Shape } from "./client-object";
import { EventHandlers } from "./event-handlers";
import { invalidArgument } from "./office-error";
import { Range } from "./range";
import type { RequestContext } from "./request-context";
import { Tables } from "./tables";
import { WorksheetProtection } from "./worksheet-protection";

const shape: Shape<Worksheet> = {
  name: "Worksheet",
  properties: {
    id: { get: ({ sheetId }) => sheetId },
    name: {
      get: ({ sheetId, context }) => context.host.book.sheet(sheetId).getSheetName(),
      set: ({ sheetId, context }, name: string) => void context.host.book.sheet(sheetId).setName(name),
    },
    position: {
      get: ({ sheetId, context }) => context.host.book.sheet(sheetId).getIndex(),
      set: ({ sheetId, context }, position: number) => {
        const { book } = context.host;
        book.workbook.moveSheet(book.sheet(sheetId), position);
      },
    },
    visibility: {
      get: ({ sheetId, context }) => (context.host.book.sheet(sheetId).isSheetHidden() ? "Hidden" : "Visible"),
    },
  },
  links: {
    protection: ({ context, sheetOf }) => new WorksheetProtection(context, sheetOf),
    autoFilter: ({ context, sheetOf }) => new AutoFilter(context, sheetOf),
    tables: ({ context, sheetOf }) => new Tables(context, () => context.host.book.tables.list(sheetOf())),
  },
};

/** `Excel.Worksheet`. */
export class Worksheet extends ClientObject {
  sheetId = "";
  readonly sheetOf = (): string => this.sheetId;

  constructor(context: RequestContext, find: () => string | undefined, orNull = false) {
    super(context);
    this.resolve(
      find,
      (sheetId) => {
        this.sheetId = sheetId;
      },
      orNull,
    );
  }

  override get shape(): typeof shape {
    return shape;
  }

  get onChanged(): EventHandlers {
    return new EventHandlers(this.context, "changed", ({ worksheetId }) => worksheetId === this.sheetId);
  }

  get onSelectionChanged(): EventHandlers {
    return new EventHandlers(this.context, "selection", ({ worksheetId }) => worksheetId === this.sheetId);
  }

  getRange(address?: string): Range {
    return new Range(this.context, () => {
      if (address === undefined) return this.#whole();
      const parsed = parseAddress(address);
      if (parsed === undefined) throw invalidArgument(address);
      const { startRow, startColumn, endRow, endColumn } = parsed;
      return { sheetId: this.sheetId, startRow, startColumn, endRow, endColumn };
    });
  }

  // eslint-disable-next-line max-params -- Office.js has these four
  getRangeByIndexes(row: number, column: number, rows: number, columns: number): Range {
    const end = { endRow: row + rows - 1, endColumn: column + columns - 1 };
    return new Range(this.context, () => ({ sheetId: this.sheetId, startRow: row, startColumn: column, ...end }));
  }

  getCell(row: number, column: number): Range {
    return this.getRangeByIndexes(row, column, 1, 1);
  }

  /** Of an empty sheet it is A1. */
  getUsedRange(valuesOnly = false): Range {
    const first = { startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 };
    return new Range(this.context, () => this.#used(valuesOnly) ?? { sheetId: this.sheetId, ...first });
  }

  getUsedRangeOrNullObject(valuesOnly = false): Range {
    return new Range(this.context, () => this.#used(valuesOnly), true);
  }

  activate(): void {
    this.context.queue(() => void this.context.host.book.sheet(this.sheetId).activate());
  }

  delete(): void {
    this.context.queue(() => {
      const { book } = this.context.host;
      book.workbook.deleteSheet(book.sheet(this.sheetId));
    });
  }

  calculate(): void {
    this.context.queue(() => {
      const { book, functions } = this.context.host;
      functions.callAgain(formulaCells(book, this.#whole()));
    });
  }

  #whole(): Area {
    return { sheetId: this.sheetId, startRow: 0, startColumn: 0, endRow: lastRow, endColumn: lastColumn };
  }

  #used(valuesOnly: boolean): Area | undefined {
    return usedArea(this.context.host.book, this.sheetId, valuesOnly);
  }
}
