import { plainValue } from "../../../../formulas/table/matrix";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { PaneDeps } from "../../pane-deps";
import { findFunction, paneInvocation } from "../../state/function-call";

/** Reads a worksheet function. `options` is its last argument. @throws AddinError where the cell would show an error */
export type ReadFunction = (
  name: string,
  values: readonly unknown[],
  options: string,
) => Promise<readonly (readonly CellContent[])[]>;

/**
 * Reads worksheet functions for what the pane writes as values, so that columns, dates, rules and cached answers equal those of the formula.
 * A workbook that counts days from 1904 gets dates as texts.
 */
export const functionValues = async (
  { functions, workbook, runtime }: PaneDeps,
  signal: AbortSignal,
): Promise<ReadFunction> => {
  const definitions = await functions();
  const { dates1904 } = await workbook.facts();
  const iso = dates1904 === true ? "; dates=iso" : "";
  return async (name, values, options) => {
    const call = findFunction(definitions, name);
    const { cells: rows } = await call.invoke([...values, options + iso], paneInvocation(runtime, signal));
    return rows.map((row) => row.map((cell) => (cell instanceof Error ? cell.message : plainValue(cell))));
  };
};
