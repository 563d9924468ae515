import { englishHealth, type HealthKey } from "./english-health";
import { fill } from "./fill";
import { languageInUse } from "./language";

/** The sentence of the health check of this key, with `{name}` replaced by the value of that name. */
export const sayHealth = (key: HealthKey, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(languageInUse().sentences[key] ?? englishHealth[key], values);
