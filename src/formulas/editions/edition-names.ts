import { millisecondsPerDay } from "../../facts/dates";
import { AddinError } from "../../engine/http/addin-error";
import { nearest } from "../../i18n/nearest";
import { t } from "../../i18n/t";
import { comparableText } from "../../i18n/typed-text";
import { type Cell, cellText } from "../arguments/argument";
import { readDate, refuseFuture, startOfDay } from "../arguments/dates";
import { toWall } from "../table/calendar";
import { isoDay, parseIso } from "../table/iso-dates";
import type { TimeZone } from "../table/time-zone";
import { daysKept, type Edition, type StoredAnswer } from "./edition-store";

const longestEditionName = 60;

/** The edition of this name, without case; undefined where there is none. */
export const editionNamed = (name: string, editions: readonly Edition[]): Edition | undefined => {
  const wanted = comparableText(name);
  return editions.findLast((edition) => edition.name !== undefined && comparableText(edition.name) === wanted);
};

/**
 * The name as it is stored. `asof=NAME` must mean it without quotes, and must never be read as a day. `own`: the edition that has it may.
 * @throws AddinError `invalid-argument`.
 */
export const checkEditionName = (text: string, editions: readonly Edition[], now: number, own?: string): string => {
  const name = text.trim().replaceAll(/\s+/g, " ");
  if (name === "") throw invalidName(t("editions.name.missing"));
  if (name.length > longestEditionName)
    throw invalidName(t("editions.name.long", { most: longestEditionName, count: name.length }));
  const sign = /[;,'"\p{Cc}]/u.exec(name)?.[0];
  if (sign !== undefined) throw invalidName(t("editions.name.signs", { sign }));
  if (looksLikeDate(name, now)) throw invalidName(t("editions.name.date", { name }));
  const sameName = editionNamed(name, editions);
  if (sameName !== undefined && sameName.id !== own)
    throw invalidName(t("editions.name.taken", { name: sameName.name ?? name }));
  return name;
};

const invalidName = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

/** What `asof` reads as a day, numbers, and a day with the name of its month. */
const looksLikeDate = (name: string, now: number): boolean => {
  if (/^[\d\s./:-]+$/.test(name)) return true;
  const word = /^(?:\d{1,2}\.?\s+)?(\p{L}{3,})\.?(?:\s+\d{1,2},?)?\s+\d{4}$/u.exec(name)?.[1]?.toLowerCase();
  const withDay = /\d{4}$/.test(name) && /\s/.test(name.slice(name.search(/\d/)));
  if (word !== undefined && withDay && monthNames().has(word)) return true;
  try {
    readDate(name, { name: "asof", now });
    return true;
  } catch {
    return false;
  }
};

const monthNames = (): ReadonlySet<string> => {
  const names = ["en", "de", "fr", "es"].flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index, 15)).toLowerCase());
    }),
  );
  return new Set(names.map((name) => name.replace(/\.$/, "")));
};

/** The error of a name that no edition has. */
export const unknownName = (name: string, editions: readonly Edition[]): AddinError => {
  const near = nearest(
    name,
    editions.flatMap((edition) => edition.name ?? []),
  );
  return new AddinError(
    "not-found",
    near === undefined ? t("editions.unknownNameAlone", { name }) : t("editions.unknownName", { name, nearest: near }),
  );
};

/** How a workbook that is set to an edition names it: by its name, else by its moment. */
export const editionKey = ({ name, at }: Pick<Edition, "name" | "at">): string => name ?? new Date(at).toISOString();

/** The day or edition that a formula is answered as of. */
export interface AsOf {
  readonly asof: Cell;
  /** How many days before the day asked for an answer may be; 7 where undefined. An edition with a name answers at any age. */
  readonly within?: number | undefined;
  /** Only the edition that holds this answers to its name. */
  readonly fingerprint?: string;
  /** The whole workbook is set to it, and the formula says nothing. */
  readonly isOfWorkbook?: true;
}

/** The day or name of a formula or workbook that is answered from editions. */
export type When =
  | { readonly since: number; readonly until: number; readonly day: string; readonly within: number }
  | { readonly edition: Edition };

/** Days before the day asked for after which an answer no longer stands for it. */
const usualDays = 7;

/** An answer with the moment at which it was captured (ms since 1970). */
export interface HeldAnswer {
  readonly edition: Edition;
  readonly answer: StoredAnswer;
  readonly at: number;
}

/** The edition of a name or moment, as `editionKey` writes it. */
export const findEdition = (key: string, editions: readonly Edition[]): Edition | undefined =>
  editionNamed(key, editions) ?? editions.findLast((edition) => editionKey(edition) === key);

const dayIn = (moment: number, timeZone: TimeZone | undefined): string => isoDay(toWall(moment, timeZone));

/** What `asof` means. @throws AddinError for a text that is neither a date nor the name of an edition. */
export const readAsOf = (
  { asof, within = usualDays, fingerprint }: AsOf,
  editions: readonly Edition[],
  { now, timeZone }: { readonly now: number; readonly timeZone: TimeZone | undefined },
): When => {
  const text = cellText(asof);
  const edition = fingerprint === undefined ? editionNamed(text, editions) : findEdition(text, editions);
  if (edition !== undefined) return { edition };
  if (fingerprint !== undefined) throw unknownName(text, editions);
  try {
    const scope = { name: "asof", now, timeZone };
    const { start, end } = readDate(asof, scope);
    refuseFuture(start, asof, scope);
    const day = start === end ? new Date(end).toISOString() : dayIn(end, timeZone);
    const first = startOfDay(toWall(start, timeZone)) - within * millisecondsPerDay;
    return { since: timeZone?.toMoment(first) ?? first, until: end, day, within };
  } catch (error) {
    // A text of digits means a date, also where it cannot be read as one.
    if (typeof asof !== "string" || /^[\d\s./:-]+$/.test(text) || parseIso(text) !== undefined) throw error;
    throw unknownName(text, editions);
  }
};

/** The error of a query that the asked editions do not hold. It names the nearest day that does. */
export const notHeld = (
  when: When,
  holding: readonly HeldAnswer[],
  timeZone: TimeZone | undefined,
  now: number,
): AddinError => {
  const moment = "until" in when ? when.until : when.edition.at;
  const near = [...holding].sort((one, other) => Math.abs(one.at - moment) - Math.abs(other.at - moment))[0];
  const day = near === undefined ? "" : dayIn(near.at, timeZone);
  if ("edition" in when) {
    const name = editionKey(when.edition);
    const sentence =
      near === undefined ? t("editions.notInAny", { name }) : t("editions.notInNamed", { name, nearest: day });
    return new AddinError("not-found", sentence);
  }
  const earlier = near === undefined ? undefined : earlierThan(when, holding, timeZone);
  if (earlier !== undefined) return new AddinError("not-found", earlier);
  const isOld = moment < now - daysKept * millisecondsPerDay;
  const sentences = [
    near === undefined
      ? t("editions.neverCaptured", { day: when.day })
      : t("editions.capturedLater", { day: when.day, nearest: dayIn(holding[0]?.at ?? near.at, timeZone) }),
    ...(isOld ? [t("editions.leftByAge", { days: daysKept })] : []),
  ];
  return new AddinError("not-found", sentences.join(" "));
};

/** The sentence of a day whose latest answer is too old; undefined where there is none before it. */
const earlierThan = (
  { since, until, day, within }: Extract<When, { readonly until: number }>,
  holding: readonly HeldAnswer[],
  timeZone: TimeZone | undefined,
): string | undefined => {
  const latest = holding.findLast(({ at }) => at < since);
  if (latest === undefined) return undefined;
  const [last, captured] = [until, latest.at].map((moment) => startOfDay(toWall(moment, timeZone)));
  const days = ((last ?? 0) - (captured ?? 0)) / millisecondsPerDay;
  return t("editions.capturedEarlier", { day, nearest: dayIn(latest.at, timeZone), within, days });
};
