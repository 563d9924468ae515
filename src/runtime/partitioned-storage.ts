import type { KeyValueStorage } from "./storage";

/** The storage of one partition of the device; what is asked before the partition is known waits for it. A device that keeps nothing (private windows, a full disk) costs the memory, never an answer. */
export const partitionedStorage = (storage: KeyValueStorage, partition: string | Promise<string>): KeyValueStorage => {
  const before = Promise.resolve(partition).then((name) => `${name} spillway `);
  const forgiving = async <Value>(work: (own: string) => Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      return await work(await before);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => forgiving((own) => storage.get(own + key), undefined),
    set: (key, value) => forgiving<unknown>((own) => storage.set(own + key, value), false),
    delete: (key) => forgiving((own) => storage.delete(own + key), undefined),
    keys: () =>
      forgiving(async (own) => {
        const all = await storage.keys();
        return all.filter((key) => key.startsWith(own)).map((key) => key.slice(own.length));
      }, []),
  };
};
