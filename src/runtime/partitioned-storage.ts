import type { KeyValueStorage } from "./storage";

/** The storage of one partition of the device; what is asked before the partition is known waits for it. */
export const partitionedStorage = (storage: KeyValueStorage, partition: string | Promise<string>): KeyValueStorage => {
  const before = Promise.resolve(partition).then((name) => `${name} spillway `);
  return {
    get: async (key) => storage.get((await before) + key),
    set: async (key, value) => storage.set((await before) + key, value),
    delete: async (key) => storage.delete((await before) + key),
    keys: async () => {
      const own = await before;
      return (await storage.keys()).filter((key) => key.startsWith(own)).map((key) => key.slice(own.length));
    },
  };
};
