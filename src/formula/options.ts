import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { nearest } from "../text/nearest";
import { tell } from "../text/tell";
import { type Argument, type Cell, cellsOf, show, textOf } from "./argument";
import type { Kind, KindScope } from "./kind";

/** The options of a function by key. */
export type OptionKinds = Readonly<Record<string, Kind<unknown>>>;

/** What was given for each key; an empty list means the key stood there with nothing after it. */
export type GivenOptions = ReadonlyMap<string, readonly Cell[]>;

/** Reads `options`: a text of `key=value` pairs, a range of keys with values to their right, or an array of the same shape. */
export const readOptions = (argument: Argument, keys: readonly string[]): GivenOptions => {
  const given = new Map<string, readonly Cell[]>();
  const wide = argument.rows.some((row) => row.slice(1).some((cell) => cell !== undefined));
  if (wide) for (const row of argument.rows) addRow(given, row, keys);
  else for (const cell of cellsOf(argument)) addText(given, textOf(cell), keys);
  return given;
};

/** A repeated key adds values. */
const addRow = (given: Map<string, readonly Cell[]>, row: readonly Cell[], keys: readonly string[]): void => {
  const [first, ...values] = row;
  if (first === undefined) return;
  const key = keyOf(textOf(first), keys);
  given.set(key, [...(given.get(key) ?? []), ...values.filter((cell) => cell !== undefined)]);
};

const addText = (given: Map<string, readonly Cell[]>, text: string, keys: readonly string[]): void => {
  for (const pair of splitOutsideQuotes(text, ";")) {
    if (pair.trim() === "") continue;
    const split = pair.indexOf("=");
    if (split < 1) throw new AddinError("invalid-argument", tell("formula.notPair", { text: pair.trim() }));
    const key = keyOf(pair.slice(0, split).trim(), keys);
    const values = splitOutsideQuotes(pair.slice(split + 1), ",")
      .map(unquote)
      .filter((value) => value !== "");
    const before = given.get(key);
    if (before !== undefined && !same(before, values))
      throw twice(key, before.map(show).join(","), values.map(show).join(","));
    given.set(key, values);
  }
};

const same = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  one.length === other.length && one.every((cell, index) => cell === other[index]);

/** The same thing given twice and different: which of the two is meant cannot be known. */
export const twice = (name: string, one: string, other: string): AddinError =>
  new AddinError("invalid-argument", tell("formula.twice", { name, one, other }));

const keyOf = (written: string, keys: readonly string[]): string => {
  const key = keys.find((candidate) => candidate.toLowerCase() === written.toLowerCase());
  if (key !== undefined) return key;
  const near = nearest(written, keys);
  throw new AddinError(
    "invalid-argument",
    near === undefined
      ? tell("formula.unknownOptionAlone", { key: written, allowed: listOf(keys) })
      : tell("formula.unknownOption", { key: written, nearest: near }),
  );
};

/** Splits at a character that stands outside of single quotes; a doubled quote inside quotes stays in. */
const splitOutsideQuotes = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  let closed = false;
  for (const letter of text) {
    if (letter === "'" && (quoted || closed || startsValue(part))) {
      closed = quoted;
      quoted = !quoted;
    } else closed = false;
    if (letter === separator && !quoted) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  if (quoted) throw new AddinError("invalid-argument", tell("formula.openQuote", { text: show(text.trim()) }));
  return [...parts, part];
};

/** A quote opens only where a value begins, so that `O'Brien` needs none. */
const startsValue = (before: string): boolean => /(?:^|[=,;])\s*$/.test(before);

const unquote = (value: string): string => {
  const trimmed = value.trim();
  return /^'.*'$/s.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1).replaceAll("''", "'") : trimmed;
};

/** The values of the given options, read by their kinds; a key with nothing after it counts as not given. */
export const parseOptions = (
  given: GivenOptions,
  kinds: OptionKinds,
  moment: Pick<KindScope, "now">,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...given].flatMap(([key, cells]) => {
      const kind = kinds[key];
      if (kind === undefined || cells.length === 0) return [];
      const scope = {
        name: key,
        get now() {
          return moment.now;
        },
      };
      return [[key, kind.read(cells, scope)] as const];
    }),
  );
