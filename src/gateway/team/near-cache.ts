import type { MemoryStore } from "./memory-store";
import type { Store } from "./store";

/**
 * A shared store whose cached answers are kept in this process too, for the time when it is away. Who may see an answer
 * is part of its key, and how old it may be is checked by whoever reads it.
 */
export const withNearCache = (store: Store, near: MemoryStore): Store => {
  const getMany: Store["getMany"] = async (keys) => {
    try {
      const values = await store.getMany(keys);
      await near.setMany(
        keys.flatMap((key, index) => toEntry(key, values[index])),
        keptFor,
      );
      return values;
    } catch (error) {
      if (!keys.every(isCached)) throw error;
      return near.getMany(keys);
    }
  };
  const setMany: Store["setMany"] = async (entries, ttl) => {
    await near.setMany(
      entries.filter(([key]) => isCached(key)),
      ttl,
    );
    await store.setMany(entries, ttl);
  };
  return {
    shared: store.shared,
    getMany,
    get: async (key) => (isCached(key) ? (await getMany([key]))[0] : store.get(key)),
    setMany,
    set: (key, value, ttl) => setMany([[key, value]], ttl),
    delete: store.delete,
    list: store.list,
    add: store.add,
    lease: store.lease,
    publish: store.publish,
    subscribe: store.subscribe,
    close: async () => {
      await near.close();
      await store.close();
    },
  };
};

/** Milliseconds: longer than answers serve. */
const keptFor = 3_600_000;

const isCached = (key: string): boolean => key.startsWith("cache/");

const toEntry = (key: string, value: string | undefined): readonly (readonly [string, string])[] =>
  value !== undefined && isCached(key) ? [[key, value]] : [];
