import type { ICellData, ICommandInfo } from "@univerjs/core";
import { SetRangeValuesMutation, type ISetRangeValuesMutationParams } from "@univerjs/sheets";
import type { CellPlace } from "./cell-place";

/** A cell as an edit leaves it; null where it is emptied. */
export interface EditedCell {
  readonly place: CellPlace;
  readonly cell: ICellData | null;
}

/** The cells an edit writes; none for other commands. */
export const editedCells = ({ id, params }: Readonly<ICommandInfo>): EditedCell[] => {
  if (id !== SetRangeValuesMutation.id) return [];
  const { unitId, subUnitId: sheetId, cellValue } = params as ISetRangeValuesMutationParams;
  return Object.entries(cellValue ?? {}).flatMap(([row, cells]) =>
    Object.entries((cells ?? {}) as Record<string, ICellData | null>).map(([column, cell]) => ({
      place: { unitId, sheetId, row: Number(row), column: Number(column) },
      cell,
    })),
  );
};
