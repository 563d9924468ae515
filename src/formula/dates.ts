import { fromSerial, parseIso } from "../table/serial";
import { tell } from "../text/tell";
import { type Cell, textOf, wrong } from "./argument";

const millisecondsPerDay = 86_400_000;
const lastSerial = 2_958_465;

/** A day or a moment, in ms since 1970: a day lasts until its last millisecond, a moment ends where it starts. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Who asks and when: the argument's name for the sentence, and the moment that `today` means. */
export interface DateScope {
  readonly name: string;
  readonly now: number;
}

/** Reads an Excel date, ISO text, `today`, `ytd`, `-30d`, `-3m` or `-1y`; days are UTC. Throws `invalid-argument`. */
export const readDate = (cell: Cell, scope: DateScope): Span => {
  const read =
    typeof cell === "number"
      ? fromNumber(cell)
      : typeof cell === "string"
        ? fromText(textOf(cell), scope.now)
        : undefined;
  if (read === undefined) throw wrong(scope.name, tell("allowed.date"), cell);
  return read;
};

const dayFrom = (start: number): Span => ({ start, end: start + millisecondsPerDay - 1 });

const fromNumber = (serial: number): Span | undefined => {
  if (!(serial >= 1 && serial <= lastSerial)) return undefined;
  const moment = fromSerial(serial);
  return Number.isInteger(serial) ? dayFrom(moment) : { start: moment, end: moment };
};

const fromText = (text: string, now: number): Span | undefined => {
  const moment = parseIso(text);
  if (moment !== undefined) return text.length === 10 ? dayFrom(moment) : { start: moment, end: moment };
  const today = Math.floor(now / millisecondsPerDay) * millisecondsPerDay;
  const lower = text.toLowerCase();
  if (lower === "today") return dayFrom(today);
  if (lower === "ytd") return dayFrom(Date.UTC(new Date(today).getUTCFullYear(), 0, 1));
  const match = /^-(\d{1,4})([dmy])$/.exec(lower);
  return match === null ? undefined : dayFrom(back(today, Number(match[1]), match[2] ?? "d"));
};

/** Months keep the day of the month, or end with the shorter month. */
const back = (today: number, count: number, unit: string): number => {
  if (unit === "d") return today - count * millisecondsPerDay;
  const date = new Date(today);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - count * (unit === "y" ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
};

/** A moment as the service takes it. */
export const isoMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
