import { cellName, type CellRange, parseRange } from "../facts/addresses";

/** A range with so many more rows at its end, or fewer; one row is left. */
export const withMoreRows = (range: string, rows: number): string => {
  const area = parseRange(range);
  if (area === undefined || rows === 0) return range;
  const end = Math.max(area.startRow, area.endRow + rows);
  return `${cellName(area.startRow, area.startColumn)}:${cellName(end, area.endColumn)}`;
};

const mostSweptColumns = 2_000_000;

/** Finds in which range cells lie. Cells and ranges come by row, and a range comes with its first cell. */
export class RangeSweep<Range = true> {
  /** The last range of each column, and the row after it. */
  readonly #ranges = new Map<number, { readonly until: number; readonly range: Range }>();
  #columns = 0;

  /** False if the ranges have too many columns to be followed. */
  add({ startColumn, endColumn, endRow }: CellRange, range: Range): boolean {
    this.#columns += endColumn - startColumn + 1;
    if (this.#columns > mostSweptColumns) return false;
    for (let column = startColumn; column <= endColumn; column += 1)
      this.#ranges.set(column, { until: endRow + 1, range });
    return true;
  }

  find({ row, column }: { readonly row: number; readonly column: number }): Range | undefined {
    const last = this.#ranges.get(column);
    return last !== undefined && row < last.until ? last.range : undefined;
  }
}
