import { strict } from "./strict-object";

const storagePrefix = "OfficeRuntime.storage/";

/** The global `OfficeRuntime` of the add-in's page: text by key, stored on this device. */
export const makeOfficeRuntime = (store: Storage): object => {
  const get = (key: string): string | null => store.getItem(storagePrefix + key);
  const set = (key: string, value: string): void => store.setItem(storagePrefix + key, value);
  const remove = (key: string): void => store.removeItem(storagePrefix + key);
  const keys = (): string[] =>
    Object.keys(store)
      .filter((key) => key.startsWith(storagePrefix))
      .map((key) => key.slice(storagePrefix.length));
  return strict("OfficeRuntime", {
    storage: strict("OfficeRuntime.storage", {
      getItem: (key: string) => Promise.resolve(get(key)),
      setItem: (key: string, value: string) => toPromise(() => set(key, value)),
      removeItem: (key: string) => toPromise(() => remove(key)),
      getItems: (names: string[]) => Promise.resolve(Object.fromEntries(names.map((key) => [key, get(key)]))),
      setItems: (items: Record<string, string>) =>
        toPromise(() => Object.entries(items).forEach(([key, value]) => set(key, value))),
      removeItems: (names: string[]) => toPromise(() => names.forEach(remove)),
      getKeys: () => Promise.resolve(keys()),
    }),
  });
};

const toPromise = (action: () => void): Promise<void> => {
  action();
  return Promise.resolve();
};
