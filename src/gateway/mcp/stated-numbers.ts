/** A number that a text states. */
export interface StatedNumber {
  /** As it is written, with sign and unit. */
  readonly text: string;
  /** Where it begins and ends in its clause. */
  readonly start: number;
  readonly end: number;
  /** With its sign and scale; of a percentage the number before the sign. */
  readonly value: number;
  /** The smallest step of the written digits, such as 0.1 for 3.4 and 100,000 for 1.2 million. */
  readonly step: number;
  readonly isPercent: boolean;
  /** ISO code of a currency beside it. */
  readonly currency: string | undefined;
  /** Words such as "about" allow zeros at the end to be rounded. */
  readonly isRough: boolean;
  /** The value is only said to be on one side of the number: "more than", "nearly". */
  readonly bound: "above" | "below" | undefined;
}

/** A period that a text names: days since 1970, the end excluded. */
export interface PeriodMention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** A part of a text that belongs together: a clause, or one cell of a table with its header and label. */
export interface Clause {
  readonly text: string;
  readonly numbers: readonly StatedNumber[];
  /** Numbers that name something, such as a rank, with the words around them. They are not checked. */
  readonly names: readonly string[];
  readonly periods: readonly PeriodMention[];
  /** It goes on about the company of the clause before it. */
  readonly continues: boolean;
}

const months = "january february march april may june july august september october november december".split(" ");
const monthSource = months
  .map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?${name === "september" ? "|sept" : ""}`)
  .join("|");

const day = (year: number, month: number, date: number): number => Date.UTC(year, month, date) / 86_400_000;

const readMonth = (text: string): number => months.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase()));

type PeriodReader = readonly [pattern: RegExp, read: (match: readonly string[]) => readonly [from: number, to: number]];

/** From the most to the least exact: what one has taken is left out by the others. */
const periodReaders: readonly PeriodReader[] = [
  [
    /\b(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?)?/gi,
    ([, year, month, date]) => [
      day(Number(year), Number(month) - 1, Number(date)),
      day(Number(year), Number(month) - 1, Number(date) + 1),
    ],
  ],
  [
    /\b(\d{4})-(\d\d)\b(?!-)/g,
    ([, year, month]) => [day(Number(year), Number(month) - 1, 1), day(Number(year), Number(month), 1)],
  ],
  [
    new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthSource})\.?,? (\d{4})\b`, "gi"),
    ([, date, month = "", year]) => [
      day(Number(year), readMonth(month), Number(date)),
      day(Number(year), readMonth(month), Number(date) + 1),
    ],
  ],
  [
    new RegExp(String.raw`\b(${monthSource})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, "gi"),
    ([, month = "", date, year]) => [
      day(Number(year), readMonth(month), Number(date)),
      day(Number(year), readMonth(month), Number(date) + 1),
    ],
  ],
  [
    new RegExp(String.raw`\b(${monthSource})\.?,? (?:of )?(\d{4})\b`, "gi"),
    ([, month = "", year]) => [day(Number(year), readMonth(month), 1), day(Number(year), readMonth(month) + 1, 1)],
  ],
  [
    /\b(?:Q([1-4])|(?:the )?(first|second|third|fourth) quarter)(?: of|,)? ?(\d{4})\b/gi,
    ([, digit, word = "", year]) =>
      readQuarter(digit ?? String(["first", "second", "third", "fourth"].indexOf(word.toLowerCase()) + 1), year),
  ],
  [/\b(\d{4})[- ]?Q([1-4])\b/gi, ([, year, quarter]) => readQuarter(quarter, year)],
  [
    /(?<![\d.,%€$£-])\b(?:19|20)\d\d\b(?![\d,%]|\.\d| (?:events|documents|companies|employees|people))/g,
    ([year]) => [day(Number(year), 0, 1), day(Number(year) + 1, 0, 1)],
  ],
];

const readQuarter = (quarter: string | undefined, year: string | undefined): readonly [number, number] => {
  const month = (Number(quarter) - 1) * 3;
  return [day(Number(year), month, 1), day(Number(year), month + 3, 1)];
};

/** The periods of a text, and the text with blanks in their place. */
export const readPeriods = (text: string): { readonly periods: readonly PeriodMention[]; readonly rest: string } => {
  let rest = text;
  const periods: PeriodMention[] = [];
  for (const [pattern, read] of periodReaders)
    for (const match of rest.matchAll(pattern)) {
      const [from, to] = read([...match]);
      periods.push({ text: match[0], start: match.index, end: match.index + match[0].length, from, to });
      rest = rest.slice(0, match.index) + " ".repeat(match[0].length) + rest.slice(match.index + match[0].length);
    }
  return { periods: periods.toSorted((one, other) => one.start - other.start), rest };
};

const currencyCodes: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  euro: "EUR",
  euros: "EUR",
  dollar: "USD",
  dollars: "USD",
  pound: "GBP",
  pounds: "GBP",
  yen: "JPY",
  franc: "CHF",
  francs: "CHF",
};
const currencySource = String.raw`[€$£¥]|\b(?:EUR|USD|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|CAD|AUD|NZD|CNY|HKD|SGD|INR|KRW|BRL|MXN|ZAR|AED|SAR|TRY|ILS|TWD|THB|euros?|dollars?|pounds?|yen|francs?)\b`;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  billions: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?<before>${currencySource})?\s?(?<sign>[-−–‑﹣－+])?(?<inner>[€$£¥])?(?<digits>\d{1,3}(?:[,'’ \u00A0\u2009\u202F]\d{3})+(?![\d,])(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,\d+(?![\d,])|\d+(?:\.\d+)?)(?:\s?(?<scale>k|thousand|mn|mio|millions?|m|bn|billions?|b|trillion|tn)\b)?(?:\s?(?<percent>%|percent\b|per cent\b|pct\b))?(?:\s?(?<after>${currencySource}))?(?![\p{L}\p{N}_])`,
  "giu",
);
const smallNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const wordPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?<!\b(?:no|each|every|this|that|any|which) )(?:(?<ten>${tens.join("|")})(?:[- ](?<one>${smallNumbers.slice(1, 10).join("|")}))?|(?<small>${smallNumbers.join("|")})|(?<dozen>a dozen))(?: (?<scale>hundred|thousand|million|billion))?(?![\p{L}\p{N}_-])(?! of\b)`,
  "giu",
);
/** "No events" says that there are 0. */
const nonePattern =
  /(?<![\p{L}\p{N}_-])no(?= (?:events?|incidents?|controvers(?:y|ies)|documents?|articles?|compan(?:y|ies)|firms?|employees|staff)\b)/giu;
const roughBefore =
  /\b(?:about|around|roughly|nearly|almost|approximately|some|over|more than|circa|ca\.?)\s*$|[~≈]\s*$/i;
const aboveBefore = /\b(?:over|above|more than|greater than|higher than|exceed(?:s|ed|ing)?|at least)\s*$|[>≥]\s*$/i;
const belowBefore =
  /\b(?:under|below|less than|fewer than|lower than|at most|up to|nearly|almost|just short of)\s*$|[<≤]\s*$/i;
/** Numbers that name something: a rank, a place, a list item, a part of a name or an identifier. */
const namingBefore =
  /(?:\b(?:row|rows|number|no\.|goal|goals|SDG|SDGs|top|last|past|previous|next|first|scope|page|version|isic4?|scale of|out of|scale|threshold)\s*|[#/])$/i;
const namingAfter = /^(?:st|nd|rd|th)\b|^[- ]?(?:days?|weeks?|months?|years?|hours?|minutes?)\b|^\/\d/i;
/** A day without its year. */
const dayBefore = new RegExp(String.raw`\b(?:${monthSource})\.? $`, "i");
const dayAfter = new RegExp(String.raw`^(?: of)? (?:${monthSource})\b`, "i");
const fallBefore =
  /\b(?:fell|fall|falls|fallen|dropped|drops?|decreased|declined|decline|decrease|lost|lower|down|shrank|reduced)\b[^.;,]{0,24}\b(?:by|of)\s*$|\b(?:down|minus|negative)\s*$/i;

/** Whether a number without a unit names something, such as a rank, and states nothing. */
const isNaming = (groups: Readonly<Record<string, string | undefined>>, lead: string, tail: string): boolean => {
  const { before, scale, percent, after } = groups;
  const hasUnit = [before, scale, percent, after].some((each) => each !== undefined);
  return (
    !hasUnit &&
    [namingBefore.test(lead), dayBefore.test(lead), namingAfter.test(tail), dayAfter.test(tail)].includes(true)
  );
};

const hasMinus = (sign: string | undefined, lead: string): boolean =>
  sign === undefined ? fallBefore.test(lead) : sign !== "+";

const readCurrency = ({ before, inner, after }: Readonly<Record<string, string | undefined>>): string | undefined => {
  const symbol = [before, inner, after].find((each) => each !== undefined);
  return symbol === undefined ? undefined : (currencyCodes[symbol.toLowerCase()] ?? symbol.toUpperCase());
};

/** How many zeros stand at the end of a whole number. */
const zerosAtEnd = (digits: string): number => {
  let zeros = 0;
  while (zeros < digits.length && digits.at(-1 - zeros) === "0") zeros += 1;
  return zeros;
};

/** Digits as a number: commas and spaces group, unless what follows them cannot be a group ("3,4" and "1.234,5" are decimals). */
const plainDigits = (digits: string): string => {
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return digits.replaceAll(".", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  if (/^\d+,\d+$/.test(digits) && !/^\d{1,3},\d{3}$/.test(digits)) return digits.replace(",", ".");
  return digits.replaceAll(/[,'’ \u00A0\u2009\u202F]/g, "");
};

/** Characters before a number that can change what it says. */
const longestLead = 80;

const readBound = (lead: string): StatedNumber["bound"] =>
  aboveBefore.test(lead) ? "above" : belowBefore.test(lead) ? "below" : undefined;

/** A text where the number names something. */
const toNumber = (match: RegExpExecArray, text: string): StatedNumber | string => {
  const { groups = {}, index } = match;
  const [written] = match;
  const end = index + written.length;
  const lead = text.slice(Math.max(0, index - longestLead), index);
  const tail = text.slice(end, end + longestLead);
  if (isNaming(groups, lead, tail)) return `${lead.slice(-20)}${written}${tail.slice(0, 10)}`.trim();
  const plain = plainDigits(groups["digits"] ?? "");
  const factor = scales[(groups["scale"] ?? "").toLowerCase()] ?? 1;
  const decimals = plain.split(".")[1]?.length ?? 0;
  const isRough = roughBefore.test(lead);
  const zeros = isRough && decimals === 0 ? zerosAtEnd(plain) : 0;
  const sign = hasMinus(groups["sign"], lead) ? -1 : 1;
  return {
    text: written.trim(),
    start: index,
    end,
    value: Number((Number(plain) * factor * sign).toPrecision(15)),
    step: factor * 10 ** (zeros - decimals),
    isPercent: groups["percent"] !== undefined,
    currency: readCurrency(groups),
    isRough,
    bound: readBound(lead),
  };
};

const wordScale = ({ scale = "" }: Readonly<Record<string, string | undefined>>): number =>
  scale.toLowerCase() === "hundred" ? 100 : (scales[scale.toLowerCase()] ?? 1);

const wordValue = (groups: Readonly<Record<string, string | undefined>>): number => {
  const { ten, one, small, dozen } = groups;
  const place = (words: readonly string[], word = ""): number => words.indexOf(word.toLowerCase());
  const base =
    ten === undefined
      ? dozen === undefined
        ? place(smallNumbers, small)
        : 12
      : (place(tens, ten) + 2) * 10 + Math.max(0, place(smallNumbers, one));
  return base * wordScale(groups);
};

const readNumbers = (text: string): Pick<Clause, "numbers" | "names"> => {
  const read = [...text.matchAll(numberPattern)].map((match) => toNumber(match, text));
  const words = [...text.matchAll(wordPattern), ...text.matchAll(nonePattern)].map((match): StatedNumber => {
    const lead = text.slice(Math.max(0, match.index - longestLead), match.index);
    return {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      value: match.groups === undefined ? 0 : wordValue(match.groups),
      // "No" is exactly 0.
      step: match.groups === undefined ? 0 : wordScale(match.groups),
      isPercent: false,
      currency: undefined,
      isRough: false,
      bound: readBound(lead),
    };
  });
  const numbers = [...read.filter((each) => typeof each !== "string"), ...words];
  return {
    numbers: numbers.toSorted((one, other) => one.start - other.start),
    names: read.filter((each) => typeof each === "string"),
  };
};

/** What names something in a text, so that its digits state nothing: formulas, addresses, identifiers, hashes, numbers of a list. */
const namesPattern =
  /https?:\/\/\S+|=[A-Z]+\.[A-Z]+\([^\n]*?\)(?=[\s.,;]|$)|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[A-Z]{2}[A-Z0-9]{9}\d\b|\b[A-Z0-9]{18}\d\d\b|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{16}\b|\b\d{1,2}:\d\d(?::\d\d)?\b|^[ \t]{0,8}(?:\d{1,3}[.)]|[-*•])[ \t]/gm;

const blank = (text: string): string => " ".repeat(text.length);

/** @param labels texts whose digits state nothing, such as names of companies and universes */
const toClause = (text: string, labels: readonly string[], continues: boolean): Clause => {
  let rest = text.replaceAll(namesPattern, blank);
  for (const label of labels) rest = rest.split(label).join(blank(label));
  const { periods, rest: withoutPeriods } = readPeriods(rest);
  return { text, ...readNumbers(withoutPeriods), periods, continues };
};

const sentencesIn = (line: string): readonly string[] =>
  // Abbreviations of firms ("Inc. had") and decimals do not end a sentence.
  line.split(/(?<=[.!?])(?<!\b(?:Inc|Ltd|Co|Corp|Bros|St|No|approx|ca|vs|[A-Z])\.)\s+(?=[\p{Lu}\d"„«*])/u);

/** Where a sentence may be parted, if each part has a number of its own. */
const parting = /(?:;|,? (?:and|but|while|whereas|against|versus|compared (?:with|to))|,) /g;

/** Places of a sentence where it may be parted; a longer one is one clause from there on. */
const mostParts = 40;

const partsOf = (sentence: string, isWhole: (part: string) => boolean): readonly string[] => {
  const parts: string[] = [];
  let start = 0;
  for (const match of [...sentence.matchAll(parting)].slice(0, mostParts)) {
    const [part, rest] = [sentence.slice(start, match.index), sentence.slice(match.index)];
    if (!isWhole(part) || !isWhole(rest)) continue;
    parts.push(part);
    start = match.index;
  }
  return [...parts, sentence.slice(start)];
};

const cellsOf = (line: string): readonly string[] | undefined => {
  const cells = line.includes("|")
    ? line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
    : line.split("\t");
  return cells.length > 1 ? cells.map((cell) => cell.trim()) : undefined;
};

/**
 * The clauses of a text. Lines with `|` or tabs are a table: each of its cells is a clause with its label and header.
 * @param names whether a part of a sentence names one of the companies or rows
 */
export const readClauses = (
  text: string,
  labels: readonly string[],
  names: (part: string) => boolean,
): readonly Clause[] => {
  const clauses: Clause[] = [];
  let header: readonly string[] | undefined;
  for (const line of text.split("\n")) {
    const cells = cellsOf(line);
    if (cells === undefined) {
      header = undefined;
      for (const sentence of sentencesIn(line)) {
        const hasNumber = (part: string): boolean => names(part) && toClause(part, labels, false).numbers.length > 0;
        for (const [place, part] of partsOf(sentence, hasNumber).entries())
          clauses.push(
            toClause(
              part,
              labels,
              place > 0 || /^\W*(?:it|its|they|their|the (?:company|bank|firm|group)|this|that)\b/i.test(part),
            ),
          );
      }
      continue;
    }
    if (header === undefined) header = cells;
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
      for (const [place, cell] of cells.entries())
        if (place > 0 && cell !== "")
          clauses.push(toClause(`${cells[0] ?? ""}: ${header[place] ?? ""} ${cell}`, labels, false));
  }
  return clauses;
};
