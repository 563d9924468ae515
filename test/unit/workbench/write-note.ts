import { SheetUpdateNoteCommand } from "@univerjs/sheets-note";
import type { OfficeHost } from "../../../src/workbench/office/office-host";

/** Writes the note of a cell of the active sheet, as the engine's own box does. */
export const writeNote = ({ book }: OfficeHost, cell: string, text: string): void => {
  const { sheetId, startRow: row, startColumn: col } = book.area(cell);
  const present = book.notes.list(sheetId).find((note) => note.cell === cell);
  const note = { id: present?.id ?? cell, row, col, note: text, width: 144, height: 80 };
  book.engine.api.syncExecuteCommand(SheetUpdateNoteCommand.id, {
    unitId: book.unitId,
    sheetId,
    row,
    col,
    note: { ...note, ...(present?.author !== undefined && { author: present.author }) },
  });
};
