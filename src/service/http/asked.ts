import type { NumberCondition, TextCondition } from "./conditions";

/** The checked parameters of a request, by name. */
export interface Asked {
  readonly path: (name: string) => string;
  readonly integer: (name: string) => number;
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly numbers: (name: string) => readonly NumberCondition[];
  readonly words: (name: string) => readonly TextCondition[];
  /** Everything but paging, fields and translation: what a cursor is bound to. */
  readonly filters: () => string;
}

const unbound = new Set(["size", "search_after", "fields", "translate"]);

/** Makes the reader of checked parameters. */
export const createAsked = (path: Readonly<Record<string, string>>, values: ReadonlyMap<string, unknown>): Asked => ({
  path: (name) => (path[name] ?? "").toLowerCase(),
  integer: (name) => values.get(name) as number,
  flag: (name) => values.get(name) === true,
  text: (name) => values.get(name) as string | undefined,
  texts: (name) => (values.get(name) as readonly string[] | undefined) ?? [],
  numbers: (name) => (values.get(name) as readonly NumberCondition[] | undefined) ?? [],
  words: (name) => (values.get(name) as readonly TextCondition[] | undefined) ?? [],
  filters: () =>
    JSON.stringify([...values].filter(([name]) => !unbound.has(name)).sort(([a], [b]) => (a < b ? -1 : 1))),
});
