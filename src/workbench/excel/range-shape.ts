import { lastColumn, lastRow, type Area } from "../univer/addresses";
import type { CellContent } from "../univer/entry";
import { numberFormats } from "../univer/number-formats";
import { blockOf } from "./block";
import type { Shape } from "./client-object";
import { formatRange, hiddenRows } from "./range-actions";
import { RangeFormat } from "./range-format";
import type { Range } from "./range";

const errorValue = /^#(N\/A|[A-Z]+(\/0)?[!?])$/;

const typeOf = (value: CellContent): string => {
  if (value === "") return "Empty";
  if (typeof value === "number") return "Double";
  if (typeof value === "boolean") return "Boolean";
  return errorValue.test(value) ? "Error" : "String";
};

const rowsOf = ({ startRow, endRow }: Area): number => endRow - startRow + 1;
const columnsOf = ({ startColumn, endColumn }: Area): number => endColumn - startColumn + 1;

/** What `Excel.Range` can be asked for after `load`. */
export const rangeShape: Shape<Range> = {
  name: "Range",
  properties: {
    address: { get: ({ area, context }) => context.host.book.address(area) },
    rowIndex: { get: ({ area }) => area.startRow },
    columnIndex: { get: ({ area }) => area.startColumn },
    rowCount: { get: ({ area }) => rowsOf(area) },
    columnCount: { get: ({ area }) => columnsOf(area) },
    cellCount: { get: ({ area }) => rowsOf(area) * columnsOf(area) },
    isEntireColumn: { get: ({ area }) => area.startRow === 0 && area.endRow === lastRow },
    isEntireRow: { get: ({ area }) => area.startColumn === 0 && area.endColumn === lastColumn },
    values: {
      get: ({ area, context }) => context.host.book.values(area),
      set: (range, values: unknown) => range.write(values),
    },
    formulas: {
      get: ({ area, context }) => context.host.book.formulas(area),
      set: (range, formulas: unknown) => range.write(formulas),
    },
    text: { get: ({ area, context }) => context.host.book.text(area) },
    valueTypes: { get: ({ area, context }) => context.host.book.values(area).map((row) => row.map(typeOf)) },
    numberFormat: {
      get: ({ area, context }) => numberFormats(context.host.book, area),
      set: (range, formats: unknown) =>
        formatRange(range, blockOf<string>(range.context.host.book.clip(range.area), formats)),
    },
    rowHidden: {
      get: (range) => hiddenRows(range),
    },
    hasSpill: {
      get: ({ area, context }) =>
        context.host.book.spillFrom(area.sheetId, area.startRow, area.startColumn) !== undefined,
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
  },
};
