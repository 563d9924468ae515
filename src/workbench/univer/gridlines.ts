import { SetGridlinesColorMutation } from "@univerjs/sheets";
import type { Book } from "./book";

/** By theme. In its dark mode the engine inverts colours, and its default becomes too dark to see. */
const colors: Readonly<Record<string, string | undefined>> = {
  light: undefined,
  dark: "rgb(178,181,186)",
  contrast: "rgb(95,95,95)",
};

/** Draws the gridlines of all sheets in a colour that can be seen in this theme. */
export const colorGridlines = (book: Book, theme: string): void => {
  const unitId = book.unitId;
  for (const sheet of book.workbook.getSheets())
    book.engine.api.syncExecuteCommand(SetGridlinesColorMutation.id, {
      unitId,
      subUnitId: sheet.getSheetId(),
      color: colors[theme],
    });
};
