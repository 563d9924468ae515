import { english, type SentenceKey } from "./english";
import { fill } from "./fill";

/** Another language's sentences; a key that is missing falls back to English. */
export type Dictionary = Readonly<Partial<Record<SentenceKey, string>>>;

let current: Dictionary = english;

/** Speaks this language from now on; `undefined` goes back to English. */
export const useLanguage = (dictionary: Dictionary | undefined): void => {
  current = dictionary ?? english;
};

/** The sentence of this key in the language in use, with `{name}` replaced by the value of that name. */
export const say = (key: SentenceKey, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(current[key] ?? english[key], values);
