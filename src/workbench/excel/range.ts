import { singleCell } from "../../facts/addresses";
import { lastRow } from "../../facts/excel-limits";
import { type Area, containsArea, intersectAreas, isOnSheet } from "../univer/addresses";
import type { CellContent } from "../univer/entry";
import { errorValue } from "../univer/error-value";
import { readNumberFormats } from "../univer/number-formats";
import {
  toBlock,
  clearRange,
  writeFormats,
  hiddenRows,
  mergeRange,
  recalculateRange,
  requireWritable,
  shiftLines,
} from "./range-actions";
import { ConditionalFormats } from "./conditional-formats";
import { readHyperlink, setHyperlink } from "./hyperlink";
import { ClientObject, type RequestContext, type Shape } from "./object-model";
import { WorkbookRangeAreas } from "./range-areas";
import { RangeFormat } from "./range-format";
import { readCellValue, valuesAsJson } from "./cell-values";
import { invalidArgument } from "./errors";
import { findReferences } from "../univer/references";
import { mergedIn, surroundingArea, usedArea } from "../univer/used-area";

const valueType = (value: CellContent): string => {
  if (value === "") return "Empty";
  if (typeof value === "number") return "Double";
  if (typeof value === "boolean") return "Boolean";
  return errorValue.test(value) ? "Error" : "String";
};

/** The properties of `Excel.Range`. */
export const rangeShape: Shape<Range> = {
  name: "Range",
  properties: {
    address: { get: ({ area, context }) => context.host.book.address(area) },
    rowIndex: { get: ({ area }) => area.startRow },
    columnIndex: { get: ({ area }) => area.startColumn },
    rowCount: { get: ({ area }) => area.endRow - area.startRow + 1 },
    columnCount: { get: ({ area }) => area.endColumn - area.startColumn + 1 },
    values: {
      get: ({ area, context }) => context.host.book.values(area),
      set: (range, values: unknown) => range.write(values),
    },
    valuesAsJson: {
      get: ({ area, context }) => valuesAsJson(context.host, area),
      set: (range, values: unknown) => range.writeCellValues(values),
    },
    formulas: {
      get: ({ area, context }) => context.host.book.formulas(area),
      set: (range, formulas: unknown) => range.write(formulas),
    },
    text: { get: ({ area, context }) => context.host.book.text(area) },
    valueTypes: { get: ({ area, context }) => context.host.book.values(area).map((row) => row.map(valueType)) },
    numberFormat: {
      get: ({ area, context }) => readNumberFormats(context.host.book, area),
      set: (range, formats: unknown) =>
        writeFormats(range, toBlock<string>(range.context.host.book.clip(range.area), formats)),
    },
    hyperlink: {
      get: readHyperlink,
      set: (range, hyperlink: unknown) => setHyperlink(range, hyperlink),
    },
    rowHidden: {
      get: (range) => hiddenRows(range),
    },
  },
  links: {
    worksheet: (range) =>
      range.context.model.worksheet(
        range.context,
        () => (range.nullObject === true ? undefined : range.area.sheetId),
        range.nullObject === true,
      ),
    format: (range) => new RangeFormat(range.context, () => range.area),
    conditionalFormats: (range) => new ConditionalFormats(range.context, () => range.area),
  },
};

type AreaSource = () => Area | undefined;

/** `Excel.Range`. */
export class Range extends ClientObject {
  area: Area = { sheetId: "", startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 };

  constructor(context: RequestContext, place: AreaSource, orNull = false) {
    super(context);
    this.resolve(
      () => {
        const area = place();
        if (area !== undefined && !isOnSheet(area)) throw invalidArgument("the range lies outside of the sheet");
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
    return this.#from(({ startRow, startColumn }) => singleCell(startRow + row, startColumn + column));
  }

  getRow(row: number): Range {
    return this.#from(({ startRow }) => ({ startRow: startRow + row, endRow: startRow + row }));
  }

  getColumn(column: number): Range {
    return this.#from(({ startColumn }) => ({ startColumn: startColumn + column, endColumn: startColumn + column }));
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

  getSurroundingRegion(): Range {
    return this.#find(() => surroundingArea(this.context.host.book, this.area));
  }

  getUsedRangeOrNullObject(valuesOnly = false): Range {
    return this.#find(() => this.#used(valuesOnly), true);
  }

  getIntersectionOrNullObject(other: Range | string): Range {
    return this.#find(() => intersectAreas(this.area, this.#areaOf(other)), true);
  }

  getSpillingToRangeOrNullObject(): Range {
    return this.#find(() => this.#spill(), true);
  }

  getSpillParentOrNullObject(): Range {
    return this.#find(() => this.#spillParent(), true);
  }

  getMergedAreasOrNullObject(): Range {
    return this.#find(() => mergedIn(this.context.host.book, this.area), true);
  }

  /** Throws ItemNotFound where no formula of the range names a cell. */
  getDirectPrecedents(): WorkbookRangeAreas {
    return new WorkbookRangeAreas(this.context, () => findReferences(this.context.host.book, this.area));
  }

  getTables(fullyContained = false): ClientObject {
    const { tables } = this.context.host.book;
    return this.context.model.tables(this.context, () =>
      tables.touching(this.area).filter(({ area }) => !fullyContained || containsArea(this.area, area)),
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

  /** Of whole rows and columns only. */
  insert(shift: string): this {
    this.context.queue(() => shiftLines(this, shift, "insert"));
    return this;
  }

  /** Of whole rows and columns only. */
  delete(shift: string): void {
    this.context.queue(() => shiftLines(this, shift, "delete"));
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
    this.context.host.book.write(this.area, toBlock(this.area, values));
  }

  /** Writes a block of cell values, or one of them into every cell. Null leaves a cell as it is. */
  writeCellValues(values: unknown): void {
    requireWritable(this);
    const { book } = this.context.host;
    const area = book.clip(this.area);
    const block = toBlock<unknown>(area, values).map((row) =>
      row.map((value) => (value === null ? null : readCellValue(value))),
    );
    book.write(
      area,
      block.map((row) => row.map((value) => value?.content ?? null)),
    );
    // As in Excel, the format of the cell counts where it has one.
    const formats = readNumberFormats(book, area);
    block.forEach((row, r) =>
      row.forEach((value, c) => {
        if (value?.numberFormat === undefined || formats[r]?.[c] !== "General") return;
        const cell = singleCell(area.startRow + r, area.startColumn + c);
        writeFormats({ context: this.context, area: { ...area, ...cell } }, [[value.numberFormat]]);
      }),
    );
  }

  #from(change: (area: Area) => Partial<Area>): Range {
    return this.#find(() => ({ ...this.area, ...change(this.area) }));
  }

  #find(place: AreaSource, orNull = false): Range {
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
    const usedCells = usedArea(this.context.host.book, this.area.sheetId, valuesOnly);
    return usedCells && intersectAreas(this.area, usedCells);
  }

  #spill(): Area | undefined {
    return this.context.host.book.spillFrom(this.area.sheetId, this.area.startRow, this.area.startColumn);
  }

  #spillParent(): Area | undefined {
    const { sheetId, startRow, startColumn } = this.area;
    const spill = this.context.host.book.spillOver(sheetId, startRow, startColumn);
    return spill && { sheetId, ...singleCell(spill.startRow, spill.startColumn) };
  }
}
