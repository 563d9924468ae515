import type { KeyValueStorage } from "../src/runtime/storage";

/** A device that keeps nothing: what is written behind is no part of a measured cell. */
export const noStorage: KeyValueStorage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
