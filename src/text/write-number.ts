import { languageInUse } from "./language";

/** A number as the language in use writes it: `1,900.5`, `1.900,5` or `1 900,5`. */
export const writeNumber = (value: number, decimals?: number): string =>
  value.toLocaleString(
    languageInUse().tag,
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  );
