import { openView } from "../open-view";
import type { FormulaQuestion } from "../../../src/formulas/define/question";
import type { ReadCell } from "../../../src/workbench/functions/read-cells";
import { signIn, type Calls, type Stage } from "../stage";
import type { WorkbenchPage } from "../workbench/page";
import { cells, formulaOf } from "./sample";

/** What the cells of a formula show, and the calls that it took with an empty memory. */
export interface Answer {
  readonly cells: readonly (readonly ReadCell[])[];
  readonly calls: Calls;
}

/** Signing out deletes all stored data. */
const forget = async (workbench: WorkbenchPage): Promise<void> => {
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("button", { name: "Sign out…" }).click();
  await pane.getByRole("button", { name: "Sign out", exact: true }).click();
  await openView(pane, "Universes");
  await pane.getByRole("button", { name: "Use the demo account" }).waitFor();
};

/** Enters the formula of a question, alone, beside the list that it refers to. */
export const ask = async (stage: Stage, workbench: WorkbenchPage, question: FormulaQuestion): Promise<Answer> => {
  await forget(workbench);
  await workbench.call("open", { name: "Question", sheets: [{ name: question.id, cells }] });
  await signIn(workbench);
  // The demo's universes follow; cells that read the catalogue are calculated again when it changes.
  await workbench.pane().getByText("Demo Portfolio").first().waitFor();
  await workbench.settled();
  const calls = await stage.during(() => workbench.enterAll({ E1: formulaOf(question) }));
  return { cells: await readFilled(workbench), calls };
};

/** The cells up to the last row and column that hold something. Reading a large area takes long, so the size is read first. */
const readFilled = async (workbench: WorkbenchPage): Promise<Answer["cells"]> => {
  const isFilled = ({ value, error }: ReadCell): boolean => value !== "" || error !== undefined;
  const rows = (await workbench.read("E1:F120")).findLastIndex((row) => row.some(isFilled)) + 1;
  const columns = Math.max(0, ...(await workbench.read("E1:AF3")).map((row) => row.findLastIndex(isFilled) + 1));
  if (rows === 0) return [];
  return (await workbench.read(`E1:AF${rows}`)).map((row) => row.slice(0, columns));
};
