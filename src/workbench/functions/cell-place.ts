/** One cell of the open workbook; rows and columns count from 0. */
export interface CellPlace {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** A key that is the same for the same cell. */
export const cellKey = ({ unitId, sheetId, row, column }: CellPlace): string => `${unitId}|${sheetId}|${row}|${column}`;
