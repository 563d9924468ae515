import { ISheetClipboardService, PREDEFINED_HOOK_NAME_PASTE } from "@univerjs/preset-sheets-core";
import type { Book } from "./book";

/** What Excel calls _All_ and _All except borders_. */
const withAttached: readonly string[] = [
  PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE,
  PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_BESIDES_BORDER,
];

/** Pastes as Excel does: with the notes and links of the copied cells, and not into protected sheets. */
export const pasteLikeExcel = (book: Book): void => {
  book.engine.injector.get(ISheetClipboardService).addClipboardHook({
    id: "workbench-paste",
    onBeforePaste: ({ subUnitId }) => {
      const isProtected = book.protection.isProtected(subUnitId);
      if (isProtected) book.protection.reportRefused();
      return !isProtected;
    },
    onPasteCells: (from, to, _, { copyType, pasteType }) => {
      // Notes and links follow cells that are cut.
      if (from === null || String(copyType) !== "COPY" || !withAttached.includes(pasteType))
        return { undos: [], redos: [] };
      const source = { sheetId: from.subUnitId, rows: from.range.rows, columns: from.range.cols };
      const target = { sheetId: to.subUnitId, rows: to.range.rows, columns: to.range.cols };
      const [notes, links] = [book.notes.pasted(source, target), book.links.pasted(source, target)];
      return { undos: [...notes.undos, ...links.undos], redos: [...notes.redos, ...links.redos] };
    },
  });
};
