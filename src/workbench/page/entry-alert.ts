import type { DataValidation } from "../../ooxml/data-validation";
import type { FunctionHost } from "../functions/function-host";
import { singleCell } from "../../facts/addresses";
import { t } from "../texts";
import type { Book } from "../univer/book";
import { retype, editorText } from "../univer/formula-editor";
import { type EnteredCell, onEntry } from "../univer/validation-entries";
import { askInDialog } from "./dialog";

/** Milliseconds. A formula that is not calculated until then is accepted. */
const longestDecision = 3_000;

/** What happens to an entry: it stays, its text is edited again, or the cell is as before. */
type Decision = "enter" | "edit" | "restore";

interface AfterEntry {
  /** After somebody was asked. */
  readonly asked: () => void;
  /** After what was typed stays in its cell. */
  readonly entered: (cell: EnteredCell, text: string) => void;
}

/** Asks or refuses when somebody enters what the data validation of a cell does not accept. */
export const alertOfEntries = (book: Book, functions: FunctionHost, { asked, entered }: AfterEntry): void =>
  onEntry(book.engine.injector, async (cell) => {
    const text = editorText(book.engine.injector);
    const isAccepted = await acceptsEntry(book, functions, cell);
    const validation = book.dataValidations.at(cell);
    const decision = isAccepted || validation === undefined ? "enter" : await decide(validation);
    // After the engine has undone a refused entry, or selected the next cell.
    setTimeout(() => {
      if (!isAccepted) asked();
      if (decision === "enter") entered(cell, text);
      if (decision === "edit") editAgain(book, cell, text);
    });
    return decision === "enter";
  });

const acceptsEntry = async (book: Book, { calculation }: FunctionHost, cell: EnteredCell): Promise<boolean> => {
  if (book.dataValidations.at(cell)?.alert.shown !== true) return true;
  const isFormula = book.formulaAt(cell) !== undefined;
  const until = performance.now() + longestDecision;
  while (isFormula && calculation.running && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return (isFormula && isCalculating(book, cell)) || book.dataValidations.check(cell);
};

const editAgain = (book: Book, { sheetId, row, column }: EnteredCell, text: string): void => {
  book.select({ sheetId, ...singleCell(row, column) });
  book.workbook.startEditing();
  retype(book.engine.injector, text);
};

/** A custom function that has not answered is no wrong entry. */
const isCalculating = (book: Book, { sheetId, row, column }: EnteredCell): boolean =>
  book.values({ sheetId, ...singleCell(row, column) })[0]?.[0] === "#BUSY!";

/** Shows the alert of the rule, with the answers of Excel. */
const decide = async ({ alert }: DataValidation): Promise<Decision> => {
  const title = alert.title === "" ? t("validation.title") : alert.title;
  const sentences = [alert.message === "" ? t("validation.refused") : alert.message];
  // The Enter that has entered the value must not press a button too.
  await new Promise((resolve) => setTimeout(resolve));
  const restore = t("dialog.cancel");
  const decision = ((): Promise<Decision | undefined> => {
    switch (alert.style) {
      case "stop":
        return askInDialog({ title, sentences, answers: { edit: t("validation.retry"), restore } });
      case "warning": {
        const answers = { edit: t("dialog.no"), enter: t("dialog.yes"), restore };
        return askInDialog({ title, sentences: [...sentences, t("validation.continue")], answers });
      }
      case "information":
        return askInDialog({ title, sentences, answers: { enter: t("dialog.ok"), restore } });
    }
  })();
  return (await decision) ?? "restore";
};
