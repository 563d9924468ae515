import type { Area } from "../univer/addresses";
import type { CellContent } from "../univer/entry";
import { invalidArgument } from "./office-error";

/** The values for each cell of the area; Excel takes a block of its very size, or one value for all. */
export const blockOf = <Value>(area: Area, values: unknown): (Value | CellContent | null)[][] => {
  const rows = area.endRow - area.startRow + 1;
  const columns = area.endColumn - area.startColumn + 1;
  const block = Array.isArray(values) ? (values as Value[][]) : undefined;
  const single =
    block === undefined ? (values as Value) : block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (single !== undefined && (block === undefined || rows * columns > 1))
    return Array.from({ length: rows }, () => Array.from({ length: columns }, () => single));
  if (block?.length !== rows || block.some((row) => row.length !== columns))
    throw invalidArgument(`the array must have ${rows} rows and ${columns} columns, as the range has`);
  return block;
};
