import { monthSource } from "./stated-periods";

/** A number that a text states. */
export interface StatedNumber {
  /** As it is written, with sign and unit. */
  readonly text: string;
  /** Where it begins and ends in its clause. */
  readonly start: number;
  readonly end: number;
  /** The same with the words that qualify it: "at least 5", "5 or more". */
  readonly from: number;
  readonly to: number;
  /** With its sign and scale; of a percentage the number before the sign. */
  readonly value: number;
  /** The smallest step of the written digits, such as 0.1 for 3.4 and 100,000 for 1.2 million. */
  readonly step: number;
  /** What its unit multiplies: 1,000,000 for million, otherwise 1. */
  readonly factor: number;
  /** What the digits are where a point groups them, or a comma is that of a decimal: 1234 for "1.234", 1.234 for "1,234". */
  readonly otherValue?: number;
  readonly isPercent: boolean;
  /** ISO code of a currency beside it. */
  readonly currency: string | undefined;
  /** Words such as "about" allow zeros at the end to be rounded. */
  readonly isRough: boolean;
  /** The value is only said to be on one side of the number: "more than", "nearly". */
  readonly bound: Bound | undefined;
  /** The word "negative" stands before it, and no minus. */
  readonly isCalledNegative: boolean;
  /** It compares something with something else, or with before: a difference, a ratio or a rate. */
  readonly isDifference: boolean;
  /** The whole that the number before it is a part of: "3 of 10". */
  readonly isWhole: boolean;
}

export type Bound = "above" | "at least" | "below" | "at most";

const currencyWords: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  US$: "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  HK$: "HKD",
  NZ$: "NZD",
  S$: "SGD",
  "£": "GBP",
  "¥": "JPY",
  euro: "EUR",
  dollar: "USD",
  pound: "GBP",
  yen: "JPY",
  franc: "CHF",
  kronor: "SEK",
  zloty: "PLN",
  koruna: "CZK",
  rupee: "INR",
};
const codeSource =
  "EUR|USD|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|CAD|AUD|NZD|CNY|HKD|SGD|INR|KRW|BRL|MXN|ZAR|AED|SAR|TRY|ILS|TWD|THB";
const currencySource = String.raw`(?:(?<!\p{L})(?:US|AU?|CA?|HK|NZ|S))?\$|[€£¥]|(?<!\p{L})(?:${codeSource}|euros?|dollars?|pounds?|yen|francs?|kronor|zloty|koruna|rupees?)(?!\p{L})`;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  mrd: 1e9,
  billion: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
const group = "[,'’ \u00A0\u2009\u202F]";
const digitSource = String.raw`\d{1,3}(?:[ '’\u00A0\u2009\u202F]\d{3})+,\d{1,2}(?![\d,])|\d{1,3}(?:${group}\d{3})+(?![\d,])(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,\d+(?![\d,]|\.\d)|\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?|\.\d+`;
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?:(?<before>${currencySource})\s?)?(?<sign>[-−–‑﹣－+])?(?<inner>[€$£¥])?(?<digits>${digitSource})(?:\s?(?<scale>k|tsd|thousand|mn|mln|mio|millions?|m|bn|mrd|billions?|b|trillion|tn)(?:\b|(?=(?:${codeSource})\b))\.?)?(?:\s?(?<percent>%|percent\b|per cent\b|pct\b))?(?:\s?(?<after>${currencySource}|(?:${codeSource})\b))?(?![\p{L}\p{N}_])`,
  "giu",
);

const smallNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const unitSource = [...smallNumbers, ...tens].join("|");
const magnitudes: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
const magnitudeSource = Object.keys(magnitudes).join("|");
const wordPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?<!\b(?:no|each|every|this|that|any|which) )(?:a dozen|a (?=hundred|thousand|million)(?:${magnitudeSource})|(?:${unitSource}))(?:[- ](?:${magnitudeSource})(?!\p{L})|(?:(?<=${magnitudeSource}) and |(?<=ty|${magnitudeSource})[- ])(?:${unitSource})(?!\p{L}))*(?![\p{L}\p{N}_-])(?! of\b(?! (?:the |all )?\d))`,
  "giu",
);
/** "No events" says that there are 0. */
const nonePattern =
  /(?<![\p{L}\p{N}_-])no(?= (?:\p{Ll}+ )?(?:events?|incidents?|controvers(?:y|ies)|documents?|articles?|compan(?:y|ies)|firms?|employees|staff)\b)/giu;

const roughBefore =
  /\b(?:about|around|roughly|nearly|almost|approximately|some|over|more than|circa|ca\.?)\s*$|[~≈]\s*$/i;
/** The first that fits is meant: "no more than" before "more than". */
const boundsBefore: readonly (readonly [words: RegExp, bound: Bound])[] = [
  [/\b(?:no|not|never) (?:more|greater|higher|larger|above|over)(?: than)?\s*$/i, "at most"],
  [/\b(?:no|not|never) (?:fewer|less|lower|smaller|below|under)(?: than)?\s*$/i, "at least"],
  [/\b(?:over|above|more than|greater than|higher than|exceed(?:s|ed|ing)?|upwards of|north of)\s*$|>\s*$/i, "above"],
  [/\b(?:at least|a minimum of)\s*$|≥\s*$|>=\s*$/i, "at least"],
  [/\b(?:under|below|less than|fewer than|lower than|nearly|almost|just short of)\s*$|<\s*$/i, "below"],
  [/\b(?:at most|up to|a maximum of)\s*$|≤\s*$|<=\s*$/i, "at most"],
];
const boundsAfter: readonly (readonly [words: RegExp, bound: Bound])[] = [
  [/^\+|^ or (?:more|above|higher)\b/i, "at least"],
  [/^ or (?:less|fewer|below|lower)\b/i, "at most"],
];
/** Numbers that name something: a rank, a place, a list item, a part of a name or an identifier. */
const namingBefore =
  /(?:\b(?:row|rows|number|no\.|goal|goals|SDG|SDGs|top|last|past|previous|next|first|scope|page|version|isic4?|scale (?:of|from) \d+ ?(?:to|[-–]) ?|scale of|scale|threshold)\s*|\b(?:scores?|severity|rat(?:ed|ing))\b[^.;]* out of\s*|[#/])$/i;
const namingAfter = /^(?:st|nd|rd|th)\b|^[- ]?(?:days?|weeks?|months?|years?|hours?|minutes?)\b|^\/\d+ of\b/i;
/** A day without its year. */
const dayBefore = new RegExp(String.raw`\b(?:${monthSource})\.? $`, "i");
const dayAfter = new RegExp(String.raw`^(?: of)? (?:${monthSource})\b`, "i");
const changeVerbs =
  "fell|falls?|fallen|dropp?e?d?s?|decreased?|declined?|lost|shrank|reduced|rose|rises?|risen|grew|grown|increased?|climbed|gained|jumped|up|down|higher|lower";
const fallBefore =
  /\b(?:fell|fall|falls|fallen|dropped|drops?|decreased|declined|decline|decrease|lost|lower|down|shrank|reduced)\b[^.;,]{0,24}\b(?:by|of)\s*$|\b(?:down|minus)\s*$/i;
const negativeBefore = /\bnegative(?: \p{L}+){0,3}(?: of| at| is| was)?\s*$/iu;
const differenceBefore = new RegExp(
  String.raw`\b(?:(?:${changeVerbs}|changed|improved|worsened)(?:[^.;,\d]{0,24}\bby)?|(?:increase|rise|gain|decrease|decline|fall|drop|change|difference|gap|lead|margin)(?: of| is| was)|(?:leads?|led|trails?|differs?|exceeds?|exceeded|beats?|ahead|behind)\b[^.;,\d]{0,60}\bby)\s*$`,
  "iu",
);
const differenceAfter = new RegExp(
  String.raw`^(?:(?: \p{L}+){0,3}? (?:more|fewer|less|higher|lower|larger|smaller|above|below)(?: \p{L}+){0,3} than\b(?! (?:about |around |[€$£]|${codeSource} )?(?:\d|${unitSource}))|(?! or )(?: \p{L}+)?? (?:more|fewer|less|higher|lower|larger|smaller|above|below|ahead|behind)\b(?! than)|[- ]?fold\b| times\b|(?: \p{L}+){1,2} (?:an?|per|each|every) (?:day|week|month|quarter|year)\b(?! (?:ago|earlier|later|before|after)))`,
  "iu",
);
/** What stands between a part and its whole. */
const partBefore = new RegExp(
  String.raw`(?:\d|\b(?:${unitSource}))\s*(?:\p{L}+ )?(?:out )?of(?: the| all| its| these| those| our)*\s*$`,
  "iu",
);

/** Characters beside a number that can change what it says. */
const longestLead = 80;

/** Whether a number without a unit names something, such as a rank, and states nothing. */
const isNaming = (groups: Readonly<Record<string, string | undefined>>, lead: string, tail: string): boolean => {
  const { before, scale, percent, after } = groups;
  const hasUnit = [before, scale, percent, after].some((each) => each !== undefined);
  return (
    !hasUnit &&
    (namingBefore.test(lead) ||
      namingAfter.test(tail) ||
      (Number(groups["digits"]) <= 31 && (dayBefore.test(lead) || dayAfter.test(tail))))
  );
};

/** What the words before and behind a number say of it. */
const readContext = (
  lead: string,
  tail: string,
): Pick<StatedNumber, "isRough" | "bound" | "isCalledNegative" | "isDifference" | "isWhole"> => ({
  isRough: roughBefore.test(lead),
  bound: boundsBefore.find(([words]) => words.test(lead))?.[1] ?? boundsAfter.find(([words]) => words.test(tail))?.[1],
  isCalledNegative: negativeBefore.test(lead),
  isDifference: differenceBefore.test(lead) || differenceAfter.test(tail),
  isWhole: partBefore.test(lead),
});

const minusBefore = /\bminus\s*$/i;
const exactBefore = /\b(?:only|just|exactly|precisely|as many as)\s*$/i;

/** Where the words before and behind a number begin and end that qualify it. */
const qualified = (start: number, end: number, lead: string, tail: string): Pick<StatedNumber, "from" | "to"> => {
  const before = [...boundsBefore.map(([words]) => words), roughBefore, negativeBefore, minusBefore].map(
    (words) => words.exec(lead)?.[0].length ?? 0,
  );
  const after = boundsAfter.map(([words]) => words.exec(tail)?.[0].length ?? 0);
  const first = start - Math.max(...before);
  const exact = exactBefore.exec(lead.slice(0, lead.length - start + first))?.[0].length ?? 0;
  return { from: first - exact, to: end + Math.max(...after) };
};

const readCurrency = ({ before, inner, after }: Readonly<Record<string, string | undefined>>): string | undefined => {
  const symbol = [before, inner, after].find((each) => each !== undefined)?.toUpperCase();
  if (symbol === undefined) return undefined;
  return currencyWords[symbol] ?? currencyWords[symbol.toLowerCase().replace(/s$/, "")] ?? symbol;
};

/** Digits as a number: commas and spaces group, unless what follows them cannot be a group ("3,4" and "1.234,5" are decimals). */
const plainDigits = (digits: string): string => {
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return digits.replaceAll(".", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  if (/^\d{1,3}(?:[ '’\u00A0\u2009\u202F]\d{3})+,\d{1,2}$/.test(digits))
    return digits.replaceAll(/[^\d,]/g, "").replace(",", ".");
  if (/^\d+,\d+$/.test(digits) && !/^[1-9]\d{0,2},\d{3}$/.test(digits)) return digits.replace(",", ".");
  return digits.replaceAll(new RegExp(group, "g"), "");
};

/** "1.234" may be 1234, and "1,234" 1.234. */
const otherDigits = (digits: string): number | undefined =>
  /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
    ? Number(digits.includes(".") ? digits.replace(".", "") : digits.replace(",", "."))
    : undefined;

const isMinus = ({ sign }: Readonly<Record<string, string | undefined>>, lead: string, tail: string): boolean =>
  sign === undefined
    ? fallBefore.test(lead) ||
      // Accounts write a negative number in brackets.
      (/\b(?:is|was|are|were|of|at|to) \($/i.test(lead) && tail.startsWith(")"))
    : sign !== "+";

const smallestStep = (plain: string, isRough: boolean): number => {
  const [mantissa = "", exponent = "0"] = plain.toLowerCase().split("e");
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  const zeros = isRough && decimals === 0 ? (/(?<!0)0*$/.exec(mantissa)?.[0].length ?? 0) : 0;
  return 10 ** (zeros - decimals + Number(exponent));
};

type Context = ReturnType<typeof readContext>;

/** A number with the words around it; the words alone where it names something. */
const toStated = (
  { index: start, 0: written, groups = {} }: RegExpExecArray,
  text: string,
  read: (
    context: Context,
    lead: string,
    tail: string,
  ) => Omit<StatedNumber, keyof Context | "text" | "start" | "end" | "from" | "to"> & Partial<Context>,
): StatedNumber | string => {
  const end = start + written.length;
  const lead = text.slice(Math.max(0, start - longestLead), start);
  const tail = text.slice(end, end + longestLead);
  if (isNaming(groups, lead, tail)) return `${lead.slice(-20)}${written}${tail.slice(0, 10)}`.trim();
  const context = readContext(lead, tail);
  return {
    ...{ text: written.trim(), start, end, ...qualified(start, end, lead, tail) },
    ...{ ...context, ...read(context, lead, tail) },
  };
};

const toNumber = (match: RegExpExecArray, text: string): StatedNumber | string =>
  toStated(match, text, ({ isRough, isDifference }, lead, tail) => {
    const { groups = {} } = match;
    const { digits = "", scale = "", percent, sign: mark } = groups;
    const plain = plainDigits(digits);
    const factor = scales[scale.toLowerCase().replace(/s$/, "")] ?? 1;
    const sign = isMinus(groups, lead, tail) ? -1 : 1;
    const other = scale === "" && percent === undefined ? otherDigits(digits) : undefined;
    return {
      value: Number((Number(plain) * factor * sign).toPrecision(15)),
      ...{ factor, step: factor * smallestStep(plain, isRough) },
      ...(other !== undefined && { otherValue: sign * other }),
      isPercent: percent !== undefined,
      currency: readCurrency(groups),
      // "+74 events" are 74 more.
      isDifference: isDifference || (mark === "+" && /^ \p{L}/u.test(tail)),
    };
  });

/** The value of a number in words, and the smallest step that its words have. */
const wordValue = (words: string): Pick<StatedNumber, "value" | "step"> => {
  let [sum, current, step] = [0, 0, 1];
  for (const word of words.toLowerCase().split(/[- ]/)) {
    const size = magnitudes[word];
    if (size === undefined) {
      if (word === "dozen") current += 12;
      current += Math.max(0, smallNumbers.indexOf(word)) + (tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : 0);
      step = 1;
      continue;
    }
    current = Math.max(1, current) * size;
    step = size;
    if (size === 100) continue;
    [sum, current] = [sum + current, 0];
  }
  return { value: sum + current, step };
};

const toWordNumber = (match: RegExpExecArray, text: string): StatedNumber | string =>
  toStated(match, text, () => ({
    // "No" is exactly 0.
    ...(match[0].toLowerCase() === "no" ? { value: 0, step: 0 } : wordValue(match[0])),
    ...{ factor: 1, isPercent: false, currency: undefined },
  }));

/** What stands between the two ends of a range. */
const isRange = (text: string, low: StatedNumber, high: StatedNumber): boolean => {
  const between = text.slice(low.end, high.start);
  const lead = text.slice(Math.max(0, low.start - longestLead), low.start);
  if (/^ and $/.test(between)) return /\bbetween $/i.test(lead);
  return /^(?: to | ?[-–—] ?)$/.test(between) && !/\bfrom $/i.test(lead) && low.value <= high.value;
};

/** "40 to 50 million" says that a value is at least 40 million, and at most 50 million. */
const withRanges = (text: string, numbers: readonly StatedNumber[]): readonly StatedNumber[] =>
  numbers.map((number, place): StatedNumber => {
    const [before, after] = [numbers[place - 1], numbers[place + 1]];
    if (before !== undefined && isRange(text, before, number)) return { ...number, bound: "at most" };
    if (after === undefined || !isRange(text, number, after)) return number;
    const { isPercent, currency } = after;
    const factor = number.factor === 1 && number.value * after.factor <= after.value ? after.factor : 1;
    return {
      ...number,
      bound: "at least",
      ...{ value: number.value * factor, step: number.step * factor },
      isPercent: number.isPercent || isPercent,
      currency: number.currency ?? currency,
    };
  });

/** The numbers that a text states, and what else its digits name. */
export const readNumbers = (
  text: string,
): { readonly numbers: readonly StatedNumber[]; readonly names: readonly string[] } => {
  const all = [
    ...[...text.matchAll(numberPattern)].map((match) => toNumber(match, text)),
    ...[...text.matchAll(wordPattern), ...text.matchAll(nonePattern)].map((match) => toWordNumber(match, text)),
  ];
  const numbers = all.filter((each) => typeof each !== "string").toSorted((one, other) => one.start - other.start);
  return { numbers: withRanges(text, numbers), names: all.filter((each) => typeof each === "string") };
};
