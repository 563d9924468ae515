import { createStore, get, set } from "idb-keyval";
import { checkWorkbook, type WorkbookFile } from "./workbook-file";

const store = createStore("workbench", "workbooks");
const key = "open";

/** The workbook as the last visit left it. */
export const readSaved = async (): Promise<WorkbookFile | undefined> => {
  try {
    const saved = await get<unknown>(key, store);
    return saved === undefined ? undefined : checkWorkbook(saved);
  } catch {
    // A browser without storage, or a file of another time: the workbench starts with its sample.
    return undefined;
  }
};

/** Keeps the workbook for the next visit of this browser. */
export const writeSaved = (file: WorkbookFile): Promise<void> => set(key, file, store);
