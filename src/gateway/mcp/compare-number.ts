import type { Clause } from "./clauses";
import {
  bestResult,
  closeness,
  columnLabel,
  compareCell,
  currencyAt,
  isGood,
  isShare,
  noSource,
  type Result,
  type Verdict,
  wrong,
} from "./compare-cell";
import { checkOther } from "./directions";
import { countNouns, hasCompanies, type Source } from "./number-source";
import { findGoal, findUnknownWord, rowMentions, saidOf } from "./sentence-names";
import { type Rank, rankName, readRank, valueOfRank } from "./ranks";
import { checkUnit, chooseColumns, hasColumn, nounAfter } from "./sentence-measure";
import { readNumbers, type StatedNumber } from "./stated-numbers";
import type { PeriodMention } from "./stated-periods";
import type { Mention, VerifiedTable } from "./verified-table";

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The one of several places in a text that a number belongs to: the last one before it, else the next one. */
const nearest = <Each extends Place>(places: readonly Each[], { start, end }: StatedNumber): Each | undefined =>
  places.filter((place) => place.end <= start).toSorted((one, other) => other.end - one.end)[0] ??
  places.filter((place) => place.start >= end).toSorted((one, other) => one.start - other.start)[0];

/** The rows that a number is of, the places of their names, and the names that have it together. */
const chooseRows = (
  { text }: Clause,
  number: StatedNumber,
  { table }: Source,
  { mentions, carried }: { readonly mentions: readonly Mention[]; readonly carried: readonly Mention[] },
): { readonly rows: readonly number[]; readonly own: readonly Place[]; readonly together: readonly Mention[] } => {
  const all = [...mentions, ...carried];
  const own: Place[] = [];
  let rows: readonly number[] = [...table.rows.keys()];
  let together: readonly Mention[] = [];
  for (const column of new Set(all.map((mention) => mention.column))) {
    const group = all.filter((mention) => mention.column === column);
    const one =
      group.find(({ start }) => ownPlace.test(text.slice(number.end, start))) ?? nearest(group, number) ?? group[0];
    if (one === undefined) continue;
    const chain = mentions.includes(one) ? joined(text, group, one) : [one];
    if (mentions.includes(one)) own.push(...chain);
    if (chain.length > 1) together = chain;
    rows = rows.filter((row) => chain.some((each) => each.rows.has(row)));
  }
  return { rows, own, together };
};

/**
 * What the answer says of a number in a sentence.
 * @param carried rows that the sentence before named, if this one names none
 */
export const compareNumber = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  carried: readonly Mention[],
): Result => {
  const mentions = rowMentions(clause, source);
  const { rows, own, together } = chooseRows(clause, number, source, { mentions, carried });
  if (rows.length === 0) return noSource("No row has all that the sentence names.");
  const isNamed = mentions.length + carried.length > 0;
  const said = saidOf(clause, number, source, [...own, ...ownPeriods(clause, number, source)]);
  const compared =
    together.length < 2
      ? compareRows(clause, number, source, { rows, isNamed, said })
      : compareTogether(clause, number, source, { rows, together, said });
  const result: Result =
    isGood(compared) || !isNamed || !isInTexts(number, source.table, rows) ? compared : { verdict: "right" };
  const unknown =
    findGoal(clause, source) ?? findUnknownWord(clause, number, source, { said, rows: isNamed ? rows : [] });
  if (unknown !== undefined) return noSource(`The answer says nothing of "${unknown}". ${result.reason ?? ""}`.trim());
  return isGood(result) ? (checkOther(clause, number, source, { rows, mentions }) ?? result) : result;
};

const verdicts: readonly Verdict[] = ["wrong", "no source", "rounded", "right"];

/** Names in one sentence that a number can be of. */
const mostNames = 40;

/** A number of several names: each of them has it, or all have it together. */
const compareTogether = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, together, said }: Pick<Compared, "rows" | "said"> & { readonly together: readonly Mention[] },
): Result => {
  const compareOne = ({ rows: own }: Mention): Result =>
    compareRows(clause, number, source, { rows: rows.filter((row) => own.has(row)), isNamed: true, said });
  if (together.length > mostNames) return noSource(`It is of more than ${mostNames} names in one sentence.`);
  // "A and B have 5 and 7": the first number is of the first name.
  const alike = clause.numbers.filter(({ isPercent }) => isPercent === number.isPercent);
  const own = alike.length === together.length ? together[alike.indexOf(number)] : undefined;
  if (own !== undefined) return compareOne(own);
  const each = together.map(compareOne);
  const worst = verdicts.flatMap((verdict) => each.find((one) => one.verdict === verdict) ?? [])[0] ?? noSource("");
  const isSum = /\b(?:together|combined|altogether|in total)\b/i.test(clause.text);
  if ((isGood(worst) && !isSum) || /\b(?:each|both)\b/i.test(clause.text)) return worst;
  const sum = compareRows({ ...clause, text: `${clause.text} together` }, number, source, {
    rows,
    isNamed: false,
    said,
  });
  return isSum || isGood(sum) ? sum : worst;
};

/** The names of one column, or periods, that stand beside one of them, joined by commas, "and" or "to". */
const joined = <Each extends Place>(text: string, group: readonly Each[], one: Each): readonly Each[] => {
  const isJoined = (before: Each, after: Each): boolean =>
    /^(?:,|,? (?:and|or|to|until|through|vs\.?|versus|→|&)| as well as| ?[-–/])(?: (?:also|both|the|in|for))* ?$/i.test(
      text.slice(before.end, after.start).replaceAll(/\s+/g, " "),
    );
  const all = group.toSorted((left, right) => left.start - right.start);
  const chain = [one];
  for (const each of all.filter(({ end }) => end <= one.start).toReversed())
    if (chain[0] !== undefined && isJoined(each, chain[0])) chain.unshift(each);
  for (const each of all.filter(({ start }) => start >= one.end)) {
    const last = chain.at(-1);
    if (last !== undefined && isJoined(last, each)) chain.push(each);
  }
  return chain;
};

/** The rows that a sentence is about, and what it says of them. */
interface Compared {
  readonly rows: readonly number[];
  readonly isNamed: boolean;
  readonly said: string;
}

/** Compares a number with the rows that its sentence is about. */
const compareRows = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, isNamed, said }: Compared,
): Result => {
  const { table } = source;
  const unit = checkUnit(clause, number, source);
  if (unit !== undefined) return unit;
  const period = placePeriod(clause, number, source, rows);
  if ("verdict" in period) return period;
  if (number.isDifference) return compareDifference(number, source, period);
  const count = compareCount(clause, number, source, { rows: period.rows, isNamed });
  if (count !== undefined) return count;
  if (isLimitedCount(clause, number, source)) return noSource("The answer does not count by such a condition.");
  const columns = chooseColumns(clause, number, source, period.columns);
  if (typeof columns === "string") return noSource(columns);
  if (number.isWhole) {
    const whole = { ...clause, text: `${clause.text} in total` };
    return compareWhole(whole, number, source, { rows: [...table.rows.keys()], columns });
  }
  // What names no row may be any number only where there is one row.
  if (!isNamed && period.rows.length !== 1) return compareWhole(clause, number, source, { rows: period.rows, columns });
  const result = compareCells(number, source, { rows: period.rows, columns });
  const rank = readRank(said);
  if (!isGood(result) || rank === undefined) return result;
  // A named row has a rank only if its number, and not only what that is rounded to, is that of the rank in all rows.
  const all = [...table.rows.keys()];
  const ranked = compareWhole(clause, number, source, { rows: all, columns, rank });
  const isOwn = columns.some((column) => {
    const value = valueOfRank(rank, ownValues(number, source, all, column).values);
    return period.rows.some((row) => table.rows[row]?.[column] === value);
  });
  return isGood(ranked) ? (isOwn ? result : wrong("Another row has this rank.")) : ranked;
};

/** The numbers of a column, of the currency of a number where amounts have several, and how many currencies there are. */
const ownValues = (
  number: StatedNumber,
  source: Source,
  rows: readonly number[],
  column: number,
): { readonly values: readonly number[]; readonly currencies: number } => {
  const { table } = source;
  const filled = rows.filter((row) => typeof table.rows[row]?.[column] === "number");
  const own = filled.filter((row) => [currencyAt(source, { row, column }), undefined].includes(number.currency));
  return {
    values: own.map((row) => Number(table.rows[row]?.[column])),
    currencies: new Set(filled.map((row) => currencyAt(source, { row, column }))).size,
  };
};

const compareCells = (
  number: StatedNumber,
  source: Source,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
): Result =>
  bestResult(
    rows.flatMap((row) =>
      columns.map((column) => compareCell(number, source.table.rows[row]?.[column], source, { row, column })),
    ),
  );

/** Whether the text of a record, such as a title, states the number. */
const isInTexts = (number: StatedNumber, { rows }: VerifiedTable, places: readonly number[]): boolean =>
  (number.factor > 1 || number.isPercent || number.currency !== undefined) &&
  places.some((place) =>
    (rows[place] ?? []).some(
      (cell) =>
        typeof cell === "string" &&
        readNumbers(cell).numbers.some(
          ({ value, isPercent, currency }) =>
            value === number.value && isPercent === number.isPercent && currency === number.currency,
        ),
    ),
  );

/** How much more or less something is: only a column of differences has it. */
const compareDifference = (
  number: StatedNumber,
  source: Source,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
): Result => {
  const { table } = source;
  const differences = columns.filter((column) =>
    /change|difference|delta|growth/i.test(`${table.columns[column]?.name ?? ""} ${columnLabel(table, column)}`),
  );
  if (differences.length === 0) return noSource("It compares, which the answer does not: state both values.");
  return compareCells(number, source, { rows, columns: differences });
};

/** What a number counts, where the answer has no column of that name. */
const countedRecords = ({ text }: Clause, number: StatedNumber, source: Source): string | undefined => {
  const noun = nounAfter(text, number);
  const isSingle = source.table.rows.length === 1 && source.table.columns.length === 1;
  return noun === undefined || number.isPercent || isSingle || hasColumn(source, noun) ? undefined : noun;
};

/** A number of records, which is that of the rows. Undefined where the number is something else. */
const compareCount = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, isNamed }: { readonly rows: readonly number[]; readonly isNamed: boolean },
): Result | undefined => {
  const { table, formula, listed, incomplete } = source;
  const noun = countedRecords(clause, number, source);
  if (noun === undefined) return undefined;
  const isOfRows = noun === listed || (noun === "companies" && !isNamed && hasCompanies(table));
  if (!isOfRows && (listed === undefined || noun === "companies")) return undefined;
  if (!isOfRows) return noSource(`The rows of the answer are ${listed ?? ""}, not ${noun.replace("_", " ")}.`);
  if (incomplete !== undefined) return noSource(`The answer is a part, so that it does not count them: ${incomplete}`);
  if (isConditional(clause, number, source)) return noSource("The answer does not count rows by a condition.");
  if (noun !== "companies" && /\balign\s*=\s*(?:yes|true)/i.test(formula))
    return noSource("The rows of the answer are companies.");
  return compareValue(number, "The number of rows", rows.filter((row) => hasValues(table, row)).length);
};

/** What stands between a number and the end of its piece of a sentence. */
const behind = ({ text }: Clause, { end }: StatedNumber): string => text.slice(end).split(/[,;:.(]/, 1)[0] ?? "";

/** Whether a measure limits what a number counts: "11 events with the highest score". */
const isLimited = (clause: Clause, number: StatedNumber, { table }: Source): boolean => {
  const tail = behind(clause, number);
  const noun = nounAfter(clause.text, number);
  return [...tail.matchAll(table.phrases)].some(
    ({ 0: phrase, index }) => index > 1 && phrase.length > 1 && countNouns.get(phrase.toLowerCase()) !== noun,
  );
};

const hasNumberBehind = (clause: Clause, number: StatedNumber): boolean =>
  clause.numbers.some(({ start }) => start >= number.end && start < number.end + behind(clause, number).length);

const isLimitedCount = (clause: Clause, number: StatedNumber, source: Source): boolean =>
  nounAfter(clause.text, number) !== undefined && !hasNumberBehind(clause, number) && isLimited(clause, number, source);

/** Whether a number of rows is limited: "12 companies with 50 events". */
const isConditional = (clause: Clause, number: StatedNumber, source: Source): boolean => {
  const isAll =
    number.isWhole ||
    (/\b(?:all|the)\s*$/i.test(clause.text.slice(0, number.start)) && /\b(?:in total|together)\b/.test(clause.text));
  return !isAll && (hasNumberBehind(clause, number) || isLimited(clause, number, source));
};

const hasValues = ({ rows }: VerifiedTable, row: number): boolean =>
  !(rows[row] ?? []).every((cell) => cell === "" || cell instanceof Error);

const compareValue = (number: StatedNumber, name: string, value: number): Result => {
  const close = closeness(number, value);
  return close === undefined ? wrong(`${name} is ${value}.`) : { verdict: close };
};

const sumWords = /\b(?:total|altogether|in all|together|sum|overall)\b/i;

/** What several numbers give together, by the words of a sentence: their sum, and the one that has a rank. */
const wholesOf = (text: string, rank: Rank | undefined, values: readonly number[]) => [
  ...(sumWords.test(text) ? [{ name: "sum of", value: values.reduce((sum, value) => sum + value, 0) }] : []),
  ...(rank === undefined ? [] : [{ name: rankName(rank), value: valueOfRank(rank, values) }]),
];

/** Whether a number counts what the first column names: "14 countries". */
const isRowNoun = ({ text }: Clause, { end }: StatedNumber, { variants }: VerifiedTable): boolean => {
  const word = /^ (\p{L}+)/u.exec(text.slice(end))?.[1]?.toLowerCase() ?? "";
  const singular = word.replace(/ies$/, "y").replace(/s$/, "");
  return (variants[0] ?? []).some((words) => words.includes(word) || words.includes(singular));
};

/** Sums, counts and extremes of several rows. */
const compareWhole = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  {
    rows,
    columns,
    rank = readRank(clause.text),
  }: { readonly rows: readonly number[]; readonly columns: readonly number[]; readonly rank?: Rank | undefined },
): Result => {
  const { table, incomplete } = source;
  if (incomplete !== undefined) return noSource(`The answer is a part, so that it has no totals: ${incomplete}`);
  const noun = nounAfter(clause.text, number);
  const isCount =
    (noun === undefined
      ? isRowNoun(clause, number, table)
      : noun === source.listed || (noun === "companies" && hasCompanies(table))) &&
    !isConditional(clause, number, source);
  const candidates = columns.flatMap((column) => {
    if (number.isPercent && !isShare(table, column)) return [];
    const scale = number.isPercent ? 100 : 1;
    const { values, currencies } = ownValues(number, source, rows, column);
    // Amounts of several currencies have no sum, and no extremes but those of one currency.
    if (values.length === 0 || (number.currency === undefined && currencies > 1)) return [];
    return wholesOf(clause.text, rank, values)
      .filter(({ name }) => currencies === 1 || !name.startsWith("sum"))
      .map(({ name, value }) => ({ value: value * scale, name: `The ${name} ${columnLabel(table, column)}` }));
  });
  const all = [
    ...candidates,
    ...(isCount && !number.isPercent ? [{ value: rows.length, name: "The number of rows" }] : []),
  ];
  const best = bestResult(all.map(({ value, name }) => compareValue(number, name, value)));
  return best.verdict === "wrong" && candidates.length === 0
    ? noSource("The sentence does not say whose number it is.")
    : best;
};

/** What stands between a number and the period or name behind it that is its own: "13 events in March 2025". */
const ownPlace = /^(?: [\p{L}-]+){0,3} (?:(?:in|for|at|during|of) (?:the )?|\((?:in )?)$/u;

/** Whether a period is that of the formula: from its first to its last day, or since its first day. */
const isOfFormula = (period: PeriodMention, { text, periods }: Clause, formula: string): boolean => {
  const [first, last = first] = (formula.match(/(?<=")\d{4}-\d\d-\d\d(?=")/g) ?? []).map(
    (each) => Date.parse(each) / 86_400_000,
  );
  if (first === undefined || last === undefined) return false;
  const hasDay = (each: PeriodMention | undefined, day: number): boolean =>
    each !== undefined && each.from <= day && day < each.to;
  if (/\bsince (?:the )?$/i.test(text.slice(0, period.start))) return hasDay(period, first);
  const place = periods.indexOf(period);
  return (
    (period.from === first && period.to === last + 1) ||
    (hasDay(period, first) && hasDay(periods[place + 1], last)) ||
    (hasDay(period, last) && hasDay(periods[place - 1], first))
  );
};

const isAsOf = ({ text }: Clause, { start }: PeriodMention): boolean =>
  /\b(?:as of|as at|retrieved|fetched)(?: on)?\s*$/i.test(text.slice(0, start));

/** What makes a period the beginning, the end or the other side of what a number is of: "since December 2025". */
const notWithin = /\b(?:by|since|from|to|than|vs\.?|versus|against|with)(?: the)? $/i;

/** The periods that a number is of, several where it is of more than a row. "May and June have 5 and 7": the first number is of May. */
const ownPeriods = (clause: Clause, number: StatedNumber, { formula }: Source): readonly PeriodMention[] => {
  const periods = clause.periods.filter((each) => !isAsOf(clause, each) && !isOfFormula(each, clause, formula));
  const one =
    periods.find(({ start }) => ownPlace.test(clause.text.slice(number.end, start))) ?? nearest(periods, number);
  if (one === undefined) return [];
  const chain = joined(clause.text, periods, one);
  if (chain.length === 1 && notWithin.test(clause.text.slice(0, one.start))) return [one, one];
  const alike = clause.numbers.filter(({ isPercent }) => isPercent === number.isPercent);
  const [from, to] = [chain[0]?.start ?? 0, chain.at(-1)?.end ?? 0];
  const isBeside = alike.every(({ end }) => end <= from) || alike.every(({ start }) => start >= to);
  const own = chain[alike.indexOf(number)];
  return alike.length === chain.length && isBeside && own !== undefined ? [own] : chain;
};

/** The rows and columns of the period that a sentence names. */
const placePeriod = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  rows: readonly number[],
): Result | { readonly rows: readonly number[]; readonly columns: readonly number[] } => {
  const { table, fetchedAt } = source;
  const asOf = clause.periods.find((each) => isAsOf(clause, each));
  const day = fetchedAt === undefined ? undefined : Math.floor(fetchedAt / 86_400_000);
  if (asOf !== undefined && day !== undefined && (day < asOf.from || day >= asOf.to))
    return wrong(`The answer is of ${new Date(day * 86_400_000).toISOString().slice(0, 10)}.`);
  const [period, ...others] = ownPeriods(clause, number, source);
  if (period === undefined) return { rows, columns: table.numeric };
  if (others.length > 0)
    return noSource(`It is of another period than ${period.text}, for which the answer has no row.`);
  const isSame = ({ from, to }: Pick<PeriodMention, "from" | "to">): boolean =>
    period.month === undefined
      ? from === period.from && to === period.to
      : to - from > 1 && to - from < 32 && new Date(from * 86_400_000).getUTCMonth() === period.month;
  const columns = table.numeric.filter((column) => {
    const own = table.headerPeriods[column];
    return own !== undefined && isSame(own);
  });
  if (columns.length > 0) return { rows, columns };
  if (table.headerPeriods.some((each, column) => each !== undefined && table.numeric.includes(column)))
    return noSource(`The answer has no column for ${period.text}.`);
  const placed = rows.filter((row) =>
    (table.periods[row] ?? []).some(({ from, to, isPeriod }) =>
      isPeriod ? isSame({ from, to }) : from >= period.from && to <= period.to,
    ),
  );
  const years = new Set(placed.flatMap((row) => (table.periods[row] ?? []).filter(isSame).map(({ from }) => from)));
  if (period.month !== undefined && years.size > 1) return noSource(`The sentence names no year for ${period.text}.`);
  if (placed.length > 0) return { rows: placed, columns: table.numeric };
  return noSource(`The answer does not say that it is of ${period.text}.`);
};
