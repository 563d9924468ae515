import type { DocumentSettings } from "../storage";
import { createStore, type WritableStore } from "../store";

/** On or off. The form of the pane shows it as a checkbox. */
const flag = (initial: boolean) =>
  ({ kind: "flag", initial, read: (stored: unknown) => (typeof stored === "boolean" ? stored : initial) }) as const;

/** A whole number. The form takes `least` to `most`. */
const wholeNumber = (initial: number, least: number, most: number) =>
  ({
    kind: "whole",
    initial,
    least,
    most,
    read: (stored: unknown) => (typeof stored === "number" && stored >= least ? Math.floor(stored) : initial),
  }) as const;

/** Any of these values; all of them at first. */
const several = <Value extends string>(values: readonly Value[]) =>
  ({
    kind: "several",
    initial: values,
    values,
    read: (stored: unknown) => (Array.isArray(stored) ? values.filter((value) => stored.includes(value)) : values),
  }) as const;

export type RefreshPolicy = "manual" | "on-open" | { readonly everyMinutes: number };

const readRefreshPolicy = (stored: unknown): RefreshPolicy => {
  const { everyMinutes } = (stored ?? {}) as { readonly everyMinutes?: unknown };
  if (typeof everyMinutes === "number" && everyMinutes > 0) return { everyMinutes };
  return stored === "on-open" ? stored : "manual";
};

/** Scores that rose, new events of score 5, and companies that left a universe. */
export const newsFirst = ["rises", "severe", "left"] as const;

export type NewsFirst = (typeof newsFirst)[number];

/** Settings that travel with the workbook. Their texts are `settings.<name>` and, for flags and numbers, `settings.<name>Hint`. */
export const settingDefinitions = {
  /** Rows that limit "all" may reach. */
  rowCap: wholeNumber(10_000, 1, 100_000),
  refresh: { kind: "refresh", initial: "manual", read: readRefreshPolicy },
  /** The pane formats what it inserts. */
  formatInserted: flag(true),
  /** News of a refresh that are listed first. */
  newsFirst: several(newsFirst),
} as const;

type Definitions = typeof settingDefinitions;

export type WorkbookSettings = { readonly [Name in keyof Definitions]: ReturnType<Definitions[Name]["read"]> };

/** The names of the settings of a kind. */
export type SettingNames<Kind> = {
  [Name in keyof Definitions]: Definitions[Name]["kind"] extends Kind ? Name : never;
}[keyof Definitions];

const name = "settings";

/** Invalid values become defaults. */
const readSettings = (stored: unknown): WorkbookSettings => {
  const values = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const read = Object.entries(settingDefinitions).map(([key, setting]) => [key, setting.read(values[key])]);
  return Object.fromEntries(read) as WorkbookSettings;
};

/** Creates the store of the workbook's settings. `set` replaces invalid values by defaults; `read` loads them once the document is available. */
export const createSettings = (
  document: () => DocumentSettings | undefined,
): WritableStore<WorkbookSettings> & { readonly read: () => void } => {
  const store = createStore(readSettings(undefined));
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
