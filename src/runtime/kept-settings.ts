import type { DocumentSettings } from "./storage";
import { createStore, type WritableStore } from "./store";
import type { WorkbookSettings } from "./workbook-settings";

const name = "settings";

const defaults: WorkbookSettings = { rowCap: 10_000, refresh: "manual" };

const readSettings = (value: unknown): WorkbookSettings => {
  if (typeof value !== "object" || value === null) return defaults;
  const { rowCap, refresh } = value as Partial<WorkbookSettings>;
  return {
    rowCap: typeof rowCap === "number" && rowCap >= 1 ? Math.floor(rowCap) : defaults.rowCap,
    refresh:
      refresh === "on-open" || (typeof refresh === "object" && refresh.everyMinutes > 0) ? refresh : defaults.refresh,
  };
};

/** The settings that travel with the workbook; `read` takes them from the document once it is there. */
export const createSettings = (
  document: () => DocumentSettings | undefined,
): WritableStore<WorkbookSettings> & { readonly read: () => void } => {
  const store = createStore(defaults);
  return {
    get: store.get,
    subscribe: store.subscribe,
    set: (settings) => {
      const checked = readSettings(settings);
      document()?.set(name, checked);
      store.set(checked);
    },
    read: () => store.set(readSettings(document()?.get(name))),
  };
};
