import { blankOut, cleanText } from "./clean-text";
import { readNumbers, type StatedNumber } from "./stated-numbers";
import { type PeriodMention, readPeriods } from "./stated-periods";

/** A part of a text that belongs together: a clause, or one cell of a table with its header and label. */
export interface Clause {
  readonly text: string;
  /** The text with blanks for what names something, and for its periods. */
  readonly words: string;
  readonly numbers: readonly StatedNumber[];
  /** Numbers that name something, such as a rank, with the words around them. They are not checked. */
  readonly names: readonly string[];
  readonly periods: readonly PeriodMention[];
  /** It goes on about the company of the clause before it. */
  readonly continues: boolean;
}

const separators: Readonly<Record<string, string>> = { "٫": ".", "٬": "," };

/** A digit of any script, or a character of full width, as ASCII has it. */
const asciiCharacter = (character: string): string => {
  const plain = separators[character] ?? character.normalize("NFKC");
  if (!/^\p{Nd}$/u.test(plain) || /\d/.test(plain)) return plain;
  // The digits of a script begin where the last four bits are 0 or 6.
  const code = plain.codePointAt(0) ?? 0;
  const start = code & ~15;
  return String(/\p{Nd}/u.test(String.fromCodePoint(start)) ? code - start : code - start - 6);
};

const withoutTags = (text: string): string => text.replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, " ");

const htmlRow = (row: string): string =>
  `${row
    .split(/<t[dh]\b[^>]*>/i)
    .slice(1)
    .map((cell) => withoutTags(cell).replaceAll(/\s+/g, " ").trim())
    .join(" | ")}\n`;

/** A text as people see it: composed letters, ASCII digits, nothing hidden, no marks of HTML, Markdown or footnotes. Rows of HTML have bars. */
export const plainText = (text: string): string =>
  withoutTags(
    cleanText(text.normalize("NFC"), Infinity)
      .replaceAll(/[\uFF01-\uFF5E٫٬]|(?!\d)\p{Nd}/gu, asciiCharacter)
      .replaceAll(/<tr\b[^>]{0,200}>.{0,4000}?<\/tr>(?:\s|<\/?t(?:head|body|foot)\b[^>]{0,200}>)*/gis, htmlRow),
  )
    .replaceAll(/(?<![\p{L}\p{N}])[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/(?<=[\p{L}\p{N}.,)%])(?:[⁰¹²³⁴-⁹]+|\[\^?\d{1,3}\](?!\())/gu, "");

/**
 * What names something in a text, so that its digits state nothing: formulas, addresses, identifiers, hashes, times, days without a clear
 * order, numbers of a list.
 */
const namesPattern =
  /https?:\/\/\S+|=[A-Z]+\.[A-Z]+\([^\n]*?\)(?=[\s.,;]|$)|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[A-Z]{2}[A-Z0-9]{9}\d\b|\b[A-Z0-9]{18}\d\d\b|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{16}\b|\b\d{1,2}:\d\d(?::\d\d)?\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|^[ \t]{0,8}(?:\d{1,3}[.)]|[-*•])[ \t]/gm;

const blank = (text: string): string => " ".repeat(text.length);

/** Words that state an amount or a rank without a number. */
const amountWord =
  /^(?:hal(?:f|ves|ved|ving)|twice|thrice|(?:doubl|tripl|quadrupl)(?:e|es|ed|ing)|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?|first|second|dozens|hundreds|thousands|couple|handful|majority)(?:-\p{L}+)?$/iu;

/** @param labels texts whose digits state nothing, such as names of companies and universes */
const toClause = (text: string, labels: readonly string[], continues: boolean): Clause => {
  let rest = text.replaceAll(namesPattern, blank);
  for (const label of labels) rest = rest.split(label).join(blank(label));
  const { periods, rest: withoutPeriods } = readPeriods(rest);
  const { numbers, names } = readNumbers(withoutPeriods);
  // What has digits and is no number, such as "CO2" and "4O", is said not to be checked.
  const words = blankOut(withoutPeriods, numbers).match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const unread = words.filter(
    (word) => (/\d/.test(word) || amountWord.test(word)) && !names.some((name) => name.includes(word)),
  );
  return { text, words: withoutPeriods, numbers, names: [...names, ...unread], periods, continues };
};

const sentencesIn = (line: string): readonly string[] =>
  // Abbreviations of firms ("Inc. had"), decimals and numbers of a list do not end a sentence.
  line.split(
    /(?<=[.!?])(?<!\b(?:Inc|Ltd|Co|Corp|Bros|St|No|approx|ca|vs|Mio|Mrd|i\.e|e\.g|[A-Z])\.)(?<!^\s*\d{1,3}\.)\s+(?=[\p{Lu}\d"„«*])/u,
  );

/** Where a sentence may be parted, if each part has a name and a number of its own: first at semicolons. */
const partings = [/; /g, /(?:,? (?:and|but|while|whereas|against|versus|compared (?:with|to))|,) /g];

/** Characters in which a part of a sentence has its name and its number. */
const longestPart = 500;
const contrast = /while|whereas|but|against|versus|compared/;

/** Places of a sentence where it may be parted; a longer one is one clause from there on. */
const mostParts = 40;

/** Where the first name and the first number of a text begin; undefined where it has not both. */
type FindFirst = (text: string) => { readonly name: number; readonly number: number } | undefined;

const partsOf = (sentence: string, findFirst: FindFirst, [parting, ...others] = partings): readonly string[] => {
  if (parting === undefined) return [sentence];
  const parts: string[] = [];
  let start = 0;
  const places = [...sentence.matchAll(parting)].slice(0, mostParts);
  for (const { index, 0: word } of places) {
    const rest = findFirst(sentence.slice(index, index + longestPart));
    if (rest === undefined || findFirst(sentence.slice(start, index)) === undefined) continue;
    // "A has 5 events and a score of 2, B has …": the 2 is not B's.
    const isOther =
      !contrast.test(word) && places.some((each) => each.index > index + rest.number && each.index < index + rest.name);
    if (isOther) continue;
    parts.push(sentence.slice(start, index));
    start = index;
  }
  return [...parts, sentence.slice(start)].flatMap((part) => partsOf(part, findFirst, others));
};

/** The cells of a line of CSV, which has no blanks behind its separators. */
const csvCells = (line: string, separator: string): readonly string[] =>
  new RegExp(`${separator}\\s`).test(line)
    ? []
    : [...line.matchAll(new RegExp(`(?:^|${separator})("(?:[^"]|"")*"|[^${separator}]*)`, "g"))].map(([, cell = ""]) =>
        cell.replaceAll(/^"|"$/g, ""),
      );

/** The cells of a line, which are of a table where a line beside it has as many. Undefined for a sentence. */
const cellsOf = (line: string, besides: readonly (string | undefined)[]): readonly string[] | undefined => {
  const cells = line.includes("|")
    ? line
        .trim()
        .replaceAll(/^\||\|$/g, "")
        .split("|")
    : line.split("\t");
  if (cells.length > 1) return cells.map((cell) => cell.trim());
  return [";", ","]
    .map((separator) => ({ separator, own: csvCells(line, separator) }))
    .find(
      ({ separator, own }) =>
        own.length > 1 &&
        besides.some((other) => other !== undefined && csvCells(other, separator).length === own.length),
    )?.own;
};

const rankHeader = /^(?:#|no\.?|nr\.?|rank|place|pos(?:ition)?\.?)$/i;

/** The clauses of a row: one for each cell, with the label of the row and the header of the column. */
const rowClauses = (
  cells: readonly string[],
  header: readonly string[],
  labels: readonly string[],
): readonly Clause[] => {
  const isRank = (place: number): boolean => rankHeader.test(header[place] ?? "");
  const first = cells.findIndex(
    (cell, place) => !isRank(place) && (!/^[\s\d.,%()+−-]*$/.test(cell) || readPeriods(cell).periods.length > 0),
  );
  const label = Math.max(0, first);
  return cells.flatMap((cell, place) => {
    if (place === label || cell === "") return [];
    if (isRank(place)) return [{ ...toClause("", [], false), names: [`${header[place] ?? ""} ${cell}`] }];
    // Accounts write a negative number in brackets.
    const value = cell.replace(/^\(([\d.,]+%?)\)$/, "-$1");
    return [toClause(`${cells[label] ?? ""}: ${header[place] ?? ""} ${value}`, labels, false)];
  });
};

/**
 * The clauses of a text. Lines with `|` or tabs, and CSV, are a table: each of its cells is a clause with its label and header.
 * @param firstName where the first name of a company or row begins in a part of a sentence; infinite where there is none
 */
export const readClauses = (
  text: string,
  labels: readonly string[],
  firstName: (part: string) => number,
): readonly Clause[] => {
  const findFirst: FindFirst = (part) => {
    const name = firstName(part);
    const number = name === Infinity ? undefined : toClause(part, labels, false).numbers[0];
    return number && { name, number: number.start };
  };
  const clauses: Clause[] = [];
  let header: readonly string[] | undefined;
  const lines = text.split("\n");
  for (const [place, line] of lines.entries()) {
    const hasNumber = header === undefined && toClause(line, labels, false).numbers.length > 0;
    const cells = cellsOf(line, hasNumber ? [] : [lines[place - 1], lines[place + 1]]);
    if (cells !== undefined) {
      header ??= hasNumber ? [] : cells;
      if (header !== cells && !cells.every((cell) => /^:?-+:?$/.test(cell)))
        clauses.push(...rowClauses(cells, header, labels));
      continue;
    }
    header = undefined;
    for (const sentence of sentencesIn(line))
      for (const [part, words] of partsOf(sentence, findFirst).entries())
        clauses.push(
          toClause(
            words,
            labels,
            part > 0 || /^\W*(?:it|its|they|their|the (?:company|bank|firm|group)|this|that)\b/i.test(words),
          ),
        );
  }
  return clauses;
};
