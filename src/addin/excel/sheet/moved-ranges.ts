import { type Address, formatAddress, parseAddress } from "../../../facts/addresses";
import { addressSheet, withoutSheet } from "../../../facts/sheet-names";
import { runExcel } from "../run-excel";
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
    if (now === place || !(await isOnSheet(address, event.worksheetId))) return;
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

const isOnSheet = (address: string, worksheetId: string): Promise<boolean> =>
  runExcel(async (context) => {
    const changed = context.workbook.worksheets.getItem(worksheetId).load({ name: true });
    await context.sync();
    return addressSheet(address) === changed.name;
  });

/** The address of a range after a change of its sheet, larger or smaller where the change was in it; undefined where it is deleted. */
export const movedAddress = (address: string, change: StructuralChange): string | undefined => {
  const range = parseAddress(address);
  const changed = parseAddress(withoutSheet(change.address));
  if (range === undefined || changed === undefined) return undefined;
  const [rows, columns] = [rowSpan(range), columnSpan(range)];
  switch (change.changeType) {
    case "RowInserted":
      return withSpans(range, insertInto(rows, rowSpan(changed)), columns);
    case "RowDeleted":
      return withSpans(range, deleteFrom(rows, rowSpan(changed)), columns);
    case "ColumnInserted":
      return withSpans(range, rows, insertInto(columns, columnSpan(changed)));
    case "ColumnDeleted":
      return withSpans(range, rows, deleteFrom(columns, columnSpan(changed)));
    default:
      // Inserted or deleted cells shift others down or right, and the event does not say which way: a range they may have shifted is lost.
      return mayShift(range, changed) ? undefined : address;
  }
};

type Span = readonly [first: number, last: number];

const rowSpan = ({ startRow, endRow }: Address): Span => [startRow, endRow];
const columnSpan = ({ startColumn, endColumn }: Address): Span => [startColumn, endColumn];

const withSpans = (range: Address, rows: Span | undefined, columns: Span | undefined): string | undefined => {
  if (rows === undefined || columns === undefined) return undefined;
  const [[startRow, endRow], [startColumn, endColumn]] = [rows, columns];
  return formatAddress({ ...range, startRow, endRow, startColumn, endColumn });
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

const mayShift = (range: Address, changed: Address): boolean =>
  (spansOverlap(columnSpan(range), columnSpan(changed)) && changed.startRow <= range.endRow) ||
  (spansOverlap(rowSpan(range), rowSpan(changed)) && changed.startColumn <= range.endColumn);

const spansOverlap = ([first, last]: Span, [from, to]: Span): boolean => first <= to && from <= last;
