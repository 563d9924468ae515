import type { WorkbenchPage } from "./workbench/page";

/** A record that the add-in persists on the device for an account. */
export interface PersistedRecord {
  readonly key: string;
  /** How many items it holds, where it is a list. */
  readonly items: number | undefined;
}

/** Runs in the page: the add-in's database, which it shares with the pane. */
const readRecords = async (): Promise<PersistedRecord[]> => {
  const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("IndexedDB refused."));
    });
  const database = await resultOf(indexedDB.open("spillway"));
  const store = database.transaction("memory").objectStore("memory");
  const [keys, values] = await Promise.all([
    resultOf(store.getAllKeys()),
    resultOf(store.getAll() as IDBRequest<unknown[]>),
  ]);
  database.close();
  return keys.map((key, index) => {
    const value = values[index];
    return { key: key as string, items: Array.isArray(value) ? value.length : undefined };
  });
};

/** The persisted answers, of whichever account. */
export const persistedAnswers = async (workbench: WorkbenchPage): Promise<readonly PersistedRecord[]> =>
  (await workbench.page.evaluate(readRecords)).filter(({ key }) => key.includes(" memory "));

/** The chunks among them, of listings that are too long for memory. */
export const persistedChunks = async (workbench: WorkbenchPage): Promise<readonly PersistedRecord[]> =>
  (await persistedAnswers(workbench)).filter(({ key }) => key.includes(" chunk "));
