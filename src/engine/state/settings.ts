import type { DocumentSettings } from "../storage";
import { createStore, type WritableStore } from "../store";

/** On or off. The form of the pane shows it as a checkbox. */
const flagSetting = (initial: boolean) =>
  ({ kind: "flag", read: (value: unknown) => (typeof value === "boolean" ? value : initial) }) as const;

/** A whole number. The form takes `least` to `most`. */
const numberSetting = (initial: number, least: number, most: number) =>
  ({
    kind: "whole",
    least,
    most,
    read: (value: unknown) => (typeof value === "number" && value >= least ? Math.floor(value) : initial),
  }) as const;

/** Any of these values; all of them at first. */
const severalSetting = <Value extends string>(values: readonly Value[]) =>
  ({
    read: (list: unknown) => (Array.isArray(list) ? values.filter((value) => list.includes(value)) : values),
  }) as const;

export type RefreshPolicy = "manual" | "on-open" | { readonly everyMinutes: number };

const readRefreshPolicy = (value: unknown): RefreshPolicy => {
  const { everyMinutes } = (value ?? {}) as { readonly everyMinutes?: unknown };
  if (typeof everyMinutes === "number" && everyMinutes > 0) return { everyMinutes };
  return value === "on-open" ? value : "manual";
};

/** Scores that rose, new events of score 5, and companies that left a universe. */
export const newsFirst = ["rises", "severe", "left"] as const;

export type NewsFirst = (typeof newsFirst)[number];

/** Settings that travel with the workbook. Their texts are `settings.<name>` and, for flags and numbers, `settings.<name>Hint`. */
export const settingDefinitions = {
  /** Rows that limit "all" may reach. */
  rowCap: numberSetting(10_000, 1, 100_000),
  refresh: { read: readRefreshPolicy },
  /** The pane formats what it inserts. */
  formatInserted: flagSetting(true),
  /** The IANA name of the time zone whose days count; undefined: UTC, and the pane has not yet proposed one. */
  timeZone: { read: (value: unknown) => (typeof value === "string" ? value : undefined) },
  /** News of a refresh that are listed first. */
  newsFirst: severalSetting(newsFirst),
} as const;

type SettingDefinitions = typeof settingDefinitions;

export type WorkbookSettings = {
  readonly [Name in keyof SettingDefinitions]: ReturnType<SettingDefinitions[Name]["read"]>;
};

/** The names of the settings of a kind. */
export type SettingNames<Kind> = {
  [Name in keyof SettingDefinitions]: SettingDefinitions[Name] extends { readonly kind: Kind } ? Name : never;
}[keyof SettingDefinitions];

const settingsKey = "settings";

/** Invalid values become defaults. */
const checkSettings = (value: unknown): WorkbookSettings => {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>;
  const read = Object.entries(settingDefinitions).map(([key, setting]) => [key, setting.read(values[key])]);
  return Object.fromEntries(read) as WorkbookSettings;
};

/** Creates the store of the workbook's settings. `set` replaces invalid values by defaults; `read` loads them once the document is available. */
export const createSettings = (
  document: () => DocumentSettings | undefined,
): WritableStore<WorkbookSettings> & { readonly read: () => void } => {
  const store = createStore(checkSettings(undefined));
  return {
    get: store.get,
    subscribe: store.subscribe,
    set: (settings) => {
      const checked = checkSettings(settings);
      document()?.set(settingsKey, checked);
      store.set(checked);
    },
    read: () => store.set(checkSettings(document()?.get(settingsKey))),
  };
};
