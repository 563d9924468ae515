import type { KeyValueStorage } from "../src/runtime/storage";

/** A device's storage in a map; values are cloned in and out, as IndexedDB does. */
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
