import { lastColumn, lastRow, type Area } from "./addresses";

/** One cell as an area. */
export const cellAt = (row: number, column: number): Omit<Area, "sheetId"> => ({
  startRow: row,
  endRow: row,
  startColumn: column,
  endColumn: column,
});

/** True for an area a sheet has room for. */
export const onSheet = ({ startRow, startColumn, endRow, endColumn }: Area): boolean =>
  startRow >= 0 &&
  startColumn >= 0 &&
  startRow <= endRow &&
  startColumn <= endColumn &&
  endRow <= lastRow &&
  endColumn <= lastColumn;

/** What two areas share. */
export const intersect = (one: Area, other: Area): Area | undefined => {
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

/** True where the second area lies wholly in the first. */
export const contains = (one: Area, other: Area): boolean => {
  const both = intersect(one, other);
  return (
    both !== undefined &&
    both.endRow - both.startRow === other.endRow - other.startRow &&
    both.endColumn - both.startColumn === other.endColumn - other.startColumn
  );
};
