import { AddinError } from "../../engine/http/addin-error";
import { formatList, t } from "../../i18n/t";
import { nearest } from "../../i18n/nearest";
import { type Argument, type Cell, listCells, describeCell, cellText } from "./argument";
import type { Today } from "./dates";
import type { Kind } from "./parameters";

/** The options of a function by key. */
export type OptionKinds = Readonly<Record<string, Kind<unknown>>>;

/** The values of each key, of a range with its blank cells; an empty list for a key without value. */
export type GivenOptions = ReadonlyMap<string, readonly Cell[]>;

/**
 * The keys and values of the argument `options`: a text of `key=value` pairs, or a range with keys and the values to their right.
 * @throws AddinError `invalid-argument` for an unknown key, and for a key with two different values.
 */
export const readOptions = (argument: Argument, keys: readonly string[]): GivenOptions => {
  const options = new Map<string, readonly Cell[]>();
  const wide =
    argument.rows.some((row) => row.length > 1) && !argument.rows.some(([first]) => cellText(first).includes("="));
  if (wide) for (const row of argument.rows) addRow(options, row, keys);
  else for (const cell of listCells(argument)) addText(options, cellText(cell), keys);
  return options;
};

/** A key that is repeated in a range adds values. */
const addRow = (options: Map<string, readonly Cell[]>, row: readonly Cell[], keys: readonly string[]): void => {
  const [first, ...values] = row;
  if (first === undefined) return;
  const key = findOptionKey(cellText(first), keys);
  options.set(key, [...(options.get(key) ?? []), ...values]);
};

const addText = (options: Map<string, readonly Cell[]>, text: string, keys: readonly string[]): void => {
  for (const pair of optionPairs(text)) {
    const split = pair.indexOf("=");
    const key = findOptionKey(pair.slice(0, split).trim(), keys);
    const values = splitOutsideQuotes(pair.slice(split + 1), ",")
      .map(unquote)
      .filter((value) => value !== "");
    const before = options.get(key);
    if (before !== undefined && !same(before, values))
      throw twice(key, before.map(describeCell).join(","), values.map(describeCell).join(","));
    options.set(key, values);
  }
};

/**
 * The `key=value` pairs of a text. A piece behind a `;` that is no pair belongs to the value before it: `employee_count=between:10;500`.
 * @throws AddinError `invalid-argument` where the text starts with no pair.
 */
export const optionPairs = (text: string): readonly string[] => {
  const pairs: string[] = [];
  for (const piece of splitOutsideQuotes(text, ";")) {
    if (piece.trim() === "") continue;
    const before = pairs.at(-1);
    if (/^\s*[a-z_][\w. -]*=/i.test(piece)) pairs.push(piece);
    else if (before === undefined)
      throw new AddinError("invalid-argument", t("formula.notPair", { text: piece.trim() }));
    else pairs[pairs.length - 1] = `${before};${piece}`;
  }
  return pairs;
};

const same = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  one.length === other.length && one.every((cell, index) => cell === other[index]);

/** The error of a key or filter that has two different values. */
export const twice = (name: string, one: string, other: string): AddinError =>
  new AddinError("invalid-argument", t("formula.twice", { name, one, other }));

const findOptionKey = (text: string, keys: readonly string[]): string => {
  const key = keys.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (key !== undefined) return key;
  const near = nearest(text, keys);
  throw new AddinError(
    "invalid-argument",
    near === undefined
      ? t("formula.unknownOptionAlone", { key: text, allowed: formatList(keys) })
      : t("formula.unknownOption", { key: text, nearest: near }),
  );
};

/** Splits at a character outside of single quotes; a doubled quote inside quotes is part of the text. */
const splitOutsideQuotes = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  let closed = false;
  // A quote opens only at the start of a value, so that `O'Brien` needs no quotes.
  let starts = true;
  for (const letter of text) {
    if (letter === "'" && (quoted || closed || starts)) {
      closed = quoted;
      quoted = !quoted;
    } else closed = false;
    if (letter === separator && !quoted) {
      parts.push(part);
      part = "";
      starts = true;
    } else {
      part += letter;
      starts = "=,;".includes(letter) || (starts && letter.trim() === "");
    }
  }
  if (quoted) throw new AddinError("invalid-argument", t("formula.openQuote", { text: describeCell(text.trim()) }));
  return [...parts, part];
};

/** A value without its single quotes. */
export const unquote = (value: string): string => {
  const trimmed = value.trim();
  return /^'.*'$/s.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1).replaceAll("''", "'") : trimmed;
};

/**
 * The values of the options, read by their kinds; a key without value is left out.
 * @throws AddinError `invalid-argument`.
 */
export const parseOptions = (
  options: GivenOptions,
  kinds: OptionKinds,
  moment: Today,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...options].flatMap(([key, all]) => {
      const kind = kinds[key];
      const filledCells = all.filter((cell) => cell !== undefined);
      if (kind === undefined || filledCells.length === 0) return [];
      const cells = kind.keepsBlanks === true ? all : filledCells;
      const scope = {
        name: key,
        timeZone: moment.timeZone,
        get now() {
          return moment.now;
        },
      };
      return [[key, kind.read(cells, scope)] as const];
    }),
  );
