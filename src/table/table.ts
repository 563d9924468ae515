import type { Column } from "./column";
import { GrowingTable, type TableLook } from "./growing-table";
import type { Matrix } from "./matrix";
import type { Row } from "./row-maker";

/** The matrix of these rows. Throws `too-large`, and `no-rows` where nothing is left to show. */
export const toMatrix = (rows: readonly Row[], columns: readonly Column[], look: TableLook): Promise<Matrix> =>
  new GrowingTable(columns, look).finish(rows);
