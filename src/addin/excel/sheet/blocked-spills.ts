import { type Address, cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import { rangeAt, runExcel } from "../run-excel";
import { cellsPerSync, loadInSlices } from "./load-in-slices";

/** A result that Excel cannot show, because cells that it needs are not free. Addresses are as a user writes them. */
export interface BlockedSpill {
  readonly address: string;
  /** The first thing in the way: a cell with content, merged cells, or a table; undefined where none was found. */
  readonly inTheWay: string | undefined;
}

/** A formula with the size of its result in cells. */
export interface SizedResult {
  readonly address: string;
  readonly height: number;
  readonly width: number;
}

/** So many blocked results are looked into, and of each so many cells. The others are named without what is in their way. */
const mostExamined = 50;
const mostCells = cellsPerSync;

/** Those of the results whose cell shows #SPILL!. Deleted sheets are left out. @throws what Excel says */
export const findBlockedSpills = (results: readonly SizedResult[]): Promise<readonly BlockedSpill[]> =>
  runExcel(async (context) => {
    const sheets = context.workbook.worksheets.load({ name: true });
    await context.sync();
    const names = new Set(sheets.items.map(({ name }) => name.toLowerCase()));
    const places = results.flatMap((result) => {
      const area = parseAddress(result.address);
      return area === undefined || !names.has((area.sheet ?? "").toLowerCase()) ? [] : [{ ...result, area }];
    });
    const cells = await loadInSlices(context, places, ({ address }) =>
      rangeAt(context, address).load({ values: true }),
    );
    const blocked = places.filter((_, index) => (cells[index]?.values as unknown[][])[0]?.[0] === "#SPILL!");
    const obstacles = await loadObstacles(context, blocked.slice(0, mostExamined));
    return blocked.map(({ address }, index) => ({ address, inTheWay: obstacles[index] }));
  });

/** What stands first in the cells of each result, its own cell left out. */
const loadObstacles = async (
  context: Excel.RequestContext,
  blocked: readonly (SizedResult & { readonly area: Address })[],
): Promise<readonly (string | undefined)[]> => {
  const places = blocked.map(({ area, height, width }) => {
    const rows = Math.min(height, Math.max(1, Math.floor(mostCells / width)));
    return {
      anchor: area,
      area: { ...area, endRow: area.startRow + rows - 1, endColumn: area.startColumn + width - 1 },
    };
  });
  const loaded = await loadInSlices(context, places, ({ anchor, area }) => {
    const range = rangeAt(context, formatAddress(area));
    return {
      area: anchor,
      merged: range.getMergedAreasOrNullObject().load({ address: true }),
      tables: range.getTables(false).load({ name: true }),
      used: range.getUsedRangeOrNullObject(true).load({ values: true, rowIndex: true, columnIndex: true }),
    };
  });
  return loaded.map(({ area, merged, tables, used }) => {
    if (tables.items[0] !== undefined) return tables.items[0].name;
    if (!merged.isNullObject) return merged.address;
    return used.isNullObject ? undefined : firstFilled(area, used);
  });
};

/** The first cell with content, by rows. */
const firstFilled = (anchor: Address, used: Excel.Range): string | undefined => {
  for (const [row, values] of (used.values as unknown[][]).entries())
    for (const [column, value] of values.entries()) {
      const [atRow, atColumn] = [used.rowIndex + row, used.columnIndex + column];
      const isAnchor = atRow === anchor.startRow && atColumn === anchor.startColumn;
      if (value !== "" && !isAnchor) return cellAddress(anchor.sheet ?? "", atRow, atColumn);
    }
  return undefined;
};
