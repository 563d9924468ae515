import type { DocumentSettings } from "../storage";
import { createStore, type WritableStore } from "../store";

/** Settings that travel with the workbook. */
export interface WorkbookSettings {
  /** Rows that limit "all" may reach; default 10,000. */
  readonly rowCap: number;
  readonly refresh: "manual" | "on-open" | { readonly everyMinutes: number };
  /** The pane formats what it inserts; true by default. */
  readonly formatInserted: boolean;
  /** News of a refresh that are listed first; all by default. */
  readonly newsFirst: readonly NewsFirst[];
}

/** Scores that rose, new events of score 5, and companies that left a universe. */
export const newsFirst = ["rises", "severe", "left"] as const;

export type NewsFirst = (typeof newsFirst)[number];

const name = "settings";

const defaults: WorkbookSettings = { rowCap: 10_000, refresh: "manual", formatInserted: true, newsFirst };

const readSettings = (value: unknown): WorkbookSettings => {
  if (typeof value !== "object" || value === null) return defaults;
  const { rowCap, refresh, formatInserted, newsFirst: first } = value as Partial<WorkbookSettings>;
  return {
    rowCap: typeof rowCap === "number" && rowCap >= 1 ? Math.floor(rowCap) : defaults.rowCap,
    refresh:
      refresh === "on-open" || (typeof refresh === "object" && refresh.everyMinutes > 0) ? refresh : defaults.refresh,
    formatInserted: formatInserted !== false,
    newsFirst: Array.isArray(first) ? newsFirst.filter((each) => first.includes(each)) : newsFirst,
  };
};

/** Creates the store of the workbook's settings. `set` replaces invalid values by defaults; `read` loads them once the document is available. */
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
