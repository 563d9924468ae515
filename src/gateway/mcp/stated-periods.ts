/** A period that a text names: days since 1970, the end excluded. */
export interface PeriodMention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** The month (from 0) of a text that names no year; `from` and `to` are not known then. */
  readonly month?: number;
}

const months = "january february march april may june july august september october november december".split(" ");
/** The names of months, and their first letters, in a pattern. */
export const monthSource = months
  .map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?${name === "september" ? "|sept" : ""}`)
  .join("|");

const day = (year: number, month: number, date: number): number => Date.UTC(year, month, date) / 86_400_000;

type Span = readonly [from: number, to: number];

/** `count` months from one (from 0) of a year, which may have two digits behind an apostrophe. */
const monthsFrom = (year: string, month: number, count = 1): Span => {
  const full = Number(year.replace(/^\D/, "20"));
  return [day(full, month, 1), day(full, month + count, 1)];
};

const oneDay = (year: string, month: number, date: string): Span => {
  const from = day(Number(year), month, Number(date));
  return [from, from + 1];
};

const readMonth = (text: string): number => months.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase()));

const quarters = ["first", "second", "third", "fourth"];

const readQuarter = (text: string, year: string): Span =>
  monthsFrom(year, 3 * (/\d/.test(text) ? Number(text) - 1 : quarters.indexOf(text.toLowerCase())), 3);

/** From the most to the least exact: what one has taken is left out by the others. */
const periodReaders: readonly (readonly [pattern: RegExp, read: (...groups: readonly string[]) => Span])[] = [
  [
    /\b(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?)?/gi,
    (year = "", month, date = "") => oneDay(year, Number(month) - 1, date),
  ],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, (date = "", month, year = "") => oneDay(year, Number(month) - 1, date)],
  [/\b(\d{4})-(\d\d)\b(?!-)/g, (year = "", month) => monthsFrom(year, Number(month) - 1)],
  [/(?<!\/)\b(0?[1-9]|1[0-2])\/(\d{4})\b/g, (month, year = "") => monthsFrom(year, Number(month) - 1)],
  [
    new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthSource})\.?,? (\d{4})\b`, "gi"),
    (date = "", month = "", year = "") => oneDay(year, readMonth(month), date),
  ],
  [
    new RegExp(String.raw`\b(${monthSource})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, "gi"),
    (month = "", date = "", year = "") => oneDay(year, readMonth(month), date),
  ],
  [
    new RegExp(String.raw`\b(${monthSource})\.?,? (?:of )?(\d{4}|['’]\d\d)\b`, "gi"),
    (month = "", year = "") => monthsFrom(year, readMonth(month)),
  ],
  [
    /\b(?:Q([1-4])|(?:the )?(first|second|third|fourth) quarter)(?: of|,)? ?(\d{4})\b/gi,
    (digit = "", word = "", year = "") => readQuarter(digit + word, year),
  ],
  [/\b(\d{4})[- ]?Q([1-4])\b/gi, (year = "", quarter = "") => readQuarter(quarter, year)],
  [/\bH([12])(?: of|,)? ?(\d{4})\b/g, (half, year = "") => monthsFrom(year, half === "1" ? 0 : 6, 6)],
  [
    /(?<![\d.,%€$£-])\b((?:19|20)\d\d)\b(?![\d,%]|\.\d| (?:events|documents|companies|employees|people))/g,
    (year = "") => monthsFrom(year, 0, 12),
  ],
];

/** A month without its year, which only a preposition and a capital letter tell from another word ("may", "mar"). */
const bareMonth = new RegExp(
  String.raw`(?:(?<=\b(?:in|for|during|since|of|and|or|to|from|between|until|than) )|^|(?=(?:${monthSource})[/–-]))(${monthSource})\b(?! (?:[12]?\d|3[01])\b)`,
  "gi",
);

/** The periods of a text, and the text with blanks in their place. */
export const readPeriods = (text: string): { readonly periods: readonly PeriodMention[]; readonly rest: string } => {
  let rest = text;
  const periods: PeriodMention[] = [];
  const add = (match: RegExpExecArray, [from, to]: Span, month?: number): void => {
    const [{ length }, start] = [match[0], match.index];
    periods.push({ text: match[0], start, end: start + length, from, to, ...(month !== undefined && { month }) });
    rest = rest.slice(0, start) + " ".repeat(length) + rest.slice(start + length);
  };
  for (const [pattern, read] of periodReaders)
    for (const match of rest.matchAll(pattern)) add(match, read(...match.slice(1)));
  for (const match of rest.matchAll(bareMonth))
    if (/^\p{Lu}/u.test(match[0])) add(match, [Number.NaN, Number.NaN], readMonth(match[0]));
  return { periods: periods.toSorted((one, other) => one.start - other.start), rest };
};
