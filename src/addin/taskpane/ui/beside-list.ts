import { cellAddress, formatAddress, isWithin, parseAddress } from "../../../facts/addresses";
import { isUuid } from "../../../contract/values";
import { t } from "../../../i18n/t";
import type { Workbook } from "../../excel/sheet/workbook";
import { usePane } from "../state/pane-state";
import { usePromised, useStore } from "../state/use-store";

/** Where a result begins: with the header row, or without it where there is no room for one. */
export interface InsertPlace {
  readonly cell: string;
  readonly withHeader: boolean;
}

/** Columns are looked for in so many beside a list. */
const mostColumns = 100;

/** The first so many rows of a list are looked at to find free columns beside it. */
const rowsLookedAt = 20;

/** The cell for the header of so many columns beside a list: the first free ones to its right. For a list from row 1, that of its first row. */
export const freeBeside = async (
  workbook: Pick<Workbook, "read">,
  list: string,
  withHeader: boolean,
  width: number,
): Promise<string | undefined> => {
  const area = parseAddress(list);
  if (area === undefined) return undefined;
  const headerRow = Math.max(0, area.startRow - (withHeader ? 0 : 1));
  const first = area.endColumn + 1;
  const beside = await workbook.read(
    formatAddress({
      ...area,
      startRow: headerRow,
      endRow: Math.min(area.endRow, headerRow + rowsLookedAt),
      startColumn: first,
      endColumn: first + mostColumns,
    }),
  );
  const left = parseAddress(beside.address)?.startColumn ?? first;
  const taken = new Set<number>();
  for (const row of beside.values) row.forEach((cell, at) => cell !== "" && taken.add(left + at));
  for (let column = first; column < first + mostColumns; column += 1)
    if (Array.from({ length: width }, (_, at) => column + at).every((each) => !taken.has(each)))
      return cellAddress(area.sheet, headerRow, column);
  return undefined;
};

/** Whether the cursor is still in the list. A user who has left it has chosen another place for the results. */
export const isInList = (list: string, activeCell: string): boolean => {
  const [area, cell] = [parseAddress(list), parseAddress(activeCell)];
  return area !== undefined && cell !== undefined && cell.sheet === area.sheet && isWithin(cell, area);
};

/** The cell beside a list where a result of so many columns has room, while the cursor is in the list; undefined elsewhere. */
export const useCellBeside = (list: string | undefined, withHeader: boolean, width: number): string | undefined => {
  const { workbook } = usePane().deps;
  const activeCell = useStore(workbook.place)?.activeCell ?? "";
  const inList = list !== undefined && isInList(list, activeCell);
  // Looked for again where the list or the place of the cursor changes.
  return usePromised(
    async () => (inList ? freeBeside(workbook, list, withHeader, width) : undefined),
    [workbook, list, inList, withHeader, width],
  );
};

/**
 * Each result stands in the row of its input, whatever row the target is in: an analyst reads a row as one company. The header stands above
 * them where there is a free row. On another sheet, and for a list across, the results begin at the target.
 */
export const besideRows = (
  list: string,
  withHeader: boolean,
  target: string,
): readonly [InsertPlace, ...InsertPlace[]] => {
  const [area, cell] = [parseAddress(list), parseAddress(target)];
  const isBeside = area !== undefined && cell?.sheet?.toLowerCase() === area.sheet?.toLowerCase();
  if (!isBeside || area.startColumn !== area.endColumn) return [{ cell: target, withHeader: true }];
  const row = area.startRow + (withHeader ? 1 : 0);
  const at = (line: number): string => cellAddress(cell?.sheet, line, cell?.startColumn ?? 0);
  const withoutHeader = { cell: at(row), withHeader: false };
  return row === 0 ? [withoutHeader] : [{ cell: at(row - 1), withHeader: true }, withoutHeader];
};

/** Points that a name or an identifier takes. */
const listWidth = 190;

/** Puts a list under its header into the first column of another sheet, where its results follow. Ids of companies stand there by their names. */
export const writeListFirst = async (
  workbook: Pick<Workbook, "read" | "writeFormula">,
  list: string,
  sheet: string,
): Promise<void> => {
  const area = parseAddress(list);
  if (area === undefined) return;
  const startRow = Math.max(0, area.startRow - 1);
  const { values } = await workbook.read(formatAddress({ ...area, startRow, endRow: area.startRow }));
  const [above, first] = [startRow === area.startRow ? "" : values[0]?.[0], values.at(-1)?.[0]];
  const areIds = typeof first === "string" && isUuid(first);
  const header = typeof above === "string" && above.trim() !== "" ? above : t("insert.list");
  // Alone, a reference to a blank cell is 0.
  await workbook.writeFormula(`${sheet}!A1`, areIds ? `=ENTITY.GET(${list},"name")` : `=${list}&""`, {
    headers: [areIds ? "Name" : header],
    widths: [listWidth],
  });
};
