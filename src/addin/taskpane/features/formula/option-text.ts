import { optionPairs, unquote } from "../../../../formulas/arguments/options";

/** One option as it stands in the argument `options`. The value has no quotes where it is a single one. */
interface OptionPair {
  readonly key: string;
  readonly value: string;
}

/** The pairs of a text, in its order; undefined where it is no list of pairs, such as a reference. */
export const readOptionText = (text: string): readonly OptionPair[] | undefined => {
  try {
    return optionPairs(text).map((pair) => {
      const split = pair.indexOf("=");
      return { key: pair.slice(0, split).trim().toLowerCase(), value: unquote(pair.slice(split + 1)) };
    });
  } catch {
    return undefined;
  }
};

/** In single quotes where the value would end at a separator: a comma stays, because it separates several values. */
const quoteOption = (value: string): string =>
  /[;']/.test(value) && !value.includes(",") ? `'${value.replaceAll("'", "''")}'` : value;

/** The text with one option changed, added at the end, or taken out where `value` is empty. The other pairs stay as they are written. */
export const writeOption = (text: string, key: string, value: string): string => {
  const pairs = optionPairs(text).map((pair) => pair.trim());
  const isKey = (pair: string): boolean => pair.slice(0, pair.indexOf("=")).trim().toLowerCase() === key;
  const place = pairs.findIndex(isKey);
  const written = value.trim() === "" ? [] : [`${key}=${quoteOption(value)}`];
  const next = place < 0 ? [...pairs, ...written] : [...pairs.slice(0, place), ...written, ...pairs.slice(place + 1)];
  return next.join("; ");
};
