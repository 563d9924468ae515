import { type ReactNode, useState } from "react";
import type { RangeContent } from "../../excel/sheet/ranges";
import { Notice } from "./notice";

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
