/** Keeps values on this device between sessions (IndexedDB in the add-in, a map in tests); values are structured clones. */
export interface KeyValueStorage {
  readonly get: (key: string) => Promise<unknown>;
  /** `false` where the device refused (private windows, a full disk). */
  readonly set: (key: string, value: unknown) => Promise<unknown>;
  readonly delete: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

/** Settings that travel with the workbook, JSON by key; never a secret. `undefined` removes. */
export interface DocumentSettings {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}
