import type { CellRange } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";

/** A rectangle of a sheet. */
export interface Area extends CellRange {
  readonly sheetId: string;
}

/** Whether an area lies within the limits of a sheet. */
export const isOnSheet = ({ startRow, startColumn, endRow, endColumn }: CellRange): boolean =>
  startRow >= 0 &&
  startColumn >= 0 &&
  startRow <= endRow &&
  startColumn <= endColumn &&
  endRow <= lastRow &&
  endColumn <= lastColumn;

/** The common cells of two areas; undefined if there are none. */
export const intersectAreas = (one: Area, other: Area): Area | undefined => {
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

/** Whether the first area contains the second. */
export const containsArea = (one: Area, other: Area): boolean => {
  const both = intersectAreas(one, other);
  return (
    both !== undefined &&
    both.endRow - both.startRow === other.endRow - other.startRow &&
    both.endColumn - both.startColumn === other.endColumn - other.startColumn
  );
};

/** A cell of the open workbook. Rows and columns count from 0. */
export interface CellPlace {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** A unique key of a cell. */
export const cellKey = ({ unitId, sheetId, row, column }: CellPlace): string => `${unitId}|${sheetId}|${row}|${column}`;
