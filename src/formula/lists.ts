import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { type Argument, type Cell, cellsOf, wrong } from "./argument";
import type { AnyCall } from "./call";
import { refuseTooTall } from "./too-tall";

/** The cells of one column or one row, in order, blanks kept; anything wider has no one row per cell. */
export const lineOf = (call: AnyCall, argument: Argument, name: string): readonly Cell[] => {
  const columns = argument.rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (argument.rows.length > 1 && columns > 1)
    throw wrong(name, tell("allowed.oneLine"), `${argument.rows.length} × ${columns}`);
  const cells = cellsOf(argument);
  refuseTooTall(call, cells.length);
  return cells;
};

/** Two lists that belong together cell by cell; both sizes in the sentence where they differ. */
export const pairUp = (
  one: { readonly name: string; readonly cells: readonly Cell[] },
  other: { readonly name: string; readonly cells: readonly Cell[] },
): readonly (readonly [Cell, Cell])[] => {
  if (one.cells.length !== other.cells.length)
    throw new AddinError(
      "invalid-argument",
      tell("formula.sizes", {
        one: one.name,
        oneCount: one.cells.length,
        other: other.name,
        otherCount: other.cells.length,
      }),
    );
  return one.cells.map((cell, index) => [cell, other.cells[index]]);
};
