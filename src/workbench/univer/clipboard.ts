import { ISheetClipboardService, PREDEFINED_HOOK_NAME_PASTE } from "@univerjs/preset-sheets-core";
import type { Book } from "./book";

/** What Excel calls _All_ and _All except borders_. */
const withNotes: readonly string[] = [
  PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE,
  PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_BESIDES_BORDER,
];

/** Pastes as Excel does: with the notes of the copied cells, and not into protected sheets. */
export const pasteLikeExcel = (book: Book): void => {
  book.engine.injector.get(ISheetClipboardService).addClipboardHook({
    id: "workbench-paste",
    onBeforePaste: ({ subUnitId }) => {
      const isProtected = book.protection.isProtected(subUnitId);
      if (isProtected) book.protection.reportRefused();
      return !isProtected;
    },
    onPasteCells: (from, to, _, { copyType, pasteType }) => {
      // Notes follow cells that are cut.
      if (from === null || String(copyType) !== "COPY" || !withNotes.includes(pasteType))
        return { undos: [], redos: [] };
      return book.notes.pasted(
        { sheetId: from.subUnitId, rows: from.range.rows, columns: from.range.cols },
        { sheetId: to.subUnitId, rows: to.range.rows, columns: to.range.cols },
      );
    },
  });
};
