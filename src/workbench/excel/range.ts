import { lastColumn, lastRow, type Area } from "../univer/addresses";
import { cellAt, contains, intersect, onSheet } from "../univer/areas";
import { blockOf } from "./block";
import { ClientObject } from "./client-object";
import { rangeShape } from "./range-shape";
import { invalidArgument } from "./office-error";
import type { RequestContext } from "./request-context";
import { clearRange, mergeRange, recalculateRange, requireWritable } from "./range-actions";
import type { Tables } from "./tables";
import { mergedIn, usedArea } from "../univer/used-area";

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
    return this.#find(() => mergedIn(this.context.host.book, this.area), true);
  }

  getTables(fullyContained = false): Tables {
    const { tables } = this.context.host.book;
    return this.context.model.tables(this.context, () =>
      tables.touching(this.area).filter(({ area }) => !fullyContained || contains(this.area, area)),
    );
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
    const used = usedArea(this.context.host.book, this.area.sheetId, valuesOnly);
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
