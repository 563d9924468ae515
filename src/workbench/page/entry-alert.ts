import type { DataValidation } from "../../ooxml/data-validation";
import type { FunctionHost } from "../functions/function-host";
import { t } from "../texts/t";
import { cellAt } from "../univer/addresses";
import type { Book } from "../univer/book";
import { type EnteredCell, onEntry } from "../univer/validation-entries";
import { ask } from "./dialog";

/** Milliseconds. A formula that is not calculated until then is accepted. */
const longestWait = 3_000;

/** Asks or refuses when somebody enters what the data validation of a cell does not accept, then calls `asked`. */
export const alertOfEntries = (book: Book, { calculation }: FunctionHost, asked: () => void): void =>
  onEntry(book.engine.injector, async (cell) => {
    const validation = book.dataValidations.at(cell);
    if (validation?.alert.shown !== true) return true;
    const isFormula = book.formulaAt(cell) !== undefined;
    const until = performance.now() + longestWait;
    while (isFormula && calculation.running && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (isFormula && isPending(book, cell)) return true;
    if (await book.dataValidations.check(cell)) return true;
    const isEntered = await isAllowed(validation);
    // After the engine has undone a refused entry, or selected the next cell.
    setTimeout(asked);
    return isEntered;
  });

/** A custom function that has not answered is no wrong entry. */
const isPending = (book: Book, { sheetId, row, column }: EnteredCell): boolean =>
  book.values({ sheetId, ...cellAt(row, column) })[0]?.[0] === "#BUSY!";

/** Shows the alert of the rule. Returns whether the entry stays. */
const isAllowed = async ({ alert }: DataValidation): Promise<boolean> => {
  const title = alert.title === "" ? t("validation.title") : alert.title;
  const sentences = [alert.message === "" ? t("validation.refused") : alert.message];
  // The Enter that has entered the value must not press a button too.
  await new Promise((resolve) => setTimeout(resolve));
  const [ok, cancel] = [t("dialog.ok"), t("dialog.cancel")];
  switch (alert.style) {
    case "stop":
      await ask({ title, sentences, answers: { ok } });
      return false;
    case "warning": {
      const answers = { no: t("dialog.no"), yes: t("dialog.yes") };
      return (await ask({ title, sentences: [...sentences, t("validation.continue")], answers })) === "yes";
    }
    case "information":
      return (await ask({ title, sentences, answers: { ok, cancel } })) === "ok";
  }
};
