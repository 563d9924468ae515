import { parseLocalAddress } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { ClientObject, Collection, EventHandlers, type RequestContext, type Shape } from "./object-model";
import { type Area } from "../univer/addresses";
import type { SheetFilter } from "../univer/sheet-filters";
import { usedArea } from "../univer/used-area";
import { Charts } from "./charts";
import { NamedItems } from "./names";
import { invalidArgument } from "./errors";
import { Range } from "./range";
import { Tables } from "./tables";

const protectionShape: Shape<WorksheetProtection> = {
  name: "WorksheetProtection",
  properties: {
    protected: { get: ({ context, sheetOf }) => context.host.book.protection.isProtected(sheetOf()) },
  },
};

/** `Excel.WorksheetProtection`. */
export class WorksheetProtection extends ClientObject {
  readonly sheetOf: () => string;

  constructor(context: RequestContext, sheetOf: () => string) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof protectionShape {
    return protectionShape;
  }

  protect(): void {
    this.context.queue(() => this.context.host.book.protection.protect(this.sheetOf()));
  }

  unprotect(): void {
    this.context.queue(() => this.context.host.book.protection.unprotect(this.sheetOf()));
  }
}

const autoFilterShape: Shape<AutoFilter> = {
  name: "AutoFilter",
  properties: {
    enabled: { get: (filter) => filter.now() !== undefined },
    isDataFiltered: { get: (filter) => (filter.now()?.columns.length ?? 0) > 0 },
  },
};

/** `Excel.AutoFilter`: what the filter of the sheet does. */
class AutoFilter extends ClientObject {
  readonly sheetOf: () => string;

  constructor(context: RequestContext, sheetOf: () => string) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof autoFilterShape {
    return autoFilterShape;
  }

  now(): SheetFilter | undefined {
    return this.context.host.book.filters.get(this.sheetOf());
  }
}

const worksheetShape: Shape<Worksheet> = {
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
  },
  links: {
    protection: ({ context, sheetOf }) => new WorksheetProtection(context, sheetOf),
    autoFilter: ({ context, sheetOf }) => new AutoFilter(context, sheetOf),
    names: ({ context, sheetOf }) => new NamedItems(context, sheetOf),
    charts: ({ context, sheetOf }) => new Charts(context, sheetOf),
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

  override get shape(): typeof worksheetShape {
    return worksheetShape;
  }

  get onChanged(): EventHandlers {
    return new EventHandlers(this.context, "changed", ({ worksheetId }) => worksheetId === this.sheetId);
  }

  getRange(address?: string): Range {
    return new Range(this.context, () => {
      if (address === undefined) return this.#whole();
      const parsed = parseLocalAddress(address);
      if (parsed === undefined) throw invalidArgument(address);
      const { startRow, startColumn, endRow, endColumn } = parsed;
      return { sheetId: this.sheetId, startRow, startColumn, endRow, endColumn };
    });
  }

  getRangeByIndexes(row: number, column: number, rows: number, columns: number): Range {
    const end = { endRow: row + rows - 1, endColumn: column + columns - 1 };
    return new Range(this.context, () => ({ sheetId: this.sheetId, startRow: row, startColumn: column, ...end }));
  }

  getCell(row: number, column: number): Range {
    return this.getRangeByIndexes(row, column, 1, 1);
  }

  /** A1 for an empty sheet. */
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

  #whole(): Area {
    return { sheetId: this.sheetId, startRow: 0, startColumn: 0, endRow: lastRow, endColumn: lastColumn };
  }

  #used(valuesOnly: boolean): Area | undefined {
    return usedArea(this.context.host.book, this.sheetId, valuesOnly);
  }
}

const worksheetsShape: Shape<Worksheets> = { name: "WorksheetCollection", properties: {} };

/** `Excel.WorksheetCollection`. */
export class Worksheets extends Collection<Worksheet> {
  constructor(context: RequestContext) {
    super(context);
    this.nullObject = false;
  }

  override get shape(): typeof worksheetsShape {
    return worksheetsShape;
  }

  get onChanged(): EventHandlers {
    return new EventHandlers(this.context, "changed");
  }

  get onNameChanged(): EventHandlers {
    return new EventHandlers(this.context, "renamed");
  }

  override list(): Worksheet[] {
    const sheets = this.context.host.book.workbook.getSheets();
    return sheets.map((sheet) => new Worksheet(this.context, () => sheet.getSheetId()));
  }

  getActiveWorksheet(): Worksheet {
    return new Worksheet(this.context, () => this.context.host.book.activeSheetId);
  }

  getItem(key: string): Worksheet {
    return new Worksheet(this.context, () => this.#find(key));
  }

  getItemOrNullObject(key: string): Worksheet {
    return new Worksheet(this.context, () => this.#find(key), true);
  }

  /** Adds a sheet after the last one, like Excel. */
  add(name?: string): Worksheet {
    return new Worksheet(this.context, () => {
      const { workbook } = this.context.host.book;
      const sheets = workbook.getSheets();
      const active = workbook.getActiveSheet();
      const sheet = workbook.create(name ?? `Sheet${sheets.length + 1}`, 1_000, 60, { index: sheets.length });
      active.activate();
      return sheet.getSheetId();
    });
  }

  #find(key: string): string | undefined {
    const { book } = this.context.host;
    return book.findSheet(key) ?? book.workbook.getSheetBySheetId(key)?.getSheetId();
  }
}
