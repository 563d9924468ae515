import type { KeyValueStorage } from "../../src/engine/storage";

/** Storage in a map. Values are cloned on the way in and out, as IndexedDB does. */
export const mapStorage = (map = new Map<string, unknown>()): KeyValueStorage => ({
  get: (key) => Promise.resolve(structuredClone(map.get(key))),
  set: (key, value) => {
    map.set(key, structuredClone(value));
    return Promise.resolve();
  },
  delete: (key) => {
    map.delete(key);
    return Promise.resolve();
  },
  keys: () => Promise.resolve([...map.keys()]),
});

/** Storage that drops everything, for measurements without its cost. */
export const noStorage: KeyValueStorage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
