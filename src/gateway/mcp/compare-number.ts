import type { PlainCell } from "../tables/table-text";
import { countNouns, type Source } from "./number-source";
import type { Clause, PeriodMention, StatedNumber } from "./stated-numbers";
import { isLegalForm, type Mention, otherMeasure, type VerifiedTable } from "./verified-table";

export type Verdict = "right" | "rounded" | "wrong" | "no source";

export interface VerifiedNumber {
  readonly number: string;
  readonly clause: string;
  readonly verdict: Verdict;
  /** Why it is not right. */
  readonly reason?: string;
}

type Result = Pick<VerifiedNumber, "verdict" | "reason">;

const wrong = (reason: string): Result => ({ verdict: "wrong", reason });
const noSource = (reason: string): Result => ({ verdict: "no source", reason });

/** The one of several places in a text that a number belongs to: the last one before it, else the next one. */
const nearest = <Place extends { readonly start: number; readonly end: number }>(
  places: readonly Place[],
  { start, end }: StatedNumber,
): Place | undefined =>
  places.filter((place) => place.end <= start).toSorted((one, other) => other.end - one.end)[0] ??
  places.filter((place) => place.start >= end).toSorted((one, other) => one.start - other.start)[0];

/** The rows that a clause names. "Acme Credit Bank" does not name the row "Acme". */
export const rowMentions = ({ text }: Clause, source: Source): readonly Mention[] => {
  const mentions = source.table.mentions(text);
  return mentions.filter(({ column, start, end }) => {
    if (column === -1) return false;
    const next = /^ (\p{Lu}\p{Ll}[\p{L}'’-]*)/u.exec(text.slice(end, end + 60))?.[1];
    return (
      next === undefined ||
      !/^\p{Lu}/u.test(text.slice(start, end)) ||
      isLegalForm(next) ||
      isKnownWord(next, source) ||
      mentions.some((other) => other.start === end + 1)
    );
  });
};

export const compareNumber = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  carried: readonly Mention[],
): Result => {
  const { table } = source;
  const mentions = rowMentions(clause, source);
  const byColumn = new Map<number, Mention[]>();
  for (const mention of [...mentions, ...carried])
    byColumn.set(mention.column, [...(byColumn.get(mention.column) ?? []), mention]);
  const stranger = findStranger(clause, number, source, { mentions, carried });
  if (stranger !== undefined) return noSource(`The answer has no row for "${stranger}".`);
  let rows: readonly number[] = [...table.rows.keys()];
  let together: readonly Mention[] = [];
  for (const group of byColumn.values()) {
    const one = nearest(group, number) ?? group[0];
    if (one === undefined) continue;
    const chain = mentions.includes(one) ? coordinated(clause, group, one) : [one];
    if (chain.length > 1) together = chain;
    rows = rows.filter((row) => chain.some((each) => each.rows.has(row)));
  }
  if (rows.length === 0) return noSource("No row has all that the sentence names.");
  const isNamed = byColumn.size > 0;
  return together.length < 2
    ? compareRows(clause, number, source, { rows, isNamed })
    : compareTogether(clause, number, source, { rows, together });
};

const verdicts: readonly Verdict[] = ["wrong", "no source", "rounded", "right"];

/** A number of several names: each of them has it, or all have it together. */
const compareTogether = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, together }: { readonly rows: readonly number[]; readonly together: readonly Mention[] },
): Result => {
  const compareOne = ({ rows: own }: Mention): Result =>
    compareRows(clause, number, source, { rows: rows.filter((row) => own.has(row)), isNamed: true });
  // "A and B have 5 and 7": the first number is of the first name.
  const own = clause.numbers.length === together.length ? together[clause.numbers.indexOf(number)] : undefined;
  if (own !== undefined) return compareOne(own);
  const each = together.map(compareOne);
  const worst = verdicts.flatMap((verdict) => each.find((one) => one.verdict === verdict) ?? [])[0] ?? noSource("");
  if (worst.verdict === "right" || worst.verdict === "rounded") return worst;
  const sum = compareRows({ ...clause, text: `${clause.text} together` }, number, source, { rows, isNamed: false });
  return sum.verdict === "right" || sum.verdict === "rounded" ? sum : worst;
};

/** The names of one column that stand beside one of them, joined by commas and "and". */
const coordinated = ({ text }: Clause, group: readonly Mention[], one: Mention): readonly Mention[] => {
  const isJoined = (before: Mention, after: Mention): boolean =>
    /^(?:,|,? (?:and|or|&)| as well as)(?: (?:also|both|the))* $/i.test(
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

/** Compares a number with the rows that its sentence is about. */
const compareRows = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { rows, isNamed }: { readonly rows: readonly number[]; readonly isNamed: boolean },
): Result => {
  const { table } = source;
  const unit = checkUnit(clause, number, source);
  if (unit !== undefined) return unit;
  const period = placePeriod(clause, number, source, rows);
  if ("verdict" in period) return period;
  const noun = nounAfter(clause.text, number);
  const isSingle = table.rows.length === 1 && table.columns.length === 1;
  if (noun !== undefined && !number.isPercent && !isSingle && !hasColumn(source, noun)) {
    if (noun === source.listed) return compareCount(number, source, period.rows);
    if (source.listed !== undefined && noun !== "companies")
      return noSource(`The rows of the answer are ${source.listed}, not ${noun.replace("_", " ")}.`);
  }
  const columns = chooseColumns(clause, number, source, period.columns);
  if (typeof columns === "string") return noSource(`The answer has no ${columns}.`);
  // What names no row may be any number only where there is one row.
  if (!isNamed && period.rows.length !== 1) return compareWhole(clause, number, source, { rows: period.rows, columns });
  return bestResult(
    period.rows.flatMap((row) =>
      columns.map((column) => compareCell(number, table.rows[row]?.[column], source, { row, column })),
    ),
  );
};

const hasColumn = ({ table }: Source, noun: string): boolean =>
  table.columns.some(({ name }) => name === noun || name.startsWith(`${noun}_`)) ||
  table.variants.some((all) => all.some((words) => words.length === 1 && words[0] === noun));

/** How many records the rows are. */
const compareCount = (
  number: StatedNumber,
  { table, formula, listed, incomplete }: Source,
  rows: readonly number[],
): Result => {
  if (incomplete !== undefined) return noSource(`The answer is a part, so that it does not count them: ${incomplete}`);
  if (listed !== "companies" && /\balign\s*=\s*(?:yes|true)/i.test(formula))
    return noSource("The rows of the answer are companies.");
  const count = rows.filter(
    (row) => !(table.rows[row] ?? []).every((cell) => cell === "" || cell instanceof Error),
  ).length;
  const close = closeness(number, count);
  return close === undefined ? wrong(`The number of rows is ${count}.`) : { verdict: close };
};

const bestResult = (results: readonly Result[]): Result =>
  results.find(({ verdict }) => verdict === "right") ??
  results.find(({ verdict }) => verdict === "rounded") ??
  results.find(({ reason = "" }) => reason !== "") ??
  noSource("The answer has no number there.");

const shownCell = (cell: PlainCell | undefined): string => (cell instanceof Error ? cell.message : String(cell));

/** Whether a number is a value, exactly or by its digits. */
const closeness = (number: StatedNumber, value: number): "right" | "rounded" | undefined => {
  const difference = Math.abs(number.value - value);
  const isSame = difference <= Math.abs(value) * 1e-12;
  if (number.bound === "above") return isSame || value < number.value ? undefined : "rounded";
  if (number.bound === "below" && value > number.value && !isSame) return undefined;
  if (isSame) return "right";
  // Rounded by more than a tenth, a value is another one.
  if (number.isRough && difference > Math.abs(value) / 10) return undefined;
  if (number.bound === "below" && !number.isRough) return "rounded";
  return difference <= (number.step / 2) * (1 + 1e-9) ? "rounded" : undefined;
};

const isShare = ({ columns }: VerifiedTable, column: number): boolean =>
  /share|percent|weight|coverage/i.test(`${columns[column]?.name ?? ""} ${columns[column]?.label ?? ""}`);

const columnLabel = ({ columns }: VerifiedTable, column: number): string =>
  columns[column]?.label ?? columns[column]?.name ?? "";

const compareCell = (
  number: StatedNumber,
  cell: PlainCell | undefined,
  source: Source,
  place: { readonly row: number; readonly column: number },
): Result => {
  const label = columnLabel(source.table, place.column);
  if (cell instanceof Error) return wrong(`${label} is missing: ${cell.message}`);
  if (cell === "" || cell === undefined) return wrong(`${label} is missing, which is not 0.`);
  if (typeof cell !== "number") return noSource("");
  const share = isShare(source.table, place.column);
  const value = share && number.isPercent ? cell * 100 : cell;
  const expected = `${label} is ${shownCell(value)}${share && number.isPercent ? " %" : ""}.`;
  const close = closeness(number, value);
  if (close === undefined) return wrong(expected);
  if (number.isPercent && !share) return wrong(`${label} is no percentage: ${expected}`);
  return compareCurrency(number, source, place) ?? { verdict: close };
};

/** Undefined where no currency is stated, or the right one. */
const compareCurrency = (
  number: StatedNumber,
  { table, formula }: Source,
  { row, column }: { readonly row: number; readonly column: number },
): Result | undefined => {
  if (number.currency === undefined) return undefined;
  const name = table.columns[column]?.name ?? "";
  const place = table.columns.findIndex((each) => each.name === `${name}.currency` || each.name === "currency");
  const option = /\bcurrency\s*=\s*([A-Z]{3})\b/i.exec(formula)?.[1]?.toUpperCase();
  const currency = place === -1 ? option : table.rows[row]?.[place];
  if (currency === number.currency) return undefined;
  const label = columnLabel(table, column);
  return wrong(
    currency === undefined ? `${label} has no currency in the answer.` : `${label} is in ${shownCell(currency)}.`,
  );
};

/** What several numbers give together, by the words of a sentence. */
const wholes: readonly (readonly [words: RegExp, name: string, calculate: (values: readonly number[]) => number])[] = [
  [
    /\b(?:total|altogether|in all|together|sum|overall)\b/i,
    "sum of",
    (values) => values.reduce((sum, value) => sum + value, 0),
  ],
  [
    /\b(?:highest|most|largest|maximum|top|peak)\b/i,
    "largest",
    (values) => values.reduce((most, value) => Math.max(most, value), -Infinity),
  ],
  [
    /\b(?:lowest|fewest|smallest|least|minimum)\b/i,
    "smallest",
    (values) => values.reduce((least, value) => Math.min(least, value), Infinity),
  ],
];

/** Sums, counts and extremes of several rows. */
const compareWhole = (
  clause: Clause,
  number: StatedNumber,
  { table, counted, incomplete }: Source,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
): Result => {
  if (incomplete !== undefined) return noSource(`The answer is a part, so that it has no totals: ${incomplete}`);
  const noun = nounAfter(clause.text, number);
  const isCount = noun === undefined || noun === "companies" || counted.has(noun);
  const candidates = columns.flatMap((column) => {
    const values = rows.map((row) => table.rows[row]?.[column]).filter((cell) => typeof cell === "number");
    return wholes.flatMap(([words, name, calculate]) =>
      words.test(clause.text) ? [{ value: calculate(values), name: `The ${name} ${columnLabel(table, column)}` }] : [],
    );
  });
  const all = [...candidates, ...(isCount ? [{ value: rows.length, name: "The number of rows" }] : [])];
  const results = all.map(({ value, name }): Result => {
    const close = closeness(number, value);
    return close === undefined ? wrong(`${name} is ${value}.`) : { verdict: close };
  });
  const best = bestResult(results);
  return best.verdict === "wrong" && candidates.length === 0
    ? noSource("The sentence does not say whose number it is.")
    : best;
};

const sentenceWords = new Set(
  "the a an in on at it its there this that these those for with by from of as between during since over total all both each and but while they their no only most more fewer less about around roughly nearly when where whereas however also then after before until altogether together overall its we our i e s g esg sdg un ungc usd eur gbp chf sek source sources hash formula q jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december".split(
    " ",
  ),
);

const isKnownWord = (word: string, { table, counted }: Source): boolean => {
  const lower = word.toLowerCase();
  return (
    sentenceWords.has(lower) ||
    counted.has(lower) ||
    countNouns.has(lower) ||
    table.variants.some((all) => all.some((words) => words.includes(lower)))
  );
};

interface Phrase {
  readonly text: string;
  readonly words: number;
  readonly start: number;
  readonly end: number;
}

/** Names in a sentence that neither the answer nor the formula has. */
const unknownNames = ({ text }: Clause, source: Source): readonly Phrase[] => {
  let rest = text;
  const blankOut = (start: number, end: number): void => {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  };
  const mentions = new Set(rowMentions({ text } as Clause, source));
  for (const mention of source.table.mentions(text))
    if (mention.column === -1 || mentions.has(mention)) blankOut(mention.start, mention.end);
  for (const known of source.texts)
    if (known.length > 1) rest = rest.replaceAll(known, (match) => " ".repeat(match.length));
  return [...rest.matchAll(/\p{Lu}[\p{L}&'’.-]*(?: \p{Lu}[\p{L}&'’.-]*)*/gu)].flatMap((match) => {
    const words = match[0].split(" ").filter((word) => !isKnownWord(word.replaceAll(/[.'’]s?$/g, ""), source));
    if (words.length === 0) return [];
    return [{ text: words.join(" "), words: words.length, start: match.index, end: match.index + match[0].length }];
  });
};

/** What stands behind the name of whom a sentence is about. */
const subjectTail =
  /^(?:['’]s\b|:|,? (?:had|has|have|is|was|reports?|reported|shows?|showed|counts?|stands?|saw|recorded|posted|sits|scores?|scored|comes|came|employs?|employed|made|earned|with|at)\b)/i;

/** The name of somebody else whom a number is about. */
const findStranger = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { mentions, carried }: { readonly mentions: readonly Mention[]; readonly carried: readonly Mention[] },
): string | undefined => {
  const names = unknownNames(clause, source);
  if (mentions.length + carried.length === 0) return names[0]?.text;
  const last = Math.max(-1, ...mentions.map(({ end }) => end).filter((end) => end <= number.start));
  return names.findLast(({ start, end, words }) => {
    if (end > number.start || start < last) return false;
    const isSubject = subjectTail.test(clause.text.slice(end, end + 20));
    if (last === -1) return isSubject || words > 1;
    return isSubject && /[;,]|\b(?:and|but|while|whereas)\b/i.test(clause.text.slice(last, start));
  })?.text;
};

/** What a number counts, by the nouns behind it. */
const nounAfter = (text: string, { end }: StatedNumber): string | undefined => {
  const words = /^(?:\s+\p{L}[\p{L}-]*){1,3}/u.exec(text.slice(end))?.[0].trim().toLowerCase().split(/\s+/) ?? [];
  const stop = words.findIndex((word) =>
    /^(?:of|in|for|with|and|at|on|by|from|to|is|was|were|had|has|a|the)$/.test(word),
  );
  return words
    .slice(0, stop === -1 ? words.length : stop)
    .map((word) => countNouns.get(word))
    .find((noun) => noun !== undefined);
};

const checkUnit = (clause: Clause, number: StatedNumber, { counted, table }: Source): Result | undefined => {
  const noun = nounAfter(clause.text, number);
  if (noun === undefined || number.isPercent) return undefined;
  const hasColumn = table.columns.some(({ name }) => name === noun || name.startsWith(`${noun}_`));
  if (hasColumn || (counted.has(noun) && !table.columns.some(({ name }) => [...countNouns.values()].includes(name))))
    return undefined;
  return counted.has(noun) ? undefined : wrong(`The answer does not count ${noun.replace("_", " ")}.`);
};

/** What stands between a number and the period behind it that is its own: "13 events in March 2025". */
const ownPeriod = /^(?: [\p{L}-]+){0,3} (?:in|for|during|of) (?:the )?$/u;

/** The rows and columns of the period that a sentence names. */
const placePeriod = (
  clause: Clause,
  number: StatedNumber,
  { table, fetchedAt }: Source,
  rows: readonly number[],
): Result | { readonly rows: readonly number[]; readonly columns: readonly number[] } => {
  const isAsOf = ({ start }: PeriodMention): boolean =>
    /\b(?:as of|as at|retrieved|fetched)(?: on)?\s*$/i.test(clause.text.slice(0, start));
  const asOf = clause.periods.find(isAsOf);
  const day = fetchedAt === undefined ? undefined : Math.floor(fetchedAt / 86_400_000);
  if (asOf !== undefined && day !== undefined && (day < asOf.from || day >= asOf.to))
    return wrong(`The answer is of ${new Date(day * 86_400_000).toISOString().slice(0, 10)}.`);
  const periods = clause.periods.filter((each) => !isAsOf(each));
  const period =
    periods.find(({ start }) => ownPeriod.test(clause.text.slice(number.end, start))) ?? nearest(periods, number);
  if (period === undefined) return { rows, columns: table.numeric };
  const columns = table.numeric.filter((column) => {
    const own = table.headerPeriods[column];
    return own?.from === period.from && own.to === period.to;
  });
  if (columns.length > 0) return { rows, columns };
  if (table.headerPeriods.some((each, column) => each !== undefined && table.numeric.includes(column)))
    return wrong(`The answer has no column for ${period.text}.`);
  const placed = rows.filter((row) =>
    (table.periods[row] ?? []).some(({ from, to, isPeriod }) =>
      isPeriod ? from === period.from && to === period.to : from >= period.from && to <= period.to,
    ),
  );
  if (placed.length > 0) return { rows: placed, columns: table.numeric };
  if (table.periods.some((each) => each.length > 0)) return wrong(`The answer has no row for ${period.text} there.`);
  return noSource(`The answer does not say that it is of ${period.text}.`);
};

/** The columns that the words beside a number name, all where none are named; the word of a measure that the answer does not have. */
const chooseColumns = (
  clause: Clause,
  number: StatedNumber,
  { table, counted }: Source,
  columns: readonly number[],
): readonly number[] | string => {
  const place = clause.numbers.indexOf(number);
  const from = clause.numbers[place - 1]?.end ?? 0;
  const to = clause.numbers[place + 1]?.start ?? clause.text.length;
  // Letters of a name, such as those of "a.s.", name no column.
  const text = table
    .mentions(clause.text)
    .filter(({ column }) => column !== -1)
    .reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), clause.text);
  const words = [...text.slice(from, to).matchAll(/\p{L}+/gu)].map((match) => {
    const start = from + match.index;
    const distance = start >= number.end ? start - number.end : number.start - start - match[0].length;
    return { word: match[0].toLowerCase(), distance: Math.max(0, distance) };
  });
  const noun = nounAfter(clause.text, number);
  const scored = columns.map((column) => {
    const points = (table.variants[column] ?? []).map((variant) => {
      const matches = variant.flatMap((word) =>
        words
          .filter((each) => each.word === word)
          .toSorted((one, other) => one.distance - other.distance)
          .slice(0, 1),
      );
      if (matches.length < variant.length) return 0;
      const distance = Math.min(...matches.map((each) => each.distance));
      return 10 + variant.length * 2 - Math.min(distance, 100) / 10;
    });
    const isNoun = noun !== undefined && table.columns[column]?.name === noun;
    const isUnit = number.isPercent && isShare(table, column);
    return { column, points: Math.max(0, ...points) + (isNoun ? 20 : 0) + (isUnit ? 6 : 0) };
  });
  const most = Math.max(0, ...scored.map(({ points }) => points));
  const chosen = scored.filter(({ points }) => points > 0 && points >= most - 0.05).map(({ column }) => column);
  if (chosen.length > 0) return chosen;
  const near = words.filter(({ distance }) => distance < nearWords).map(({ word }) => word);
  const partly = columns.filter((column) =>
    (table.variants[column] ?? []).some((variant) => variant.some((word) => word.length > 3 && near.includes(word))),
  );
  if (partly.length > 0) return partly;
  // What the formula counts needs no column of that name.
  return noun !== undefined && counted.has(noun) ? columns : (otherMeasure(near) ?? columns);
};

/** Characters between a number and the word of its measure. */
const nearWords = 40;
