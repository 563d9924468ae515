import type { Clause } from "./clauses";
import { blankOut } from "./clean-text";
import { hasCurrency, isShare, type Result, wrong } from "./compare-cell";
import { countable, countNouns, type Source } from "./number-source";
import type { StatedNumber } from "./stated-numbers";
import type { VerifiedTable } from "./verified-table";

/** The words behind a number, up to one that does not belong to what it counts. */
const wordsAfter = (text: string, { end }: StatedNumber): readonly string[] => {
  const words = /^(?:\s+\p{L}[\p{L}-]*){1,3}/u.exec(text.slice(end))?.[0].trim().toLowerCase().split(/\s+/) ?? [];
  const stop = words.findIndex((word) =>
    /^(?:of|in|for|with|and|at|on|by|from|to|is|was|were|had|has|have|a|the)$/.test(word),
  );
  return words.slice(0, stop === -1 ? words.length : stop);
};

/** What a number counts, by the nouns behind it. */
export const nounAfter = (text: string, number: StatedNumber): string | undefined =>
  wordsAfter(text, number)
    .map((word) => countNouns.get(word))
    .find((noun) => noun !== undefined);

/** Undefined where the answer counts what the sentence says. */
export const checkUnit = (clause: Clause, number: StatedNumber, source: Source): Result | undefined => {
  const noun = number.isPercent ? undefined : nounAfter(clause.text, number);
  if (noun === undefined || hasCountColumn(source, noun)) return undefined;
  return source.counted.has(noun) ? undefined : wrong(`The answer does not count ${noun.replace("_", " ")}.`);
};

const hasCountColumn = ({ table }: Pick<Source, "table">, noun: string): boolean =>
  table.columns.some(({ name }) => name === noun || name.startsWith(`${noun}_`));

interface PlacedWord {
  readonly word: string;
  /** Characters to the number. */
  readonly distance: number;
}

/** The words from the number before to the number behind. */
const wordsBeside = ({ text, numbers }: Clause, number: StatedNumber, { table }: Source): readonly PlacedWord[] => {
  const place = numbers.indexOf(number);
  const from = numbers[place - 1]?.end ?? 0;
  // Letters of a name, such as those of "a.s.", name no column, and neither does that of which something is a share.
  const names = table.mentions(text).filter(({ column }) => column !== -1);
  const rest = blankOut(text, names)
    .replaceAll(/(?<=\b(?:share|percentage|proportion) )of (?:the |all )?\p{L}+/giu, (match) =>
      " ".repeat(match.length),
    )
    .slice(from, numbers[place + 1]?.start);
  return [...rest.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => {
    const start = from + index;
    const distance = start >= number.end ? start - number.end : number.start - start - word.length;
    return { word: word.toLowerCase(), distance: Math.max(0, distance) };
  });
};

/** How well words name a column: 0 if they do not, otherwise more for more words and for nearer ones. */
const namingPoints = (variant: readonly string[], words: readonly PlacedWord[]): number => {
  const distances = variant.map((word) =>
    Math.min(...words.flatMap((each) => (each.word === word ? [each.distance] : []))),
  );
  return distances.includes(Infinity) ? 0 : 10 + variant.length * 2 - Math.min(...distances, 100) / 10;
};

/** The columns that the words beside a number name, all where none are named; a sentence where the answer does not have what they name. */
export const chooseColumns = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  all: readonly number[],
): readonly number[] | string => {
  const { table, counted } = source;
  const variantsOf = (column: number): readonly (readonly string[])[] => table.variants[column] ?? [];
  const amounts = number.currency === undefined ? [] : all.filter((column) => hasCurrency(table, column));
  const columns = amounts.length > 0 ? amounts : all;
  const noun = number.isPercent ? undefined : nounAfter(clause.text, number);
  // "5 environmental events" are those of the column E.
  const phrase = wordsAfter(clause.text, number);
  const isQualifier = (variant: readonly string[]): boolean =>
    variant.every((word) => phrase.includes(word)) && !variant.every((word) => countNouns.has(word));
  const qualified = columns.filter(
    (column) => table.columns[column]?.name !== noun && variantsOf(column).some(isQualifier),
  );
  if (noun !== undefined && qualified.length > 0) return qualified;
  const words = wordsBeside(clause, number, source);
  const points = columns.map((column) => {
    const named = Math.max(0, ...variantsOf(column).map((variant) => namingPoints(variant, words)));
    const isNoun = noun !== undefined && table.columns[column]?.name === noun;
    return named + (isNoun ? 20 : 0) + (number.isPercent && isShare(table, column) ? 12 : 0);
  });
  const most = Math.max(0, ...points);
  if (most > 0) return columns.filter((_, place) => (points[place] ?? 0) >= most - 0.05);
  if (noun === undefined || !counted.has(noun)) return columns;
  // What the formula counts needs no column of that name, if there is only one, which counts nothing else.
  return columns.length === 1 && columns.every((column) => !isCount(table, column))
    ? columns
    : `The answer has no column of all ${noun.replace("_", " ")}.`;
};

const isCount = ({ columns }: VerifiedTable, column: number): boolean => countable.has(columns[column]?.name ?? "");

export const hasColumn = ({ table }: Source, noun: string): boolean =>
  hasCountColumn({ table }, noun) ||
  table.variants.some((all) => all.some((words) => words.length === 1 && words[0] === noun));
