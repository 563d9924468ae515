import { pointsPerPixel } from "../../facts/units";
import { longestCellText } from "../../facts/excel-limits";
import { cellName, parseLocalAddress } from "../../facts/addresses";
import { type Area } from "../univer/addresses";
import type { SheetNote } from "../univer/sheet-notes";
import { accessDenied, invalidArgument, itemNotFound, OfficeError } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { Range } from "./range";

interface FoundNote {
  readonly sheetId: string;
  readonly id: string;
}

const size = (side: "width" | "height"): Shape<Note>["properties"][string] => ({
  get: (note: Note) => note.now()[side] * pointsPerPixel,
  set: (note: Note, points: number) => {
    if (typeof points !== "number" || !(points > 0)) throw invalidArgument(`${side} must be a positive number`);
    note.change({ [side]: Math.round(points / pointsPerPixel) });
  },
});

const noteShape: Shape<Note> = {
  name: "Note",
  properties: {
    authorName: { get: (note) => note.now().author ?? "" },
    content: {
      get: (note) => note.now().text,
      set: (note, content: string) => note.change({ text: textOf(content) }),
    },
    width: size("width"),
    height: size("height"),
    visible: {
      get: (note) => note.now().visible === true,
      set: (note, visible: boolean) => note.change({ visible }),
    },
  },
};

const textOf = (content: unknown): string => {
  const text = String(content);
  if (text.length > longestCellText) throw invalidArgument(`a note has up to ${longestCellText} characters`);
  return text;
};

const requireUnprotected = (context: RequestContext, sheetId: string): void => {
  if (context.host.book.protection.isProtected(sheetId)) throw accessDenied();
};

/** `Excel.Note`. */
export class Note extends ClientObject {
  sheetId = "";
  id = "";

  constructor(context: RequestContext, find: () => FoundNote | undefined, orNull = false) {
    super(context);
    this.resolve(
      find,
      ({ sheetId, id }) => {
        this.sheetId = sheetId;
        this.id = id;
      },
      orNull,
    );
  }

  override get shape(): typeof noteShape {
    return noteShape;
  }

  /** @throws ItemNotFound if it was deleted */
  now(): SheetNote {
    const found = this.context.host.book.notes.find(this.sheetId, this.id);
    if (found === undefined) throw itemNotFound();
    return found;
  }

  change(members: Partial<Pick<SheetNote, "text" | "width" | "height" | "visible">>): void {
    this.now();
    requireUnprotected(this.context, this.sheetId);
    this.context.host.book.notes.change(this.sheetId, this.id, members);
  }

  delete(): void {
    this.context.queue(() => {
      this.now();
      requireUnprotected(this.context, this.sheetId);
      this.context.host.book.notes.remove(this.sheetId, this.id);
    });
  }

  getLocation(): Range {
    return new Range(this.context, () => {
      const { startRow, startColumn, endRow, endColumn } = parseLocalAddress(this.now().cell) ?? {
        ...{ startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 },
      };
      return { sheetId: this.sheetId, startRow, startColumn, endRow, endColumn };
    });
  }
}

const notesShape: Shape<Notes> = { name: "NoteCollection", properties: {} };

const invalidCellAddress = (address: string): OfficeError =>
  new OfficeError("InvalidCellAddress", `"${address}" is no address of a single cell.`);

/** `Excel.NoteCollection` of the workbook, or of a sheet. */
export class Notes extends Collection<Note> {
  readonly sheetOf: () => string | undefined;

  constructor(context: RequestContext, sheetOf: () => string | undefined) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof notesShape {
    return notesShape;
  }

  override list(): Note[] {
    return this.#all().map((found) => new Note(this.context, () => found));
  }

  add(cellAddress: Range | string, content: unknown): Note {
    return new Note(this.context, () => {
      const { book } = this.context.host;
      const { sheetId, cell } = this.#cell(cellAddress);
      const text = textOf(content);
      requireUnprotected(this.context, sheetId);
      if (this.#at(sheetId, cell) !== undefined)
        throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
      return { sheetId, id: book.notes.add(sheetId, cell, text) };
    });
  }

  getItem(key: string): Note {
    return new Note(this.context, () => this.#find(key));
  }

  getItemOrNullObject(key: string): Note {
    return new Note(this.context, () => this.#find(key), true);
  }

  getItemAt(index: number): Note {
    return new Note(this.context, () => this.#all()[index]);
  }

  #all(): FoundNote[] {
    const { book } = this.context.host;
    const only = this.sheetOf();
    const sheets = only === undefined ? book.workbook.getSheets().map((sheet) => sheet.getSheetId()) : [only];
    return sheets.flatMap((sheetId) => book.notes.list(sheetId).map(({ id }) => ({ sheetId, id })));
  }

  #find(key: string): FoundNote | undefined {
    const { sheetId, cell } = this.#cell(key);
    return this.#at(sheetId, cell);
  }

  #at(sheetId: string, cell: string): FoundNote | undefined {
    const found = this.context.host.book.notes.list(sheetId).find((note) => note.cell === cell);
    return found && { sheetId, id: found.id };
  }

  /** @throws InvalidCellAddress if it is no single cell */
  #cell(address: Range | string): { readonly sheetId: string; readonly cell: string } {
    const { book } = this.context.host;
    const area = typeof address === "string" ? this.#parse(address) : address.area;
    const name = typeof address === "string" ? address : book.address(area ?? address.area);
    if (area === undefined || area.startRow !== area.endRow || area.startColumn !== area.endColumn)
      throw invalidCellAddress(name);
    return { sheetId: area.sheetId, cell: cellName(area.startRow, area.startColumn) };
  }

  /** An address without a sheet is on the sheet of the collection, or the active one. */
  #parse(address: string): Area | undefined {
    const { book } = this.context.host;
    const parsed = parseLocalAddress(address);
    const own = this.sheetOf() ?? book.activeSheetId;
    const sheetId = parsed?.sheet === undefined ? own : book.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined) return undefined;
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  }
}
