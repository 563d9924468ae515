import { cellName, parseRange } from "../facts/addresses";

/** A range with so many more rows at its end, or fewer; one row is left. */
export const withMoreRows = (range: string, rows: number): string => {
  const area = parseRange(range);
  if (area === undefined || rows === 0) return range;
  const end = Math.max(area.startRow, area.endRow + rows);
  return `${cellName(area.startRow, area.startColumn)}:${cellName(end, area.endColumn)}`;
};

const mostSweptColumns = 2_000_000;

/** Finds whether cells lie in ranges. Cells and ranges come by row, and a range comes with its first cell. */
export class RangeSweep {
  /** The row after the last one that a range fills, by column. */
  readonly #until = new Map<number, number>();
  #columns = 0;

  /** False if the ranges have too many columns to be followed. */
  add(range: string): boolean {
    const parsed = parseRange(range);
    if (parsed === undefined) return true;
    this.#columns += parsed.endColumn - parsed.startColumn + 1;
    if (this.#columns > mostSweptColumns) return false;
    for (let column = parsed.startColumn; column <= parsed.endColumn; column += 1)
      this.#until.set(column, parsed.endRow + 1);
    return true;
  }

  has({ row, column }: { readonly row: number; readonly column: number }): boolean {
    return row < (this.#until.get(column) ?? 0);
  }
}
