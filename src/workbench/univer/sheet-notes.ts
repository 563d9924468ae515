import {
  CommandType,
  type ICommandInfo,
  ICommandService,
  type IMutationInfo,
  IUndoRedoService,
  type IUndoRedoItem,
  RedoCommand,
  UndoCommand,
} from "@univerjs/core";
import { SheetsNoteModel, type ISheetNote } from "@univerjs/sheets-note";
import {
  adjustRangeOnMutation,
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from "@univerjs/sheets";
import { cellName, parseCell } from "../../ooxml/cell-reference";
import { usualNoteSize } from "../../ooxml/notes";
import type { NoteModel } from "../../ooxml/workbook-model";
import { cellAt } from "./addresses";
import type { Engine } from "./engine";

/** A note of the open workbook. */
export interface SheetNote extends NoteModel {
  readonly id: string;
}

/** The engine keeps members that it does not know. */
type EngineNote = ISheetNote & Pick<NoteModel, "author" | "source">;

/** The parts of the open workbook that notes need. */
interface Sheets {
  readonly engine: Engine;
  readonly unitId: string;
}

interface NotesOfSheet {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly notes: readonly EngineNote[];
}

const mutation = "sheet.mutation.workbench-set-notes";

const structure: readonly string[] = [
  InsertRowMutation.id,
  RemoveRowMutation.id,
  InsertColMutation.id,
  RemoveColMutation.id,
  MoveRowsMutation.id,
  MoveColsMutation.id,
  MoveRangeMutation.id,
];

/** The notes of the open workbook. They follow their cells, and undo restores them. */
export class SheetNotes {
  readonly #book: Sheets;
  readonly #commands: ICommandService;
  /** The notes of sheets before the edit that runs now moved their cells. */
  #before: Map<string, readonly EngineNote[]> | undefined;
  #made = 0;

  constructor(book: Sheets) {
    this.#book = book;
    const { injector, undoGroup } = book.engine;
    this.#commands = injector.get(ICommandService);
    this.#commands.registerCommand({
      id: mutation,
      type: CommandType.MUTATION,
      handler: (_, { unitId, subUnitId, notes }: NotesOfSheet) => {
        this.#set(unitId, subUnitId, notes);
        return true;
      },
    });
    this.#commands.onCommandExecuted((command) => this.#follow(command));
    undoGroup.complete((edit) => this.#completed(edit));
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

  find(sheetId: string, id: string): SheetNote | undefined {
    return this.list(sheetId).find((note) => note.id === id);
  }

  /** Adds a note, as a step of undo, and returns its id. */
  add(sheetId: string, cell: string, text: string): string {
    this.#made += 1;
    const id = `added-${this.#made}-${Math.trunc(performance.now())}`;
    this.#edit(sheetId, [...this.#stored(sheetId), toEngineNote({ cell, text, ...usualNoteSize }, id)]);
    return id;
  }

  /** Changes a note, as a step of undo. */
  change(sheetId: string, id: string, members: Partial<Omit<NoteModel, "cell">>): void {
    const before = this.find(sheetId, id);
    if (before === undefined) return;
    const changed = toEngineNote({ ...before, ...members }, id);
    this.#edit(
      sheetId,
      this.#stored(sheetId).map((note) => (note.id === id ? changed : note)),
    );
  }

  remove(sheetId: string, id: string): void {
    this.#edit(
      sheetId,
      this.#stored(sheetId).filter((note) => note.id !== id),
    );
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

  #edit(sheetId: string, notes: readonly EngineNote[]): void {
    const { engine, unitId } = this.#book;
    const [undo, redo] = [this.#mutationFor(sheetId), this.#mutationFor(sheetId, notes)];
    this.#commands.syncExecuteCommand(redo.id, redo.params);
    engine.injector
      .get(IUndoRedoService)
      .pushUndoRedo({ unitID: unitId, undoMutations: [undo], redoMutations: [redo] });
  }

  #mutationFor(sheetId: string, notes: readonly EngineNote[] = this.#stored(sheetId)): IMutationInfo<NotesOfSheet> {
    return { id: mutation, params: { unitId: this.#book.unitId, subUnitId: sheetId, notes } };
  }

  #follow(command: Readonly<ICommandInfo>): void {
    if (command.id === UndoCommand.id || command.id === RedoCommand.id) this.#before = undefined;
    if (!structure.includes(command.id)) return;
    const { unitId, subUnitId, from, to } = (command.params ?? {}) as MovingParams;
    const sheetId = subUnitId ?? from?.subUnitId;
    if (unitId !== this.#book.unitId || sheetId === undefined) return;
    const target = to?.subUnitId ?? sheetId;
    const moved = this.#stored(sheetId).flatMap((note) => movedNote(note, command));
    if (target === sheetId) {
      this.#moveTo(sheetId, moved);
      return;
    }
    const stays = new Set(this.#stored(sheetId));
    const [left, gone] = [moved.filter((note) => stays.has(note)), moved.filter((note) => !stays.has(note))];
    this.#moveTo(sheetId, left);
    if (gone.length > 0) this.#moveTo(target, [...this.#stored(target), ...gone]);
  }

  #moveTo(sheetId: string, moved: readonly EngineNote[]): void {
    const before = this.#stored(sheetId);
    const still = new Set(before);
    // A note that is moved to a cell replaces the one that the cell has.
    const order = [...moved.filter((note) => still.has(note)), ...moved.filter((note) => !still.has(note))];
    const notes = [...new Map(order.map((note) => [`${note.row},${note.col}`, note])).values()];
    if (JSON.stringify(before) === JSON.stringify(notes)) return;
    this.#before ??= new Map();
    if (!this.#before.has(sheetId)) this.#before.set(sheetId, before);
    this.#set(this.#book.unitId, sheetId, notes);
  }

  /** A deleted row does not say which notes it had. */
  #completed(edit: IUndoRedoItem): IUndoRedoItem {
    const before = this.#before;
    if (before === undefined || !edit.redoMutations.some(({ id }) => structure.includes(id))) return edit;
    this.#before = undefined;
    const restored = [...before].map(([sheetId, notes]) => this.#mutationFor(sheetId, notes));
    return { ...edit, undoMutations: [...edit.undoMutations, ...restored] };
  }
}

/** A note after a command that moves cells; nothing if its cell was deleted. */
const movedNote = (note: EngineNote, { id, params }: Readonly<ICommandInfo>): EngineNote[] => {
  const command = { id, params } as Parameters<typeof adjustRangeOnMutation>[1];
  const moved = adjustRangeOnMutation(cellAt(note.row, note.col), command);
  if (!moved) return [];
  const { startRow: row, startColumn: col } = moved;
  return [row === note.row && col === note.col ? note : { ...note, row, col }];
};

interface MovingParams {
  readonly unitId?: string;
  readonly subUnitId?: string;
  readonly from?: { readonly subUnitId: string };
  readonly to?: { readonly subUnitId: string };
}

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
