import { delMany, get, set, type UseStore } from "idb-keyval";
import { checkWorkbook, type WorkbookFile } from "./workbook-file";
import { workbookStore } from "./workbook-store";

/** A workbook that was opened or saved as a file. A later one of the same name replaces it. */
export interface RecentWorkbook {
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
}

const listKey = "recent";
const most = 8;
const contentKey = (name: string): string => `recent/${name}`;

/** The workbooks that were opened or saved last in this browser, the newest first. */
export const readRecent = async (store: UseStore = workbookStore): Promise<readonly RecentWorkbook[]> =>
  (await get<readonly RecentWorkbook[]>(listKey, store).catch(() => undefined)) ?? [];

/** Keeps a workbook among the recent ones. Without room or storage nothing is kept. */
export const keepRecent = async (file: WorkbookFile, at: number, store: UseStore = workbookStore): Promise<void> => {
  try {
    const others = (await readRecent(store)).filter(({ name }) => name !== file.name);
    await set(contentKey(file.name), file, store);
    await set(listKey, [{ name: file.name, at }, ...others.slice(0, most - 1)], store);
    await delMany(
      others.slice(most - 1).map(({ name }) => contentKey(name)),
      store,
    );
  } catch {
    // The browser refuses to store it. The workbook itself is open.
  }
};

/** A recent workbook; undefined if it is not there any more. @throws an error with a message for the user */
export const openRecent = async (name: string, store: UseStore = workbookStore): Promise<WorkbookFile | undefined> => {
  const content = await get<unknown>(contentKey(name), store);
  return content === undefined ? undefined : checkWorkbook(content);
};
