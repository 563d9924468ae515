const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const datePatterns = [
  // ISO 8601 and RFC 3339, with or without time.
  /^\d{4}-\d{2}-\d{2}(?:(?:T|,? )\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/i,
  // RFC 822.
  new RegExp(
    `^(?:[A-Z][a-z]{2},? )?\\d{1,2} (?:${months})[a-z]* \\d{4}(?: \\d{1,2}:\\d{2}(?::\\d{2})?(?: (?:[A-Z]{1,4}|[+-]\\d{4}))?)?$`,
    "i",
  ),
  // 5 January 2024 and January 5, 2024.
  new RegExp(`^(?:${months})[a-z]* \\d{1,2}, \\d{4}$`),
];

/** Zones that feeds of Europe name and RFC 822 does not. */
const zones: Readonly<Record<string, string>> = {
  ...{ WET: "+0000", WEST: "+0100", CET: "+0100", MEZ: "+0100", CEST: "+0200", MESZ: "+0200" },
  ...{ EET: "+0200", EEST: "+0300" },
};

/** A date in one of the patterns above, where it is written in a way that can mean nothing else. */
const usualDate = (text: string): string =>
  text
    .trim()
    // Seconds or milliseconds since 1970, from 2001 on.
    .replace(/^1\d{9}(?:\d{3})?$/, (number) => new Date(Number(number.padEnd(13, "0"))).toISOString())
    .replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3")
    // The year first: month and day follow, wherever dates are written so.
    .replace(/^(\d{4})\/(\d{2})\/(\d{2})(?=$|[ T])/, "$1-$2-$3")
    // The date of C, and that of services which put the zone before the year.
    .replace(
      /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}:\d{2}:\d{2})(?: ([A-Z]{3}|[+-]\d{4}))? (\d{4})$/,
      "$2 $1 $5 $3 $4",
    )
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(Z?)$/, "$1-$2-$3T$4:$5:$6Z")
    // With dots the day comes first, wherever dates are written so.
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[ ,])/, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
    )
    // RFC 822 has years of two digits.
    .replace(
      new RegExp(`(^|, )(\\d{1,2} (?:${months})[a-z]*) (\\d{2})(?= \\d{1,2}:)`, "i"),
      (_, before: string, day: string, year: string) => `${before}${day} ${Number(year) < 70 ? "20" : "19"}${year}`,
    )
    .replace(/(\d{2}:\d{2}) ([A-Z]{3,4})$/, (all, time: string, zone: string) =>
      zones[zone] === undefined ? all : `${time} ${zones[zone]}`,
    )
    .replace(/^(\d{4}-\d{2}-\d{2}), (?=\d)/, "$1 ")
    .replace(/(:\d{2}(?:\.\d+)?[+-]\d{2})$/, "$1:00");

/** Whether the day of a date is in its month: `Date` takes 30 February for 1 March. */
const isInMonth = (date: string): boolean => {
  const numbers = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)?.slice(1);
  const words = [/\b\d{4}\b/, new RegExp(months, "i"), /\b\d{1,2}\b/].map((part) => part.exec(date)?.[0] ?? "");
  const [year = "", month = "", day = ""] = numbers ?? words;
  const monthNumber =
    numbers === undefined ? months.toLowerCase().split("|").indexOf(month.toLowerCase()) + 1 : Number(month);
  return Number(day) <= new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate();
};

/**
 * The moment that a text writes: ISO 8601, UTC, whole seconds. A time without a zone is in UTC.
 * @throws Error where it is no date, or one whose day and month cannot be told (`03/04/2024`)
 */
export const readTime = (text: string): string => {
  const value = usualDate(text);
  if (!datePatterns.some((pattern) => pattern.test(value)))
    throw new Error(
      value === "" ? "has no date" : `"${value.slice(0, 40)}" is no date that can be read (write YYYY-MM-DD)`,
    );
  const zoned =
    /[T ]\d{2}:\d{2}/.test(value) && !/(?:Z|[A-Z]{1,4}|[+-]\d{2}:?\d{2})$/i.test(value) ? `${value} UTC` : value;
  const local = /^[\d-]+$/.test(value) ? value : /\d{4}$/.test(value) && !value.includes(":") ? `${value} UTC` : zoned;
  const time = new Date(local);
  if (Number.isNaN(time.getTime()) || !isInMonth(value)) throw new Error(`"${value.slice(0, 40)}" is no date`);
  return time.toISOString().replace(/\.\d+Z$/, "Z");
};
