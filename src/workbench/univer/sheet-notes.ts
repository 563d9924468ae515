import type { ICommandInfo } from "@univerjs/core";
import { SheetsNoteModel, type ISheetNote } from "@univerjs/sheets-note";
import { cellName, overlap, parseCell, singleCell } from "../../facts/addresses";
import { type NoteModel, withoutMembers } from "../../ooxml/workbook-model";
import { type Area } from "./addresses";
import { type CellBlock, FollowingItems, type ItemEdits, movedCorners, type ItemSheets } from "./following-items";

/** A note of the open workbook. */
export interface SheetNote extends NoteModel {
  readonly id: string;
}

/** The engine keeps members that it does not know. */
type EngineNote = ISheetNote & Pick<NoteModel, "author" | "source">;

/** The notes of the open workbook. They follow their cells, and undo restores them. */
export class SheetNotes {
  readonly #book: ItemSheets;
  readonly #items: FollowingItems<EngineNote>;
  #made = 0;

  constructor(book: ItemSheets) {
    this.#book = book;
    this.#items = new FollowingItems<EngineNote>(book, {
      mutation: "sheet.mutation.workbench-set-notes",
      get: (sheetId) => this.#stored(sheetId),
      set: (unitId, sheetId, notes) => this.#set(unitId, sheetId, notes),
      move: movedNote,
      // A note that is moved to a cell replaces the one that the cell has.
      join: (stays, others) => [
        ...new Map([...stays, ...others].map((note) => [`${note.row},${note.col}`, note])).values(),
      ],
      copy: (note) => this.#copyOf(note),
    });
  }

  /** By row, then column. */
  list(sheetId: string): SheetNote[] {
    return this.#stored(sheetId)
      .toSorted((one, other) => one.row - other.row || one.col - other.col)
      .map(({ id, row, col, note, width, height, show, author, source }) => ({
        id,
        cell: cellName(row, col),
        text: note,
        ...(author !== undefined && author !== "" && { author }),
        width: Math.round(width),
        height: Math.round(height),
        ...(show === true && { visible: true }),
        ...(source !== undefined && { source }),
      }));
  }

  /** Removes the notes of an area, as a step of undo. */
  clear(area: Area): void {
    const before = this.#stored(area.sheetId);
    const left = before.filter(({ row, col }) => !overlap(area, singleCell(row, col)));
    if (left.length < before.length) this.#items.edit(area.sheetId, left);
  }

  /** What gives the cells of a paste the notes of the cells that were copied, and what undoes it. */
  pasted(from: CellBlock, to: CellBlock): ItemEdits {
    const [source, before] = [this.#stored(from.sheetId), this.#stored(to.sheetId)];
    const [rows, columns] = [new Set(to.rows), new Set(to.columns)];
    const remaining = before.filter(({ row, col }) => !rows.has(row) || !columns.has(col));
    const copies = source.flatMap((note) =>
      repeatLine(from.rows, to.rows, note.row).flatMap((row) =>
        repeatLine(from.columns, to.columns, note.col).map((col) => ({ ...this.#copyOf(note), row, col })),
      ),
    );
    if (copies.length === 0 && remaining.length === before.length) return { undos: [], redos: [] };
    return {
      undos: [this.#items.mutation(to.sheetId)],
      redos: [this.#items.mutation(to.sheetId, [...remaining, ...copies])],
    };
  }

  /** The place in a file belongs to the note that is copied. */
  #copyOf(note: EngineNote): EngineNote {
    this.#made += 1;
    return { ...withoutMembers(note, "source"), id: `copied-${this.#made}-${Math.trunc(performance.now())}` };
  }

  #stored(sheetId: string): EngineNote[] {
    const { engine, unitId } = this.#book;
    return [...(engine.injector.get(SheetsNoteModel).getSheetNotes(unitId, sheetId)?.values() ?? [])];
  }

  #set(unitId: string, sheetId: string, notes: readonly EngineNote[]): void {
    const model = this.#book.engine.injector.get(SheetsNoteModel);
    const next = new Map(notes.map((note) => [note.id, note]));
    for (const { id } of [...(model.getSheetNotes(unitId, sheetId)?.values() ?? [])])
      if (!next.has(id)) model.removeNote(unitId, sheetId, { noteId: id });
    for (const note of notes) {
      const { row, col } = note;
      const old = model.getNote(unitId, sheetId, { noteId: note.id });
      if (old && (old.row !== row || old.col !== col))
        model.updateNotePosition(unitId, sheetId, { noteId: note.id, newRow: row, newCol: col });
      if (JSON.stringify(old) !== JSON.stringify(note)) model.updateNote(unitId, sheetId, row, col, note);
    }
  }
}

/** The lines of a paste that show a copied line. A copy fills a larger area again and again. */
const repeatLine = (from: readonly number[], to: readonly number[], line: number): number[] => {
  const index = from.indexOf(line);
  return index === -1 ? [] : to.filter((_, at) => at % from.length === index);
};

/** A note after a command that moves cells; nothing if its cell was deleted. */
const movedNote = (note: EngineNote, command: Readonly<ICommandInfo>): EngineNote[] => {
  const target = movedCorners(singleCell(note.row, note.col), command);
  if (target === undefined) return [];
  const { startRow: row, startColumn: col } = target;
  return [row === note.row && col === note.col ? note : { ...note, row, col }];
};

const toEngineNote = ({ cell, text, author, width, height, visible, source }: NoteModel, id: string): EngineNote => {
  const { row = 0, column = 0 } = parseCell(cell) ?? {};
  return {
    ...{ id, row, col: column, note: text, width, height },
    ...(visible === true && { show: true }),
    ...(author !== undefined && { author }),
    ...(source !== undefined && { source }),
  };
};

/** The part of the engine's data with the notes of all sheets, by the id of the sheet. */
export const notesResource = (
  sheets: ReadonlyMap<string, readonly NoteModel[]>,
): { readonly name: string; readonly data: string } => {
  const bySheet = [...sheets].map(([sheetId, notes]) => {
    const rows: Record<number, Record<number, EngineNote>> = {};
    notes.forEach((note, index) => {
      const entry = toEngineNote(note, `note-${index + 1}`);
      (rows[entry.row] ??= {})[entry.col] = entry;
    });
    return [sheetId, rows];
  });
  return { name: "SHEET_NOTE_PLUGIN", data: JSON.stringify(Object.fromEntries(bySheet)) };
};
