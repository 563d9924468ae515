import { AddinError } from "../../engine/http/addin-error";
import type { Argument, Cell } from "../arguments/argument";
import { FormulaResult } from "../table/formula-result";
import { CellError, type CellValue, type EntityCell } from "../table/matrix";
import type { Scalar } from "../table/nested/values";
import { refuseTooTall, toCell } from "../table/rows";
import type { AnyInvocation } from "./invocation";
import { inTargetCell, unlessAllFailed } from "../table/target-cell";

/** The answer for one cell. */
export type CellAnswer = Scalar | EntityCell;

/**
 * One value for each cell, in the shape of the argument. A blank cell stays blank, a failure is shown in its target cell.
 * @throws AddinError the first failure where all cells failed; `too-large`.
 */
export const mapCells = async (
  invocation: AnyInvocation,
  argument: Argument,
  work: (cell: NonNullable<Cell>) => Promise<CellAnswer> | CellAnswer,
): Promise<FormulaResult> => {
  refuseTooTall(invocation.host, argument.rows.length * (argument.rows[0]?.length ?? 0));
  const answers = await Promise.all(
    argument.rows.map((row) =>
      Promise.all(
        row.map(async (cell) => (cell === undefined ? undefined : inTargetCell(invocation, () => work(cell)))),
      ),
    ),
  );
  unlessAllFailed(answers.flat());
  const style = { empty: invocation.layout.empty, dates: invocation.layout.dates };
  return FormulaResult.ofCells(
    answers.map((row, index) =>
      row.map((answer, column): CellValue => {
        if (argument.rows[index]?.[column] === undefined) return "";
        if (answer instanceof AddinError || answer instanceof CellError || typeof answer === "object") return answer;
        return toCell(answer, "text", style);
      }),
    ),
  );
};
