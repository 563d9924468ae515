import { optionPairs, unquote } from "../../../../formulas/arguments/options";

/** One option as it stands in the argument `options`. A value in single quotes stands without them; several values stay as they are written. */
interface OptionPair {
  readonly key: string;
  readonly value: string;
}

/** A value that is one text, although it may hold separators. */
const quoted = /^\s*'(?:[^']|'')*'\s*$/;

const readPair = (pair: string): OptionPair => {
  const split = pair.indexOf("=");
  const written = pair.slice(split + 1);
  const value = quoted.test(written) ? unquote(written) : written.trim();
  return { key: pair.slice(0, split).trim().toLowerCase(), value };
};

/** The pairs of a text, in its order; undefined where it is no list of pairs, such as a reference. */
export const readOptionText = (text: string): readonly OptionPair[] | undefined => {
  try {
    return optionPairs(text).map(readPair);
  } catch {
    return undefined;
  }
};

/** Options whose value is one text: a comma in it separates nothing. */
const singleTexts = new Set(["join", "empty"]);

/** In single quotes where it is one text that holds a separator, or begins or ends with a space. */
const quoteOption = (value: string, isOneText: boolean): string =>
  (isOneText && /[,;']|^\s|\s$/.test(value)) || (/[;']/.test(value) && !value.includes(","))
    ? `'${value.replaceAll("'", "''")}'`
    : value;

/** The text with one option changed, added at the end, or taken out where `value` is empty. The other pairs stay as they are written. */
export const writeOption = (text: string, key: string, value: string): string => {
  const pairs = optionPairs(text).map((pair) => pair.trim());
  const place = pairs.findIndex((pair) => readPair(pair).key === key);
  const before = pairs[place] ?? "";
  const isOneText = singleTexts.has(key) || quoted.test(before.slice(before.indexOf("=") + 1));
  const isEmpty = value === "" || (value.trim() === "" && !singleTexts.has(key));
  const written = isEmpty ? [] : [`${key}=${quoteOption(value, isOneText)}`];
  const next = place < 0 ? [...pairs, ...written] : [...pairs.slice(0, place), ...written, ...pairs.slice(place + 1)];
  return next.join("; ");
};
