import { toCell } from "../table/cell";
import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { CellValue, EntityCell, Matrix } from "../table/matrix";
import type { Scalar } from "../table/nested/reading";
import type { Argument, Cell } from "./argument";
import type { AnyCall } from "./call";
import { inOwnRow, unlessAllFailed } from "./own-row";
import { refuseTooTall } from "./too-tall";

/** What one cell is answered with. */
export type CellAnswer = Scalar | EntityCell;

/** One value per cell, in the shape of the argument; blanks stay blank, a failure stands in its own cell. */
export const mapCells = async (
  call: AnyCall,
  argument: Argument,
  work: (cell: NonNullable<Cell>) => Promise<CellAnswer> | CellAnswer,
): Promise<Matrix> => {
  refuseTooTall(call, argument.rows.length * (argument.rows[0]?.length ?? 0));
  const answers = await Promise.all(
    argument.rows.map((row) =>
      Promise.all(row.map(async (cell) => (cell === undefined ? undefined : inOwnRow(call, () => work(cell))))),
    ),
  );
  unlessAllFailed(answers.flat());
  const style = { empty: call.layout.empty, dates: call.layout.dates };
  return answers.map((row, index) =>
    row.map((answer, column): CellValue => {
      if (argument.rows[index]?.[column] === undefined) return "";
      if (answer instanceof AddinError || answer instanceof CellError || typeof answer === "object") return answer;
      return toCell(answer, "text", style);
    }),
  );
};
