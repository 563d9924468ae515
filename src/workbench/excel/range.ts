import { lastColumn, lastRow, type Area } from "../univer/addresses";
import type { CellContent } from "../univer/entry";
import { ClientObject } from "./client-object";
import { rangeShape } from "./range-shape";
import { invalidArgument } from "./office-error";
import type { RequestContext } from "./request-context";
import { clearRange, mergeRange, recalculateRange, requireWritable } from "./range-actions";
import { TablesOfRange } from "./tables-of-range";

type Place = () => Area | undefined;

/** `Excel.Range`. */
export class Range extends ClientObject {
  area: Area = { sheetId: "", startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 };

  constructor(context: RequestContext, place: Place, orNull = false) {
    super(context);
    this.resolve(
      () => {
        const area = place();
        if (area !== undefined && !onSheet(area)) throw invalidArgument("the range lies outside of the sheet");
        return area;
      },
      (area) => {
        this.area = area;
      },
      orNull,
    );
  }

  override get shape(): typeof rangeShape {
    return rangeShape;
  }

  getCell(row: number, column: number): Range {
    return this.#from(({ startRow, startColumn }) => cellAt(startRow + row, startColumn + column));
  }

  getRow(row: number): Range {
    return this.#from(({ startRow }) => ({ startRow: startRow + row, endRow: startRow + row }));
  }

  getColumn(column: number): Range {
    return this.#from(({ startColumn }) => ({ startColumn: startColumn + column, endColumn: startColumn + column }));
  }

  getLastRow(): Range {
    return this.#from(({ endRow }) => ({ startRow: endRow }));
  }

  getLastColumn(): Range {
    return this.#from(({ endColumn }) => ({ startColumn: endColumn }));
  }

  getLastCell(): Range {
    return this.#from(({ endRow, endColumn }) => cellAt(endRow, endColumn));
  }

  getEntireRow(): Range {
    return this.#from(() => ({ startColumn: 0, endColumn: lastColumn }));
  }

  getEntireColumn(): Range {
    return this.#from(() => ({ startRow: 0, endRow: lastRow }));
  }

  getOffsetRange(rows: number, columns: number): Range {
    return this.#from((area) => ({
      startRow: area.startRow + rows,
      endRow: area.endRow + rows,
      startColumn: area.startColumn + columns,
      endColumn: area.endColumn + columns,
    }));
  }

  getResizedRange(rows: number, columns: number): Range {
    return this.#from(({ endRow, endColumn }) => ({ endRow: endRow + rows, endColumn: endColumn + columns }));
  }

  getAbsoluteResizedRange(rows: number, columns: number): Range {
    return this.#from(({ startRow, startColumn }) => ({
      endRow: startRow + rows - 1,
      endColumn: startColumn + columns - 1,
    }));
  }

  getUsedRange(valuesOnly = false): Range {
    return this.#find(
      () => this.#used(valuesOnly) ?? { ...this.area, ...cellAt(this.area.startRow, this.area.startColumn) },
    );
  }

  getUsedRangeOrNullObject(valuesOnly = false): Range {
    return this.#find(() => this.#used(valuesOnly), true);
  }

  getIntersection(other: Range | string): Range {
    return this.#find(() => intersect(this.area, this.#areaOf(other)));
  }

  getIntersectionOrNullObject(other: Range | string): Range {
    return this.#find(() => intersect(this.area, this.#areaOf(other)), true);
  }

  getSpillingToRange(): Range {
    return this.#find(() => this.#spill());
  }

  getSpillingToRangeOrNullObject(): Range {
    return this.#find(() => this.#spill(), true);
  }

  getSpillParent(): Range {
    return this.#find(() => this.#spillParent());
  }

  getSpillParentOrNullObject(): Range {
    return this.#find(() => this.#spillParent(), true);
  }

  getMergedAreasOrNullObject(): Range {
    return this.#find(() => this.context.host.book.mergedIn(this.area), true);
  }

  getTables(fullyContained = false): TablesOfRange {
    return new TablesOfRange(this.context, () => this.area, fullyContained);
  }

  calculate(): void {
    this.context.queue(() => recalculateRange(this));
  }

  select(): void {
    this.context.queue(() => this.context.host.book.select(this.area));
  }

  clear(applyTo = "All"): void {
    this.context.queue(() => clearRange(this, applyTo));
  }

  merge(): void {
    this.context.queue(() => mergeRange(this, true));
  }

  unmerge(): void {
    this.context.queue(() => mergeRange(this, false));
  }

  /** Writes a block, or one value into every cell. */
  write(values: unknown): void {
    requireWritable(this);
    this.context.host.book.write(this.area, blockOf(this.area, values));
  }

  #from(change: (area: Area) => Partial<Area>): Range {
    return this.#find(() => ({ ...this.area, ...change(this.area) }));
  }

  #find(place: Place, orNull = false): Range {
    return new Range(
      this.context,
      () => (this.nullObject === true ? undefined : place()),
      orNull || this.nullObject === true,
    );
  }

  #areaOf(other: Range | string): Area {
    return typeof other === "string" ? this.context.host.book.area(other) : other.area;
  }

  #used(valuesOnly: boolean): Area | undefined {
    const used = this.context.host.book.usedArea(this.area.sheetId, valuesOnly);
    return used && intersect(this.area, used);
  }

  #spill(): Area | undefined {
    return this.context.host.book.spillFrom(this.area.sheetId, this.area.startRow, this.area.startColumn);
  }

  #spillParent(): Area | undefined {
    const { sheetId, startRow, startColumn } = this.area;
    const spill = this.context.host.book.spillOver(sheetId, startRow, startColumn);
    return spill && { sheetId, ...cellAt(spill.startRow, spill.startColumn) };
  }
}

const cellAt = (row: number, column: number): Omit<Area, "sheetId"> => ({
  startRow: row,
  endRow: row,
  startColumn: column,
  endColumn: column,
});

const onSheet = ({ startRow, startColumn, endRow, endColumn }: Area): boolean =>
  startRow >= 0 &&
  startColumn >= 0 &&
  startRow <= endRow &&
  startColumn <= endColumn &&
  endRow <= lastRow &&
  endColumn <= lastColumn;

const intersect = (one: Area, other: Area): Area | undefined => {
  const area = {
    sheetId: one.sheetId,
    startRow: Math.max(one.startRow, other.startRow),
    endRow: Math.min(one.endRow, other.endRow),
    startColumn: Math.max(one.startColumn, other.startColumn),
    endColumn: Math.min(one.endColumn, other.endColumn),
  };
  return one.sheetId === other.sheetId && area.startRow <= area.endRow && area.startColumn <= area.endColumn
    ? area
    : undefined;
};

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
