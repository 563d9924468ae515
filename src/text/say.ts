import { english, type SentenceKey } from "./english";
import { fill } from "./fill";
import { languageInUse } from "./language";

/** The sentence of this key in the language in use, with `{name}` replaced by the value of that name. */
export const say = (key: SentenceKey, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(languageInUse().sentences[key] ?? english[key], values);
