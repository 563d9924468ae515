import { formatArea, parseArea, sheetOf, withoutSheet, type Area } from "../../formulas/addresses";
import { runExcel } from "./run-excel";
import { onStructuralChange } from "./structural-changes";

/** A structural change of a sheet: `RowInserted` of `1:1`, `ColumnDeleted` of `C:D`. */
export type StructuralChange = Pick<Excel.WorksheetChangedEventArgs, "address"> & { readonly changeType: string };

type Follower = (event: Excel.WorksheetChangedEventArgs) => Promise<void>;

const followers = new Set<Follower>();
let watching = false;

/** Calls `moved` with the new address of a range after a structural change, undefined when it is deleted. The function returned ends it. */
export const followRange = (address: string, moved: (address: string | undefined) => void): (() => void) => {
  let place: string | undefined = address;
  const follower: Follower = async (event) => {
    if (place === undefined) return;
    const now = movedAddress(place, event);
    if (now === place || !(await isOn(address, event.worksheetId))) return;
    place = now;
    if (followers.has(follower)) moved(now);
  };
  followers.add(follower);
  if (!watching) {
    watching = true;
    // One handler for all followers: each costs Excel a call per edit.
    void onStructuralChange(async (event) => {
      for (const each of [...followers]) await each(event);
    });
  }
  return () => void followers.delete(follower);
};

const isOn = (address: string, worksheetId: string): Promise<boolean> =>
  runExcel(async (context) => {
    const changed = context.workbook.worksheets.getItem(worksheetId).load({ name: true });
    await context.sync();
    return sheetOf(address) === changed.name;
  });

/** The address of a range after a change of its sheet, larger or smaller where the change was in it; undefined where it is deleted. */
export const movedAddress = (address: string, change: StructuralChange): string | undefined => {
  const range = parseArea(address);
  const changed = parseArea(withoutSheet(change.address));
  if (range === undefined || changed === undefined) return undefined;
  const [rows, columns] = [rowsOf(range), columnsOf(range)];
  switch (change.changeType) {
    case "RowInserted":
      return withSpans(range, insertInto(rows, rowsOf(changed)), columns);
    case "RowDeleted":
      return withSpans(range, deleteFrom(rows, rowsOf(changed)), columns);
    case "ColumnInserted":
      return withSpans(range, rows, insertInto(columns, columnsOf(changed)));
    case "ColumnDeleted":
      return withSpans(range, rows, deleteFrom(columns, columnsOf(changed)));
    default:
      // Inserted or deleted cells shift others down or right, and the event does not say which way: a range they may have shifted is lost.
      return mayShift(range, changed) ? undefined : address;
  }
};

type Span = readonly [first: number, last: number];

const rowsOf = ({ firstRow, lastRow }: Area): Span => [firstRow, lastRow];
const columnsOf = ({ firstColumn, lastColumn }: Area): Span => [firstColumn, lastColumn];

const withSpans = (range: Area, rows: Span | undefined, columns: Span | undefined): string | undefined => {
  if (rows === undefined || columns === undefined) return undefined;
  const [[firstRow, lastRow], [firstColumn, lastColumn]] = [rows, columns];
  return formatArea({ ...range, firstRow, lastRow, firstColumn, lastColumn });
};

const insertInto = ([first, last]: Span, [from, to]: Span): Span => {
  const count = to - from + 1;
  return [first >= from ? first + count : first, last >= from ? last + count : last];
};

const deleteFrom = ([first, last]: Span, [from, to]: Span): Span | undefined => {
  const count = to - from + 1;
  const start = first > to ? first - count : Math.min(first, from);
  const end = last > to ? last - count : Math.min(last, from - 1);
  return end < start ? undefined : [start, end];
};

const mayShift = (range: Area, changed: Area): boolean =>
  (overlap(columnsOf(range), columnsOf(changed)) && changed.firstRow <= range.lastRow) ||
  (overlap(rowsOf(range), rowsOf(changed)) && changed.firstColumn <= range.lastColumn);

const overlap = ([first, last]: Span, [from, to]: Span): boolean => first <= to && from <= last;
