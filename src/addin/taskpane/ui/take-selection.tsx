import { type ReactNode, useState } from "react";
import type { RangeContent } from "../../excel/sheet/ranges";
import type { Workbook } from "../../excel/sheet/workbook";
import { Notice } from "./notice";

/** The selected cells; of one cell the list in its column. */
export const readSelectedList = async (workbook: Workbook): Promise<RangeContent> => {
  const selected = await workbook.selection();
  const around = selected.rowCount * selected.columnCount === 1 ? await workbook.listAtCell() : undefined;
  return around === undefined ? selected : workbook.read(around);
};

/** Takes the cells of the selection, and shows why that failed: several areas, or a cell that is being edited. */
export const useSelectedCells = (
  read: () => Promise<RangeContent>,
  take: (selected: RangeContent) => void | Promise<void>,
): { readonly run: () => void; readonly failure: ReactNode } => {
  const [failure, setFailure] = useState<string>();
  const run = (): void => {
    setFailure(undefined);
    read()
      .then(take)
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  };
  return { run, failure: failure !== undefined && <Notice intent="error">{failure}</Notice> };
};
