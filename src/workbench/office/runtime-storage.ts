import { strict } from "./strict-object";

const prefix = "OfficeRuntime.storage/";

/** The global `OfficeRuntime` of the add-in's page: text by key, stored on this device. */
export const makeOfficeRuntime = (store: Storage): object => {
  const get = (key: string): string | null => store.getItem(prefix + key);
  const set = (key: string, value: string): void => store.setItem(prefix + key, value);
  const remove = (key: string): void => store.removeItem(prefix + key);
  const keys = (): string[] =>
    Object.keys(store)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  return strict("OfficeRuntime", {
    storage: strict("OfficeRuntime.storage", {
      getItem: (key: string) => Promise.resolve(get(key)),
      setItem: (key: string, value: string) => done(() => set(key, value)),
      removeItem: (key: string) => done(() => remove(key)),
      getItems: (names: string[]) => Promise.resolve(Object.fromEntries(names.map((key) => [key, get(key)]))),
      setItems: (items: Record<string, string>) =>
        done(() => Object.entries(items).forEach(([key, value]) => set(key, value))),
      removeItems: (names: string[]) => done(() => names.forEach(remove)),
      getKeys: () => Promise.resolve(keys()),
    }),
  });
};

const done = (action: () => void): Promise<void> => {
  action();
  return Promise.resolve();
};
