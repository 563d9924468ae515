import type { Clause } from "./clauses";
import { blankOut } from "./clean-text";
import { closeness, columnLabel, isGood, noSource, type Result, type VerifiedNumber, wrong } from "./compare-cell";
import type { Source } from "./number-source";
import { chooseColumns } from "./sentence-measure";
import type { StatedNumber } from "./stated-numbers";
import type { Mention } from "./verified-table";

/** A clause and what was found of its numbers. */
export interface VerifiedClause {
  readonly clause: Clause;
  readonly results: readonly VerifiedNumber[];
}

const more = /\b(?:more|higher|larger|exceed(?:s|ed)?|over|ahead of|above)\b/i;
const less = /\b(?:fewer|less|lower|smaller|below|behind)\b/i;
const rose = /\b(?:rose|rises?|risen|grew|grows|grown|climb(?:s|ed)|increased|up)\b/i;
const fell = /\b(?:fell|falls?|fallen|dropped|drops|decreased|declined|down)\b/i;
const old = /\bfrom\b/i;

/** 1 where only the first pattern fits, -1 where only the second does, else 0. */
const whichFits = (text: string, one: RegExp, other: RegExp): number =>
  Number(one.test(text)) - Number(other.test(text));

/** 1: the first of two numbers is said to be the larger one; -1: the smaller one; 0: nothing is said of that. */
const saidDirection = (lead: string, middle: string): number =>
  /\bthan\b|\bexceed|^\W*(?:ahead of|behind|above|below)\b/i.test(middle)
    ? whichFits(`${lead} ${middle}`, more, less)
    : // "From 11 to 74" and "to 74 from 11": the number without "from" is the later one.
      whichFits(`${lead} ${middle}`, rose, fell) * (Number(old.test(middle)) - Number(old.test(lead)));

/** A part of a sentence that goes on about a number before it. */
const goesOn = /^(?:[,;]| (?:and|but|while|whereas|against|versus|compared)\b)/;

const isPlain = ({ bound, isDifference, isWhole }: StatedNumber): boolean =>
  bound === undefined && !isDifference && !isWhole;

/** Two right numbers that can be compared. */
const arePair = (numbers: readonly StatedNumber[], found: readonly Result[]): boolean =>
  numbers.length === 2 &&
  found.length === 2 &&
  numbers.every(isPlain) &&
  numbers[0]?.isPercent === numbers[1]?.isPercent &&
  found.every(isGood);

/** What is wrong with two right numbers of a sentence that says of the smaller one that it is the larger. */
const wrongDirection = (
  { clause: { text, periods, numbers: stated }, results }: VerifiedClause,
  before: VerifiedClause | undefined,
): Result | undefined => {
  const numbers = [...(before?.clause.numbers.slice(-1) ?? []), ...stated];
  const found = [...(before?.results.slice(-1) ?? []), ...results];
  const [first, second] = numbers;
  if (first === undefined || second === undefined || !arePair(numbers, found)) return undefined;
  const words = blankOut(text, periods);
  const [from, end] = before === undefined ? [first.start, first.end] : [0, 0];
  const said = saidDirection(words.slice(0, from), words.slice(end, second.start));
  if (said === 0 || Math.sign(first.value - second.value) === said) return undefined;
  return wrong(`${first.value} is not ${said === 1 ? "more" : "less"} than ${second.value}.`);
};

/** The numbers of a text, those wrong that are said to be more or less than another one and are not. */
export const withDirections = (clauses: readonly VerifiedClause[]): readonly VerifiedNumber[] =>
  clauses.flatMap((each, place) => {
    const { text, numbers } = each.clause;
    const before = numbers.length === 1 && goesOn.test(text) ? clauses[place - 1] : undefined;
    const result = wrongDirection(each, before);
    return each.results.map((own) => ({ ...own, ...result }));
  });

const thanBefore =
  /\b(?:(?:more|higher|larger)|(fewer|less|lower|smaller))\b[^.;,\d]{0,30}\bthan (?:(?:in|at|the|that of|those of) )*$/i;

/** The rows of the name or the period that a number is said to be more (1) or less (-1) than, without a number of their own. */
const findOther = (
  { text, periods }: Clause,
  number: StatedNumber,
  { table }: Source,
  mentions: readonly Mention[],
): { readonly rows: readonly number[]; readonly said: number; readonly name: string } | undefined => {
  const places = [
    ...mentions.map(({ start, end, rows }) => ({ start, end, rows: [...rows] })),
    ...periods.map(({ start, end, from, to }) => ({
      ...{ start, end },
      rows: [...table.rows.keys()].filter((row) =>
        (table.periods[row] ?? []).some((each) => each.from === from && each.to === to),
      ),
    })),
  ];
  for (const { start, end, rows } of places) {
    const [found, isLess] = thanBefore.exec(text.slice(0, start)) ?? [];
    if (found !== undefined && start >= number.end)
      return { rows, said: isLess === undefined ? 1 : -1, name: text.slice(start, end) };
  }
  return undefined;
};

/** What is wrong with a right number that is said to be more or less than that of another row; undefined where nothing is. */
export const checkOther = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, mentions }: { readonly rows: readonly number[]; readonly mentions: readonly Mention[] },
): Result | undefined => {
  const other = clause.numbers.length === 1 ? findOther(clause, number, source, mentions) : undefined;
  if (other === undefined) return undefined;
  const { table } = source;
  const columns = chooseColumns(clause, number, source, table.numeric);
  const cell = (row: number, column: number): number => Number(table.rows[row]?.[column]);
  for (const column of typeof columns === "string" ? [] : columns)
    for (const row of rows.filter((each) => !other.rows.includes(each) && closeness(number, cell(each, column)))) {
      const [value] = other.rows.map((each) => cell(each, column));
      if (value === undefined) continue;
      return Math.sign(cell(row, column) - value) === other.said
        ? undefined
        : wrong(`${columnLabel(table, column)} of ${other.name} is ${value}.`);
    }
  return noSource(`The answer does not say how it compares with ${other.name}.`);
};
