import { fill } from "./fill";
import { languageInUse, type Translation } from "./language";

/** Says the sentence of a key, with `{name}` replaced by the value of that name. */
export type Voice<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** A voice for some of the sentences: in the language in use, in English where that has none. */
export const voice =
  <Key extends keyof Translation>(english: Readonly<Record<Key, string>>): Voice<Key> =>
  (key, values = {}) =>
    fill(languageInUse().sentences[key] ?? english[key], values);
