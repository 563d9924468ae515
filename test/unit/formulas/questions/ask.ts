import type { FormulaQuestion } from "../../../../src/formulas/define/question";
import { readRange, type ReadCell } from "../../../../src/workbench/functions/read-cells";
import { openWorkbookJson } from "../../../../src/workbench/file/open-and-save";
import type { SheetWithFunctions } from "../../../support/sheet-with-functions";
import { cells, formulaOf } from "./sample";

/** What the cells of a formula show, and the calls that it took with an empty memory. */
export interface Answer {
  readonly cells: readonly (readonly ReadCell[])[];
  readonly calls: number;
}

/** Signing out deletes all stored data; the demo's universes are known again, as after a sign-in in the pane. */
const forget = async ({ runtime, demo }: SheetWithFunctions): Promise<void> => {
  await runtime.session.signOut();
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  await runtime.session.signIn({ key, secret }, false);
  for (const { universe_id, universe_name: name } of demo.universes) runtime.universes.add({ universe_id, name });
};

/** Enters the formula of a question, alone, beside the list that it refers to. */
export const ask = async (sheet: SheetWithFunctions, question: FormulaQuestion): Promise<Answer> => {
  await openWorkbookJson(sheet.host, { name: "Question", sheets: [{ name: question.id, cells }] });
  await forget(sheet);
  sheet.sent.length = 0;
  await sheet.enter({ [`${question.id}!E1`]: formulaOf(question) });
  return { cells: readFilled(sheet), calls: sheet.sent.length };
  return { cells: readFilled(sheet), calls: sheet.sent.length };
};

/** The cells up to the last row and column that hold something. */
const readFilled = ({ host }: SheetWithFunctions): Answer["cells"] => {
  const isFilled = ({ value, error }: ReadCell): boolean => value !== "" || error !== undefined;
  const area = readRange(host.book, host.functions, "E1:AF120");
  const rows = area.findLastIndex((row) => row.some(isFilled)) + 1;
  const columns = Math.max(0, ...area.map((row) => row.findLastIndex(isFilled) + 1));
  return area.slice(0, rows).map((row) => row.slice(0, columns));
};
