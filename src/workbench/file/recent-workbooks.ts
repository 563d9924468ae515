import { delMany, get, set, type UseStore } from "idb-keyval";
import type { StoredWorkbook } from "./stored-workbook";
import { readWorkbookJson } from "./workbook-json";
import { workbookStore } from "./workbook-store";

/** A workbook that was opened or saved as a file. A later one of the same name with the same sheets replaces it. */
export interface RecentWorkbook {
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  /** The names of its sheets. */
  readonly sheets?: readonly string[];
}

const recentKey = "recent";
const mostRecent = 8;
const contentKey = ({ name, sheets = [] }: RecentWorkbook): string => ["recent", name, ...sheets].join("/");

/** The workbooks that were opened or saved last in this browser, the newest first. */
export const readRecent = async (store: UseStore = workbookStore): Promise<readonly RecentWorkbook[]> =>
  (await get<readonly RecentWorkbook[]>(recentKey, store).catch(() => undefined)) ?? [];

/** Keeps a workbook among the recent ones. Without room or storage nothing is kept. */
export const keepRecent = async (file: StoredWorkbook, at: number, store: UseStore = workbookStore): Promise<void> => {
  try {
    const entry = { name: file.name, at, sheets: file.sheets.map(({ name }) => name) };
    const others = (await readRecent(store)).filter((one) => contentKey(one) !== contentKey(entry));
    await set(contentKey(entry), file, store);
    await set(recentKey, [entry, ...others.slice(0, mostRecent - 1)], store);
    await delMany(others.slice(mostRecent - 1).map(contentKey), store);
  } catch {
    // The browser refuses to store it. The workbook itself is open.
  }
};

/** A recent workbook; undefined if it is not there any more. @throws an error with a message for the user */
export const openRecent = async (
  recent: RecentWorkbook,
  store: UseStore = workbookStore,
): Promise<StoredWorkbook | undefined> => {
  const content = await get<unknown>(contentKey(recent), store);
  return content === undefined ? undefined : readWorkbookJson(content);
};
