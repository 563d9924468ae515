import type { WorkbenchPage } from "../workbench/page";

/** A record that the add-in keeps on the device for an account. */
export interface KeptRecord {
  readonly key: string;
  /** How many items it holds, where it is a list. */
  readonly items: number | undefined;
}

/** Runs in the page: the add-in's database, which it shares with the pane. */
const readKept = async (): Promise<KeptRecord[]> => {
  const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("IndexedDB refused."));
    });
  const database = await asked(indexedDB.open("spillway"));
  const store = database.transaction("memory").objectStore("memory");
  const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll() as IDBRequest<unknown[]>)]);
  database.close();
  return keys.map((key, index) => {
    const value = values[index];
    return { key: key as string, items: Array.isArray(value) ? value.length : undefined };
  });
};

/** What the browser keeps of answers, of whichever account. */
export const keptAnswers = async (workbench: WorkbenchPage): Promise<readonly KeptRecord[]> =>
  (await workbench.page.evaluate(readKept)).filter(({ key }) => key.includes(" memory "));

/** The parts among them that walks too long for memory have parked. */
export const parkedParts = async (workbench: WorkbenchPage): Promise<readonly KeptRecord[]> =>
  (await keptAnswers(workbench)).filter(({ key }) => key.includes(" parked "));
