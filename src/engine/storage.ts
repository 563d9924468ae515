/** Stores values on this device between sessions (IndexedDB in the add-in, files in Node, a map in tests). Values are structured clones. */
export interface KeyValueStorage {
  readonly get: (key: string) => Promise<unknown>;
  /** Resolves with `false` where the device refused (private mode, quota). */
  readonly set: (key: string, value: unknown) => Promise<unknown>;
  readonly delete: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

/** Settings that are stored in the workbook, JSON by key; never a secret. Setting `undefined` removes. */
export interface DocumentSettings {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}
